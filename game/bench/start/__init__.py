"""The start of the program: new processes, with empty caches and with filled ones.

measured_process  code that runs in a new process: its output and its time
library_start     time to the first step of the library
window_start      time to the first frame in which the player can walk
"""
