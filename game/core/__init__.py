"""The base of all packages: vectors, compiling, checks, files. It depends on no other package.

vec3                    vectors of three numbers as tuples
elementary_functions    sine, cosine, arc tangent and exponential with the same bits on every machine
right_forward_up_frame  right, forward and up of a body whose up is not +z
shapes                  points, arrows, discs, lines, triangles and labels to draw, and their maps to other spaces
jit                     decorators of compiled functions, which run interpreted until their machine code is ready, and bound calls
machine_code_cache      the folder of machine code on disk, its files with their keys, and their loading without numba
background_compiling    the one process that compiles for all others
numba_compiler          compiling with numba, and writing of packages
wasm_compiler           compiling for browsers
numba_boxing            numba types of the arguments of bound calls: addresses of arrays, vectors
user_and_cache_folders  the user's folders for caches, data and settings, and files that no other user wrote
argument_checks         checks of the arguments of public functions
value_rules             rules for the values in a user's files
input_errors            the error of wrong input: one line for the user
font_characters         the characters that a font has, and the mark for others
safe_files              reading files up to a limit, writing them completely or not at all
html_writer             the one writer of HTML
svg_chart               the area of a chart as SVG, with its lines and grid
progress_bar            a progress bar in the terminal
"""
