"""The view of a contact: contact, normal and body are visible also where walls stand close around."""


import numpy as np
import pytest

from game.app.contact_camera import SPACE, contact_view, has_space, seen_points
from game.collision import TriangleMesh
from game.level import Level
from game.level.contents.level import LevelRaycast
from game.scene.framing import Screen, Subject, side_view

RADII = (0.4, 0.4, 0.9)


def box(low, high):
    """The twelve triangles of a solid box as corners (12, 3, 3), from its lower to its upper corner [m]."""
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    quads = (0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)
    return corners[[triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]]


def level_of(*boxes):
    corners = np.vstack([box(*ends) for ends in boxes]).astype(float)
    mesh = TriangleMesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    return Level.of_mesh("boxes", mesh)


def subject_at_step():
    """A body that walks along +y and touches the front of a step at y = .4, half a metre above its feet."""
    return Subject((0.0, 0.0, 0.9), RADII, 0.0, None, (0.0, 0.4, 0.9), (0.0, -1.0, 0.0), (0.0, 0.1, 0.0))


FLOOR = (-8.0, -8.0, -1.0), (8.0, 8.0, 0.0)
STEP = (-8.0, 0.4, 0.0), (8.0, 8.0, 1.2)
SLOT = (((-8.0, -8.0, 0.0), (-0.42, 0.4, 4.0)), ((0.42, -8.0, 0.0), (8.0, 0.4, 4.0)))  # walls close at both sides
ROOF = ((-8.0, -8.0, 2.0), (8.0, 8.0, 3.0))
rng = np.random.default_rng(5)
PLACES = [(0.7, 0.35), (-0.7, 0.35)]  # in front of both sides
PLACES += [(x, y) for x, y in rng.uniform((-1.6, -1.6), (1.6, 0.35), (80, 2)) if np.hypot(x, y) > 0.5]
PILLARS = tuple(((x - 0.05, y - 0.05, 0.0), (x + 0.05, y + 0.05, 3.0)) for x, y in PLACES)
SCENES = {"free": (), "slot": SLOT, "slot with a roof": (*SLOT, ROOF), "pillars": PILLARS}


@pytest.mark.parametrize("name", SCENES)
def test_contact_normal_and_body_are_visible(name):
    subject, sight = subject_at_step(), LevelRaycast(level_of(FLOOR, STEP, *SCENES[name]), 0.0)
    side = side_view(subject, sight, Screen())
    view = contact_view(subject, side, sight)
    assert seen_points(subject, view.place, sight) == 3 and view.pivot == subject.contact
    plain = tuple(p - 1.3 * f for p, f in zip(subject.contact, side.look.forward()))
    is_free = seen_points(subject, plain, sight) == 3
    assert is_free == (name == "free"), "elsewhere the side itself is hidden: the scene tests something"
    if is_free:
        assert not has_space(plain, sight), "the side lies in the face that was touched"
        assert has_space(view.place, sight) and np.dot(view.look.forward(), side.look.forward()) > 0.93


def test_the_camera_is_in_no_solid():
    """A ray from the contact to the camera crosses no face, although the camera's usual place is inside a wall."""
    subject, sight = subject_at_step(), LevelRaycast(level_of(FLOOR, STEP, *SLOT), 0.0)
    place = contact_view(subject, side_view(subject, sight, Screen()), sight).place
    assert abs(place[0]) < 0.42 and place[1] < 0.4 - SPACE and place[2] > 0.0


def test_without_a_contact_the_body_is_the_pivot():
    subject = subject_at_step()._replace(contact=None, normal=None)
    sight = LevelRaycast(level_of(FLOOR), 0.0)
    assert contact_view(subject, side_view(subject, sight, Screen()), sight).pivot == subject.centre
