"""Keyboard, mouse and gamepad, and what they do.

exhibit_interaction  the player's hand at an exhibit
player_controls      keys and gamepad, which move the player, and the mouse pointer, which turns the view or clicks
actions              handlers of actions: time, runs, levels, camera, views, window, sound
"""
