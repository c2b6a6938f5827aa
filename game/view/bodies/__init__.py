"""The bodies of player, twins, crowd and movers, with their shadows.

player_body, player_shadow, twin_bodies
crowd_scene, crowd_bodies, crowd_shadows
mover_shade, mover_shadows, mover_outline
shadow_patches  shadows as thin dark patches on the surfaces below
"""
