"""The panel with a lesson's page: the content of the side panel with its text, its answers, and its buttons."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..lesson import Lesson, Page, names_by_number
from ..lesson.tools.document_headings import heading_of
from ..lesson.tools.latex_to_svg import Svg
from ..lesson.tools.lesson_records import PAGE_MENTION, Question, Table
from .bindings import LESSON, name_of
from .side_panel import Sheet, SidePanel
from .text_column_layout import Block, Span, hint_block, text_block
from .theme import ACCENT, ASIDE, CODE, DIM, FOCUS, HEADING, HEADLINE, INK, NOTE, SMALL, TEXT, TextStyle
from .tick_and_iteration_content import sentence_block

GAP, INDENT = 9, 20  # [units] space between paragraphs; indent of answers
RIGHT_WORDS, WRONG_WORDS = "Right.", "No."
OF_DRAWING = "Drawing:"  # begins what a page says of its drawing, after what it says of its picture
HOW = "Click an answer, or Up, Down and Enter."
CHOICE = (*INK[:3], 0.09)  # behind an answer. Fainter: it does not look like a button; stronger: like the focus
NO_ANSWER = -1  # focus before a key is pressed: no answer is suggested
ANSWER, LINK = "answer", "link"


@dataclass(frozen=True)
class Summary:
    """The end of a lesson, shown after its last page: how many questions were answered right, and how many tasks done."""

    right: int
    questions: int
    done: int
    tasks: int
    following: Lesson | None  # the next lesson, or None


@dataclass(frozen=True)
class Reading:
    lesson: Lesson
    number: int = 0  # index of the page
    focus: int = NO_ANSWER  # index of the answer in focus, or NO_ANSWER
    chosen: int | None = None  # index of the user's answer, or None before the answer
    decided: int | None = None  # index of the right answer, or None until the run has shown it
    summary: Summary | None = None  # shown instead of the page, or None
    is_done: bool = False  # True if the page's task was done, now or earlier
    next_walk: str = ""  # the task's next walk, or "" for its own sentence

    @property
    def page(self) -> Page:
        return self.lesson.pages[self.number]

    @property
    def is_asking(self) -> bool:
        return self.page.question is not None and self.chosen is None


class LessonPanel(SidePanel):
    """The side panel with a page of a lesson. A click gives (ACT, action), (ANSWER, index) or (LINK, (lesson, page))."""

    NAME = "lesson"


def lesson_sheet(
    reading: Reading, keys: bool = True, more: Sequence[Block] = (), drawing: Svg | None = None, is_at_moment: bool = True
) -> Sheet:
    """Return the content of the side panel for a Reading, with the page's task or exercise in its foot.

    keys: False to leave out buttons and keys; more: blocks after the text; drawing: shown after the question is decided
    is_at_moment: False while the picture shows another moment than the page's: of the line below, what is about the drawing stays
    """
    lesson, page = reading.lesson, reading.page
    foot: tuple[Block, ...] = (buttons(reading),) if keys else ()
    if reading.summary:
        return Sheet(tuple(summary_blocks(lesson, reading.summary)), foot)
    if not page.question and (page.task or page.exercise):
        say = page.task and (reading.next_walk or page.task.say)
        task = task_block(say, reading.is_done) if say else sentence_block(f"Try: {page.exercise}", gap=0)
        foot = task, *(block._replace(gap=4) for block in foot)
    blocks = [
        place_block(reading, keys),
        text_block(page.title, HEADLINE),
        text_block(heading_of(page.section), NOTE._replace(colour=ACCENT)),
        *(sentence_block(paragraph, gap=GAP) for paragraph in page.paragraphs),
        *(Block(formula=line, gap=GAP) for line in page.formula),
        *(text_block(line, CODE, gap=0 if number else GAP) for number, line in enumerate(page.code.split("\n")) if page.code),
        *table_blocks(page.table),
    ]
    if page.question is None or reading.decided is not None:
        if drawing:
            blocks.append(Block(picture=drawing, is_drawing=True, gap=GAP))
        look = page.shot.look if is_at_moment else "".join(page.shot.look.partition(OF_DRAWING)[1:])
        blocks += [sentence_block(look, colour=ACCENT, gap=GAP)] if look else []
    if page.question:
        blocks += question_blocks(reading, page.question, keys)
    return Sheet((*blocks, *more), foot)


def place_block(reading: Reading, keys: bool) -> Block:
    """Return the Block with lesson and page. On a page for experts, it says how to skip it; a click on it does that.

    keys: True to name the key that skips it, instead of the lesson's title: there is no room for both
    """
    lesson, number, is_harder = reading.lesson, reading.number, reading.page.expert
    place, following = f"{number + 1} of {len(lesson.pages)}" + ", harder page" * is_harder, lesson.after_experts(number)
    if not is_harder or not keys:
        return Block((Span(lesson.heading, ASIDE),), Span(place, ASIDE))
    if following is None:
        return text_block(place)
    presses = {1: "", 2: "twice "}.get(following - number, f"{following - number} times ")
    spans = Span(f"{place}: "), Span("{next_page}", is_cap=True), Span(f"{presses}skips to {following + 1}")
    return Block(spans, action=(LINK, (lesson.name, following)))


def task_block(say: str, is_done: bool) -> Block:
    """Return the Block of a task's sentence, with key caps. It begins with a check mark if the task is done, else a triangle."""
    mark, style = ("✓ ", TextStyle(colour=DIM)) if is_done else ("▶ ", TEXT)
    spans = [Span(mark, HEADING)]
    for number, part in enumerate(re.split(r"({\w+})", say)):
        if number % 2:
            spans.append(Span(part, style, is_cap=True))
        else:
            rest = re.sub(r"^\s?\S*", "", part) if number else part  # a cap stays with the next word
            first = part.removesuffix(rest)
            words = rest.removesuffix(" ")
            spans += [Span(text, style) for text in (first, words + "  " * (words != rest)) if text]
    return Block(tuple(spans))


