"""The list of the source documents' claims: complete, pages and figures that exist, and the verb that measures and prints it."""

import re
from dataclasses import replace

import pytest

from game.core.input_errors import InputError
from game.lesson import document_claims
from game.lesson import library_and_page_runs as library
from game.lesson.document_claims import (
    DIFFERS,
    HOLDS,
    IDS,
    MISSING,
    NOTHING,
    QUESTION,
    REFUTED,
    Figure,
    is_complete,
    measured_or_nan,
    pages_of,
    printed_figures,
    read_claims,
    state_of,
)
from tests.commands import complaint, output_of, written
from tests.lesson_pages import page_of
from tests.tools.fuzzing import answers, cases, mutated

TEXT = document_claims.LIST.read_text(encoding="utf-8")
CHEAP = ("P9", "L1")  # a row whose page is played in a moment, and one without a page


@pytest.fixture(scope="module")
def listed():
    return read_claims()


def changed(monkeypatch, tmp_path, old, new):
    """Use a list of claims with another text at one place."""
    assert TEXT.count(old) >= 1
    path = tmp_path / "changed.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(document_claims, "LIST", path)


def test_each_row_and_each_error_of_the_documents_is_there_once(listed):
    assert len(IDS) == 77 + 29 and sorted(claim.id for claim in listed.claims) == sorted(IDS)


def test_each_row_is_shown(listed):
    assert [claim.id for claim in listed.claims if claim.lacks] == []
    assert [claim.id for claim in listed.claims if not claim.shown] == ["L1", "L42"]


def test_each_sentence_is_short_and_each_error_has_its_truth(listed):
    for claim in listed.claims:
        texts = (claim.says, claim.truth, claim.found, claim.expected, claim.lacks, claim.note)
        assert all(len(text.split()) <= 25 for text in texts), claim.id
        assert bool(claim.truth) == claim.id.startswith("E"), claim.id


VERBS = re.compile(
    r"\b(is|are|was|has|have|needs?|sees?|says?|gives?|takes?|finds?|mov(es?|ed)|counts?|cuts|begins|leads?|holds|stops?|slides|meets?|hit"
    r"|must|may|can|causes|changes?|reaches|bounds|interpolates|pass|misse?s?|fails?|stands?|makes?|sorts|form|span|print|collide|overlap"
    r"|touch|touches|turns|goes|moves|handle|decides|gets|would|creep|keeps?|starts|tests|grows?|acts|accepts|approaches|bounces|add"
    r"|reach)\b"
)


def test_what_a_document_says_is_a_sentence(listed):
    """The page was a list of titles and of words such as "Homework: page 390, problems 1 and 5."."""
    texts = [(claim.id, text) for claim in listed.claims for text in (claim.says, claim.truth, claim.found) if text]
    assert [(row, text) for row, text in texts if not (re.match(r"[A-Z0-9]", text) and VERBS.search(text))] == []
    places = [claim.where for claim in listed.claims]
    assert [where for where in places if not re.match(r"(Paper|Forum|Gomez|Lecture [CD]), \w", where)] == []


UNIT = r"\s?(m|cm|mm|km|s|°|%|radii|units|m/s|m/s²|m²|N s|J|kg m/s|kg units²/tick²)(?![\w/²])"
COUNTED = r" (triangles?|sweeps?|hits|contacts|points inside|balls|halvings|pairs|boxes|exchanges|steps|ticks|bounces|sounds?)\b"
SHARE = r"( of (the|a|it|this|\{)|,? of n\b| times)"
PURE = re.compile(r"\((a )?(pure numbers?|counted from 0|exponents?|an exponent)\)")  # said for all numbers of the part


