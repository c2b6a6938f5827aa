"""The head-up display: text over the scene while time runs.

hud_panel   panels of numbers, legend, messages and key hints
key_hints   texts of the key hints, their drawing, and their fading
"""
