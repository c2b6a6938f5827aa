"""The shared parts of all measurements: meshes, moves, timing, tables.

meshes         a small level, and terrain of any size
walking_moves  moves on a mesh, the same for all contenders
contenders     Glissade and other engines, each as a function
timing         medians of interleaved runs
tables         tables as text and as JSON
"""