def test_each_measured_number_has_a_unit_or_says_what_is_counted(listed):
    """P4 was "40.9, 0.0", without a word on what these are."""
    known = re.compile(rf"{UNIT}|{COUNTED}|{SHARE}")
    bare = []
    for claim in listed.claims:
        for text in (claim.found, claim.expected):
            for slot in document_claims.SLOT.finditer(text):
                rest = re.sub(r"^ to \{[\w.]+\}", "", text[slot.end() :])
                is_answer = slot[2] == QUESTION and rest.startswith('"')
                if not (known.match(rest) or is_answer or PURE.search(rest.split(";")[0])):
                    bare.append((claim.id, slot[0], text))
    assert bare == []


def test_a_figure_that_is_named_is_the_only_one(listed):
    row = next(claim for claim in listed.claims if claim.id == "P10")
    names = [page.page for page in row.shown]
    assert row.filled("{1.far} and {2.far} m.", lambda page, name: page.page) == f"{names[0]} and {names[1]} m."
    for text, words in (("{far}", "2 pages have it"), ("{3.far}", "no page"), ("{near}", "no page")):
        with pytest.raises(ValueError, match=words):
            row.filled(text, lambda page, name: name)
    assert row.filled("{1.far} m", lambda page, name: "0.000000") == "0 m"


def test_the_verdict_on_a_document(listed):
    verdicts = {claim.id: claim.verdict for claim in listed.claims}
    assert {verdicts[row] for row in IDS if row.startswith("E")} == {REFUTED}
    assert (verdicts["P4"], verdicts["P11"], verdicts["L42"]) == (HOLDS, REFUTED, NOTHING)
    assert replace(next(claim for claim in listed.claims if claim.id == "P4"), lacks="A part.").verdict == MISSING


def test_an_error_is_shown_beside_its_repair(listed):
    for claim in listed.claims:
        if claim.id.startswith("E") and claim.shown and not claim.lacks:
            assert any(page.wrong for page in claim.shown) and any(page.right for page in claim.shown), claim.id


def test_the_light_reading_finds_the_figures_of_the_pages(listed):
    """`pages_of` reads no formulas. It must agree with the pages that are measured."""
    for claim in listed.claims:
        for shown in claim.shown:
            entry = listed.entry(shown)
            page = page_of(shown.lesson, entry.number)
            figures = {one.name: one.figure for one in page.claims}
            if page.question:
                figures[QUESTION] = page.question.answers[page.question.right].text.rstrip(".")
            assert page.title == shown.page and figures == entry.figures, claim.id


def test_no_claim_of_a_page_has_the_name_of_its_question():
    assert printed_figures({"claims": [{"name": "a", "figure": "1"}]}) == {"a": "1"}
    for name in library.lesson_names():
        assert QUESTION not in [claim.name for page in library.load_lesson(name).pages for claim in page.claims]


def test_the_list_is_no_lesson():
    assert "claims" not in library.lesson_names()


def test_the_state_of_a_row(listed):
    row = next(claim for claim in listed.claims if claim.id == "P9")
    (page,) = row.shown
    figures = {(page.lesson, page.page, name): Figure("1", 1.0, True) for name in page.names}
    wrong = figures | {(page.lesson, page.page, "one"): Figure("2", 3.0, False)}
    assert state_of(row, figures) == HOLDS and state_of(row, wrong) == DIFFERS
    lacking = replace(row, lacks="A part.")
    assert state_of(lacking, figures) == MISSING and state_of(lacking, wrong) == DIFFERS
    nothing = next(claim for claim in listed.claims if claim.id == "L42")
    assert state_of(nothing, {}) == NOTHING
    assert is_complete([row, nothing], figures)
    assert not is_complete([row, nothing], wrong) and not is_complete([lacking, nothing], figures)


def test_what_the_run_does_not_have_is_no_number():
    assert measured_or_nan(lambda run: run[3], []) != measured_or_nan(lambda run: run[3], [])
    assert measured_or_nan(lambda run: 2.0, []) == 2.0


# The verb


