"""The Minkowski view: triangles expanded by the body, and the body as a point.

minkowski_overlay  the shapes of the view
rounded_triangle   the surface of one triangle expanded by the unit sphere
minkowski_union    the outer surface of many expanded triangles
triangle_clipping  clipping and subdividing of small triangles
triangle_distance  distances of points from a triangle
"""
