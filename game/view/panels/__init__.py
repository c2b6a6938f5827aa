"""Panels drawn flat over the scene.

user_interface  all panels together
panel           the one mechanism of all panels
canvas          text and boxes in pixels
hud             the head-up display
help_panel, inspector_panel, distance_panel, timeline_panel
label_layer     labels beside points of the world
space_titles    titles of the spaces
layout          places of labels, timeline and panels in pixels
"""
