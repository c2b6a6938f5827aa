"""The panel beside the picture while time is paused: a column of text that scrolls.

text_flow        blocks of text, broken into lines that fit a width
side_panel       the panel: drawing and scrolling of blocks, and the effect of a click
tick_sheet       the content for a paused tick
iteration_sheet  the content for the tick inspector
"""
