"""All that a page needs to play a level: its picture, the memory of its first tick, the rules, and what follows events."""

from __future__ import annotations

import wave
from dataclasses import replace
from math import pi
from typing import Any

import numpy as np

from ..collision import Rules
from ..collision.candidates_and_nearest_contact import COLUMNS, IS_NEEDLE, NORMAL, NUMBER, P1, P2, P3, TIE, WINDING
from ..collision.mesh.bvh import first_leaf
from ..collision.rules import BODY_AND_RULES, PassRules, settings_of
from ..collision.trace import ROW, Ending, Feature, Outcome, Pass
from ..core.elementary_functions import cos_sin
from ..core.input_errors import counted
from ..core.progress_bar import Progress
from ..core.right_forward_up_frame import frame_at
from ..core.shapes import Arrow, Point, Polyline
from ..explain import describe_trace, palette
from ..explain.rule_explanations import NAMES, PRESETS, RULES
from ..explain.section import FILL
from ..explain.spaces import body_axes
from ..explain.tick_overlay import NORMAL_LENGTH, PLANE_RADIUS, QUIET_RADIUS, SAME_PLACE
from ..explain.triangle_test_replay import FARTHEST_ROOT, TriangleVerdict
from ..level import Level
from ..level.contents.level import FOUND_WITHIN
from ..level.contents.volume import Checkpoint, Portal, TurnedGravity, Volume, Water
from ..player.player_params import PARAMS, PlayerParams, params_row
from ..player.player_state import DIED, FIELDS, INPUT, INPUT_WORDS, LONG_AGO, LOST, PLAYER, PORTED, UPRIGHT, Ground, PlayerState
from ..player.step_up import StepOutcome
from ..player.tick import INSIDE, OVERFLOW, POSTURE
from ..scene import event_sounds, look_and_spring_arm
from ..scene.framing import SIDE_FIELD
from ..scene.light.bake import baked_level
from ..simulation import EventKind, Simulation
from ..simulation.event_detection import CEILING, STRIDE
from ..simulation.oriented_body import ellipsoid
from ..simulation.race_clock_and_medals import MEDALS, finish_of
from ..simulation.recording import TITLE, fields_text, source_of
from ..simulation.respawn_and_portals import apply_event
from .scene_data import Packer, faces_of, look, mesh_data
from .tick_memory import STACK, WORD, tick_memory
from .tick_scenes import horizon, volume_faces

# What Python sets after an event that ends a tick, beside the counts of events.
SET_BY_EVENT = ("position", "velocity", "walk", "fall", "flow", "heading", "ground", "stood", "facing")
# Colours and sizes of the shapes in and around a tick, by the meaning of what has them.
COLOURS: dict[str, Any] = {
    "body": palette.PLAYER, "contact": palette.CONTACT, "normal": palette.NORMAL, "before": palette.VELOCITY_BEFORE,
    "after": palette.VELOCITY_AFTER, "section": FILL, "destination": palette.DESTINATION, "twin": palette.TWINS[0],
    "passes": [palette.PASSES[name] for name in Pass], "outcomes": [palette.OUTCOMES[name] for name in Outcome],
}  # fmt: skip
SIZES = {
    "point": Point.radius, "arrow": Arrow.radius, "line": Polyline.radius, "normal": NORMAL_LENGTH, "plane": PLANE_RADIUS,
    "quietPlane": QUIET_RADIUS, "differ": SAME_PLACE,
}  # fmt: skip
ARM = {  # of the camera in third person
    "longest": look_and_spring_arm.ARM_LENGTH, "shortest": look_and_spring_arm.SHORTEST_ARM,
    "clearance": look_and_spring_arm.CLEARANCE, "drop": look_and_spring_arm.PIVOT_DROP, "tilt": look_and_spring_arm.TILT,
    "roomy": look_and_spring_arm.ROOMY, "tight": look_and_spring_arm.TIGHT, "lift": look_and_spring_arm.LIFT,
    "dip": look_and_spring_arm.DIP, "lowest": look_and_spring_arm.LOWEST, "leaves": look_and_spring_arm.LEAVES,
    "gone": look_and_spring_arm.GONE, "raiseTime": look_and_spring_arm.RAISE_TIME,
    "returnTime": look_and_spring_arm.RETURN_TIME,
}  # fmt: skip
GROUNDS = "on the floor", "on a steep slope", "in the air", "in water"  # by the number of Ground; the last without ground
STUCK = {  # words for what the module leaves to Python, by the reason
    OVERFLOW: "There are more triangles here than this page can test at once.",
    POSTURE: "The body must turn here. This page cannot do that.",
    INSIDE: "The body is inside a surface. The way out is not in this page.",
}


