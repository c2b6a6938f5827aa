"""Lessons, the tick inspector and other explanations, in the window.

lesson_player   opens pages, asks their questions, and restores the game
lesson_panel, lesson_view  a lesson's page on the screen
guide, guide_panel  the first steps of a new player, and the panel with the present step
tick_inspector  the iteration that is shown
space_choice, minkowski_view  the spaces in which a tick is shown
page_framing    the camera of a lesson's page
twin_manager    the twins beside the player
teaching_views  the inspector, the spaces and the twins as one record
"""
