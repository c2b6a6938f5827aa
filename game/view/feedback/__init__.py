"""Sounds, screen effects and messages that answer events.

event_sounds      sounds of events
ambient_sounds    sounds of water, wind, belts and movers near the player
sound_player      playback
captions          words for sounds
screen_flash, underwater_tint  colours over the whole picture
respawn_messages  messages after a fall or a death
"""
