"""Pictures without a window.

offscreen      the software renderer
photographer   a simulation as pictures
screenshot     one picture of one tick
tour_pictures  pictures of every level
lesson_slides  a lesson as slides
tick_pictures, tick_page  a tick's iterations as pictures and as a page
"""
