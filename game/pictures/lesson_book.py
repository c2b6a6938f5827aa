"""The course as a book of HTML pages, for any browser, without a network, and the pictures of a lesson's pages as slides.

`there` is {number of a lesson of the book: its name}. Mentions of their pages become links.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from ..core.html_writer import MARK, Html, element, embedded, html, table, whole_page
from ..core.input_errors import counted
from ..core.progress_bar import Progress, clear_bar, part_of_progress, show_bar
from ..core.safe_files import make_parents, refuse_foreign, write_files
from ..core.shapes import Colour, Label, Shape
from ..explain.iteration_overlay import InspectedTick, arrow_label
from ..explain.tick_overlay import Entries, Switches, legend
from ..lesson import Lesson, Page, Run, play
from ..lesson.scene_mark_shapes import marks_of
from ..lesson.tools.document_headings import heading_of
from ..lesson.tools.latex_to_svg import Svg, formula, formula_lines, with_shared_letters
from ..lesson.tools.lesson_records import PAGE_MENTION, Question, Table
from ..lesson.tools.svg_canvas import LETTER
from ..level.contents.level import SECTION, THIRD
from ..panels.lesson_panel import LessonPanel, Reading, lesson_sheet
from ..panels.panel import free_area
from ..panels.text_column_layout import split_subscripts
from ..scene.framing import Screen, page_framing
from ..simulation import Simulation, TickRecord
from ..web.picture_scenes import PictureScenes
from ..web.scene_data import scene_figure, scene_style, scenes_data, script
from .offscreen import FIELD_OF_VIEW, write_picture
from .photographer import Photographer, PictureView

SLIDE_SIZE = (1280, 720)  # [pixels]
PITCH = -0.25  # [rad] of first person: shows the floor ahead


def write_slides(lesson: Lesson, out: str | Path, size: tuple[int, int]) -> None:
    """Write the slides of a lesson into the folder `out`, and print where. Raises InputError if that is not possible."""
    paths = slides(lesson, Path(out), size, show_bar)
    clear_bar()
    print(f"{counted(len(paths), 'picture')} in {out}/, from {paths[0].name} to {paths[-1].name}")


def slides(
    lesson: Lesson, out: Path, size: tuple[int, int] = (1280, 720), show: Progress = lambda fraction, text: None
) -> list[Path]:
    """Write NAME-PAGE.png for each page of a lesson, and return the paths. A question has a second one, NAME-PAGE_answer.png."""
    paths = []
    for number, page in enumerate(lesson.pages):
        progress = part_of_progress(show, number, len(lesson.pages), page.title)
        for suffix, picture in page_pictures(lesson, number, size, progress):
            paths.append(write_picture(picture, out / f"{lesson.name}-{number + 1:02d}{suffix}.png"))
    return paths


def page_pictures(
    lesson: Lesson, number: int, size: tuple[int, int], progress: Progress | None = None
) -> Iterator[tuple[str, Image.Image]]:
    """Yield (suffix of the file's name, picture) for each slide of page `number`. A question has a second one."""
    page = lesson.pages[number]
    run = play(page)
    switches = Switches.only(page.shot.overlays)
    view = PictureView(page.space, page.minkowski, run.displayed_twins, is_marked=False)
    with Photographer(run.simulation, size, switches, False, progress, view) as photographer:
        photographer.area = free_area(size, has_strip=False)
        panel = LessonPanel(photographer.flat, size, has_strip=False)
        for suffix, reading, record in moments(lesson, number, run):
            drawing = page.drawing(run) if page.drawing else None
            panel.show(lesson_sheet(reading, keys=False, drawing=drawing))
            photographer.marks = marks_of(run, bool(suffix) or page.question is None)
            yield suffix, picture_of(photographer, page, run.simulation, record, size)


def moments(lesson: Lesson, number: int, run: Run) -> list[tuple[str, Reading, TickRecord]]:
    """Return the pictures of page `number`: suffix of the file's name, state of the page, tick to draw."""
    page = lesson.pages[number]
    question = page.question
    if question is None:
        return [("", Reading(lesson, number), run.record())]
    decided = question.answer_for(question.measure(run))
    answered = Reading(lesson, number, chosen=decided, decided=decided)
    return [("", Reading(lesson, number), run.record(question.ask_at)), ("_answer", answered, run.record())]


def picture_of(
    photographer: Photographer, page: Page, simulation: Simulation, record: TickRecord, size: tuple[int, int]
) -> Image.Image:
    """Draw a tick with the camera and the overlay shapes of a page."""
    inside = page.inside
    if page.shot.camera == SECTION:
        return photographer.section(record, inside)
    shapes: list[Shape] | None = None
    if inside is not None:
        tick = InspectedTick(record, simulation)
        shapes = [*tick.static_shapes(inside), tick.swept_body(inside, 1.0), *arrow_label(tick.iterations[inside])]
    screen = Screen(size[0] / size[1], photographer.area, page.space == "both")
    framing = page_framing(page, record, simulation, FIELD_OF_VIEW, screen)
    return photographer.picture(record, page.shot.camera == THIRD, PITCH, None, shapes, framing)


STYLE = Path(__file__).with_name("lesson_book.css")
# [pixels] of the still pictures, and their quality. Smaller, lower: boards cannot be read on paper; larger, higher: the course
# has more than 12 MB.
PICTURE_SIZE, QUALITY = (640, 360), 63
LETTERS = 1.6  # factor of the letters in them. Smaller: names cannot be read from the back row; larger: they cover the scene
# [pixels] of a drawing over a picture, of one below a text, and of letters, on a screen of 1280 x 720, as in the style sheet.
# Smaller: they cannot be read from the back row; larger: they do not fit.
COLUMN, BELOW, READABLE = (588.0, 258.0), (588.0, 310.0), 20.5
PHONE = 330  # width of a phone's text [pixels]. Smaller: formulas in more lines than needed; larger: their letters get small
TITLE = "The course"
PATHS = (
    "Lessons 1 to 14 follow Fauerby's paper, from stairs to the whole algorithm. Lesson 15 begins a second course, which needs "
    "none of them: bodies that move and meet. The short path leaves out the {} pages for experts, which are folded and pale here."
    " Each picture can be turned: press its button."
)
Pictured = tuple[Image.Image, int, Entries]  # the number of its scene, and the names of the colours drawn in it


def write_book(lessons: Sequence[Lesson], out: str | Path, size: tuple[int, int] = PICTURE_SIZE) -> None:
    """Write lessons in the order of the course into the folder `out`, with a page of contents, and print the folder's path.

    size: of the pictures [pixels]. Raises InputError if a page cannot be written, or would replace a file of another program.
    """
    folder = Path(out)
    paths = [folder / f"{name}.html" for name in ("index", *(lesson.name for lesson in lessons))]
    for path in paths:  # before anything is drawn for it
        make_parents(path)
        refuse_foreign(path, MARK)
    style = STYLE.read_text(encoding="utf-8")
    pages = {paths[0]: whole_page(TITLE, contents(lessons), style=style)}
    for number, lesson in enumerate(lessons):
        progress = part_of_progress(show_bar, number, len(lessons), lesson.title)
        article = with_shared_letters(html(lesson_article(lessons, number, size, progress)))
        pages[paths[number + 1]] = whole_page(lesson.heading, article, style=scene_style() + style, script=script())
    write_files(pages)
    clear_bar()
    print(f"{counted(len(paths), 'page')} in {folder}/; begin with index.html")


def contents(lessons: Sequence[Lesson]) -> Iterator[Html]:
    if len(lessons) > 1:
        count = sum(page.expert for lesson in lessons for page in lesson.pages)
        yield element("p", PATHS.format(count), class_="lead")
    for lesson in lessons:
        pages = [
            element("li", element("a", page.title, href=f"{lesson.name}.html#{n}"), class_="expert" if page.expert else None)
            for n, page in enumerate(lesson.pages, 1)
        ]
        yield element("h2", element("a", lesson.heading, href=f"{lesson.name}.html"))
        yield element("p", lesson.about, class_="lead")
        yield element("ol", pages)


def lesson_article(lessons: Sequence[Lesson], number: int, size: tuple[int, int], progress: Progress) -> Iterator[Html]:
    """Yield the elements of one lesson: summary, pages, and links to the contents and to the lessons before and after it."""
    lesson, there, scenes = lessons[number], {other.order: other.name for other in lessons}, PictureScenes()
    titles = [element("li", element("a", page.title, href=f"#{n}")) for n, page in enumerate(lesson.pages, 1)]
    yield element("div", element("p", lesson.about, class_="lead"), element("ol", titles), class_="front")
    for n in range(len(lesson.pages)):
        yield page_section(lesson, n, size, part_of_progress(progress, n, len(lesson.pages), lesson.title), there, scenes)
    neighbours = [("previous", number - 1), ("contents", None), ("next", number + 1)]
    shown = [(words, at) for words, at in neighbours if at is None or 0 <= at < len(lessons)]
    links = [(words, "index" if at is None else lessons[at].name) for words, at in shown]
    yield element("nav", [element("a", words, href=f"{name}.html", rel=words) for words, name in links])
    yield scenes_data(scenes.text(progress))


def page_section(
    lesson: Lesson, number: int, size: tuple[int, int], progress: Progress, there: Mapping[int, str], scenes: PictureScenes
) -> Html:
    """Return page `number` of a lesson: all its parts, from the heading to the task in the game. Its scenes are added."""
    page, run = lesson.pages[number], play(lesson.pages[number])
    shown = pictures_of(lesson, number, run, size, progress, scenes)
    pictures = {reading.decided is not None: picture for reading, picture in shown}
    drawing = projected(page.drawing(run), BELOW if page.below else COLUMN) if page.drawing else ""
    parts = [
        element("p", heading_of(page.section), class_="paper"),
        [element("p", set_links(paragraph, there)) for paragraph in page.paragraphs],
        [element("div", formula_html(line), class_="formula", role="img", aria_label=line) for line in page.formula],
        element("pre", set_links(page.code, there, is_code=True)) if page.code else "",
        table_of(page.table, there) if page.table else "",
        element("p", html(element("b", "Try: "), set_subscripts(page.exercise))) if page.exercise else "",
        views("" if page.question else drawing, figure(pictures[False], "" if page.question else page.shot.look, page)),
        question(page, page.question, pictures[True], drawing) if page.question else "",
    ]
    heading = element("h2", f"{number + 1}. ", set_subscripts(page.title))
    if page.expert:
        summary = element("summary", heading, element("p", "For experts", class_="paper"))
        parts = [element("details", summary, parts, class_="folded")]
    kinds = [kind for kind, is_it in (("expert", page.expert), ("below", page.below)) if is_it]
    return element("section", "" if page.expert else heading, parts, id=str(number + 1), class_=" ".join(kinds) or None)


def projected(drawing: Svg, room: tuple[float, float] = COLUMN) -> Html:
    """Return a drawing as wide as its room [pixels], with letters that are large enough on a projected screen."""
    width = max(drawing.width, drawing.height * room[0] / room[1])
    scale = min(room[0] / width, room[1] / drawing.height)
    assert drawing.enlarge is not None  # it has more than letters
    return drawing.enlarge(max(1.0, READABLE / (LETTER * scale)), width)


def formula_html(latex: str) -> Html:
    """Return a LaTeX formula. If it is too wide for a phone, a narrow screen shows it in several lines instead."""
    lines = formula_lines(latex, PHONE)
    if len(lines) == 1:
        return lines[0].text
    narrow = element("div", [line.text for line in lines], class_="narrow")
    return html(element("div", formula(latex).text, class_="wide"), narrow)


def pictures_of(
    lesson: Lesson, number: int, run: Run, size: tuple[int, int], progress: Progress, scenes: PictureScenes
) -> Iterator[tuple[Reading, Pictured]]:
    """Yield the pictures of page `number`, each with the state of the page, and add their scenes. A question has two."""
    page = lesson.pages[number]
    switches = Switches.only(page.shot.overlays)
    view = PictureView(page.space, page.minkowski, run.displayed_twins, is_marked=False, text_size=LETTERS)
    with Photographer(run.simulation, size, switches, False, progress, view) as photographer:
        for suffix, reading, record in moments(lesson, number, run):
            photographer.marks = marks_of(run, bool(suffix) or page.question is None)
            picture = picture_of(photographer, page, run.simulation, record, size)
            assert photographer.moment is not None
            seen = photographer.scene.seen_shapes()
            scene = scenes.add(page.title, photographer.moment, seen)
            entries = [entry for _, entries in legend(switches, record, page.minkowski) for entry in entries]
            if page.inside is not None:  # the picture shows this iteration alone
                entries = InspectedTick(record, run.simulation).legend(page.inside, is_cut=page.shot.camera == SECTION)
            drawn = colours_of(seen.overlay)
            yield reading, (picture, scene, [(colour, name) for colour, name in entries if rgb(colour) in drawn])


def colours_of(shapes: Sequence[Shape]) -> set[tuple[int, ...]]:
    """Return the colours of shapes, beside their words, as numbers 0..255."""
    found: set[tuple[int, ...]] = set()
    for shape in shapes:
        if not isinstance(shape, Label):
            colours = np.asarray(shape.colours if hasattr(shape, "colours") else shape.colour)
            found |= set(map(rgb, np.unique(colours.reshape(-1, colours.shape[-1])[:, :3], axis=0).tolist()))
    return found


# A space that no line may break: in 20 000, 0.5 m, 48 m/s, 9 %, L = 2.00, e = (1, 2), 1 - L, (426, 292), (x, y).
UNBROKEN = re.compile(
    r"(?<=\d) (?=\d{3}\b|%|degrees\b|[mc]?m\b|m/s|s\b|kg\b)|(?<=\w) (?== )|(?<==) (?=\(?\u2212?\d)|(?<=\(\w,) (?=\w\))"
    r"|(?<=[(\d],) (?=[\u2212]?\d[^()]*\))|(?<=\w) (?=[\u2212+] \w\b)|(?<= [\u2212+]) (?=\w\b)"
)
MINUS = re.compile(r"(?<![\w)])-(?=\d)|(?<= )-(?= \w\b)")


def set_subscripts(text: str, is_code: bool = False) -> Html:
    if not is_code:
        text = UNBROKEN.sub("\N{NO-BREAK SPACE}", MINUS.sub("\N{MINUS SIGN}", text))
    return html([element("sub", part) if is_subscript else part for part, is_subscript in split_subscripts(text)])


def set_links(text: str, there: Mapping[int, str], is_code: bool = False) -> Html:
    """Return a text with subscripts, in which pages of lessons, such as "lesson 2, page 9" or "page 3", are links."""
    pieces = re.split(rf"({PAGE_MENTION}|\bpages? \d+)", text)  # every second piece is a mention
    return html([link_to(piece, there) if number % 2 else set_subscripts(piece, is_code) for number, piece in enumerate(pieces)])


def link_to(mention: str, there: Mapping[int, str]) -> str:
    *lesson, page = map(int, re.findall(r"\d+", mention))
    if not lesson:
        return element("a", mention, href=f"#{page}")
    return element("a", mention, href=f"{there[lesson[0]]}.html#{page}") if lesson[0] in there else mention


def table_of(found: Table, there: Mapping[int, str]) -> Html:
    rows = [[set_links(text, there) for text in row] for row in found.rows]
    return table(rows, [set_subscripts(text) for text in found.head])


def views(drawing: str, picture: Html) -> Html:
    return element("div", drawing, picture, class_="views")


def figure(pictured: Pictured, words: str, page: Page) -> Html:
    """Return a picture with its caption and the names of the colours that are drawn in it."""
    picture, scene, entries = pictured
    key = [html(element("i", style=f"background: rgb{rgb(colour)}"), f"{name} ") for colour, name in entries]
    caption = html(set_subscripts(words), element("span", key, class_="key"))
    return scene_figure(scene, embedded(picture, words or page.title, quality=QUALITY), caption, later=True)


def rgb(colour: Colour | Sequence[float]) -> tuple[int, ...]:
    return tuple(round(255 * component) for component in colour)


def question(page: Page, asked: Question, answered: Pictured, drawing: str) -> Html:
    """Return a page's question with its answers. The right one, reason, drawing and picture are hidden until opened."""
    right = element("p", element("b", set_subscripts(asked.answers[asked.right].text)), " ", set_subscripts(asked.because))
    shown = views(drawing, figure(answered, page.shot.look, page))
    return html(
        element("p", element("b", set_subscripts(asked.ask))),
        element("ul", [element("li", set_subscripts(answer.text)) for answer in asked.answers]),
        element("details", element("summary", "The answer"), right, shown, class_="answer"),
    )
