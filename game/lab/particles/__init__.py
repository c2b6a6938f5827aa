"""One particle: a smooth sphere without rotation, moved by forces in steps of time.

integrators                    eight methods for one step, and whole trajectories
forces                         weight, spring, damping, drag and friction
motion_and_stability_formulas  predictions by formula: energies, errors, speeds
targeting                      the launch angles that hit a target at a given speed
penalty_floor                  a ball that bounces on a spring
"""
