"""The HTML page of a run: a scene of all its ticks that one can turn, with the words of each iteration."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path

from ..core.html_writer import MARK, element, embedded, whole_page
from ..core.safe_files import refuse_foreign, write_file
from ..explain.tick_overlay import Switches
from ..scene.light.bake import Progress
from ..simulation import Simulation, TickRecord
from ..web.scene_data import Packer
from ..web.scene_page import packed_scenes, scene_figure, scenes_data, script, style
from ..web.tick_scenes import scene_of_ticks
from .photographer import Photographer
from .tick_page import SIZE, STYLE

MOST_TICKS = 1800  # More: a page of megabytes. Of a longer run it has every second tick, every third, and so on


def write_run_page(sim: Simulation, path: Path, progress: Progress) -> None:
    """Write the HTML page of a simulation's history. Raises InputError if that fails, or for another program's file."""
    refuse_foreign(path, MARK)
    records, packer = thinned(list(sim.history)), Packer()
    scene = scene_of_ticks(records, sim, packer, progress)
    with Photographer(sim, SIZE, Switches(), hud=False) as photographer:
        still = photographer.picture(records[-1], third_person=True)
    every = "" if len(records) == len(sim.history) else f"Every {len(sim.history) // len(records)}th tick is shown. "
    lead = f"{sim.level.title}. {sim.hz} ticks a second. {every}Section numbers are those of Fauerby's paper."
    figure = scene_figure(0, embedded(still, scene["name"]), f"Tick {records[-1].tick}")
    page = whole_page(
        scene["name"],
        element("p", lead, class_="lead"),
        element("div", figure, element("section", class_="iteration"), class_="sides-by-side"),
        element("p", sim.summary()),
        scenes_data(packed_scenes([scene], packer)),
        style=style() + STYLE.read_text(encoding="utf-8"),
        script=script(),
    )
    write_file(path, page, MARK)


def thinned(records: Sequence[TickRecord]) -> Sequence[TickRecord]:
    """Return every nth record of a run of more than MOST_TICKS, with its last one."""
    every = ceil(len(records) / MOST_TICKS)
    return records[(len(records) - 1) % every :: every] if records else records
