"""The example of levels/README.md, as Blender would write it: python -m tests.level.mesh_import.example_file makes it again."""

from pathlib import Path

from tests.level.mesh_import.mesh_makers import glb_bytes, gltf_document
from tests.level.mesh_import.scene_makers import CUBE, FACES, node

FILE = Path(__file__).parents[3] / "levels" / "example.glb"
COLOURS = {"Grass": (0.13, 0.29, 0.07), "Stone": (0.45, 0.42, 0.36), "Oak_Wood": (0.35, 0.17, 0.06), "Steel": (0.25, 0.28, 0.32)}


def example():
    """The bytes of the file: a courtyard with all that a name or a custom property can say."""
    document, binary = gltf_document(CUBE, FACES)
    (primitive,) = document["meshes"][0]["primitives"]
    document["materials"] = [
        {"name": name, "pbrMetallicRoughness": {"baseColorFactor": [*colour, 1.0]}} for name, colour in COLOURS.items()
    ]
    document["meshes"] = [{"primitives": [{**primitive, "material": number}]} for number in range(len(COLOURS))]
    grass, stone, wood, steel = range(len(COLOURS))

    def box(material, name, at, size, **more):
        return node(name, at, size, **more) | {"mesh": material}

    walls = [((x, 3, 1.5), (5, 0.4, 3)) for x in (-4.5, 4.5)] + [((x, 7, 1.5), (0.4, 8, 3)) for x in (-6.8, 6.8)]
    steps = [((-5, 4 + 0.3 * number, 0.1 * (number + 1)), (2, 0.3, 0.2 * (number + 1))) for number in range(8)]
    nodes = [
        box(grass, "Lawn", (0, 0, -0.5), (24, 24, 1)),
        *(box(stone, f"Wall.{number:03}", *place) for number, place in enumerate([*walls, ((0, 11, 1.5), (14, 0.4, 3))])),
        *(box(wood, f"Step.{number:03}", *place) for number, place in enumerate(steps)),
        box(wood, "Landing", (-5, 8, 0.8), (2, 3.5, 1.6)),
        box(steel, "Lift", (3, 8, 0.1), (2, 2, 0.2), speed=1.0, pause=2.0, ease="smooth"),
        node("Lift-path", (3, 8, 2.9)),
        box(steel, "Disc", (7, -6, 0.1), (4, 4, 0.2), turn=20.0, turns_view=True),
        box(steel, "Pool-water", (-7, -6, 0.5), (4, 4, 1), buoyancy=1.1),
        box(steel, "Below-kill", (0, 0, -6), (60, 60, 2)),
        node("Door-checkpoint", (0, 3.5, 1)),
        box(steel, "Top-goal", (-5, 8.5, 2.6), (2, 2, 2), gold=8.0, silver=12.0, bronze=20.0),
        box(steel, "Edge-colonly", (0, -11.9, 1), (24, 0.2, 2)),
        box(grass, "Hedge-nocol", (0, -11.5, 0.5), (24, 0.6, 1)),
        box(steel, "Ruler-noimp", (0, 0, 5), (10, 0.1, 0.1)),
        node("spawn", (0, -8, 0)),
    ]
    document["nodes"], document["scenes"] = nodes, [{"nodes": list(range(len(nodes)))}]
    return glb_bytes(document, binary)


if __name__ == "__main__":
    FILE.write_bytes(example())
