"""Protection against two memory allocators that grow the same heap at the same time.

On Linux, Panda3D's allocator (dlmalloc) and the C library's `malloc` both get memory by moving the program break with `sbrk`.
Each has a lock of its own, and `sbrk` has none. If Panda3D allocates in one thread while the graphics driver compiles shaders
in another, both may be given the same memory. One of four such starts ended with an assertion of dlmalloc. A test program of
two threads crashed within 20 s in 5 of 6 runs. With the program break fixed, none of 8 runs crashed.
"""

import ctypes
import mmap
import sys

MAP_FIXED_NOREPLACE = 0x100000  # of Linux since 4.17; older kernels take the address as a hint
# Blocks [bytes] that make `malloc` ask the system for memory. Larger: each gets memory of its own, and the heap stays.
BLOCK, BLOCKS = 100_000, 4


def fix_program_break() -> bool:
    """Fix the program break for the rest of the process, so that both allocators get all further memory by `mmap`.

    `mmap` is safe in threads. A page without access is placed at the break, and `sbrk` fails from then on. Call this function
    before a second thread uses Panda3D. Return True if the break is fixed. On systems other than Linux, do nothing and return
    False.
    """
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(None)
    try:
        sbrk, place = library.sbrk, library.mmap
    except AttributeError:  # a C library without them
        return False
    sbrk.restype, sbrk.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
    place.restype = library.malloc.restype = ctypes.c_void_p
    place.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    library.free.argtypes, library.malloc.argtypes = [ctypes.c_void_p], [ctypes.c_size_t]
    # An allocator may give back the end of the heap if it owns it. So the C library must own it when the page is placed, and must
    # use other memory afterwards.
    blocks = [library.malloc(BLOCK) for _ in range(BLOCKS)]
    end = -(-sbrk(0) // mmap.PAGESIZE) * mmap.PAGESIZE
    place(end, mmap.PAGESIZE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0)
    blocks += [library.malloc(BLOCK) for _ in range(BLOCKS)]
    for block in blocks:
        library.free(block)
    failed = ctypes.c_void_p(-1).value
    return sbrk(mmap.PAGESIZE) == failed
