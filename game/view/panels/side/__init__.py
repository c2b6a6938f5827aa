"""The panel beside the picture while time is paused: a column of text that scrolls.

flow           blocks of text, broken into lines of a width
side_panel     the panel: its blocks, its scrolling, and the effect of a click
tick_sheet     the blocks of a paused tick
iteration_sheet  the blocks of the tick inspector
free_area      the part of the window that no panel covers
"""
