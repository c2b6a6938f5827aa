"""The report of `check`, an HTML page.

report_page        the page
charts             charts of a run
image_diff_html    pictures that differ
difference_tables  two texts side by side
"""
