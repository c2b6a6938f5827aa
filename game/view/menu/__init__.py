"""The menu.

menu_model                  pages, rows and focus, as data
menu_panel                  the drawing of the menu
menu_keys_and_mouse         keys and mouse of the menu
main_pages                  front page, main page, levels, quitting
overlays_and_views_page     overlays, crowd, speed of time
settings_page               settings
rule_drawing                the drawing beside a rule: a walk with the rule on and off
rules_and_parameters_pages  rules, parameters, twins
lesson_pages                lessons
keys_page                   choice of other keys
cards                       cards in a grid
tunables                    parameters that can be changed during play
"""
