"""Saved matches of every release, one for each kind of step that can wait on the stack of each game.

A file's place names what it is for: `<release>/<game>/<step>.json.gz`. `tests.saves.collect` adds files; none is
ever rewritten, for they stand for the matches that people have under way.
"""

from __future__ import annotations

import gzip
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from rules.kernel.engine.match import Match
from rules.kernel.engine.steps import Step

ROOT = Path(__file__).parent
#: What, beside its kind, tells one step from another: whose sequence, window or sealed choice it is, and how far in.
PARTS = ("name", "line", "phase")


@dataclass(frozen=True)
class Saved:
    """One file of the corpus."""

    release: str
    game: str
    step: str
    file: Path

    @property
    def data(self) -> bytes:
        """The save as the release wrote it."""
        return gzip.decompress(self.file.read_bytes())

    def __str__(self) -> str:
        return f"{self.release}/{self.game}/{self.step}"


def corpus(game: str | None = None) -> list[Saved]:
    """Return every save there is, of one game or of all."""
    found = [_saved(file) for file in sorted(ROOT.glob("*/*/*.json.gz"))]
    return [saved for saved in found if game in (None, saved.game)]


def _saved(file: Path) -> Saved:
    release, game, name = file.relative_to(ROOT).parts
    return Saved(release, game, name.removesuffix(".json.gz"), file)


def release() -> str:
    """Return the release that this code becomes, major and minor number only: its patches write the same saves."""
    project = tomllib.loads((ROOT.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    return ".".join(project["project"]["version"].split(".")[:2])


def name_of(step: Step) -> str:
    """Return a step's kind with whatever tells it from others of its kind, for a file's name."""
    told = {field.name: getattr(step, field.name) for field in fields(step)}
    parts = [told["kind"], *(told[part] for part in PARTS if told.get(part))]
    if "op" in told:  # a choice is carried on by the operation that asked for it
        parts.append(told["op"].op)
    return ".".join(map(str, parts))


def waiting(match: Match[Any]) -> Iterator[str]:
    """Yield the names of all the steps that wait on a match's stack."""
    for step in match.state.stack:
        yield name_of(step)
