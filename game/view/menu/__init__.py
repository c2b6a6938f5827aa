"""The menu.

menu               pages, rows and focus, as data
menu_panel         the menu on the screen
pages              main pages
rules_pages        switches, numbers, twins
lesson_pages       lessons
tunables           numbers that can be changed
rule_presets, rule_descriptions  names and words of the rules
"""
