"""Regression cases: a level, a script, and ticks that get a picture.

case_simulation    runs a case
recording_to_case  a recording as a case
key_moments        ticks for pictures, chosen by events
case_to_toml       a case as a TOML table
add_case_command   `check --add`
"""