def table_blocks(table: Table | None) -> list[Block]:
    """Return a Block for the head and for each row of a table, or [] for None.

    The first cell of a row is its heading. If the last one names a page, it is in brackets, and a click opens that page.
    """
    if table is None:
        return []
    blocks = [text_block(": ".join((table.head[0], "; ".join(table.head[1:]))), ASIDE, gap=GAP)]
    for first, *others in table.rows:
        page = page_named_in(others[-1]) if len(others) > 1 else None
        last = f" ({others.pop()})" if page else ""
        rest = Span(" " + "; ".join(others), NOTE), Span(last, ASIDE)
        spans = Span(f"{first}:", TextStyle(SMALL, ACCENT, bold=True)), *rest
        blocks.append(Block(spans, gap=4, ground=CHOICE, action=(LINK, page)) if page else Block(spans, gap=4))
    return blocks


def page_named_in(text: str) -> tuple[str, int] | None:
    """Return (name of a lesson, index of its page) for the first page that a text names, such as "lesson 2, page 10", or None."""
    if found := re.search(PAGE_MENTION, text):
        lesson, page = map(int, re.findall(r"\d+", found[0]))
        if name := names_by_number().get(lesson):
            return name, page - 1
    return None


def summary_blocks(lesson: Lesson, summary: Summary) -> list[Block]:
    blocks = [text_block(lesson.title, HEADLINE)]
    blocks.append(text_block(f"The end. You have read all {len(lesson.pages)} pages.", gap=GAP))
    if summary.questions:
        blocks.append(text_block(f"Questions answered right so far: {summary.right} of {summary.questions}.", gap=GAP))
    if summary.tasks:
        blocks.append(text_block(f"Tasks done so far: {summary.done} of {summary.tasks}.", gap=GAP))
    if not summary.following:
        return [*blocks, text_block("That was the last lesson.", TextStyle(colour=ACCENT), gap=GAP)]
    return [
        *blocks,
        text_block(f"Next: {summary.following.title}", HEADING, gap=GAP),
        text_block(summary.following.about, TextStyle(colour=DIM)),
    ]


def question_blocks(reading: Reading, question: Question, keys: bool) -> list[Block]:
    """Return the Blocks of a question, of its answers, and of the verdict. `keys` is True to name the keys for an answer."""
    blocks = [text_block(question.ask, TextStyle(bold=True), gap=2 * GAP, rule=True)]
    for number, answer in enumerate(question.answers):
        is_lit = number == (reading.focus if reading.is_asking else reading.chosen)
        is_right = number == reading.decided
        chosen_mark = ">" if reading.decided is None else "×"
        mark = Span("✓" if is_right else chosen_mark if is_lit else " ", HEADING)
        text = Span(f" {answer.text}", TEXT if is_lit or is_right or reading.is_asking else TextStyle(colour=DIM))
        ground = FOCUS if is_lit else CHOICE if reading.is_asking else None
        blocks.append(Block((mark, text), gap=6, ground=ground, action=(ANSWER, number), is_focus=is_lit or reading.is_asking))
    if reading.is_asking and keys:
        blocks.append(text_block(HOW, TextStyle(colour=DIM), gap=6))
    if reading.chosen is not None and reading.decided is not None:
        verdict = RIGHT_WORDS if reading.chosen == reading.decided else WRONG_WORDS
        blocks.append(sentence_block(f"{verdict} {question.because}", colour=ACCENT, gap=GAP)._replace(is_focus=True))
    return blocks


def buttons(reading: Reading) -> Block:
    """Return the row of buttons below a page. "back" is missing on the first page, "again" in the summary."""
    summary = reading.summary
    onward = name_of("next_page", LESSON) if summary is None else "next lesson" if summary.following else "end"
    effects = {action: name_of(action, LESSON) for action in ("previous_page", "restart", "menu", "next_page")}
    effects["next_page"] = onward
    if summary or reading.number == 0:
        del effects["restart" if summary else "previous_page"]
    return hint_block("   ".join(f"{{{action}}}  {effect}" for action, effect in effects.items()), tuple(effects))
