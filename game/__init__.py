"""Glissade: a first-person demo of collide and slide after Kasper Fauerby's paper of 2003.

core                       vectors, compiling, checks, files: what all others stand on
collision                  sweep an ellipsoid through triangles, slide, repeat; usable without the rest
level                      level files and mesh files, read into triangles with materials, movers and volumes
lab                        exhibits whose bodies move and collide
player                     the player's own tick, compiled
simulation                 the player in fixed ticks, its history, twins and crowds
explain                    text, numbers and shapes about the solver's work in a tick, made without a renderer
other_engines              peers of the solver: Bullet, Rapier, Panda3D
lesson                     lessons: pages of text, each with a run and measured claims
scene                      level, bodies, overlays and light as nodes of Panda3D
web                        scenes that a browser draws, as data and JavaScript
panels                     text, boxes and plots over the scene
pictures                   pictures and pages made without a window
app                        the game in its window: input, menu, panels, lessons
regression                 the command `check`: runs compared with golden records
bench                      the command `bench`: measurements
cli_commands, cli_options  the command line and its options
"""
