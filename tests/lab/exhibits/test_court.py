"""The court: the order of prologue, collision and epilogue, what breaks, what passes, and what a blast does."""

from math import cos

import pytest

from game.lab import IncidentKind
from game.lab.exhibits.court import BALLS, COLUMNS, DARK, FAR, ROWS, SPEEDS, THROWN, chosen_step, lamps, wall_shapes
from game.simulation import EventKind, Ground, Intent, PlayerParams, Simulation
from game.simulation.event_detection import events_of
from tests.lab.rooms import AFAR, HERE, Run, level_with, place_of, use

BALL, ROCKET, FIRE, DUD = range(4)
STONE, BRICK, MAGIC, ONE_WAY = range(4)


def launch(flier, wall, seconds=3.0, side=0, speed=8):
    """The states of a launch, the last figures and all incidents."""
    uses = f"court.flier:{flier}", f"court.wall:{wall}", f"court.from:{side}", f"court.speed:{speed}", "court.launch"
    run = Run("court", round(seconds * 60), *uses)
    return [state.bodies for state in run.states[1:]], run.figures, run.incidents


@pytest.mark.parametrize("flier", [BALL, ROCKET, FIRE, DUD])
@pytest.mark.parametrize("wall", range(4))
@pytest.mark.parametrize("number, speed", list(enumerate(SPEEDS)))
def test_each_meeting_goes_from_the_prologue_to_the_epilogue(flier, wall, number, speed):
    side = (flier + wall + number) % 2  # both sides of each wall, for each flier and at each speed
    states, figures, _ = launch(flier, wall, 4.0, side, speed)
    phases = [step.phase for step in states[-1].steps]
    assert phases == ([0] if figures["passed"] else [0, 1, 2] * (len(phases) // 3))
    assert len(phases) >= 1 and figures["sounds"] == figures["meetings"]


def test_a_rocket_at_a_stone_wall_bursts_once_and_chars_a_patch_of_its_radius():
    """One burst, one sound, a patch of .8 m; the rocket is gone, and the blast rolls the balls away."""
    states, figures, incidents = launch(ROCKET, STONE)
    assert incidents == [IncidentKind.BURST] and figures["patch"] == 0.8 and figures["sounds"] == 1.0
    assert states[-1].flier is None and figures["rockets"] == 0.0 and len(states[-1].patches) == 1
    for (place, _), (x, y) in zip(states[-1].balls, BALLS):
        moved = abs(place[0] - x) + abs(place[1] - y)
        assert (moved > 0.05) is ((x * x + y * y) ** 0.5 < 2.6), "balls within the radius of the blast are pushed"


@pytest.mark.parametrize("speed", [speed for speed in range(len(SPEEDS)) if SPEEDS[speed] < 5.0])
def test_a_ball_too_slow_to_break_a_brick_bounces_off_the_wall_once(speed):
    """The wall holds an intact brick, so the ball keeps .3 of its speed, backwards."""
    states, figures, _ = launch(BALL, BRICK, 4.0, speed=SPEEDS[speed])
    assert figures["bricks"] == COLUMNS * ROWS and figures["meetings"] == 1.0
    assert states[-1].velocity[1] == pytest.approx(-0.3 * states[0].velocity[1], abs=1e-12)


def test_a_rocket_breaks_a_hole_into_bricks_and_a_ball_takes_one_with_it():
    _, figures, _ = launch(ROCKET, BRICK)
    assert 3 <= COLUMNS * ROWS - figures["bricks"] <= 20
    states, figures, incidents = launch(BALL, BRICK)
    assert figures["bricks"] == COLUMNS * ROWS - 1 and incidents == [IncidentKind.BROKE]
    assert max(state.flier[1] for state in states if state.flier) > 1.0, "it flies on through the hole"


def test_a_slow_ball_breaks_no_brick():
    _, figures, _ = launch(BALL, BRICK, speed=4)
    assert figures["bricks"] == COLUMNS * ROWS


def test_broken_bricks_are_whole_again_after_going_back():
    sim = Simulation(level_with(place_of("court"), feet=(0.0, -6.0, 0.0)))
    sim.tick(Intent(actions=use("court.launch")))
    for _ in range(120):
        sim.tick(Intent())
    end = sim.state_hash()
    assert not all(sim.lab.state[0].bodies.bricks)
    sim.rewind(120)
    assert all(sim.lab.state[0].bodies.bricks)
    for _ in range(120):
        sim.tick(Intent())
    assert sim.state_hash() == end


@pytest.mark.parametrize("flier", [BALL, ROCKET])
@pytest.mark.parametrize("side", [0, 1])
def test_the_magic_wall_changes_nothing_and_sounds_once_each_way(flier, side):
    """The flight has the same bits as a free one (lecture: a character that goes through a wall with a magical sound)."""
    states, figures, incidents = launch(flier, MAGIC, 0.9, side)
    assert incidents == [IncidentKind.PASSED] and figures["sounds"] == 1.0 and len(set(s.velocity for s in states)) == 1
    y = (1.0 if side else -1.0) * FAR
    for state in states:
        y += states[0].velocity[1] * (1.0 / 60.0)
        assert state.flier is None or state.flier[1] == pytest.approx(y, abs=1e-12)


@pytest.mark.parametrize("side, passes", [(0, False), (1, True)])
def test_a_one_way_wall_stops_what_comes_from_the_front(side, passes):
    states, figures, _ = launch(BALL, ONE_WAY, 1.0, side)
    assert bool(figures["passed"]) is passes
    assert (states[-1].velocity[1] * (1 if side else -1) < 0.0) is passes


def walked(wall, side, ticks, speed=5.0):
    """(simulation, kinds of incidents) of a player that walks through the court along y, after a launch at a wall has ended."""
    sim = Simulation(level_with(place_of("court"), feet=(0.4, 9.0 * side, 0.0)), params=PlayerParams(speed=speed))
    sim.tick(Intent(actions=use(f"court.wall:{wall}")))
    for _ in range(240):
        sim.tick(Intent())
    return sim, seen(sim, -side, ticks)


def seen(sim, forward, ticks):
    """The kinds of the court's incidents while the player walks along y."""
    records = [sim.tick(Intent((0.0, forward))) for _ in range(ticks)]
    return [incident.kind for record in records for incident in record.lab.readout("court").incidents]


@pytest.mark.parametrize("speed", [5.0, 60.0])
@pytest.mark.parametrize("wall, side, passes", [
    (STONE, -1.0, False), (STONE, 1.0, False), (MAGIC, -1.0, True), (MAGIC, 1.0, True),
    (ONE_WAY, -1.0, False), (ONE_WAY, 1.0, True),
])  # fmt: skip
def test_the_wall_stops_the_visitor_as_its_prologue_says(wall, side, passes, speed):
    """The character of the lecture's examples (L33). The one-way wall lets pass what comes from behind, as a ball."""
    sim, incidents = walked(wall, side, 150 if speed == 5.0 else 20, speed)
    y = sim.state.position[1] * side
    assert y < -1.0 if passes else y == pytest.approx(0.15 + 0.4, abs=2e-3)
    assert incidents == ([IncidentKind.PASSED] if wall == MAGIC else [])


def test_a_visitor_walks_through_the_magic_wall_as_if_it_were_not_there():
    """The same bits as on a free floor, and exactly one sound each way."""
    sim, there = walked(MAGIC, -1.0, 150)
    back = seen(sim, -1.0, 150)
    assert there == back == [IncidentKind.PASSED]
    free = Simulation(level_with(feet=(0.4, -9.0, 0.0)))
    for forward in [0.0] * 241 + [1.0] * 150 + [-1.0] * 150:
        free.tick(Intent((0.0, forward)))
    assert (sim.state.position, sim.state.velocity) == (free.state.position, free.state.velocity)


def test_a_visitor_in_the_wall_passes_until_it_is_apart():
    """As for other bodies, also if the wall becomes stone meanwhile. Then the stone stops it."""
    sim, _ = walked(MAGIC, -1.0, 108)
    assert abs(sim.state.position[1]) < 0.3
    sim.tick(Intent(actions=use("court.wall:0")))
    assert seen(sim, -1.0, 30).count(IncidentKind.PASSED) == 0 and sim.state.position[1] < -1.0
    seen(sim, 1.0, 60)
    assert sim.state.position[1] == pytest.approx(-0.55, abs=2e-3)


def test_a_hole_in_the_bricks_is_a_hole():
    """The triangles of the wall are those of the bricks that stand."""
    run, near = Run("court", 1, "court.flier:1", "court.wall:1", "court.launch"), HERE._replace(position=(0.0, -1.0, 0.9))
    assert run.lab.solids(run.states[-1:], near, ["court"]).shape == (12, 9)
    standing = sum(run.go(90).bodies.bricks)
    assert standing < COLUMNS * ROWS and run.lab.solids(run.states[-1:], near, ["court"]).shape == (12 * standing, 9)
    assert run.lab.solids(run.states[-1:], HERE._replace(position=(0.0, -9.0, 0.9)), ["court"]) is None


def test_the_court_rests_after_a_launch():
    run = Run("court", 1, "court.launch").go(400, actor=AFAR)
    assert len(run.readouts) < 401


@pytest.mark.parametrize("flier", [BALL, ROCKET])
@pytest.mark.parametrize("wall", range(4))
def test_the_drawing_is_made_at_any_moment(flier, wall):
    run = Run("court", 1, f"court.flier:{flier}", f"court.wall:{wall}")
    for _ in range(30):
        assert len(run.drawn().rows) <= 3
        run.go(3)


@pytest.mark.parametrize("flier, wall, lit", [(ROCKET, BRICK, 3), (BALL, STONE, 3), (BALL, MAGIC, 1)])
def test_the_lamps_light_one_after_the_other_and_shine_until_the_next_launch(flier, wall, lit):
    """A ball that passes lights the lamp of the prologue alone."""
    states, _, _ = launch(flier, wall, 6.0)
    dark = [[tuple(colour) == DARK for colour in lamps(state).colours] for state in states]
    shining = [3 - sum(lamps) for lamps in dark]
    begin = [shining.index(count) for count in range(1, lit + 1)]
    assert shining == sorted(shining) and shining[-1] == lit and all(b - a >= 40 for a, b in zip(begin, begin[1:]))
    assert [lamps[:lit] for lamps in dark if sum(lamps) == 3 - lit][0] == [False] * lit


def test_each_lamp_has_a_caption_that_faces_the_desk_and_the_board_speaks_in_sentences():
    run = Run("court")
    captions = run.exhibit.kind.captions(run.states[0], run.exhibit.place)
    lines = [caption.text.replace("\n", " ") for caption in captions]
    assert lines == ["1 prologue: may they collide?", "2 collision: new speeds", "3 epilogue: what else happens"]
    centres = lamps(run.bodies).centres
    for caption, centre in zip(captions, centres):
        assert caption.place[:2] == tuple(centre[:2]) and caption.place[2] > centre[2] + 0.3
        assert cos(caption.heading) < -0.9, "the desk is in front, at -y"
    board = run.go(90, "court.launch").board
    assert all(note.endswith(".") for note in board.notes) and [row.name for row in board.rows] == lines


def burst_beside(feet, hz=60):
    """The records of a player that stands at `feet` while a rocket bursts at the stone wall."""
    sim = Simulation(level_with(place_of("court"), feet=feet), hz=hz)
    actions = use(f"court.flier:{ROCKET}", f"court.wall:{STONE}", "court.speed:8", "court.launch")
    return sim, [sim.tick(Intent(actions=actions if tick == hz else ())) for tick in range(3 * hz)]


@pytest.mark.parametrize("hz", [60, 120])
def test_a_blast_throws_a_player_within_its_radius(hz):
    """The velocity is the impulse 4 / d^2 along the line from the burst's place on the floor, times THROWN, and it is kept."""
    feet = (1.5, -1.5, 0.0)
    _, records = burst_beside(feet, hz)
    (thrown,) = [record for record in records if any(record.lab.push)]
    x, y, z = 1.5, -1.5 + 0.15, thrown.before.position[2]
    d = (x * x + y * y + z * z) ** 0.5
    expected = [THROWN * 4.0 / d**3 * part for part in (x, y, z)]
    assert thrown.lab.push == pytest.approx(expected, abs=1e-9)
    assert thrown.after.velocity[:2] == pytest.approx(expected[:2], abs=1e-9) and thrown.after.ground == Ground.AIR
    (event,) = [event for event in events_of(thrown) if event.kind == EventKind.PUSHED]
    assert event.amount == pytest.approx(THROWN * 4.0 / d**2) and records[-1].after.ground == Ground.FLOOR
    flight = 2.0 * expected[2] / records[0].params.gravity
    assert records[-1].after.position[0] == pytest.approx(1.5 + expected[0] * flight, abs=expected[0] / hz)


def test_a_blast_leaves_a_player_beyond_its_radius_alone():
    _, records = burst_beside((2.6, -1.8, 0.0))
    assert not any(any(record.lab.push) for record in records)
    assert records[-1].after.position == records[30].after.position


def test_a_thrown_player_is_the_same_after_going_back():
    sim, records = burst_beside((1.5, -1.5, 0.0))
    hashes = sim.state_hash()
    sim.rewind(150)
    for record in records[-150:]:
        sim.tick(record.intent)
    assert sim.state_hash() == hashes


@pytest.mark.parametrize("away", [1.0, -1.0])
def test_the_rubble_of_a_wall_lies_on_the_far_side(away):
    """A visitor saw the bricks fall back towards the launcher."""
    (boxes,) = wall_shapes("brick", [False, *[True] * 20], away)
    assert boxes.centres[-1][1] * away > 0.5


@pytest.mark.parametrize("wall", [STONE, BRICK])
def test_what_a_rocket_does_is_chosen(wall):
    """One chars the wall and pushes nothing, a dud keeps .2 of its speed, backwards, and leaves no trace."""
    states, figures, incidents = launch(FIRE, wall)
    assert states[-1].flier is None and figures["patch"] == 0.8 and incidents == [IncidentKind.BURST]
    assert all(velocity == (0.0, 0.0, 0.0) for state in states for _, velocity in state.balls) and all(states[-1].bricks)
    states, figures, incidents = launch(DUD, wall)
    assert max(state.velocity[1] for state in states) == 8.0 and states[-1].velocity[1] == pytest.approx(-1.6)
    assert figures["patch"] == 0.0 and figures["rockets"] == 1.0 and incidents == [IncidentKind.STRUCK]


def test_the_dial_goes_through_the_list_and_changes_nothing_else():
    run, boards, lit = Run("court", 61, "court.flier:0", "court.wall:0", "court.launch"), [], []
    for number in (1, 2, 3, 9, 0):
        before, after = run.bodies, run.go(1, f"court.step:{number}").bodies
        assert after.steps == before.steps and after.ticks == before.ticks + 1 and not run.readouts[-1].restarted
        boards.append(run.board.notes)
        chosen = chosen_step(run.exhibit.kind.values(run.states[-1]), after)
        lit.append([tuple(colour) != DARK for colour in lamps(after, chosen).colours.tolist()])
    assert [notes[0][:11] for notes in boards[:4]] == ["Step 1 of 3", "Step 2 of 3", "Step 3 of 3", "Step 3 of 3"]
    assert "8 m/s before, -5.6 m/s after" in boards[1][1] and boards[0][1] == "1 prologue: may they collide? yes."
    assert lit[:3] == [[True, False, False], [False, True, False], [False, False, True]]
