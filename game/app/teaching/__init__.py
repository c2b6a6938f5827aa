"""Lessons, the tutorial, the tick inspector and twins, in the window.

lesson_player   an open lesson, and its panel
teaching_views  the displayed space, the twins, and which overlays are drawn or hidden
tick_inspector  the tick inspector: iteration, sweep, section, picked triangle, and the large page of numbers
tutorial        the tutorial through the first level, and its prompt
"""
