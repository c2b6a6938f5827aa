"""The panels that only the window has. Those that pictures also show are in game/panels.

help_panel            the help, with the keys of each mode
loading_screen        the loading screen, and the line of background work
race_panels           the clock of a race, the card with its results, and medals
sign_and_goal_panels  pointer to a goal, copy of a far sign, card of a found golden mark
timeline_panel        the timeline at the lower edge
user_interface        all panels of the window: which are visible, and where
"""
