"""The step of each integration method in plain words, because the names of the methods say little to a visitor."""

METHOD_WORDS = {
    "exact": "the formula of the flight",
    "Runge-Kutta": "a mean of four velocities and forces",
    "Verlet": "goes on from the last two places",
    "wrong Verlet": "Verlet from a wrong first place",
    "semi-implicit": "moves by the new velocity",
    "implicit": "takes the force at the step's end",
    "explicit": "moves by the old velocity",
}
