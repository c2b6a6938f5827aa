"""Comparisons of a run with its golden record.

comparison_ladder  all comparisons, cheapest first
trajectory         positions and iterations of every tick
overlay_dump       the overlays of a tick as text
case_pictures      pictures of named moments
image_diff         the difference of two pictures
"""