def playable(level: Level) -> tuple[Level, list[str]]:
    """Return a level without what a page cannot play, and a line for each thing that the page leaves out."""
    lines = []
    if level.movers:
        lines.append(f"its {counted(len(level.movers), 'mover')} (lifts, doors, discs): they are not there")
    if level.exhibits:
        lines.append(f"its {counted(len(level.exhibits), 'exhibit')}, whose bodies move: they are not there")
    if level.look is not None:
        lines.append("the pictures of its mesh files: a surface has the mean colour of its picture")
    return replace(level, movers=(), exhibits=()) if level.movers or level.exhibits else level, lines


def play_data(level: Level, progress: Progress) -> str:
    """Return a level as packed text (scene_data.py) for play.js."""
    (played, _), packer = playable(level), Packer()
    simulation = Simulation(played)
    origin = np.round(simulation.state.position)
    turned = level.gravity is not None or any(isinstance(volume.effect, TurnedGravity) for volume in level.volumes)
    head = {
        "name": level.name,
        "look": look(),
        "origin": origin.tolist(),
        "mesh": mesh_data(baked_level(level, progress), origin, packer),
        "volumes": volume_mesh(level, origin, packer),
        "signs": signs_data(level, origin),
        "goals": {"places": [{"name": goal.name, "at": goal.at, "found": goal.found} for goal in level.goals],
                  "within": FOUND_WITHIN, "colour": palette.GOLDEN},
        "medals": {medal: getattr(finish, medal) for medal in MEDALS} if (finish := finish_of(level)) else None,
        "sky": horizon(level),
        "colours": COLOURS,
        "sizes": SIZES,
        "words": words_data(),
        "numbers": {one.name: int(one) for kind in (Pass, Ending, Feature, Outcome) for one in kind},
        "tie": TIE,
        "farthestRoot": FARTHEST_ROOT,
        **memory_data(simulation, packer),
        "volumeCount": len(level.volumes),
        "heard": heard_data(simulation, packer),
        "waters": [number for number, volume in enumerate(level.volumes) if isinstance(volume.effect, Water)],
        "events": {"died": DIED, "ported": PORTED, "lost": LOST},
        "radii": simulation.params.radii,
        "crouchedFeet": float(simulation.driver.standing_params["crouched_feet"][0]),
        "eyeHeight": simulation.params.eye_height,
        "sideField": SIDE_FIELD,
        "arm": ARM,
        "hz": simulation.hz,
        "rules": rules_data(simulation, packer),
        "isCourse": simulation.is_course,
        "isTurned": turned,
        "after": places_after(simulation, packer) if not turned else None,
        "recording": {"title": TITLE, "level": level.name, "source": source_of(level), "level-hash": level.hash}
                     if played is level else None,
    }  # fmt: skip
    return packer.text(head)


def words_data() -> dict[str, Any]:
    """Return the texts of a page: of the story of a tick (inspector.js, triangle_test.js), the panel and the rules."""
    return {
        "sentences": describe_trace.SENTENCES,
        "passes": [describe_trace.PASS_WORDS[name] for name in Pass],
        "endings": [describe_trace.ENDING_WORDS[name] for name in Ending],
        "carried": describe_trace.CARRIED,
        "test": plain(describe_trace.TEST),
        "part": plain(describe_trace.PART),
        "verdicts": {verdict.name: verdict.value for verdict in TriangleVerdict},
        "features": [name.name.lower() for name in Feature],
        "outcomes": [describe_trace.OUTCOME_WORDS[name] for name in Outcome],
        "exponentFrom": describe_trace.EXPONENT_FROM,
        "leans": describe_trace.LEANS,
        "short": describe_trace.SHORT,
        "steps": [outcome.name for outcome in StepOutcome],
        "rounding": describe_trace.ROUNDING,
        "rules": NAMES,
        "back": describe_trace.BACK,
        "grounds": GROUNDS,
        "story": describe_trace.STORY,
        "result": describe_trace.RESULT,
        "ends": [describe_trace.ENDS[ground] for ground in Ground],
        "stuck": {str(reason): words for reason, words in STUCK.items()},
    }


def memory_data(simulation: Simulation, packer: Packer) -> dict[str, Any]:
    """Return the memory of the compiled tick, and the places of what solver.js reads and writes in it."""
    memory, tree = tick_memory(simulation), simulation.nearby.tree
    return {
        "image": packer.add(np.frombuffer(memory.image, np.uint8), "B"),
        "stack": STACK, "pages": memory.pages, "block": memory.block, "result": memory.result, "places": memory.places,
        "tree": {"triangles": len(tree.corners), "nodes": len(tree.nodes), "firstLeaf": first_leaf(tree.nodes, tree.corners)},
        "player": {"size": PLAYER.itemsize, "upright": UPRIGHT.size,
                   "fields": {name: [field.offset, field.form] for name, field in FIELDS.items()}},
        "input": {"kept": 8 * INPUT_WORDS, "fields": offsets_of(INPUT)},
        "iteration": {"size": ROW.itemsize, "fields": offsets_of(ROW)},
        "candidate": {"size": WORD * COLUMNS, "columns": {name: WORD * column for name, column in CANDIDATE.items()}},
        "passRules": [(name, FORMS[BODY_AND_RULES[name].kind] if name in KEPT else "d") for name in PassRules._fields],
        "settings": offsets_of(BODY_AND_RULES),
    }  # fmt: skip


