"""The HTML pages of a tick and of a run: a scene that one can turn, and the words of each iteration."""

from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path

from ..collision import Trace
from ..collision.trace import Outcome
from ..core.html_writer import MARK, Html, element, embedded, html, table, whole_page
from ..core.progress_bar import Progress
from ..core.safe_files import make_parents, refuse_foreign, write_file
from ..explain import palette
from ..explain.describe_trace import GLOSSARY, OUTCOME_WORDS, PASS_WORDS, is_thrown_away
from ..explain.hud_text import hud_rows, motion_text
from ..explain.inspector_text import summary_of, text_of
from ..explain.iteration_overlay import InspectedTick
from ..explain.solver_source_lines import Source, excerpt
from ..explain.tick_overlay import Switches
from ..simulation import Simulation, TickRecord
from ..web.scene_data import Packer, packed_scenes, scene_figure, scene_style, scenes_data, script, swatch
from ..web.tick_scenes import scene_of_ticks
from .photographer import Photographer

STYLE = Path(__file__).with_name("tick_page.css")
SIZE = (640, 360)  # of the still picture [pixels]
MOST_IN_PAGE = 1800  # ticks. More: a page of megabytes. Of a longer run it has every second tick, every third, and so on
LINES = 9  # of source, around the marked line
NUMBERS = "tick", "position", "speed", "ground", "iterations", "contacts"
MORE_TICKS = (
    "The buttons ‹ Tick and Tick › show the ticks before and after this one. For more, give the same command another --tick, or "
    "write a page of the whole run with sim in place of explain, and without --tick."
)


def write_page(record: TickRecord, sim: Simulation, rules: str, path: Path, progress: Progress) -> None:
    """Write the HTML page of a tick, with the ticks of the simulation's history beside it.

    Raises InputError if that fails, or if it would replace another program's file.
    """
    make_parents(path)
    refuse_foreign(path, MARK)  # before anything is drawn for it
    tick, packer = InspectedTick(record, sim), Packer()
    lead = f"{sim.level.title}. Rules {rules}, {sim.hz} ticks a second. Section numbers are those of Fauerby's paper."
    scene = scene_of_ticks(list(sim.history), sim, packer, progress, detailed=record)
    with Photographer(sim, SIZE, Switches.none(), hud=False) as photographer:
        if tick.iterations:
            still = photographer.section(record, tick.deciding)
        else:
            still = photographer.picture(record, third_person=True)
    figure = scene_figure(0, embedded(still, scene["name"]), "The level, cut open at the contact that decided the tick")
    sections = [section_of(tick, number) for number in range(len(tick.iterations))]
    sections.append(element("section", class_="iteration"))  # of a tick beside this one
    shown = sorted(enumerate(sim.history), key=lambda place: place[1] is not record)  # its own words first: paper has these alone
    page = whole_page(
        f"{sim.level.name}, tick {record.tick}",
        element("p", lead, class_="lead"),
        [part_of(at, one is record, [element("p", line, class_="summary") for line in summary_of(one)]) for at, one in shown],
        element("div", figure, element("div", sections), class_="sides-by-side"),
        [part_of(at, one is record, numbers_of(one, sim), statistics_of(one, sim, one is record)) for at, one in shown],
        element("p", MORE_TICKS),
        element("details", element("summary", "Words"), table(GLOSSARY, ("word", "what it means"))),
        scenes_data(packed_scenes([scene], packer)),
        style=scene_style() + STYLE.read_text(encoding="utf-8"),
        script=script(),
    )
    write_file(path, page, MARK)


def part_of(at: int, is_own: bool, *content: object) -> Html:
    """Return a part of the page that is true of the tick with the number `at` in the scene, shown while that tick is."""
    return element("div", *content, class_="of-tick", data_tick=at, hidden=not is_own or None)


def numbers_of(record: TickRecord, sim: Simulation) -> Html:
    """Return the numbers that the head-up display shows. The statistics have its tests.

    Its duration of the tick differs in each run. Its speed is that of walking, without what a step adds.
    """
    shown = dict(hud_rows(record, sim)) | {"speed": motion_text(record, sim.hz)}
    rows = [(element("dt", name), element("dd", shown[name])) for name in NUMBERS]
    return element("dl", rows, class_="numbers")


