"""Glissade: a first-person demo of collide and slide after Kasper Fauerby's paper of 2003."""
