"""The game in its window.

input              keyboard, mouse and gamepad, and what they do
menu               the menu
panels             the panels that only the window has
session            a game without its picture: time, runs, races, settings, progress
teaching           lessons, tutorial, tick inspector and twins, in the window
start_game         the start of the game in a window
game               the game: it makes all objects, loads levels, and updates the objects in every frame
window             the renderer, and the window: its icon, size, full screen, keyboard focus and screenshots
camera_controller  the camera of the window
pause_camera       the camera while time is paused
background_jobs    work during the game in threads and other processes
sound_cues         the sounds and messages of events
sound_player       sound playback
"""
