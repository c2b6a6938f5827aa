"""The head-up display: text over the scene while time runs.

hud_panel       panels of numbers, legend, messages and key hints
play_key_hints  the key hints, and their fading
goal_pointer    the pointer to the nearest golden mark
"""
