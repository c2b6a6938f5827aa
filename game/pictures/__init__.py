"""Pictures that are drawn without a window.

offscreen            pictures without a window, and their files
photographer         one picture of a simulation with overlays, texts and views
clip                 the last seconds of a run as an animated picture
lesson_book          the course as a book of HTML pages
lesson_slides        a picture of each page of a lesson
simulation_pictures  the pictures of the command `shot` and of the tour
tick_page            the HTML page of a tick, with a picture of each iteration
"""
