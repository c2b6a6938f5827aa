"""The shapes of overlays, the spaces in which they are drawn, and their triangles, without a renderer.

shapes         points, arrows, discs, lines, triangles, labels
spaces         the world and ellipsoid space
space_mapping  shapes of one space in another
tessellate     shapes as triangles
unit_meshes    the unit tube, ball, disc and rings of the triangles
"""
