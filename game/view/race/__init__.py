"""Runs against the clock, and places to find.

best_runs           best runs on disk
goals               places to find
race_tracker        checkpoints, track and medal of a run
race_results, results_card  the results of a finished run, and their card
medal_picture       the drawing of a medal
timer_panel         the clock
overlay_visibility  overlays are hidden while the clock runs
"""
