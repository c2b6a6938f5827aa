"""The headings of the paper (Fauerby, "Improved Collision detection and Response"). Each page names the section it explains."""

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


def heading_of(section):
    """Return the heading of a section of the paper, as a page shows it: "paper 2.4, Ellipsoid space"."""
    kind = "paper, appendix" if section.isalpha() else "paper"
    return f"{kind} {section}, {SECTIONS[section]}"
