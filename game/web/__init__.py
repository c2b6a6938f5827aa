"""Scenes that a browser draws, and levels that it plays: what Python sends, and the JavaScript that draws and plays it.

scene_data      levels and shapes as arrays, and the parts of a page that shows them
tick_scenes     the iterations of ticks as steps of a scene
picture_scenes  pictures of lessons as scenes
tick_module     the player's tick as a WebAssembly module, compiled from the source that the game itself compiles
tick_memory     the memory with which the module plays a level
play_data       all that a page needs to play a level
play_site       a folder of pages in which levels are played
"""
