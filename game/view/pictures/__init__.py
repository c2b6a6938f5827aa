"""Pictures that are drawn without a window.

offscreen           a picture buffer of the software renderer
photographer        pictures of a simulation
picture_file        picture files
simulation_picture  a picture of a tick
tour_pictures       pictures of every level
clip                the last seconds of a run as an animated picture
lesson_slides       a lesson as slides
lesson_book         lessons as HTML pages
iteration_pictures  pictures of a tick's iterations
tick_page           a tick as an HTML page
"""
