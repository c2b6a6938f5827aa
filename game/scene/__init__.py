"""The scene graph: level, bodies, overlays and cameras as nodes of Panda3D.

light                        baked light: sun, shadows and sky light of a level, computed once and stored in vertex colours
scene                        the Scene of a level: all nodes, and Scene.draw(moment), which draws one picture
moment                       all that is needed to draw one picture
crowd_scene                  the bodies of a crowd in four levels of detail
feature_edges                the edges at which a surface ends or turns sharply
framing                      the camera that shows given points in the middle of a rectangle
geometry_nodes               nodes of triangles, and their position and orientation
lab_scene                    exhibits: bodies, desks, boards, texts
look_and_spring_arm          the directions of the view, and the arm of the camera
mover_models                 the nodes of movers
overlay_scene                overlay shapes in the scene graph, in any space
player_body                  the player and its twins seen from outside
shadows                      shadows of player and movers
signs_and_goals              signs and golden marks
sky                          haze, sun, clouds and far hills around the camera
split_screen_and_resolution  pictures side by side, and the resolution of the scene
static_scenery_and_patterns  the surfaces of a level as nodes, and their pictures: patterns and textures
volume_scenery               volumes in the scene, with the surface of water
event_sounds                 which sounds a tick has, and how loud
"""
