"""Robustness: random bodies in hostile rooms, with a check of every step.

bare_body_run         the run of bare bodies
player_run            the run of the whole player
rooms                 random rooms
hostile_geometry      the objects in rooms
motion_patterns       the displacements of the bodies
stuck_check           the check for falsely stuck bodies
failure_reproduction  replay of the failures of a seed, step by step
robustness_report     the printed report
"""
