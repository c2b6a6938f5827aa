"""Cases: a level, a script and named moments.

run_case        runs a case
recording_case  a recording as a case
key_moments     moments for pictures, chosen by events
case_toml       a case as a TOML table
add_case        `check --add`
"""
