"""The head-up display.

hud_panel    draws it: numbers, legend, messages, hints
status_line  texts and states at the bottom of the screen
key_hints    lines on keys
"""
