"""Walkers look where they step: who would fall into something deadly is told so in time."""

import numpy as np

EVERY = 8  # ticks from one look to the next. Fewer: each tick costs more; more: they are over the edge before
AHEAD = 1.2  # [m] from the body's middle to where one looks. Less: too late to turn; more: narrow ways are shunned
DEEP = 60.0  # [m]; no level falls farther
DOWN = (0.0, 0.0, -1.0)


def in_danger(crowd, headings):
    """Numbers of those, of the part whose turn it is to look, who are about to die. headings (n,) [rad]: where all walk to"""
    rows = np.arange(crowd.ticks % EVERY, len(headings), EVERY)
    ways = np.stack([-np.sin(headings[rows]), np.cos(headings[rows]), np.zeros(len(rows))], axis=1)
    places = crowd.positions[rows] + AHEAD * ways
    depths = crowd.mesh.raycast(places, np.tile(DOWN, (len(rows), 1)), DEEP)
    places[:, 2] += crowd.params.feet - np.minimum(depths, DEEP)
    return rows[crowd.volumes.holding_each(places, crowd.params.feet)[:, crowd.kinds.kills].any(axis=1)]
