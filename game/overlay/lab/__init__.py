"""Exhibits as shapes and words: pure data, made from the state of an exhibit alone.

exhibit_drawings         the drawing of each kind of exhibit, and lab_shapes, which are the shapes for key 9 in the world
drawings_and_boards      folder of the drawings and of the boards, one file for each kind
board_types              the content of a board: rows of numbers, and a plot
integrator_descriptions  how each integration method computes a step
desk_controls            the controls of a desk as shapes
exhibit_transform        from an exhibit's own frame to the world
"""
