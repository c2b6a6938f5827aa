"""The tick inspector's panel: how source code is shown."""

from game.explain.source_lines import Source
from game.view.panels.side.iteration_sheet import source_blocks


def test_the_lines_of_a_comment_are_one_paragraph_and_code_keeps_its_lines():
    shown = Source("module.function", ("first = 1", "# Two lines", "# of a comment.", "second = 2"), 3)
    texts = ["".join(run.text for run in block.runs) for block in source_blocks([shown])]
    assert texts == ["module.function", "first = 1", "# Two lines of a comment.", "second = 2"]
