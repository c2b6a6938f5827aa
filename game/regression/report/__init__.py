"""The report of `check`: one HTML page.

report_page        the page
charts             drawings of a run
report_images      pictures that differ
difference_tables  two texts side by side
"""
