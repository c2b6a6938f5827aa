"""Comparisons of a run with its golden record.

first_difference  all comparisons, in the order of their cost
tick_table_csv    positions and iterations of every tick
exhibit_readouts  the figures of the lab's exhibits
overlay_dump      the overlays of a tick as text
shot_rendering    pictures of shots
image_diff        the difference of two pictures
"""
