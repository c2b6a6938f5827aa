"""Sound, flashes and messages.

event_sounds      which sound an event makes
ambient_sounds    what sounds all the time
sound_player      playing sounds
screen_flash, underwater_tint  glow and tint over the picture
respawn_messages  messages after a fall or a death
"""
