"""Panels: text, boxes and plots that are drawn flat over the scene.

theme                       colours, text sizes and styles
canvas                      the drawing tools of all panels
panel                       a flat drawing over the scene, and the area that no panel covers
bindings                    the table of keys
hud_panel                   the panels over the scene while time runs: numbers, hints, messages, titles, tints, twins
label_layer                 labels beside their points
lesson_panel                the panel with a lesson's page
text_column_layout          blocks of text, formulas and drawings, broken into the lines of a column
side_panel                  a column of text at the right of the picture, which scrolls
tick_and_iteration_content  the side panel's content for a tick or an iteration
"""
