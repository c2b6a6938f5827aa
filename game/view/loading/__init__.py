"""Loading of levels, and background work during the game.

level_loading     from a level's name to a simulation that can tick
loading_screen    the picture during loading
level_watch       reloads the level after its file was saved
background        compiling and baking during the game
child_process     the work of other processes
background_line   the line on the screen that shows the current background work
"""
