"""Machinery below the algorithm: compiling, vectors, scratch memory, and the compiled entry points.

compiling               compiled functions, and their machine code on disk
user_folders            the user's folders for caches, data and settings
safe_cache_folders      folders of files that can be made again
argument_checks         checks of arguments
compiled_rules          the rules and the body as compiled code reads them
vec3                    vectors of three numbers as tuples
elementary_functions    sine, cosine, arc tangent and exponential with the same bits on every machine
right_forward_up_frame  right, forward and up of a body whose up is not +z
nearby_workspace        the candidates near a body and the memory that sweeps write to
entry_points            the compiled functions that Python calls
batch                   many bodies in one call
two_parallel_calls      a function called in two threads at the same time
"""