CANDIDATE = {"p1": P1, "p2": P2, "p3": P3, "normal": NORMAL, "winding": WINDING, "needle": IS_NEEDLE, "number": NUMBER}
KEPT = BODY_AND_RULES.names or ()  # the fields of PassRules among them; the one that is not is infinite
FORMS = {"b": "?", "i": "q", "f": "d", "V": "3d"}  # of the fields of PassRules, as those of a state, by the kinds of numpy


def plain(sentences: tuple[describe_trace.Sentence, ...]) -> list[describe_trace.Sentence]:
    """Copy sentences with plain spaces, where a page may break a line."""
    return [one._replace(text=one.text.replace(describe_trace.NO_BREAK, " ").strip()) for one in sentences]


def offsets_of(dtype: np.dtype) -> dict[str, int]:
    return {name: place[1] for name, place in (dtype.fields or {}).items()}


def rules_data(simulation: Simulation, packer: Packer) -> dict[str, Any]:
    """Return the sets of rules and the switches of a page (rules.js): words, text in a recording, what compiled code reads."""
    params, sets = simulation.params, list[dict[str, Any]]()
    for name in Rules.NAMES:
        rules = params.on(Rules.named(name))
        settings, row = settings_of(ellipsoid(params.radii, 0.0), rules), params_row(params, rules, simulation.hz)
        values = "".join(str(int(getattr(rules, switch))) for switch in Rules.SWITCHES)
        sets.append(
            {
                "name": name,
                "words": PRESETS[name],
                "choice": f"{len(sets)} {values}",
                "settings": packer.add(settings.view(np.uint8).ravel(), "B"),
                "params": packer.add(row.view(np.uint8).ravel(), "B"),
                "numbers": " ".join(fields_text(rules).split()[len(Rules.SWITCHES) :]),
            }
        )
    return {"sets": sets, "switches": [switch_data(name, params) for name in Rules.SWITCHES], "player": fields_text(params)}


def switch_data(name: str, params: PlayerParams) -> dict[str, Any]:
    """Return a switch of the rules: its words, and the offsets of its bytes in BODY_AND_RULES and PARAMS, None without one."""
    is_round = params.radii[0] == params.radii[1]
    return {
        "name": name,
        "title": RULES[name].name,
        "repairs": RULES[name].repair,
        "isUseful": name != "turn_body" or not is_round,
        "settings": offsets_of(BODY_AND_RULES).get(name),
        "params": offsets_of(PARAMS).get("turns" if name == "turn_body" and not is_round else name),
    }


# Sounds

RATE = 11025  # samples a second, half of those of the files. Fewer: steps are dull; more: a larger page
FINENESS, FAINTEST = 63.0, 0.004  # steps of a root up to 1; samples that are nothing. Coarser, larger: noise; else a larger page
GROUNDS_HEARD = "stone", "wood", "grass"  # by their numbers in a page; "water" is in none, because volumes have it
PLAIN_HEARD = {
    "jumped": event_sounds.PLAIN[EventKind.JUMPED], "bumped": event_sounds.PLAIN[EventKind.BUMPED_HEAD],
    "ported": event_sounds.PLAIN[EventKind.PORTED], "checkpoint": event_sounds.PLAIN[EventKind.CHECKPOINT],
    "died": event_sounds.PLAIN[EventKind.DIED], "magic": event_sounds.MAGIC, "medal": event_sounds.WITH_MEDAL,
    "finished": event_sounds.WITHOUT_MEDAL,
}  # fmt: skip
STEPS_HEARD = [f"step_{ground}{foot}" for ground in (*GROUNDS_HEARD, "water") for foot in ("", "_2")]
SOUNDS = [*(cue.name for cue in PLAIN_HEARD.values()), "land", "splash", *STEPS_HEARD, *event_sounds.KINDS.values()]


