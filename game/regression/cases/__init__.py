"""Cases: a level, a script and named moments.

run_case        runs a case
recording_case  a recording as a case
key_moments     moments for pictures, chosen by events
case_text       a case as a TOML table
new_case        `check --add`
"""
