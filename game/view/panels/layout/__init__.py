"""The layout of panels: rectangles and places in pixels. No renderer.

label_layout     labels beside their points, without overlap
timeline_layout  places of ticks, marks and buttons
panel_priority   which panels are hidden in a small window
"""
