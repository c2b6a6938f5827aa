"""Timed runs.

best_runs                   best runs on disk
race_tracker                checkpoints, track and medal of a run
race_results                the results of a finished run
results_card                the panel with these results
medal_picture               the picture of a medal
timer_panel                 the clock of a run
overlay_visibility_in_race  the rule that hides overlays while the clock runs
"""
