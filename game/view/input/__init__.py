"""Keyboard, mouse and gamepad.

bindings                      the table of keys
key_help_by_mode              the keys that work in each mode
time_run_and_view_actions     a method for each action on time, run and view
camera_and_inspector_actions  actions on the camera and the tick inspector
level_and_tutorial_actions    changes of the level from the menu and by keys
window_and_sound_actions      actions on window, sound and program
player_controls               held keys and mouse motion
intent_source                 the Intent of each tick, from a script or from the controls
gamepad                       sticks and buttons of a gamepad
exhibit_interaction           use of an exhibit's controls under the crosshair
mouse_buttons_and_capture     the mouse pointer while the game is paused
"""
