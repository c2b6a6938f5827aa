"""Two bodies that may meet: tests at instants of time, and sweeps over all of a step.

overlap_tests              overlap of a sphere with plates and spheres, and the share of hits that tests at instants miss
bisection_and_subdivision  the time of impact by halving, and by subdivision of the step
sphere_plane               a sphere swept against a plane: Gomez's listing, and a repaired one
sphere_sphere              two moving spheres: the repaired sweep
printed_sphere_sweep       two moving spheres: the formulas of Tang's lecture as printed
bullet_tests               one shot at obstacles by each of these methods
"""