# Statistics of the candidates


def statistics_of(record: TickRecord, sim: Simulation, is_own: bool) -> Html:
    """Return a table of candidate triangles by the outcome of their test, for each iteration (the paper's chapter 5).

    is_own: True for the tick whose words the page has itself. Links of others name the step of the scene.
    """
    tick = InspectedTick(record, sim)
    earlier = sum(max(1, len(one.trace.iterations)) for one in sim.history if one.tick < record.tick)
    kind, first = ("i", 0) if is_own else ("s", earlier)
    head = ["iteration", *(html(swatch(palette.OUTCOMES[outcome]), words) for outcome, words in OUTCOME_WORDS.items()), "sum"]
    rows = [
        [element("a", name_of(tick.trace, number), href=f"#{kind}{first + number}"), *counts(one.count)]
        for number, one in enumerate(tick.iterations)
    ]
    rows.append(["sum", *counts(tick.trace.statistics().__getitem__)])
    found, tests = len(tick.trace.candidates), rows[-1][-1]
    caption = f"How the tests ended: {found} candidates, {len(rows) - 1} iterations, {tests} tests"
    return table(rows, head, caption=f"{caption}. One that hit was tested in full as well.", class_="statistics")


def counts(count: Callable[[Outcome], int]) -> list[int]:
    """Return the numbers of tests by outcome, and their sum."""
    found = [count(outcome) for outcome in Outcome]
    return [*found, sum(found)]


def name_of(trace: Trace, number: int) -> str:
    iteration = trace.iterations[number]
    name = f"{number + 1}. {PASS_WORDS[iteration.pass_]}, iteration {iteration.number + 1}"
    return f"{name} (thrown away)" if is_thrown_away(trace, iteration) else name


# One iteration


def section_of(tick: InspectedTick, number: int) -> Html:
    """Return the words of one iteration: story, legend, description and source code. The scene shows them with its shapes."""
    words = text_of(tick, number)
    story = element("dl", [(element("dt", about), element("dd", text)) for about, text in words.story], class_="story")
    legend = element("p", [element("span", swatch(colour), text) for colour, text in words.legend], class_="marks")
    lines = [element("tr", element("th", name), element("td", text)) for name, text in words.lines]
    said = element("table", lines, class_="said")
    content = element("h2", words.title), story, legend, said, map(source_of, words.sources)
    return element("section", *content, class_="iteration", id=f"i{number}")


def source_of(source: Source) -> Html:
    """Return the lines of source code around the line that decided, which is marked."""
    lines, at = excerpt(source, LINES)
    shown = [("\n", element("mark", line) if place == at else line) for place, line in enumerate(lines)]
    return element("pre", element("b", source.name), shown)


def write_run_page(sim: Simulation, path: Path, progress: Progress) -> None:
    """Write the HTML page of a simulation's history. Raises InputError if that fails, or for another program's file."""
    refuse_foreign(path, MARK)
    (records, every), packer = thinned(list(sim.history)), Packer()
    scene = scene_of_ticks(records, sim, packer, progress)
    with Photographer(sim, SIZE, Switches(), hud=False) as photographer:
        still = photographer.picture(records[-1], third_person=True)
    shown = f"One of {every} ticks is shown. " if every > 1 else ""
    lead = f"{sim.level.title}. {sim.hz} ticks a second. {shown}Section numbers are those of Fauerby's paper."
    figure = scene_figure(0, embedded(still, scene["name"]), f"Tick {records[-1].tick}")
    page = whole_page(
        scene["name"],
        element("p", lead, class_="lead"),
        element("div", figure, element("section", class_="iteration"), class_="sides-by-side"),
        element("p", sim.summary()),
        scenes_data(packed_scenes([scene], packer)),
        style=scene_style() + STYLE.read_text(encoding="utf-8"),
        script=script(),
    )
    write_file(path, page, MARK)


def thinned(records: Sequence[TickRecord]) -> tuple[Sequence[TickRecord], int]:
    """Return every nth record of a run of more than MOST_IN_PAGE ticks, with its last one, and n."""
    every = ceil(len(records) / MOST_IN_PAGE)
    return (records[(len(records) - 1) % every :: every] if records else records), every
