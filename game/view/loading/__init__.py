"""Loading of levels, and background work during the game.

level_loading            from a level's name to a simulation that can tick
loading_screen           the picture during loading
hot_reload               hot reload of the level after its file was saved
background_jobs          compiling and baking during the game
allocator_conflict       protection against two allocators in two threads
worker_tasks             functions that other processes run
background_status_panel  the line of text that names the current background work
"""
