"""The Python files of a folder, without the copies that `pip install ./game/collision` leaves in it."""

import shutil

INSTALLED = "build", "*.egg-info"  # folders that an installation makes beside its pyproject.toml
NOT_SOURCES = shutil.ignore_patterns("__pycache__", *INSTALLED)  # for shutil.copytree


def sources(folder, pattern="*.py"):
    """Return the sorted paths of the files in and below a folder whose names match `pattern`."""
    found = {path: path.relative_to(folder).parts for path in folder.rglob(pattern) if path.is_file()}
    return sorted(path for path, parts in found.items() if not NOT_SOURCES("", parts))
