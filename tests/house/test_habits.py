"""Files and functions stay small, and nothing unfinished or private is left lying about."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "rules", "render", "data")
FILES = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
LONGEST_FILE = 400
LONGEST_FUNCTION = 40


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_files_and_functions_are_small(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST_FILE
    functions = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    long = [node.name for node in functions if (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION]
    assert long == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_is_left_for_later(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert not re.search(r"\b(?:TODO|FIXME|XXX|HACK)\b", source)
    assert not re.search(r"(?:/home/|/root/|/work/|/tmp/)", source)
