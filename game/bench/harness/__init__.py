"""The shared parts of all measurements: meshes, moves, timing, tables.

walking_moves  a small level, terrain of any size, and moves on them, the same for all contenders
timing         medians of interleaved runs, as tables of text and JSON
"""
