"""Slides of a lesson: a picture of each page with its text and its moment, drawn without a window."""

from pathlib import Path

from game.lesson import play
from game.overlay import Switches, legend
from game.overlay.inspected_tick import InspectedTick
from game.overlay.iteration_text import words_of
from game.progress_bar import clear_bar, part, show_bar

from ..panels.canvas import Canvas
from ..panels.hud.hud_panel import draw_legend
from ..panels.inspector_panel import draw_beside
from ..teaching.lesson_panel import LessonPanel, Reading
from .photographer import Photographer, View
from .picture_file import saved

PITCH = -0.25  # [rad] of first person: shows the floor ahead


def write_slides(lesson, out, size=(1280, 720)):
    """Write a picture of every page of a lesson into a folder, and print their paths."""
    paths = slides(lesson, Path(out), size, show_bar)
    clear_bar()
    print(f"{len(paths)} pictures in {out}/, from {paths[0].name} to {paths[-1].name}")


def slides(lesson, out, size=(1280, 720), show=lambda fraction, text: None):
    """The pictures of a lesson: NAME-PAGE.png, and for a question also NAME-PAGE_answer.png. Returns the paths."""
    paths = []
    for number, page in enumerate(lesson.pages):
        progress = part(show, number, len(lesson.pages), page.title)
        for suffix, picture in page_pictures(lesson, number, size, progress):
            paths.append(saved(picture, out / f"{lesson.name}-{number + 1:02d}{suffix}.png"))
    return paths


def page_pictures(lesson, number, size, progress=None):
    """(suffix of the name, picture) of a page; a question has two pictures: before and after its answer."""
    page = lesson.pages[number]
    run = play(page)
    switches = Switches() if page.shot.overlays is None else Switches.only(page.shot.overlays)
    view = View(page.space, page.minkowski, run.displayed_twins)
    with Photographer(run.simulation, size, switches, False, progress, view) as photographer:
        panel = LessonPanel(photographer.flat, size, keys=False)
        draw_at_the_right(Canvas(photographer.flat, size, "right"), page, run, legend(switches))
        for suffix, reading, record in moments(lesson, number, run):
            panel.show(reading)
            yield suffix, picture_of(photographer, page, run.simulation, record)


def draw_at_the_right(canvas, page, run, colours):
    """Draw the text of the iteration that is shown, or the legend of the overlays, in the right column."""
    if page.inside is not None:
        draw_beside(canvas, words_of(InspectedTick(run.record(), run.simulation), page.inside, None))
    elif colours:
        draw_legend(canvas, colours)


def moments(lesson, number, run):
    """(suffix, Reading, StepRecord) of each picture of a page."""
    page = lesson.pages[number]
    question = page.question
    if question is None:
        return [("", Reading(lesson, number), run.record())]
    decided = question.answer_for(question.measure(run))
    answered = Reading(lesson, number, chosen=decided, decided=decided)
    return [("", Reading(lesson, number, focus=-1), run.record(question.ask_at)), ("_answer", answered, run.record())]


def picture_of(photographer, page, simulation, record):
    shot = page.shot
    free = (shot.eye, shot.target) if shot.camera == "free" else None
    shapes = None if page.inside is None else inside_shapes(InspectedTick(record, simulation), page.inside)
    return photographer.picture(record, shot.camera == "third", PITCH, free, shapes)


def inside_shapes(tick, number):
    """The shapes of one iteration of a tick, at the end of its sweep."""
    return [*tick.static_shapes(number), tick.swept_body(number, 1.0)]
