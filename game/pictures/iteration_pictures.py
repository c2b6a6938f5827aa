"""Pictures of the iterations of a tick, for HTML pages. The camera is behind and beside the body, nearer if walls are close."""

from ..core.right_forward_up_frame import up_of
from ..core.vec3 import along
from ..explain.tick_overlay import Switches
from ..scene.look_and_spring_arm import LevelRaycast, Look, SpringArm
from .photographer import Photographer

ASIDE = 0.75  # [rad] from straight behind. Smaller: the body hides the contact
CLOSE = 3.3  # [m] from the body's centre. Smaller: the plane is cut off; larger: contacts are small


def tick_pictures(tick, sim, size):
    """Return a list with a PIL image of each iteration of collide-and-slide in a tick.

    tick: InspectedTick
    sim: the Simulation that made the tick
    size: (width, height) [pixels]
    """
    with Photographer(sim, size, Switches.none(), hud=False) as photographer:
        return [picture_of(photographer, tick, number, sim) for number in range(len(tick.iterations))]


def picture_of(photographer, tick, number, sim):
    """Return a PIL image of the body at the end of one iteration's sweep.

    photographer: Photographer
    tick: InspectedTick
    number: index of the iteration
    sim: the Simulation that made the tick
    """
    shapes = [*tick.static_shapes(number), tick.swept_body(number, 1.0)]
    return photographer.picture(tick.record, free=camera_beside(tick, number, sim), shapes=shapes)


def camera_beside(tick, number, sim):
    """Return (eye, target), both (3,) [m], of a camera beside and behind the body at the end of one iteration's sweep.

    tick: InspectedTick
    number: index of the iteration
    sim: the Simulation that made the tick
    """
    centre, frame = tick.swept_body(number, 1.0).centre, tick.trace.frame
    arm = SpringArm()
    sight = LevelRaycast(sim.level, tick.record.tick / sim.hz)
    eye, look = arm.advance(sight, centre, Look(tick.record.after.heading - ASIDE, frame=frame), seconds=1e9)
    nearer = min(arm.length, CLOSE)
    target = along(centre, up_of(frame), -0.15)
    return tuple(t - nearer * f for t, f in zip(target, look.forward())), target
