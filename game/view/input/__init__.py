"""Keys, mouse and what they do.

bindings  the table of keys
actions   what each key does
controls  keys held and mouse motion, as an intent
intents   a script or the player
pointer   the mouse pointer while time stands
"""
