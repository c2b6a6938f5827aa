"""Runs of a player: scripts and routes that control them, recordings and tables that store them.

script                      intents as lines of text
recording                   runs that can be replayed and verified
csv_export                  a run as a table in a CSV file
waypoint_routes_and_walks   routes that a player follows
race_times_and_checkpoints  timed runs and checkpoints
"""
