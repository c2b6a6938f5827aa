"""Sounds, screen effects and messages that answer events.

sound_cues        sounds of events, and of incidents in exhibits
ambient_loudness  sounds of water, wind, belts and movers near the player
sound_player      playback of sounds
sound_captions    words for sounds
screen_flash      flashes of colour over the whole picture
underwater_tint   a blue tint under water
goals_found       goals found in a level without a clock: their messages and sounds
respawn_messages  messages after a fall or a death
"""
