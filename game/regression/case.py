"""A case: one level's tour, walked today and compared with what is on record."""

from dataclasses import dataclass, field

import numpy as np

from ..errors import InputError
from ..simulation import Simulation, parse_script
from ..simulation.eye import heights
from .golden import Golden, golden_of, read_golden
from .path import PathDifference, causes, path_difference
from .pictures import NoPictures, draw, read_picture
from .tiles import PictureDifference, picture_difference


@dataclass(frozen=True)
class Picture:
    """One picture of a case. actual, expected: (h, w, 3) uint8; difference: None when they are equal."""

    shot: tuple
    actual: np.ndarray
    expected: np.ndarray
    difference: PictureDifference | None


@dataclass(frozen=True)
class Case:
    """now, recorded: the two runs; difference: of their paths, None when equal; without: why there are no pictures.

    eyes: their height now after each tick, as a camera shows it [m]
    """

    now: Golden
    recorded: Golden
    difference: PathDifference | None
    pictures: list = field(default_factory=list)
    without: str = ""
    eyes: tuple = ()

    @property
    def name(self):
        return self.now.level

    @property
    def same(self):
        return self.difference is None and all(picture.difference is None for picture in self.pictures)

    @property
    def verdict(self):
        """What came out, in one line without the level's name."""
        parts = ["same"] if self.same else ["DIFFERENT"]
        parts.append(str(self.difference or f"its {self.now.ticks} ticks are equal to the bit"))
        parts += [f"tick {p.shot.tick}: {p.difference}" for p in self.pictures if p.difference]
        equal = sum(picture.difference is None for picture in self.pictures)
        parts += [f"{equal} of {len(self.pictures)} pictures equal"] if self.pictures else []
        return "; ".join(parts + causes(self.now, self.recorded))


def walk(level, params=None, progress=None):
    """Walk a level's tour. Returns (Simulation, all its StepRecords). InputError when the level has no tour."""
    if progress:
        progress(0.0, "walking")
    if not level.tour.strip():
        raise InputError(f"{level.name}: has no tour to check; add `tour` to its file")
    script = parse_script(level.tour, f"{level.name}, tour")
    simulation = Simulation(level, params, history=1)
    return simulation, [simulation.tick(intent) for intent in script.intents(simulation.state.heading)]


def compare(level, golden, params=None, progress=None, pictures=True):
    """The Case of a level. golden: folder of the records; pictures: compare them too, where they can be drawn."""
    recorded = read_golden(golden, level.name)
    simulation, records = walk(level, params, progress)
    now = golden_of(simulation, records, recorded.shots)
    difference = path_difference(now, recorded)
    eyes = tuple(heights(records, simulation.params, 1.0 / simulation.hz))
    if not pictures:
        return Case(now, recorded, difference, eyes=eyes)
    shots = [shot for shot in recorded.shots if shot.tick <= len(records)]
    expected = [read_picture(golden, level.name, shot) for shot in shots]
    try:
        actual = draw(simulation, records, shots, progress, expected[0].shape[1::-1]) if shots else []
    except NoPictures as reason:
        return Case(now, recorded, difference, without=str(reason), eyes=eyes)
    compared = [Picture(*three, picture_difference(*three[1:])) for three in zip(shots, actual, expected)]
    return Case(now, recorded, difference, compared, eyes=eyes)
