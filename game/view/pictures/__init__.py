"""Pictures that are drawn without a window.

offscreen      the software renderer
photographer   a simulation as pictures
screenshot     a picture of a tick
tour_pictures  pictures of every level
clip           the last seconds of a run as an animated picture
lesson_slides  a lesson as slides
lesson_book    lessons as HTML pages
tick_pictures, tick_page  a tick's iterations as pictures and as a page
"""
