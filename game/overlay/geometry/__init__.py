"""The shapes of overlays, the spaces in which they are drawn, and their triangles, without a renderer.

shape_types       points, arrows, discs, lines, triangles, labels
spaces            the world, ellipsoid space, and blends of both
shape_transforms  shapes of the world as shapes of another space
tessellate        triangles of the shapes
unit_meshes       unit tube, ball, box, disc and rings, from which the triangles are made
"""
