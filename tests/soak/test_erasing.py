"""Exporting or deleting a user's data in a large database doesn't delay other users."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["postgresql", "sqlite"])
def test_an_erasure_from_thousands_of_matches_holds_no_one_up(engine: str) -> None:
    command = [sys.executable, "-m", "tests.soak.erasure_soak", "--engine", engine]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
