"""Comparisons of a run with its golden record.

first_difference  all comparisons, in the order of their cost
image_diff        the difference of two pictures
verdict           the verdict on a case
"""
