"""Keyboard, mouse and gamepad, and what they do.

exhibit_interaction         the player's hand at an exhibit
level_and_tutorial_actions  changes of level that menu and keys offer
player_controls             keys and gamepad, which move the player, and the mouse pointer, which turns the view or clicks
time_run_and_view_actions   handlers of actions: time, runs, camera, views, window, sound
"""
