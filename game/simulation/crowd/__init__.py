"""Crowds of many players in one level.

crowd                 the crowd and its tick
random_wander         random wandering of agents, away from obstacles and hazards
tour_spawn_positions  spawn positions along the level's tour
"""
