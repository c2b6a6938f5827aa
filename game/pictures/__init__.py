"""Pictures that are drawn without a window.

offscreen      pictures without a window, and their files
photographer   one picture of a simulation with overlays, texts and views; the command `shot`
tour_pictures  pictures of levels' tours at their best moments
clip           the last seconds of a run as an animated picture
lesson_book    the course as a book of HTML pages, and a picture of each page of a lesson
tick_page      the HTML pages of a tick and of a run, with a scene that one can turn
"""
