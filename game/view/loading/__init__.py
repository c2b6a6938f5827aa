"""Loading of levels, and background work during the game.

level_loading     from a level's name to a simulation that can tick
loading_screen    the picture during loading
level_watch       hot reload of the level after its file was saved
background        compiling and baking during the game
program_break     protection against two allocators in two threads
child_process     functions that other processes run
background_line   the line of text that names the current background work
"""
