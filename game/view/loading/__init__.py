"""Loading, and background work during the game.

level_loading     from a level's name to a simulation that can tick
loading_screen    the picture during loading
level_watch       reads the level in play again after its file was saved
background        machine code and light, made during the game and exchanged between two frames
child_process     work of other processes
background_line   the line that shows the current background work
"""
