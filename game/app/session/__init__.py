"""A game without its picture: time, runs, races, golden marks, settings and the user's progress. No file here draws.

goals_to_find                the golden marks of a level that the player finds by walking to them
level_loading_and_reloading  loading of levels, and hot reload
play_session                 time: fixed ticks, pause, slow motion, films, undo and redo
race                         timed runs: results, medals, ghosts
run_recorder                 the recorder, which writes the player's run to a file
saved_progress               the user's progress: levels, lesson pages, answers, goals, best runs
settings                     the user's settings
"""
