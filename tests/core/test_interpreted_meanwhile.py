"""Playing before the machine code is there: the same bits, whenever it comes, and no wait for the compiler."""

import pytest

from game.core import jit
from tests.forks import GAME, output_of_fork

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")

# Walks up the stairs with jumps; the machine code comes into the cache after argv[1] ticks.
WALK = """
import sys
from game.core import jit
from game.level import load_level
from game.simulation import Intent, Simulation
from game.player.tick import tick_players

kept, jit.KEPT = jit.KEPT, None
jit.interpret_meanwhile()
sim = Simulation(load_level("stairs"))
for tick in range(240):
    if tick == int(sys.argv[1]):
        jit.KEPT = kept
    sim.tick(Intent(wish=(0.05, 1.0), jump=tick % 50 == 0, run=tick > 120))
print(sim.state_hash(), int(tick_players.first_code is not None))
"""
NEVER = 1000


def walk(exchange_at):
    return output_of_fork(WALK, exchange_at, preload=GAME, NUMBA_DISABLE_JIT="0").split()


def test_the_exchange_in_the_middle_of_a_walk_changes_no_bit():
    interpreted, early, late = walk(NEVER), walk(0), walk(100)
    assert interpreted[0] == early[0] == late[0]
    assert (interpreted[1], early[1], late[1]) == ("0", "1", "1")  # the tick has machine code


def test_a_thread_that_only_loads_does_not_compile(tmp_path):
    """It says that the cache has nothing, and functions go on interpreted."""
    code = """
from game.core import jit
from game.core.jit import NotKept
from game.collision.warmup import compile_mesh
jit.interpret_meanwhile()
try:
    with jit.machine_code(only_kept=True):
        compile_mesh()
except NotKept:
    compile_mesh()
    print(jit.is_interpreted(), any(jit.KEPT.names()))
"""
    found = output_of_fork(code, NUMBA_DISABLE_JIT="0", GLISSADE_CACHE=str(tmp_path))
    assert found.split() == ["True", "False"]


def test_a_mesh_queried_before_takes_the_machine_code_when_it_arrives():
    """Its bound calls were made of interpreted functions; they are replaced, whatever was called first."""
    code = """
from types import FunctionType
from game.collision import Ellipsoid, TriangleMesh, Trace, collide_and_slide, overlap, sweep
from game.core import jit
kept, jit.KEPT = jit.KEPT, None
jit.interpret_meanwhile()
mesh = TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)])
call = mesh, Ellipsoid(), (0.0, 0.0, 1.0), (0.1, 0.2, -0.3)
def queries():
    moves = collide_and_slide(*call).position, collide_and_slide(*call, trace=Trace()).position
    return sweep(*call), overlap(*call[:3]), moves
def interpreted():
    nearbys = mesh.scratch.near, mesh.scratch.plain
    calls = [call for near in nearbys for call in (near.gather_box, near.step, near.sweep)]
    return sum(isinstance(call.func, FunctionType) for call in calls)
first, before = queries(), interpreted()
jit.KEPT = kept
print(before, queries() == first == queries(), interpreted(), mesh.bound_sweep[-1] is mesh.scratch.plain.sweep)
"""
    assert output_of_fork(code, preload=GAME, NUMBA_DISABLE_JIT="0").split() == ["6", "True", "0", "True"]
