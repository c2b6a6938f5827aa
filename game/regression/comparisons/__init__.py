"""Comparisons of a run with its golden record.

changed_inputs    the inputs that differ from those on record
first_difference  all comparisons, in the order of their cost
image_diff        the difference of two pictures
verdict           the verdict on a case
"""
