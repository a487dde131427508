"""The code contains no notes about unfinished work and no paths of a developer's machine."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "rules", "render", "data")
LEFT = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|/(?:home|root|work|tmp)/")


def test_nothing_is_left_for_later_and_no_machine_is_named() -> None:
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    assert files
    left = [
        f"{file.relative_to(ROOT)}:{number}: {found[0]}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (found := LEFT.search(line))
    ]
    assert left == []
