"""Runs of a player: what leads through them, and what is kept of them.

script     intents as lines of text
recording  runs that can be replayed and verified
csv_table  a run as a table
waypoints  routes that a player follows
race       timed runs and checkpoints
"""
