"""Add missing saves to the corpus: `python -m tests.saves.corpus_collection`.

Matches with all player counts and all kinds of options are played by random and by greedy players. For each kind of
step that has no save in the current format, the smallest save found is written. The same match always gives the same
bytes.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Annotated, Any

import typer

import rules
from bot.cli.arguments import game_named
from bot.cli.lab.simulation import greedy_policy, random_policy
from bot.cli.main import main
from bot.cli.transfer_command import write_new
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from tests.conformance.random_play import CAP, new
from tests.saves.corpus import ROOT, corpus
from tests.saves.rare_steps import RARE
from tools.command_line import command_line
from tools.fixtures import SUFFIX, compress, release, step_names

#: One match in 20 has greedy players, because they reach positions that random players rarely reach.
GREEDY_EVERY = 20


def steps_with_saves(game: AnyGame) -> set[str]:
    """Return the kinds of steps that have a save in the current format in the corpus."""
    return {saved.step for saved in corpus(game.id) if json.loads(saved.data)["version"] == game.version}


def collect(game: AnyGame, matches: int) -> dict[str, bytes]:
    """Return, for each kind of step that lacks a save in the current format, the smallest save found."""
    had = steps_with_saves(game)
    found: dict[str, bytes] = {}
    for number in range(matches):
        seats = game.seats[number // 2 % len(game.seats)]
        _collect_from_match(new(game.id, seats, number), number, number % GREEDY_EVERY == 0, had, found)
    for scene in RARE.get(game.id, ()):
        _add_if_smaller(scene(), had, found)
    return found


def _collect_from_match(match: Match[Any], number: int, greedy: bool, had: set[str], found: dict[str, bytes]) -> None:
    """Play a match to its end. For each missing kind of step that waits in it, put the smallest save into `found`."""
    rng = random.Random(number)
    for _ in range(CAP):
        if match.over:
            return
        _add_if_smaller(match, had, found)
        seat, decision = rng.choice(sorted(match.decisions().items(), key=lambda pair: pair[0]))
        policy = greedy_policy if greedy and rng.random() < 0.8 else random_policy
        match.apply(seat, policy(match, seat, decision, rng))


def _add_if_smaller(match: Match[Any], had: set[str], found: dict[str, bytes]) -> None:
    """Save this position for each missing kind of step on its stack, unless `found` has a smaller save."""
    lacking = set(step_names(match)) - had
    if lacking:
        save = match.dump()
        found |= {step: save for step in lacking if step not in found or len(save) < len(found[step])}


def write(game: AnyGame, found: dict[str, bytes], root: Path) -> list[Path]:
    """Write the given saves to new files, without ever changing an existing file. Return the new files.

    If the release already has a save of a step in an older format, the new file is labelled with the version of the
    current format.
    """
    folder = root / release() / game.id
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for step, save in sorted(found.items()):
        file = folder / f"{step}{SUFFIX}"
        free = file if not file.exists() else folder / f"{step}@v{game.version}{SUFFIX}"
        written.append(write_new(free, compress(save)))
    return written


def add(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Games by their id; all when left out.")
    ] = None,
    matches: Annotated[
        int, typer.Option(min=1, help="How many matches are played of each game, with all its numbers of players.")
    ] = 300,
) -> None:
    """Play matches, and add a save to tests/saves for each kind of step without one in the current format.

    Existing files are unchanged. It takes some minutes per game.
    """
    for game in [game_named(game) for game in games] if games else rules.GAMES.values():
        added = write(game, collect(game, matches), ROOT)
        for file in added:
            typer.echo(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")
        if not added:
            typer.echo(f"{game.id}: nothing to add; {len(steps_with_saves(game))} steps have a save.")


app = command_line(add)

if __name__ == "__main__":
    main(app)
