"""Text and numbers that describe the collision solver's work in a tick.

triangle_test_replay        the tests of a recorded iteration, run again with all intermediate results
triangle_test_types         the record of a triangle's test: its intermediate results
triangle_test_steps         the solver's test of a triangle, run again to make this record
candidate_triangle_corners  the triangles of a recorded tick, at their positions in it
describe_trace              a trace as text
describe_triangle_test      the test of a triangle as text
rule_switch_descriptions    the rules in plain words: names, what each repairs, what to watch without it
source_lines                the lines of source code that decided
line_and_number_format      the format of lines and numbers
"""
