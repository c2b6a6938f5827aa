"""Panels drawn flat over the scene.

interface         all panels together
panel             the one mechanism of all panels
canvas            text and boxes in pixels
hud_panel, help_panel, inspector_panel, distance_panel, timeline_panel
timeline          the geometry of the timeline
label_layer, label_layout  labels beside things in the world
panel_priority    which panels are hidden in a small window
key_hints, status, space_titles  lines of text
"""
