"""Loading, and work that goes on while the player already walks.

level_loading     from a level's name to a simulation that can tick
loading_screen    the picture meanwhile
level_watch       the level in play, read again when its file is saved
background        machine code and light, made beside the game and exchanged between two frames
child             what other processes do for it
background_line   the line that says what is still going on
"""