def test_the_verb_prints_a_table(capsys):
    lines = output_of(capsys, "claims", *CHEAP).splitlines()
    assert lines[0].startswith("| row | place |")
    assert lines[-1] == "2 rows: 1 hold, 1 need no system, 0 are not shown yet, 0 differ."
    paper, lecture = lines[2:4]
    assert paper.startswith("| P9 | P:515-543 (Paper, sections 4.3 and 4.4, ")
    assert "gravity 4, No extra cost on level ground" in paper
    assert paper.endswith("| one 2; move 1; fall 1 | 2; 1; 1 | holds |")
    assert "| One combined call takes 2 sweeps; two calls take 1 sweep for walking" in paper
    assert "| 2 sweeps both ways. | holds |" in paper
    assert lecture.startswith("| L1 | C:34-72 (Lecture C, ") and "| needs no system: " in lecture
    assert {line.count(" | ") for line in lines[:4]} == {9}
    assert all(f"{letter}: " in lines[-2] or f"{letter}, " in lines[-2] for letter in "PFGCD")


def test_a_row_of_an_error_shows_the_wrong_and_the_right_figure(capsys):
    row = output_of(capsys, "claims", "E15").splitlines()[2]
    assert row.startswith("| E15 | G:16-18 (Gomez, ") and "| differs |" in row
    assert "| wrong: enter 0.592; right: leave 0.754 |" in row


def test_a_figure_that_no_longer_holds_ends_with_1(capsys, monkeypatch):
    monkeypatch.setattr(document_claims, "play", lambda page: library.play(replace(page, rules="fauerby", switches=())))
    row, _, _, last = output_of(capsys, "claims", "P10", code=1).splitlines()[2:]
    assert row.endswith(" | DIFFERS |") and "the repaired rules 0.10" in row and last.endswith("1 differ.")


def test_a_row_that_is_not_shown_ends_with_1(capsys, monkeypatch, tmp_path):
    changed(monkeypatch, tmp_path, 'id = "P9"', 'id = "P9"\nlacks = "A part."')
    row, _, _, last = output_of(capsys, "claims", "P9", code=1).splitlines()[2:]
    assert " | - | one 2; move 1; fall 1 | " in row and row.endswith(" | not shown yet: A part. |")
    assert last == "1 row: 0 hold, 0 need no system, 1 are not shown yet, 0 differ."


def test_an_unknown_row_is_refused(capsys):
    assert 'claims: no row "E30"; did you mean "E' in complaint(capsys, "claims", "E30")


# Bad lists


