"""Lessons, the tutorial, the tick inspector and twins, in the window.

lesson_player   an open lesson, and its panel
teaching_views  the displayed space, the twins, the tick inspector, and the record of all teaching views
tutorial        the tutorial through the first level, and its prompt
"""
