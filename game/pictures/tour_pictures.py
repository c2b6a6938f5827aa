"""Pictures of levels' tours, at the moments with the most contacts."""

from collections.abc import Sequence
from pathlib import Path

from ..collision import Pass
from ..core.input_errors import counted
from ..core.progress_bar import Progress, clear_bar, part_of_progress, show_bar
from ..level import Level, level_names, load_level
from ..simulation import Intent, Simulation, TickRecord, parse_script
from .offscreen import write_picture
from .photographer import Photographer

SIZE = 1280, 720  # [pixels]
MOMENTS = 4  # of a level, each in first and in third person
STILL = 60  # ticks to play in a level without a tour
PLAYING = "playing the tour"


def tour(out_dir: Path) -> None:
    """Play the tours of all levels and write pictures into a folder. Raises InputError for an invalid level or picture file."""
    names, paths = level_names(), []
    for number, name in enumerate(names):
        paths += tour_of(load_level(name), out_dir, SIZE, part_of_progress(show_bar, number, len(names), name))
    clear_bar()
    print(f"{counted(len(paths), 'picture')} in {out_dir}/, from {paths[0].name} to {paths[-1].name}")


def tour_of(level: Level, out_dir: Path, size: tuple[int, int], progress: Progress) -> list[Path]:
    """Write LEVEL-TICK-first.png and LEVEL-TICK-third.png for each of the best ticks of a level, and return the paths."""
    progress(0.0, PLAYING)
    simulation = Simulation(level)
    records = play_tour(simulation)
    paths = []
    with Photographer(simulation, size, progress=lambda part, text: progress(0.5 * part, text)) as photographer:
        for number, record in enumerate(best_moments(records)):
            progress(0.5 + 0.5 * number / MOMENTS, f"tick {record.tick}")
            for third_person, person in ((False, "first"), (True, "third")):
                path = out_dir / f"{level.name}-{record.tick:04d}-{person}.png"
                paths.append(write_picture(photographer.picture(record, third_person), path))
    return paths


def play_tour(simulation: Simulation) -> list[TickRecord]:
    """Play the tour of a level, or stand still for STILL ticks without a tour. Return all records."""
    level = simulation.level
    if not level.tour.strip():
        return [simulation.tick(Intent()) for _ in range(STILL)]
    script = parse_script(level.tour, f"{level.name}, tour")
    return [simulation.tick(intent) for intent in script.intents(simulation.state.heading)]


def best_moments(records: Sequence[TickRecord]) -> list[TickRecord]:
    """Return the record of the highest score, the earliest of equal ones, in each of MOMENTS equal sections of a run."""
    edges = [len(records) * number // MOMENTS for number in range(MOMENTS + 1)]
    parts = [records[low:high] for low, high in zip(edges, edges[1:])]
    return [max(part, key=score_of) for part in parts if part]


def score_of(record: TickRecord) -> int:
    """Return the score of a tick for a picture: 1 for each contact of gravity and ground passes, 3 for each other one."""
    hits = [iteration for iteration in record.trace.iterations if iteration.hit]
    return sum(1 if iteration.pass_ in (Pass.GRAVITY, Pass.GROUND) else 3 for iteration in hits)
