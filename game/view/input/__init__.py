"""Keyboard, mouse and gamepad.

bindings  the table of keys
actions   a method for each action
camera_actions, program_actions  actions on the camera, and on window, sound and program
controls  held keys and mouse motion
intents   the intent of each tick, from a script or from the controls
gamepad   sticks and buttons of a gamepad
hand      controls of exhibits under the crosshair
pointer   the mouse pointer while the game is paused
"""
