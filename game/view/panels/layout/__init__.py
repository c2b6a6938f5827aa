"""The layout of panels: their rectangles and positions. These modules import no renderer.

label_layout     labels beside their points, without overlap
timeline_layout  positions of ticks, marks and buttons
panel_priority   the choice of panels that are hidden in a small window
uncovered_area   the area of the window that no panel covers
body_area        the area of the window in which the player's body is drawn
"""
