"""The sections of the paper and the topics of other sources that pages of lessons show, and their headings."""

SECTIONS = {
    "1": "Introduction",
    "1.1": "Previous work",
    "1.2": "The algorithm",
    "1.3": "How to read this document",
    "2": "Vector spaces",
    "2.1": "Definition of a vector space",
    "2.2": "Case study: R3",
    "2.3": "Coordinates",
    "2.4": "Ellipsoid space",
    "3": "Collision detection",
    "3.1": "Overview",
    "3.2": "Checking a single triangle",
    "3.3": "Colliding with the inside of a triangle",
    "3.4": "The sweep test",
    "3.5": "In summary",
    "4": "Collision response",
    "4.1": "The sliding plane",
    "4.2": "Sliding the sphere",
    "4.3": "Gravity",
    "4.4": "In summary",
    "5": "Conclusions",
    "A": "Calculating the normal to a regular surface",
    "B": "The plane class",
    "C": "Utility functions",
    "D": "Solving quadratic equations",
    "E": "Code for collision step",
    "F": "Code for response step",
}
TOPICS = {
    "particles": "Tang's lecture: particles",
    "target practice": "Tang's lecture: target practice",
    "integration": "Tang's lecture: numerical integration",
    "forces": "Tang's lecture: forces",
    "overlap testing": "Tang's lecture: overlap testing",
    "intersection testing": "Tang's lecture: intersection testing",
    "spheres": "Tang's lecture: two swept spheres",
    "shapes": "Tang's lecture: simplified geometry",
    "terrain": "Tang's lecture: terrain collision detection",
    "resolution": "Tang's lecture: collision resolution",
    "approaches": "Tang's lecture: two approaches to collision response",
    "impulse": "Tang's lecture: impulse and momentum",
    "sweep tests": "Gomez, Simple Intersection Tests for Games: moving objects",
    "sphere and plane": "Gomez, Simple Intersection Tests for Games: a sphere and a plane",
    "forum program": "FreeBASIC forum, Collision detection in 3D: the program",
    "pointing": "FreeBASIC forum, Collision detection in 3D: picking",
    "balls in a box": "FreeBASIC forum, Collision detection in 3D: balls in a turning box",
}


def heading_of(section: str) -> str:
    """Return the heading of a key of SECTIONS or TOPICS, as a page shows it, such as "Fauerby 2.4, Ellipsoid space"."""
    if section in TOPICS:
        return TOPICS[section]
    kind = "Fauerby, appendix" if section.isalpha() else "Fauerby"
    return f"{kind} {section}, {SECTIONS[section]}"
