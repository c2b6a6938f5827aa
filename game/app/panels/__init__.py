"""The panels that only the window has. Those that pictures also show are in game/panels.

help_panel      the help, with the keys of each mode
loading_screen  the loading screen
race_panels     the clock of a race, the card with its results, and medals
timeline_panel  the timeline at the lower edge
user_interface  all panels of the window: which are visible, and where
views           tick inspector, crosshair and text at an exhibit, pointer to a golden mark, captions, background work
"""
