"""The drawing of each kind of exhibit: a module with functions of an Exhibit and its ExhibitStates.

bodies(exhibit, before, after, part): shapes that are always drawn; part: fraction of the tick, 0..1
sheet(exhibit, state): the Sheet of its board
overlay(exhibit, state): shapes that key 9 adds
captions(exhibit): the Captions beside its bodies; a module may have none
Shapes are in the exhibit's own frame. `before` and `after` are its ExhibitStates at both ends of a tick.
"""

from ..geometry.shape_transforms import mapped
from .drawings_and_boards import (
    ball_room,
    billiards,
    bullet_test_race,
    cannon_aim_and_integrators,
    colliding_blocks,
    cradle,
    penalty_floor,
    projectile_impacts,
    sphere_sweep_formulas,
    springs,
    tunnelling_finish_line,
    zeno_row,
)
from .exhibit_transform import OwnFrame

DRAWINGS = {
    "springs": springs,
    "race_wall": bullet_test_race,
    "ball_room": ball_room,
    "cradle": cradle,
    "counting_wall": colliding_blocks,
    "cannon": cannon_aim_and_integrators,
    "swept_spheres": sphere_sweep_formulas,
    "court": projectile_impacts,
    "finish_line": tunnelling_finish_line,
    "penalty_floor": penalty_floor,
    "zeno_row": zeno_row,
    "billiards": billiards,
}


def drawing_of(exhibit):
    """Return the module that draws an Exhibit."""
    return DRAWINGS[exhibit.place.kind]


def lab_shapes(record, sim):
    """Make the shapes that key 9 adds to exhibits, in world coordinates. Return a list, which may be empty.

    record: StepRecord of the tick. Only the exhibits that were simulated in this tick have shapes.
    sim: not used
    """
    if record.lab is None:
        return []
    shapes = []
    for exhibit, state in zip(record.lab.exhibits, record.lab.after):
        if exhibit.place.name in record.lab.readouts:
            shapes += mapped(drawing_of(exhibit).overlay(exhibit, state), OwnFrame(exhibit.place))
    return shapes
