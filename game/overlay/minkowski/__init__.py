"""The Minkowski view: triangles expanded by the body, the body shrunk to a point.

minkowski_overlay  the view as shapes
rounded_triangle   one triangle expanded by the unit sphere
minkowski_union    the outer surface of many expanded triangles
triangle_cutting   small triangles: cut, quarter, measure
"""
