"""Modules don't import each other in a cycle, not even inside functions or only for types."""

from __future__ import annotations

from pathlib import Path

import grimp
import pytest

PACKAGES = ("bot", "rules", "render", "data")


def import_graph(*packages: str) -> grimp.ImportGraph:
    """Return the import graph, including imports inside functions and under TYPE_CHECKING."""
    return grimp.build_graph(*packages, exclude_type_checking_imports=False, cache_dir=None)


def import_cycles(graph: grimp.ImportGraph) -> list[str]:
    """Return the imports that form each cycle, one line per module."""
    found: list[str] = []
    seen: set[str] = set()
    for module in sorted(graph.modules):
        circle = {module} | graph.find_upstream_modules(module) & graph.find_downstream_modules(module)
        if len(circle) > 1 and module not in seen:
            seen |= circle
            found += [
                f"{one} imports {', '.join(sorted(circle & graph.find_modules_directly_imported_by(one)))}"
                for one in sorted(circle)
            ]
    return found


def test_there_is_no_circle_of_imports() -> None:
    graph = import_graph(*PACKAGES)
    assert len(graph.modules) > 400
    assert import_cycles(graph) == []


@pytest.mark.parametrize(
    "back",
    [
        pytest.param("from circling import one", id="at the top"),
        pytest.param("def late():\n    from circling.one import NAME\n", id="inside a function"),
        pytest.param(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from circling.one import NAME\n", id="for types"
        ),
    ],
)
def test_a_circle_is_found_wherever_its_imports_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: str
) -> None:
    folder = tmp_path / "circling"
    folder.mkdir()
    for name, text in {"__init__": "", "one": "import circling.two\nNAME = 1\n", "two": "import json\n"}.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert import_cycles(import_graph("circling")) == []
    (folder / "two.py").write_text(back)
    assert import_cycles(import_graph("circling")) == [
        "circling.one imports circling.two",
        "circling.two imports circling.one",
    ]
