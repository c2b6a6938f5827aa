"""Mutated settings and best runs: what is kept, or nothing; a damaged file never keeps the game from starting."""

import json
from dataclasses import asdict

from game.app.session.saved_progress import BestRun, load_best
from game.app.session.settings import Settings
from tests.tools.fuzzing import answers, cases, mutated, mutated_json

RUN = BestRun("0123456789abcdef", 12.5, 0.05, ((0.0, 0.0, 0.9, 0.0), (0.1, 0.2, 0.9, 0.5), (0.2, 0.2, 0.9, 1.0)), ((0, 3.5),))


def either(document):
    """A mutation of a file's values or of its bytes."""

    def mutate(chance):
        if chance.random() < 0.5:
            return mutated(chance, json.dumps(document).encode())
        return json.dumps(mutated_json(chance, document)).encode()

    return mutate


def test_settings(tmp_path):
    path = tmp_path / "settings.json"

    def read(content):
        path.write_bytes(content)
        assert Settings.load(path).is_valid()

    answers(cases("settings"), either(asdict(Settings())), read)


def test_best_runs(tmp_path):
    path = tmp_path / "run.json"

    def read(content):
        path.write_bytes(content)
        run = load_best(path, RUN.level_hash)
        if run:
            assert run.at(0.02) is not None or len(run.track) < 2 or run.step < 0.02

    RUN.save(path)
    assert load_best(path, RUN.level_hash) == RUN
    answers(cases("best run"), either(json.loads(json.dumps(asdict(RUN)))), read)