def sound_data() -> str:
    """Return the sounds of all levels as packed text for sounds.js: square roots of the samples, so that quiet ones are exact."""
    packer, samples = Packer(), {}
    for name in SOUNDS:
        with wave.open(str(event_sounds.FOLDER / f"{name}.wav")) as file:
            found = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 2.0**15
        halves = found[: len(found) // 2 * 2].reshape(-1, 2).mean(axis=1)
        roots = np.round(FINENESS * np.sign(halves) * np.sqrt(np.abs(halves) * (np.abs(halves) > FAINTEST)))
        samples[name] = packer.add(roots.astype(np.int8).view(np.uint8), "B")
    return packer.text({"rate": RATE, "fineness": FINENESS, "samples": samples})


def heard_data(simulation: Simulation, packer: Packer) -> dict[str, Any]:
    """Return what the sounds of a level depend on (sounds.js)."""
    level = simulation.level
    grounds = [GROUNDS_HEARD.index(event_sounds.STEPS.get(material.name, "stone")) for material in level.materials]
    return {
        "grounds": GROUNDS_HEARD,
        "surfaces": packer.add(np.array(grounds)[level.surfaces], "B"),
        "waters": [number for number, volume in enumerate(level.volumes) if volume.kind == "water"],
        "magics": [number for number, volume in enumerate(level.volumes) if volume.kind == "magic_wall"],
        "loops": [loop_data(volume) for volume in level.volumes if volume.kind in event_sounds.KINDS],
        "slowest": max((getattr(finish, medal) for medal in MEDALS), default=0.0) if (finish := finish_of(level)) else None,
        "plain": PLAIN_HEARD,
        "numbers": {
            "longAgo": LONG_AGO, "ceiling": CEILING, "stride": STRIDE * 2.0 * simulation.params.feet,
            "hardest": event_sounds.HARDEST, "softest": event_sounds.SOFTEST, "running": event_sounds.RUNNING,
            "golden": event_sounds.GOLDEN, "silver": event_sounds.SILVER, "pitchSpread": event_sounds.PITCH_SPREAD,
            "loudnessSpread": event_sounds.LOUDNESS_SPREAD, "swell": event_sounds.SWELL, "faint": event_sounds.FAINT,
        },
    }  # fmt: skip


def loop_data(volume: Volume) -> dict[str, Any]:
    """Return a volume that is heard all the time, as sounds.js needs it: its place and its form, and how far it is heard."""
    name = event_sounds.KINDS[volume.kind]
    form = {field: getattr(volume, field) for field in ("at", "size", "radius", "height")}
    heard = {"reach": event_sounds.REACH[name], "loudest": event_sounds.LOUDEST[name]}
    return {"name": name, **form, "turn": cos_sin(volume.heading), **heard}


# Events


def places_after(simulation: Simulation, packer: Packer) -> dict[str, Any]:
    """Return the states in which Python would continue after each event, as rows of PLAYER, and the volumes around the player.

    The first place is the spawn, for a death or a fall; then follows each volume that is a checkpoint or a portal.
    """
    volumes = simulation.level.volumes
    found = {"-1": (state_after(simulation, event=DIED), 0.0)}  # and the angle [rad] by which a portal turns the player
    for number, volume in enumerate(volumes):
        if isinstance(volume.effect, Checkpoint):
            found[str(number)] = state_after(simulation, event=DIED, checkpoint=number), 0.0
        if isinstance(volume.effect, Portal):
            found[str(number)] = state_after(simulation, event=PORTED, volume=number), volume.effect.heading - volume.heading
    return {
        "set": [[FIELDS[name].offset, FIELDS[name].form] for name in SET_BY_EVENT],
        "places": {
            number: {
                "row": packer.add(np.frombuffer(state.row, np.uint8), "B"),
                "inside": [int(volume in state.inside) for volume in range(len(volumes))],
                "turn": turn,
            }
            for number, (state, turn) in found.items()
        },
    }


def state_after(simulation: Simulation, **event: int) -> PlayerState:
    state = apply_event(simulation, simulation.state.replace(**event), is_crushed=False)
    return state.alone()


# The picture


def signs_data(level: Level, origin: np.ndarray) -> list[dict[str, Any]]:
    """Return each sign for signs.js: its text, middle [m], height of a line [m], and the reader's right and up.

    Lines that count golden marks of all levels are left out, because a page knows those of its own level alone.
    """
    found = []
    for sign in level.signs:
        right, _, up = np.round(body_axes(sign.heading + pi, frame_at(sign.upwards)), 7).tolist()
        at = np.round(np.subtract(sign.at, origin), 4).tolist()
        if text := sign.with_marks("").text:
            found.append({"text": text, "at": at, "right": right, "up": up, "height": sign.height})
    return found


def volume_mesh(level: Level, origin: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the transparent faces of volumes as a mesh of scene.js, or None without any."""
    faces = [volume_faces(volume)[0] for volume in level.volumes]
    return faces_of(np.concatenate(faces), origin, packer) if sum(map(len, faces)) else None
