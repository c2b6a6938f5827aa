"""Crowds of many players in one level.

crowd     the crowd and its tick
steering  wandering, away from obstacles and hazards
spawn     spawn positions along the level's tour
"""
