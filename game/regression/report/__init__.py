"""The report of `check`, an HTML page.

report_page        the page
charts             charts of a run
report_images      pictures that differ
difference_tables  two texts side by side
"""
