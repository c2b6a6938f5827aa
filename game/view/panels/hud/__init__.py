"""The head-up display.

hud_panel   numbers, legend, messages, hints
key_hints   the texts of the hints, and how long they are shown
"""
