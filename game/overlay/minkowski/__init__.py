"""The Minkowski view: triangles expanded by the body, and the body as a point.

minkowski_overlay  the view as shapes
rounded_triangle   one triangle expanded by the unit sphere
minkowski_union    the outer surface of many expanded triangles
triangle_cutting   clipping and subdividing of small triangles, distances from a triangle
"""
