"""The areas of facets, for tests."""

import numpy as np


def areas(facets):
    """(n,): the areas of facets (n, 3, 3)."""
    return np.linalg.norm(np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0]), axis=1) / 2
