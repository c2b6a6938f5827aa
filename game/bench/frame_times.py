"""The processor time of a frame in the software renderer: each level at each quality but BEST, with and without overlays."""

from statistics import median
from time import thread_time

from ..app.session.settings import BEST, LEVELS, Quality
from ..explain.tick_overlay import Switches
from ..level import level_names, load_level
from ..simulation import Intent, Simulation, TickRecord
from .harness.timing import ResultTable

SIZE = (1280, 720)
TICKS = 30  # ticks of walking before the measured frames
FRAMES, BATCHES = 10, 5  # the median of batches counts. Fewer: other programs decide
QUALITIES = [level for level in LEVELS if level != BEST]  # BEST needs OpenGL
COLUMNS = ("level", *(f"{level.name} [ms]" for level in QUALITIES), *(f"{level.name}, overlays" for level in QUALITIES))
NOTE = (
    f"Processor time of one thread for a frame of {SIZE[0]}x{SIZE[1]} without panels; 60 a second need less than 16.7 ms.\n"
    "Each quality draws as many pixels as it does in a window. Graphics cards, and OpenGL without one, are not measured."
)


def frame_table(names: list[str] | None = None) -> ResultTable:
    """Return a row for each level in `names`, or for every level without any."""
    return ResultTable("Frames", COLUMNS, [(name, *frame_row(name)) for name in names or level_names()], NOTE)


def frame_row(name: str) -> list[float]:
    simulation = Simulation(load_level(name))
    for _ in range(TICKS):
        record = simulation.tick(Intent((0.0, 1.0)))
    switches = Switches.none(), Switches()
    return [frame_time(simulation, record, overlays, quality) for overlays in switches for quality in QUALITIES]


def frame_time(simulation: Simulation, record: TickRecord, overlays: Switches, quality: Quality) -> float:
    """Return the median processor time of a frame [ms]."""
    from ..pictures.offscreen import FIELD_OF_VIEW, Studio
    from ..scene.look_and_spring_arm import Look  # here: these need panda3d
    from ..scene.moment import Moment
    from ..scene.scene import Scene

    state = record.after
    eye = (*state.position[:2], state.position[2] + simulation.params.eye_height - simulation.params.radii[2])
    with Studio([round(side * quality.scale) for side in SIZE]) as studio:
        scene = Scene(studio.screen, simulation, "tiny")
        scene.show_edges(quality.edges)
        times = []
        for batch in range(BATCHES + 1):
            begun = thread_time()
            for frame in range(FRAMES):
                scene.draw(
                    Moment(
                        sim=simulation,
                        record=record,
                        state=state,
                        body=record.body,
                        eye=eye,
                        look=Look(state.heading, -0.1, state.frame),
                        field_of_view=FIELD_OF_VIEW,
                        time=(batch * FRAMES + frame) / simulation.hz,
                        overlays=overlays,
                    )
                )
                studio.draw()
            times.append((thread_time() - begun) / FRAMES * 1e3)
        return median(times[1:])  # the first sends everything to the renderer
