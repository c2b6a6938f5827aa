#!/usr/bin/env bash
# A matrix that a lens of Panda3D returned changes later, together with the lens.
#
# Versions: panda3d 1.10.16 from PyPI, Python 3.11.
# Behaviour: Lens.getProjectionMat returns a new Python object in each call, but all of them show the lens's own matrix. A matrix
#   that was kept from before a change of the lens equals the one after it, so "has the lens changed?" is always answered no.
#   A copy (LMatrix4(matrix)) keeps its numbers. The matrix of a node's transform keeps them without a copy.
# Expected: the numbers that were asked for, as NodePath.getMat gives them.
# Output seen:
#   lens: the matrix from before equals the one after: True, a copy: False
#   node: the matrix from before equals the one after: False
# Exit code: 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --only-binary :all: panda3d==1.10.16
"$folder/venv/bin/python" - <<'PYTHON'
import sys

from panda3d.core import LMatrix4, NodePath, PerspectiveLens

lens, node = PerspectiveLens(), NodePath("node")
kept, copied, placed = lens.getProjectionMat(), LMatrix4(lens.getProjectionMat()), node.getMat()
lens.setFilmOffset(0.3, 0.0)
node.setPos(1.0, 2.0, 3.0)
of_lens = kept == lens.getProjectionMat(), copied == lens.getProjectionMat()
of_node = placed == node.getMat()
print(f"lens: the matrix from before equals the one after: {of_lens[0]}, a copy: {of_lens[1]}")
print(f"node: the matrix from before equals the one after: {of_node}")
sys.exit(0 if of_lens == (True, False) and not of_node else 1)
PYTHON
