"""Levels in a browser: what Python sends to a page that plays them.

tick_module   the player's tick as a WebAssembly module, compiled from the source that the game itself compiles
tick_memory   the memory with which the module plays a level
"""
