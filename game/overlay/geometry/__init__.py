"""The shapes of overlays, the spaces that show them, and their triangles. No renderer.

shapes         points, arrows, discs, lines, triangles, labels
spaces         the world and ellipsoid space
space_mapping  shapes of one space in another
tessellate     shapes as triangles
unit_meshes    the unit tube, ball, disc and rings of the triangles
"""
