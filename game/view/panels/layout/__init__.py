"""The layout of panels: rectangles and positions in pixels. No renderer.

label_layout     labels beside their points, without overlap
timeline_layout  positions of ticks, marks and buttons
panel_priority   the panels hidden in a small window
"""
