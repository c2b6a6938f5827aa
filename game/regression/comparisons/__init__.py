"""Comparisons of a run with its golden record.

comparison_ladder  all comparisons, in the order of their cost
trajectory_table   positions and iterations of every tick
exhibit_readouts   the figures of the lab's exhibits
csv_writer         tables as CSV text
overlay_dump       the overlays of a tick as text
shot_rendering     pictures of shots
image_diff         the difference of two pictures
"""
