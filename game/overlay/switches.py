"""The on and off switches of the overlays."""

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True)
class Switches:
    """One switch, on or off, for each overlay. Keys, menu and help use the same names."""

    ellipsoid: bool = True
    contacts: bool = True
    normals: bool = True
    planes: bool = True
    velocity: bool = True
    path: bool = True
    candidates: bool = False
    labels: bool = False
    exhibits: bool = False

    @classmethod
    def names(cls):
        """Return the names of all switches as a tuple."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def none(cls):
        return cls(**dict.fromkeys(cls.names(), False))

    @classmethod
    def all(cls):
        return cls(**dict.fromkeys(cls.names(), True))

    @classmethod
    def only(cls, names):
        """Return Switches with only these names on. Raise TypeError for an unknown name."""
        return replace(cls.none(), **dict.fromkeys(names, True))

    def toggled(self, name):
        """Return a copy with the switch `name` toggled. Raise AttributeError for an unknown name."""
        return replace(self, **{name: not getattr(self, name)})

    def quiet(self):
        """Return a copy in which ellipsoid, normals, velocity and path are off, because they block the view in first person."""
        return replace(self, ellipsoid=False, normals=False, velocity=False, path=False)

    def any(self):
        return any(getattr(self, name) for name in self.names())
