"""The mutants of a source text: each is another program, at its place, and nothing else changes."""

import ast

import pytest

from tests.tools.mutants import mutants_of

SOURCE = '''"""Words 1 < 2."""

SKIN = 0.5


class Body:
    def kept(self, gap, near: int = 3):
        """Words 1 + 2."""
        if gap < SKIN and near:
            gap = self.lift(gap, -SKIN)
        self.forget()
        raise ValueError(f"é {gap + 1}")


def most(a, b): return max(a, b) * 2.0 + a
'''
EXPECTED = {
    ("SKIN", "0.5 -> 1.0"),
    ("Body.kept", "3 -> 4"),
    ("Body.kept", "gap < SKIN and near -> (not (gap < SKIN and near))"),
    ("Body.kept", "gap < SKIN and near -> (gap < SKIN or near)"),
    ("Body.kept", "gap < SKIN and near -> (gap < SKIN)"),
    ("Body.kept", "gap < SKIN -> (gap <= SKIN)"),
    ("Body.kept", "gap = self.lift(gap, -SKIN) -> pass"),
    ("Body.kept", "self.lift(gap, -SKIN) -> self.lift(-SKIN, gap)"),
    ("Body.kept", "-SKIN -> SKIN"),
    ("Body.kept", "self.forget() -> pass"),
    ("most", "max(a, b) -> min(a, b)"),
    ("most", "max(a, b) -> a"),
    ("most", "max(a, b) -> b"),
    ("most", "max(a, b) * 2.0 -> (max(a, b) / 2.0)"),
    ("most", "2.0 -> 4.0"),
    ("most", "max(a, b) * 2.0 + a -> (max(a, b) * 2.0 - a)"),
    ("most", "max(a, b) * 2.0 + a -> (max(a, b) * 2.0)"),
}


def test_all_mutants_of_a_small_source():
    """Words, annotations and what is raised stay as they are."""
    assert {(mutant.function, mutant.mutation) for mutant in mutants_of(SOURCE)} == EXPECTED


@pytest.mark.parametrize("mutant", mutants_of(SOURCE), ids=lambda mutant: mutant.mutation)
def test_a_mutant_is_another_program(mutant):
    changed = mutant.applied(SOURCE)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(SOURCE))
    assert changed.splitlines()[: mutant.line - 1] == SOURCE.splitlines()[: mutant.line - 1]
