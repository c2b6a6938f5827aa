"""Words and numbers that describe the solver's work in a tick.

replay                  a recorded iteration, run again with all intermediate results
triangle_test           one triangle's test, step by step
recorded_triangles      the triangles of a recorded tick, at their positions in it
describe_trace          a trace in words
describe_triangle_test  one triangle's test in words
source_lines            the lines of source that decided
text_lines              the format of lines and numbers
"""
