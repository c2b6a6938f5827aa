"""Random bodies in hostile rooms, every step checked.

robustness         the run
player_run         the same for the whole player
rooms, room_objects  the rooms
driven_bodies      how bodies are driven
stuck_check        stopped rightly or stuck
reproduce          a failing seed again, step by step
robustness_report  what is printed
"""
