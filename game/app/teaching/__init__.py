"""Lessons, the tutorial, the tick inspector and twins, in the window.

lesson_player   an open lesson
teaching_views  the displayed space, the twins, and the record of all teaching views
tick_inspector  the displayed iteration of a tick, the progress of its sweep, the picked triangle
tutorial        the tutorial through the first level
"""
