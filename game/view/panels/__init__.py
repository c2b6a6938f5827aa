"""Panels: text, boxes and plots that are drawn flat over the scene.

user_interface                 all panels together
panel                          the base class of all panels
canvas                         text, key caps and boxes, the theme and fonts
hud                            the head-up display
side                           the panel at the right of the picture while time is paused
help_panel                     all keys
inspector_panel                the large page of the tick inspector
twin_distance_panel            the plot of the twins' distances
timeline_panel                 the timeline while time is paused
exhibit_crosshair_and_tooltip  the crosshair near an exhibit's desk
label_layer                    labels beside points of the world
space_titles                   titles of world space and ellipsoid space
layout                         positions of labels, timeline and panels
"""