P9 = 'page = "No extra cost on level ground", figures = ["one", "move", "fall"] }]'
E17 = 'wrong = ["printed"], right'
BAD = [
    ('id = "P9"', 'id = "P99"', "P99: id = 'P99': allowed is a row"),
    ('id = "P9"', 'id = "P8"', "P8 is already in the file"),
    ('id = "P9"', 'id = "P9"\nroom = 3', 'unknown key "room"'),
    ('id = "P9"', 'id = "P9"\ntruth = "It is."', "only an error has `truth`"),
    (f'shown = [{{ lesson = "gravity", {P9}', "", "name the page in `shown`, or say what is missing in `lacks`"),
    (f'"gravity", {P9}', f'"gravty", {P9}', 'no lesson "gravty"; did you mean "gravity"?'),
    (P9, P9.replace("No extra", "Extra"), 'lesson gravity has no page "Extra cost on level ground"; did you mean "No extra'),
    (P9, P9.replace('"fall"', '"falls"'), 'has no claim "falls"; did you mean "fall"?'),
    (P9, P9.replace('["one", "move", "fall"]', "[]"), "a list of 1 or more"),
    (P9, P9.replace(', figures = ["one", "move", "fall"]', ""), "name a claim of the page in"),
    (P9, P9.replace("figures", "wrong"), "only an error has `wrong`, `right`"),
    (P9, f'{P9}\nexhibits = [{{ level = "lob", exhibit = "court" }}]', "no level 'lob'"),
    (P9, f'{P9}\nexhibits = [{{ level = "lab", exhibit = "cort" }}]', 'level lab has no exhibit "cort"; did you mean "court"?'),
    (P9, f"{P9}\nshow = 3\n[claims]", "is not valid TOML"),
    ('place = "P:515-543"', 'place = "X:515"', "allowed is lines of a document"),
    ('place = "P:515-543"', "", "place is missing"),
    ('where = "Paper, section 2.4,', 'where = "Paper | section 2.4,', "allowed is a text"),
    ('where = "Paper, section 2.4, pages 7 and 8"', "", "where is missing"),
    ('takes {one} sweeps', 'takes {won} sweeps', "{won}: no page in `shown` has this figure"),
    ('creep {1.far} m', 'creep {far} m', "{far}: 2 pages have it; write {1.far}"),
    ('expected = "0 m: the paper', 'unexpected = "0 m: the paper', 'unknown key "unexpected"'),
    ('expected = "0 m: the paper', 'lacks = "0 m: the paper', "`expected` says what `found` should be: give both"),
    ('found = "One combined', 'lacks = "One combined', "`found` says what the pages in `shown` measure: give both"),
    ('truth = "They collide only', 'expected = "So."\ntruth = "They collide only', "an error expects its `truth`"),
    ('says = "Gravity is a second', 'says = "Gravity is a | second', 'has no "|"'),
    ('truth = "They collide only', 'truthful = "They collide only', 'unknown key "truthful"'),
    ('truth = "They collide only', 'lacks = "They collide only', "an error needs `truth`"),
    (E17, E17.replace("wrong", "figures"), "figures of an error are in `wrong` and `right`"),
    (E17, "right", "no page has a `wrong` figure"),
    ("# P: the paper", "other = 1", "only [[claims]] tables are allowed, one for each row, not other"),
    ("# P: the paper", "[other]", "only [[claims]] tables are allowed, one for each row, not other"),
]


@pytest.mark.parametrize("old, new, words", BAD)
def test_a_bad_list_gets_one_line(capsys, monkeypatch, tmp_path, old, new, words):
    changed(monkeypatch, tmp_path, old, new)
    error = complaint(capsys, "claims")
    assert words in error and "changed.toml" in error


def test_a_missing_row_is_named(tmp_path):
    path = tmp_path / "few.toml"
    path.write_text(re.sub(r'\[\[claims\]\]\nid = "F11".*?(?=\[\[claims\]\])', "", TEXT, flags=re.DOTALL), encoding="utf-8")
    with pytest.raises(InputError, match=r"few.toml: F11 missing; each row of the documents needs a \[\[claims\]\] table"):
        read_claims(path)


def test_a_list_that_is_no_text_or_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_claims(tmp_path / "none.toml")
    with pytest.raises(InputError, match="is not text"):
        read_claims(tmp_path / written(tmp_path / "bytes.toml", b"\xff\xfe\xfd"))


def test_a_faulty_lesson_is_named(monkeypatch, tmp_path):
    for name in library.lesson_names():
        (tmp_path / f"{name}.toml").write_text((library.LESSONS / f"{name}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "tree.toml").write_text('title = "Tree"\norder = 13\nabout = "a"\npages = 3\n')
    monkeypatch.setattr(library, "LESSONS", tmp_path)
    with pytest.raises(InputError, match="tree.toml:4: pages must be tables"):
        read_claims()


def test_mutated_lists(tmp_path, monkeypatch):
    """Rows, or one line."""
    rows = re.findall(r'\[\[claims\]\]\nid = "(?:P9|E17|L19)"\n.*?(?=\n\[\[claims\]\])', TEXT, re.DOTALL)
    content, path = "\n".join(rows).encode(), tmp_path / "rows.toml"
    pages = {name: pages_of(name) for name in library.lesson_names()}
    monkeypatch.setattr(document_claims, "pages_of", pages.get)
    monkeypatch.setattr(document_claims, "IDS", ("P9", "E17", "L19"))

    def read(content):
        path.write_bytes(content)
        read_claims(path)

    read(content)
    good, bad = answers(cases("claims"), lambda chance: mutated(chance, content), read)
    assert bad > good / 20
