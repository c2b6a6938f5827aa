"""Drawings of the ground under the player: slopes, steps, edges and the path over them.

motion_on_slopes  walking, falling and sliding on a slope, a steep wall, two passes or one at a step's edge
step_up           the sweeps of a step, its height, a step on a slope, the rays at a tread, a post on a tread
step_edges        the normals at a step's edge, edges that are too steep, an edge behind or beside the player
ground_path       floor, steep ground and air along a path
"""
