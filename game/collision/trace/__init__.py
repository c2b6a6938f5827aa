"""The trace: a record of one call of the algorithm, iteration by iteration.

step_rows   the rows as compiled code writes them
trace_step  one iteration, read from its row
trace       the record of a whole call: all iterations, the candidates, the rules
enums       the part of a triangle that was touched, the outcome of a test, the purpose of a pass, the end of an iteration
"""
