"""Runs against the clock.

best_runs     best runs on disk
race_tracker  checkpoints, track and medal of a run
race_results, results_card  the card of a finished run
timer_panel   the clock
race_view     a clear view while the clock runs
"""
