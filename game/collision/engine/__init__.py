"""Machinery below the algorithm: compiling, vectors, scratch memory, and the compiled entry points.

jit                compiling, and the cache of machine code
bound_calls        compiled functions that keep their arrays
bound_argument_types  what Python hands over to machine code: addresses of records, vectors
user_folders       the user's folders
vec3               vectors of three numbers as tuples
orientation_frame  right, forward and up of a body whose up is not +z
nearby_triangles   the candidates near a body and the memory that sweeps write to
entry_points       the compiled functions that Python calls
batch              many bodies in one call
two_threads        two halves of the same work at the same time
warmup             compile everything before a game begins
"""
