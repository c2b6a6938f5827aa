"""The pictures of the command `shot` and of the tour without a display."""

from pathlib import Path

from ..collision import Pass
from ..core.progress_bar import clear_bar, part, show_bar
from ..explain.tick_overlay import Switches
from ..level import level_names, load_level
from ..simulation import Intent, Simulation, parse_script
from .offscreen import prepare, write_picture
from .photographer import DOWNWARDS, Photographer, PictureView


def take_picture(simulation, out, size=(1280, 720), overlays=False, third_person=False, *, pitch=None, progress=None, **shown):
    """Draw the current state of a Simulation, write the picture, and return its path.

    out: path of the picture, such as a .png
    size: (width, height) [pixels]
    overlays: Switches, True for the default ones, or False for the level alone. With any overlay the head-up display is drawn.
    third_person: True for a camera behind the player
    pitch: in first person [rad], negative downwards. If None, the camera is level, but with overlays it looks down to the feet.
    progress(fraction, text): None, or called with the finished fraction 0..1 and a label while light is baked
    shown: space, minkowski and twins, the fields of PictureView
    Raises InputError if the picture cannot be written.
    """
    prepare(Path(out))
    switches = Switches() if overlays is True else overlays or Switches.none()
    pitch = (DOWNWARDS if switches.any() else 0.0) if pitch is None else pitch
    record = simulation.history[-1] if simulation.history else None
    with Photographer(simulation, size, switches, switches.any(), progress, PictureView(**shown)) as photographer:
        return write_picture(photographer.picture(record, third_person, pitch), out)


OUT = Path("out") / "tour"
MOMENTS = 4  # of a level, each in first and in third person
STILL = 60  # ticks to play in a level without a tour
PLAYING = "playing the tour"


def tour(out_dir=OUT, names=None):
    """Play the tours of levels, write pictures of them, and print how many there are and where.

    out_dir: folder for the pictures
    names: names of levels, or None for all
    Raises InputError if a level is invalid or does not exist, or if a picture cannot be written.
    """
    paths = pictures(out_dir, names, show_bar)
    clear_bar()
    print(f"{len(paths)} pictures in {out_dir}/, from {paths[0].name} to {paths[-1].name}")


def pictures(out_dir, names=None, show=lambda fraction, text: None, size=(1280, 720)):
    """Write the pictures of the tours into the folder `out_dir` and return their Paths.

    names: names of levels, or None for all
    show(fraction, text): called with the finished fraction 0..1 and a label
    size: (width, height) [pixels]
    Raises InputError as `tour` does.
    """
    names = list(names) if names else level_names()
    paths = []
    for number, name in enumerate(names):
        paths += tour_of(load_level(name), Path(out_dir), size, part(show, number, len(names), name))
    show(1.0, f"{len(paths)} pictures")
    return paths


def tour_of(level, out_dir, size, progress):
    """Write the pictures of a Level into the folder `out_dir`, and return their paths.

    Each of the best ticks is drawn in first and in third person. The files are LEVEL-TICK-first.png and LEVEL-TICK-third.png.
    size: (width, height) [pixels]
    progress(fraction, text): called with the finished fraction 0..1 and a label
    """
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


def play_tour(simulation):
    """Play the tour of a Simulation's level, or stand still for STILL ticks without a tour. Return all TickRecords as a list."""
    level = simulation.level
    if not level.tour.strip():
        return [simulation.tick(Intent()) for _ in range(STILL)]
    script = parse_script(level.tour, f"{level.name}, tour")
    return [simulation.tick(intent) for intent in script.intents(simulation.state.heading)]


def best_moments(records):
    """Return a list with the TickRecord of the highest score in each of MOMENTS equal sections of a run.

    A run with fewer than MOMENTS ticks has a record for each tick. Of equal scores, the earliest record is taken.
    records: list of all TickRecords of the run
    """
    edges = [len(records) * number // MOMENTS for number in range(MOMENTS + 1)]
    parts = [records[low:high] for low, high in zip(edges, edges[1:])]
    return [max(part, key=score_of) for part in parts if part]


def score_of(record):
    """Return the score of a TickRecord for a picture: 1 for each contact of gravity and ground passes, 3 for each other one."""
    hits = [iteration for iteration in record.trace.iterations if iteration.hit]
    return sum(1 if iteration.pass_ in (Pass.GRAVITY, Pass.GROUND) else 3 for iteration in hits)
