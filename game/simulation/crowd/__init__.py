"""Many players in one level.

crowd             the crowd and its tick
agents            the states of all agents as columns
steering          wander, and turn away from what stops or kills
hazard_avoidance  deadly volumes ahead
spawn             places to begin
slow_path         agents that need the slow path this tick
oriented_agents   agents with a body or an up of their own
forces            gravity, water, wind and belts, for many at once
"""
