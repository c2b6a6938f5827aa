"""The text beside a picture: head-up display, tick inspector, legend.

hud_text           the text of the head-up display
inspector_text     the text of the tick inspector for one iteration
legend             the names of the colours in a picture
subscript_parsing  subscripts in a text
coloured_words     the colours of terms in a text
"""
