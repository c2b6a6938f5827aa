"""The panels that only the window has. Those that pictures also show are in game/panels.

exhibit_crosshair_and_tooltip  the crosshair near a desk, and the text of the control that it points at
goal_pointer                   the pointer to the nearest golden mark
help_panel                     the help, with the keys of each mode
inspector_panel                the large page of the tick inspector
lesson_panel_control           the lesson's panel in the window: its keys, clicks and scrolling
loading_screen                 the loading screen and the panel of background work
sound_captions                 words for the sounds of events
timeline_panel                 the timeline at the lower edge
timer_panel                    the timer of a race, the card with its results, and medals
tutorial_panel                 the tutorial's prompt
user_interface                 all panels of the window: which are visible, and where
"""
