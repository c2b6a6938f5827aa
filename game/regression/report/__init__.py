"""The report of `check`, an HTML page.

report_page        the page
charts             charts of a run
pictures_html      pictures that differ
difference_tables  two texts side by side
"""
