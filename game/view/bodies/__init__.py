"""The bodies of player, twins, crowd and movers, with their shadows.

player_body       the player seen from outside
player_shadow     the player's shadow, which shows where a jump will end
twin_bodies       the bodies of twins
crowd_scene       a crowd with its simulation
crowd_body_lod    the bodies of a crowd, in levels of detail
crowd_shadows     contact shadows below a crowd
mover_brightness  the brightness of a mover along its path
mover_footprint   the outline of a mover, from which its shadow is made
mover_shadows     the shadows below movers
shadow_patches    shadows as thin dark patches on the surfaces below
"""
