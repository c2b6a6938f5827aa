"""Many players in one level.

crowd            the crowd and its tick
agents           the states of all agents as columns
steering         wandering, away from obstacles and hazards
spawn            spawn positions along the level's tour
slow_path        conservative masks of the agents that need the slow path this tick
oriented_agents  agents with a body or an up of their own
agent_forces     gravity, water, wind and belts, for many agents at once
"""
