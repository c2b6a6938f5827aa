"""Keyboard, mouse and gamepad, and what they do.

exhibit_interaction         the player's hand at an exhibit
level_and_tutorial_actions  changes of level that menu and keys offer
mouse_buttons_and_capture   the mouse pointer, which turns the view in play
player_controls             the controls that move the player
time_run_and_view_actions   handlers of actions: time, runs, camera, views, window, sound
"""
