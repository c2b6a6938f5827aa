"""The game in its window, and pictures without a window. Only this package needs Panda3D's renderer.

game                               makes all objects, loads levels, updates everything in each frame
start_game                         starts the game for a level, a recording or a lesson
window_size_focus_and_screenshots  the open window
window_icon                        its icon
renderer_and_window_setup          OpenGL on a graphics card, or else the software renderer
adaptive_quality                   the levels of picture quality, and their automatic choice
play_session                       fixed ticks, pause, slow motion, single steps
run_undo_and_redo, run_recorder    undo and redo of runs; runs written to a file
settings, saved_progress           the user's settings and progress
input                              keyboard, mouse, gamepad
camera                             the cameras
scene                              level, bodies and overlays as nodes
bodies                             player, twins, crowd and movers, with shadows
lighting                           baked light
panels                             text, boxes and plots over the scene
menu                               the menu
teaching                           lessons and the tick inspector in the window
race                               timed runs
feedback                           sounds, screen effects, messages
loading                            loading of levels, background work
pictures                           pictures without a window
"""
