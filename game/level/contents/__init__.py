"""A level in memory, and all that it contains.

level                      the level, its materials and their palette, signs and lights, its regression cases, and rays against it
part_shape                 triangles with roles, and closed solids made by extrusion
polygon_triangulation      triangulation of flat polygons and of the faces of mesh files
mesh_pictures_and_colours  pictures and vertex colours of a mesh file
mover                      poses, and rigid bodies that move by themselves
volume                     boxes and cylinders with an effect on the player, and gravity of any direction
exhibit_place              where exhibits of the lab are, their desks and boards, and the rays that hit them
limits                     limits on the contents of a file
"""
