"""Robustness: random bodies in hostile rooms, with a check of every step.

bare_body_run      the run of bare bodies: their displacements, and the check for falsely stuck ones
player_run         the run of the whole player
rooms              random rooms, and the objects in them
robustness_report  the printed report, and the failures of a seed, step by step
"""
