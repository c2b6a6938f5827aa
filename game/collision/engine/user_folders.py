"""The user's folders for caches, data and settings on each system.

This file imports only the standard library, as it is copied together with the package.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from .safe_cache_folders import KeptFolder

# Places: (XDG's variable, below the home on Linux, below the home on macOS, Windows' variable, below the home there)
PLACES = {
    "cache": ("XDG_CACHE_HOME", ".cache", "Library/Caches", "LOCALAPPDATA", "AppData/Local"),
    "data": ("XDG_DATA_HOME", ".local/share", "Library/Application Support", "LOCALAPPDATA", "AppData/Local"),
    "settings": ("XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA", "AppData/Roaming"),
}


def user_folder(kind):
    """Return the path of the user's Glissade folder, or None for a user without a home. The folder may not exist.

    kind: a key of PLACES, "cache", "data" or "settings"
    """
    xdg, linux, mac, variable, windows = PLACES[kind]
    variables, below = [xdg], linux
    if sys.platform == "win32":
        variables, below = [xdg, variable], windows
    elif sys.platform == "darwin":
        below = mac
    named = [Path(os.environ.get(name, "")) for name in variables]
    try:
        named.append(Path.home() / below)
    except RuntimeError:  # no HOME, and the user is not in the system's list
        pass
    absolute = [path for path in named if path.is_absolute()]  # XDG: relative ones are to be ignored
    return absolute[0] / "glissade" if absolute else None


def cache_home():
    """Return the path of the folder for caches, or None if the user has no home. The folder may not exist.

    The environment variable `GLISSADE_CACHE`, if it is set, has priority over the platform's folder.
    """
    named = os.environ.get("GLISSADE_CACHE")
    return Path(named).absolute() if named else user_folder("cache")


def cache_folder(name, pattern):
    """Return the KeptFolder `name` in the folder for caches, or None if there is no such folder or it is not safe to write.

    A missing folder is made.
    pattern: regular expression that the whole name of a file must match before the KeptFolder may delete it
    """
    try:
        home = cache_home()
        return KeptFolder(home / name, pattern, is_ours=home == user_folder("cache")) if home else None
    except OSError:
        return None


def private_cache_folder(name, pattern):
    """Return a KeptFolder in a new temporary folder, which this process removes at its end, or None if it cannot be made.

    name, pattern: as for `cache_folder`
    Also sets `GLISSADE_CACHE` in the environment. So processes that this one starts use the same folder, and compile nothing
    again.
    """
    try:
        home = tempfile.mkdtemp(prefix="glissade-")
    except OSError:
        return None
    maker = os.getpid()
    atexit.register(lambda: shutil.rmtree(home, ignore_errors=True) if os.getpid() == maker else None)
    os.environ["GLISSADE_CACHE"] = home
    return cache_folder(name, pattern)
