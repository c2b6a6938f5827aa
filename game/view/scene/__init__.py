"""The scene graph: level, bodies and overlays as nodes of Panda3D.

moment                all that is needed to draw one picture
session_moment        the Moment of a Session
scene                 draws a Moment as a picture
scenery               surfaces, movers, volumes, signs and sky of a level
lab_scene             exhibits of the lab
lab_texts             texts of exhibits: labels of desks, captions beside bodies
overlay_scene         overlay shapes
scene_in_space        the scene in world space or ellipsoid space
side_by_side_cameras  one picture or two, and their cameras
render_scale          pictures with fewer or more pixels than the window
geometry_nodes        nodes made from arrays
node_placement        position and orientation of a node
"""
