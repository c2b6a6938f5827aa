"""The tick inspector's panel: how source code is shown."""

from game.explain.solver_source_lines import Source
from game.panels.tick_and_iteration_content import source_blocks


def test_the_lines_of_a_comment_are_one_paragraph_and_code_keeps_its_lines():
    shown = Source("module.function", ("first = 1", "# Two lines", "# of a comment.", "second = 2"), 3)
    texts = ["".join(span.text for span in block.spans) for block in source_blocks([shown])]
    assert texts == ["module.function", "first = 1", "# Two lines of a comment.", "second = 2"]


def test_the_lines_around_the_line_that_decided_are_in_view_with_it():
    lines = tuple(f"line_{number} = {number}" for number in range(20))
    blocks = source_blocks([Source("module.function", lines, 10)])
    assert [block.spans[0].text for block in blocks if block.is_focus] == list(lines[9:12])
