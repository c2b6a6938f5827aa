"""Collide and slide: sweep an ellipsoid through a mesh of triangles, stop at the first contact, slide, repeat."""

from .espace import Ellipsoid
from .mesh import TriangleMesh

__all__ = ["Ellipsoid", "TriangleMesh"]
