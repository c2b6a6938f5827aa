"""Lessons, the tick inspector and other explanations, in the window.

lesson_player   opens pages, asks their questions, and restores the game
lesson_panel, lesson_view  a lesson's page on the screen
tick_inspector  the iteration that is shown
space_choice, minkowski_view  the spaces that a tick is shown in
twin_manager    which twins walk beside the player
explanations    these four as one record
"""
