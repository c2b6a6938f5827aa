"""Newton's cradle: equal balls that hang side by side and touch at rest, and contacts resolved in pairs or all at once.

Swings are small, so every ball is a harmonic oscillator of the same frequency, and so is every gap between two balls. In pairs,
the first ball's velocity is passed to the last. At once, all relative velocities are reversed: (1, 0, 0, 0, 0) becomes
(-.6, .4, .4, .4, .4). Both results keep momentum and energy, so these laws alone do not say which is right.
"""

from math import inf

from ...core.elementary_functions import atan2, cos_sin

TOUCHING = 1e-12  # gap of balls in contact [m]. Smaller: rounding parts them; larger: a visible gap counts as none
ROUNDS = 10_000  # of the solution at once; five balls need 70
SOLVED = 1e-14  # change of an impulse in the last round [m/s]. Smaller: never reached; larger: digits are lost


def solve_in_pairs(velocities, touching, restitution):
    """Return the list of velocities after collisions of touching neighbours, one pair after the other, until none approach.

    velocities: of balls of equal mass, in order along the line, positive towards the last ball [m/s]
    touching: for each gap between neighbours, True if they touch
    restitution: 0..1
    """
    after, changed = list(velocities), True
    while changed:
        changed = False
        for k, is_contact in enumerate(touching):
            approach = after[k + 1] - after[k]
            if is_contact and approach < -SOLVED:
                mean, half = (after[k] + after[k + 1]) / 2.0, -restitution * approach / 2.0
                after[k], after[k + 1] = mean - half, mean + half
                changed = True
    return after


def solve_at_once(velocities, touching, restitution):
    """Return the list of velocities [m/s] after all contacts are resolved at once. Arguments: as in `solve_in_pairs`.

    The relative velocity at a contact is that of the next ball minus that of this one, so it is negative if they approach.
    Afterwards it is at least -restitution times the value before, and at least 0. Impulses are at least 0.
    Method: Gauss-Seidel on the impulses, for equal masses of 1 kg.
    """
    after, impulses = list(velocities), [0.0] * len(touching)
    wanted = [-restitution * min(velocities[k + 1] - velocities[k], 0.0) for k in range(len(touching))]
    for _ in range(ROUNDS):
        greatest = 0.0
        for k, is_contact in enumerate(touching):
            if not is_contact:
                continue
            change = max((wanted[k] - (after[k + 1] - after[k])) / 2.0, -impulses[k])
            impulses[k] += change
            after[k] -= change
            after[k + 1] += change
            greatest = max(greatest, abs(change))
        if greatest <= SOLVED:
            break
    return after


def swing(offsets, velocities, frequency, step, solve=solve_in_pairs, restitution=1.0):
    """Return (offsets, velocities, number of calls of `solve`) after a step [s]. Contacts at the same time need one call.

    offsets: displacement of each ball from its position at rest [m], positive towards the last ball, a list
    velocities: of the balls [m/s], with the same sign, a list
    frequency: angular frequency of the swing [rad/s]
    solve: function with the arguments and the result of `solve_in_pairs`, such as `solve_at_once`
    restitution: 0..1
    """
    left, collisions = step, 0
    while True:
        time = min([left, *(next_contact(offsets, velocities, k, frequency) for k in range(len(offsets) - 1))])
        c, s = cos_sin(frequency * time)
        moved = [(x * c + v / frequency * s, v * c - x * frequency * s) for x, v in zip(offsets, velocities)]
        offsets, velocities = [x for x, _ in moved], [v for _, v in moved]
        left -= time
        if left <= 0.0:
            return offsets, velocities, collisions
        touching = [after - before <= TOUCHING for before, after in zip(offsets, offsets[1:])]
        velocities = solve(velocities, touching, restitution)
        collisions += 1


def next_contact(offsets, velocities, k, frequency):
    """Return the time until ball k meets ball k + 1 [s]; 0.0 if they touch and approach, inf if they touch and do not approach.

    offsets, velocities, frequency: as in `swing`
    """
    gap, rate = offsets[k + 1] - offsets[k], (velocities[k + 1] - velocities[k]) / frequency
    if gap <= TOUCHING:
        return 0.0 if rate < -SOLVED else inf
    return atan2(gap, -rate) / frequency
