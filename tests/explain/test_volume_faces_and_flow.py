"""The look of volumes: within their bounds, with marks that drift with the flow."""

import numpy as np
import pytest

from game.explain.volume_faces_and_flow import HEAD, LOOKS, MARGIN, RISING, SPACING, beacon_of, lattice, look_of
from game.level.volume_table import KINDS, read_volumes
from tests.shipped_levels import shipped

NEEDED = {
    "water": {"current": [0, 1, 0]},
    "wind": {"velocity": [0, 3, 0]},
    "conveyor": {"speed": 2},
    "gravity": {"factor": -0.2},
    "finish": {"gold": 10, "silver": 20, "bronze": 30},
    "portal": {"to": [0, 0, 0]},
}


def look(kind, **place):
    place = place or {"size": [4, 8, 3]}
    return look_of(read_volumes([{"kind": kind, "at": [1, 2, 3], **place, **NEEDED.get(kind, {})}], "", "file")[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", [{"size": [4, 8, 3]}, {"radius": 2, "height": 3}, {"size": [4, 8, 3], "heading": 90}], ids=str)
def test_every_kind_is_drawn_within_its_bounds(kind, place):
    drawn = look(kind, **place)
    points = np.concatenate([drawn.faces["position"], drawn.marks["position"]])
    assert len(points) and len(drawn.faces) % 3 == len(drawn.marks) % 3 == 0
    reach = {"radius": (2, 2)}.get(next(iter(place)), (4, 2) if "heading" in place else (2, 4))
    bounds = np.array([*reach, 1.5]) + 2 * MARGIN + 1.5 * HEAD[0]
    assert (np.abs(points - (1, 2, 4.5)) <= bounds + 1e-5).all()


def test_all_kinds_have_a_look():
    assert set(LOOKS) == {*KINDS, "waterfall", "turned gravity"}


@pytest.mark.parametrize("heading, velocity", [(0, (0, 3, 0)), (90, (-3, 0, 0)), (180, (0, -3, 0))])
def test_marks_drift_with_the_flow_and_repeat(heading, velocity):
    drawn = look("wind", size=[4, 8, 3], heading=heading)
    assert drawn.drift == pytest.approx(velocity)
    a, b = np.array(drawn.offset(0.1)), np.array(drawn.offset(0.2))
    assert (b - a) == pytest.approx(0.1 * np.array(velocity), abs=1e-9)
    assert drawn.offset(0.1 + drawn.spacing / 3.0) == pytest.approx(tuple(a), abs=1e-9)


def test_an_arrow_head_points_along_the_flow():
    tip, *_ = look("conveyor").marks["position"].reshape(-1, 3, 3)[0]
    rest = look("conveyor").marks["position"].reshape(-1, 3, 3)[0][1:]
    assert (rest[:, 1] < tip[1]).all()


def test_a_comet_of_wind_has_a_broad_head_ahead_and_a_tail_that_fades_as_long_as_the_wind_is_strong():
    """Streaks of one length and without ends showed neither direction nor strength."""
    lengths = []
    for speed in (1.5, 3.0):
        table = {"kind": "wind", "at": [1, 2, 3], "size": [4, 8, 3], "velocity": [0, speed, 0]}
        marks = look_of(read_volumes([table], "", "file")[0]).marks.reshape(-1, 3)[0]
        tail, *head = marks["position"]
        assert all(point[1] > tail[1] for point in head) and marks["colour"][0, 3] == 0.0 < marks["colour"][1, 3]
        lengths.append(head[0][1] - tail[1])
    assert lengths[1] == pytest.approx(2.0 * lengths[0], rel=1e-3)


def test_marks_fill_the_volume_evenly():
    """As far apart as they drift before they begin again, around the middle, up to less than that from the sides."""
    wind = {"kind": "wind", "at": [1, 2, 3], "size": [4, 8, 3], **NEEDED["wind"]}
    places = lattice(read_volumes([wind], "", "file")[0], np.array((0.0, 1.0, 0.0))) + (1.0, 2.0, 3.0)
    assert places.mean(axis=0) == pytest.approx((1, 2, 4.5), abs=1e-6)
    for axis, half in enumerate((2.0, 4.0 - SPACING / 2.0, 1.5)):
        rows = np.unique(places[:, axis].round(4))
        assert np.diff(rows) == pytest.approx(SPACING, abs=1e-3)
        assert half - SPACING < np.ptp(rows) / 2.0 <= half


def test_marks_of_one_stream_repeat_and_streams_differ():
    """Each mark is where the one before it was after SPACING; beside each other they form no rows."""
    tips = look("wind").marks["position"].reshape(-1, 3, 3)[:, 0]
    streams = [tips[(np.abs(tips[:, (0, 2)] - stream) < 1e-4).all(axis=1), 1] for stream in np.unique(tips[:, (0, 2)], axis=0)]
    assert len(streams) > 4 and all(np.diff(np.sort(stream)) == pytest.approx(SPACING, abs=1e-3) for stream in streams)
    assert len(np.unique(tips[:, 0].round(3))) > 4


@pytest.mark.parametrize("factor", [-0.2, 0.2, 2.0])
def test_motes_rise_in_light_air_and_fall_in_heavy_air(factor):
    table = {"kind": "gravity", "at": [1, 2, 3], "size": [4, 8, 3], "factor": factor}
    drawn = look_of(read_volumes([table], "", "file")[0])
    assert drawn.drift == pytest.approx((0.0, 0.0, RISING * (1.0 - factor))) and len(drawn.marks)


def test_a_volume_without_flow_has_no_marks():
    assert len(look("kill").marks) == 0 and look("kill").offset(5.0) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", ["gauntlet", "river"])
def test_the_floor_of_a_zone_is_lit_and_its_beam_begins_there(name):
    """A gamer circled beside a checkpoint, over which the beam ended high in the air."""
    zones = [volume for volume in shipped(name).volumes if volume.kind in ("checkpoint", "finish")]
    assert zones
    for zone in zones:
        corners, low = look_of(zone).faces["position"].reshape(-1, 3, 3), beacon_of(zone)["position"][:, 2].min()
        flat = corners[np.ptp(corners[:, :, 2], axis=1) == 0.0]
        edges = np.diff(flat, axis=1)[:, :, :2]
        area = 0.5 * np.abs(edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]).sum()
        assert 0.0 < flat[0, 0, 2] - zone.at[2] < 0.1 and low == pytest.approx(zone.at[2])
        assert area == pytest.approx(zone.size[0] * zone.size[1], rel=1e-3)
