"""The game in its window.

menu                      the menu
panels                    the panels that only the window has
session                   a game without its picture: time, runs, races, golden marks, settings, progress
teaching                  lessons, tutorial, tick inspector and twins, in the window
game                      the game and its start: it makes all objects, loads levels, and updates the objects in every frame
window                    the renderer, the window (icon, size, full screen, focus, screenshots), and its automatic quality
camera                    the camera of the window: its views, and what it follows, in play and while time is paused
free_camera_and_panorama  the free camera of a pause and of noclip, a circle around the level, a full turn about the player
contact_camera            where the camera stands for a near view of a contact
player_controls           keys and gamepad, the mouse pointer, which turns the view or clicks, and the Intent of each tick
action_handlers           handlers of actions: time, runs, levels, camera, views, window, sound
exhibit_interaction       the player's hand at an exhibit, and the text of what it points at
background_jobs           work during the game in threads and other processes
sound                     playback of event sounds, their captions, and the sounds of places
"""
