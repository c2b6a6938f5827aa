"""Lessons, the tick inspector and other explanations, in the window.

lesson_player           opens pages, asks their questions, and restores the game
lesson_host             the functions of the game that a lesson calls, and the view that is restored after it
lesson_panel            the content of the panel with a lesson's page
lesson_panel_control    a lesson's panel, keys and clicks in the window
tutorial                the first steps of a new player, one prompt after the other
tutorial_panel          the panel with the present prompt
tick_inspector          the displayed iteration of the inspected tick
space_choice_and_morph  the choice of world space, ellipsoid space or both
minkowski_view          the Minkowski view of a tick
page_framing            the camera of a lesson's page
twin_manager            the twins beside the player
teaching_views_record   the inspector, the spaces and the twins as one record
"""
