"""Timed runs, and goals to find.

best_runs           best runs on disk
goals               goals of a level without a clock
race_tracker        checkpoints, track and medal of a run
race_results, results_card  the results of a finished run, and the panel that shows them
medal_picture       the picture of a medal
timer_panel         the clock
overlay_visibility  overlays are hidden while the clock runs
"""
