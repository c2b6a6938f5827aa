"""The step of each integration method, in words for visitors without knowledge of their names."""

METHOD_WORDS = {
    "exact": "the formula of the flight",
    "Runge-Kutta": "a mean of four velocities and forces",
    "Verlet": "goes on from the last two places",
    "wrong Verlet": "Verlet from a wrong first place",
    "semi-implicit": "moves by the new velocity",
    "implicit": "takes the force at the step's end",
    "explicit": "moves by the old velocity",
}
