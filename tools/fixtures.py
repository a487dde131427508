"""Saved matches as test fixtures: `<release>/<game>/<step>.json.gz`, named after the step that waits for an answer.

A second save at the same step has a label: `<step>@<label>.json.gz`. `python -m tools.fixtures a.match` adds a match
that was written by `save` in `tenebrae match play`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

import rules
from bot.app.settings import ConfigError
from bot.cli.main import main
from bot.cli.transfer_command import read, write_new
from bot.matches.match_files import open_file
from rules.kernel.engine.match import Match
from rules.kernel.engine.steps import Step
from tools.command_line import command_line

#: The fields that distinguish steps of the same kind: the name of a sequence, window or sealed choice, and its line or
#: phase.
STEP_NAME_FIELDS = ("name", "line", "phase")
SUFFIX = ".json.gz"


def release() -> str:
    """Return the major and minor number of this release. Its patch releases all have the same save format."""
    return ".".join(version("tenebrae").split(".")[:2])


def name_of(step: Step) -> str:
    """Return a step's kind and distinguishing fields as part of a file name."""
    told = {field.name: getattr(step, field.name) for field in fields(step)}
    parts = [told["kind"], *(told[part] for part in STEP_NAME_FIELDS if told.get(part))]
    if "op" in told:  # append the name of the card operation that asks for this choice
        parts.append(told["op"].op)
    return ".".join(map(str, parts))


def step_names(match: Match[Any]) -> Iterator[str]:
    """Yield the names of all steps on a match's stack. The last step asks the current question."""
    for step in match.state.stack:
        yield name_of(step)


def compress(data: bytes) -> bytes:
    """Return data compressed with gzip, without a timestamp, so the same save always gives the same file."""
    return gzip.compress(data, 9, mtime=0)


def save_fixture(match: Match[Any], root: Path, label: str = "") -> Path:
    """Save a match as a fixture named after the step that waits for an answer. Return the file. Raises ConfigError."""
    if match.over:
        raise ConfigError("This match is over; a fixture is a match that can be continued.")
    if not re.fullmatch(r"[a-z0-9_-]*", label):
        raise ConfigError("A label has only lowercase letters, digits, _ and -.")
    if not root.is_dir():
        raise ConfigError(f"There is no folder {root} here; fixtures are kept in the project's own folder.")
    *_, step = step_names(match)
    file = root / release() / match.game.id / f"{step}{label and f'@{label}'}{SUFFIX}"
    file.parent.mkdir(parents=True, exist_ok=True)
    return write_new(file, compress(match.dump()))


def keep_fixture(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved or exported match.")],
    label: Annotated[str, typer.Argument(metavar="LABEL", help="The label of a second save of the same step.")] = "",
    folder: Annotated[Path, typer.Option(help="The folder of the saves.")] = Path("tests") / "saves",
) -> None:
    """Keep a match in tests/saves, as a save of the step that waits for an answer."""
    typer.echo(f"Saved in {save_fixture(open_file(rules.GAMES, read(file)), folder, label)}.")


app = command_line(keep_fixture)

if __name__ == "__main__":
    main(app)
