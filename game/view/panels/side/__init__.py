"""The one panel beside the picture while time stands: a column of text that scrolls.

flow           blocks of text, broken into lines of a width
side_panel     the panel: its blocks, its scrolling, and what a click on it means
tick_sheet     the blocks of a paused tick
iteration_sheet  the blocks of the tick inspector
free_area      the part of the window that no panel covers
"""
