"""Slides of a lesson: a picture of each page with its text, drawn without a window."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from ..core.progress_bar import clear_bar, part, show_bar
from ..core.shapes import Shape
from ..explain.iteration_overlay import InspectedTick
from ..explain.tick_overlay import Switches
from ..lesson import Lesson, Page, Run, play
from ..lesson.scene_mark_shapes import marks_of
from ..panels.lesson_panel import LessonPanel, Reading, lesson_sheet
from ..panels.panel import free_area
from ..scene.framing import Screen, page_framing
from ..scene.light.bake import Progress
from ..simulation import Simulation, TickRecord
from .offscreen import FIELD_OF_VIEW, write_picture
from .photographer import Photographer, PictureView

SLIDE_SIZE = (1280, 720)  # [pixels]
PITCH = -0.25  # [rad] of first person: shows the floor ahead


def write_slides(lesson: Lesson, out: str | Path, size: tuple[int, int] = SLIDE_SIZE) -> None:
    """Write the slides of a lesson into the folder `out`, and print where. Raises InputError if that is not possible."""
    paths = slides(lesson, Path(out), size, show_bar)
    clear_bar()
    print(f"{len(paths)} pictures in {out}/, from {paths[0].name} to {paths[-1].name}")


def slides(
    lesson: Lesson, out: Path, size: tuple[int, int] = (1280, 720), show: Progress = lambda fraction, text: None
) -> list[Path]:
    """Write NAME-PAGE.png for each page of a lesson, and return the paths. A question has a second one, NAME-PAGE_answer.png."""
    paths = []
    for number, page in enumerate(lesson.pages):
        progress = part(show, number, len(lesson.pages), page.title)
        for suffix, picture in page_pictures(lesson, number, size, progress):
            paths.append(write_picture(picture, out / f"{lesson.name}-{number + 1:02d}{suffix}.png"))
    return paths


def page_pictures(
    lesson: Lesson, number: int, size: tuple[int, int], progress: Progress | None = None
) -> Iterator[tuple[str, Image.Image]]:
    """Yield (suffix of the file's name, picture) for each slide of page `number`. A question has a second one."""
    page = lesson.pages[number]
    run = play(page)
    switches = Switches() if page.shot.overlays is None else Switches.only(page.shot.overlays)
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
    shapes = None if inside is None else inside_shapes(InspectedTick(record, simulation), inside)
    screen = Screen(size[0] / size[1], photographer.area, page.space == "both")
    framing = page_framing(page, record, simulation, FIELD_OF_VIEW, screen)
    return photographer.picture(record, page.shot.camera == "third", PITCH, None, shapes, framing)


def inside_shapes(tick: InspectedTick, number: int) -> list[Shape]:
    return [*tick.static_shapes(number), tick.swept_body(number, 1.0)]
