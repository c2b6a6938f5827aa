"""The simulation's tests. Scenarios A to R, W and Z are what the best character controllers ask of themselves.

The files are in this folder and in tests/player:

A  falling and jumping             test_falling.py
B  slopes                          test_slopes.py, test_creases.py
C  sticking to the floor           test_ground_snap.py
D  stairs                          test_stairs.py, test_ledges.py, test_step_down_zero.py
E  along a wall                    test_walls.py, test_creases.py
F  corners, grooves, funnels       test_corners.py
G  corridors                       test_corridors.py
H  tessellation                    test_tessellation.py
I  speed and tunnelling            test_tunnelling.py
J  beside a wall in the air        test_air_control.py
K  started inside                  test_recovery.py
L  platforms                       test_carrying.py, test_carrying_several.py, test_lifts.py, test_pushing.py, test_squeezing.py
M  time step                       test_time_step.py
N  scale, place, mirror, order     test_symmetry.py, test_scale.py
O  determinism                     test_determinism.py
P  dirt                            test_dirty_meshes.py
Q  ramp crest                      test_ground_snap.py
R  volumes at any speed            test_swept_volumes.py
W  edges that are round or lean    test_rounded_edges.py
Z  out of the water                test_water_jump.py
"""
