"""Compiling with numba: compiled functions, the calls of them, and their machine code on disk.

jit                 decorators of compiled functions; functions run interpreted until their machine code is ready
machine_code_cache  the folder of machine code on disk, named by a hash of the compiled sources
numba_cache         the cache of one function, which numba reads and writes
bound_calls         compiled functions that keep their arrays
numba_boxing        numba types of the arguments of bound calls: addresses of arrays, vectors
warmup              compilation of everything before a game begins
"""
