"""Clips: the last seconds of a run as an animated picture, drawn in another process while the game continues."""

import pickle
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path

from PIL import Image

from ..core.safe_files import errors_named, free_number, make_parents
from ..explain.tick_overlay import Switches
from ..level import load_level
from ..simulation import Simulation
from .photographer import Photographer

FOLDER = Path("out")
SECONDS = 6  # of a clip. More: takes minutes to draw
RATE = 30  # pictures a second. Less: jerky; more: takes longer, and files are larger
SIZE = (640, 360)  # [pixels]
QUALITY = 80  # of the WebP file, up to 100
JOB, PROGRESS = "run", "progress"  # names of the files in a clip's temporary folder


def begin_clip(
    sim: Simulation, end: int, third_person: bool, pitch: float, draw: Callable[[tempfile.TemporaryDirectory, Path], bool]
) -> str:
    """Begin to draw a clip of the last SECONDS before record `end`. Return the message for the user.

    draw(folder, out): starts `draw_clip` in another process, or returns False if one is running; pitch: in first person [rad]
    """
    level = sim.level
    records = list(islice(sim.history, max(0, end - SECONDS * sim.hz), end))
    if not records:
        return "there is nothing to film yet"
    if not level.path.is_file():
        return f"no clip: {level.title} is not in a file"
    worlds = [record.world._replace(surfaces=(), movers=None) for record in records]
    slim = [record._replace(world=world, extra=record.extra._replace(earlier=None)) for record, world in zip(records, worlds)]
    options = {"params": sim.params, "rules": sim.rules, "hz": sim.hz}
    camera = {"third_person": third_person, "pitch": pitch}
    folder = tempfile.TemporaryDirectory(prefix="glissade-clip-")
    job = Path(folder.name) / JOB
    job.write_bytes(pickle.dumps((str(level.path), level.reading, options, camera, slim)))
    out = FOLDER / f"clip-{free_number(FOLDER, 'clip-*.webp'):03d}.webp"
    started = draw(folder, out)
    return f"drawing the last {len(records) / sim.hz:.1f} s into {out}" if started else "one clip is being drawn already"


def draw_clip(folder: str | Path, out: str | Path) -> None:
    """Draw the clip that `begin_clip` stored in `folder` as the WebP file `out`. Raises InputError if that is not possible."""
    folder, out = Path(folder), Path(out)
    path, reading, options, camera, records = pickle.loads((folder / JOB).read_bytes())
    sim = Simulation(load_level(path, **reading), **options)
    wanted = [records[tick * options["hz"] // RATE] for tick in range(len(records) * RATE // options["hz"])] or records[-1:]
    with Photographer(sim, SIZE, Switches.none(), hud=False) as photographer:
        pictures = []
        for number, record in enumerate(wanted):
            pictures.append(photographer.picture(record, **camera))
            (folder / PROGRESS).write_text(str(number / len(wanted)))
    write_clip(pictures, out)


def write_clip(pictures: Sequence[Image.Image], out: Path) -> None:
    """Write pictures as an animated WebP file. Raises InputError if it exists or cannot be written."""
    content = BytesIO()
    times = {"duration": round(1000 / RATE), "loop": 0}
    pictures[0].save(content, "WEBP", save_all=True, append_images=pictures[1:], quality=QUALITY, method=2, **times)
    make_parents(out)
    with errors_named(out), out.open("xb") as file:
        file.write(content.getvalue())


def progress_of(folder: str | Path) -> float:
    """Return the drawn part 0..1 of the clip that is drawn from `folder`."""
    try:
        return float((Path(folder) / PROGRESS).read_text())
    except (OSError, ValueError):  # nothing is drawn yet, or the file is just being written
        return 0.0
