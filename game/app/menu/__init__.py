"""The menu.

claims_page               what the source documents claim: each row leads to the pages and exhibits that show it
main_pages                the front page, and the pages of levels and lessons
menu_model                the menu as data
menu_panel                the menu as drawn, as rows or cards, its keys and its mouse
rules_and_overlays_pages  rules with a drawing beside each, parameters, twins, overlays, crowd and speed of time
settings_page             settings and keys
"""
