"""The head-up display.

hud_panel   numbers, legend, messages, hints
key_hints   texts of the hints, their drawing and how long they are shown
"""
