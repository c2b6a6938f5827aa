"""The shared parts of all measurements: meshes, moves, timing, tables.

walking_moves  a small level, terrain of any size, and moves on them, the same for all contenders
contenders     Glissade and other engines, each as a function
timing         medians of interleaved runs, as tables of text and JSON
"""
