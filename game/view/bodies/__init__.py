"""Bodies and their shadows: player, twins, crowd, movers.

player_body, player_shadow, twin_bodies
crowd_scene, crowd_bodies, crowd_shadows
mover_shade, mover_shadows, mover_outline
shadow_patches  shadows as thin dark patches on what is below
"""
