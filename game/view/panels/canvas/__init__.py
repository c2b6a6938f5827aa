"""The drawing tools of all panels.

canvas       text, key caps, boxes, curves and pictures
theme        colours, text sizes and text styles
fonts        the fonts, and the widths of texts
line_breaks  a text as lines that fit in a width
key_hints    a text drawn as key caps with words
svg_texture  vector pictures
logo_image   the game's logo
"""
