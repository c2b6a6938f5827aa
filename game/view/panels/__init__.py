"""Panels drawn flat over the scene.

user_interface  all panels together
panel           the base class of all panels
canvas          text and boxes in pixels
hud             the head-up display
side            the panel beside the picture while time is paused
help_panel, inspector_panel, distance_panel, timeline_panel, hand_panel
label_layer     labels beside points of the world
space_titles    titles of the spaces
svg_card, logo  vector pictures, and the game's logo
layout          positions of labels, timeline and panels in pixels
"""
