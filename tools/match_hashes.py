"""Hashes whole matches: the offered actions, the choices and the events. Equal hashes mean equal play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any

import typer

import rules
from bot.app.settings import EXIT_FAILED, ConfigError
from bot.cli.arguments import game_named
from bot.cli.lab.simulation import MAX_DECISIONS, POLICIES, NeverEnds, play
from bot.cli.main import main
from rules.kernel.data.actions import Action, plain, to_json
from rules.kernel.data.events import Event
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from tools.command_line import command_line

#: How many matches each hash covers. Greedy players play fewer, because they take much longer.
MATCHES_PER_HASH = {"random": 8, "greedy": 4}


def hash_of(game: AnyGame, seats: int, policy: str, seeds: Sequence[int]) -> str:
    """Play a match for each seed. Return a hash of all questions, actions, choices and events, and of the final saves.

    Raises NeverEnds if a match has too many decisions.
    """
    digest = blake2b(digest_size=16)

    def write(thing: object) -> None:
        digest.update(json.dumps(thing, sort_keys=True, separators=(",", ":")).encode())

    def choose(match: Match[Any], seat: int, decision: Decision, rng: random.Random) -> Action:
        for asked, offer in sorted(match.decisions().items()):
            write([asked, offer.prompt.key, offer.prompt.args, [to_json(one) for one in offer.actions]])
        action = POLICIES[policy](match, seat, decision, rng)
        write(to_json(action))
        return action

    def told(event: Event) -> None:
        write([event.to, event.body.kind, plain(event.body)])

    for seed in seeds:
        match = game.new(seats, seed)
        play(match, choose, random.Random(seed), watch=told)
        if not match.over:
            raise NeverEnds(f"more than {MAX_DECISIONS} decisions")
        digest.update(match.dump())
    return digest.hexdigest()


def hashes(games: Mapping[str, AnyGame], policies: Sequence[str], matches: int = 0) -> Iterator[str]:
    """Yield a line with the hash for each game, player count and policy. If `matches` is 0, use the default number."""
    for name, game in games.items():
        for seats in game.seats:
            for policy in policies:
                seeds = range(matches or MATCHES_PER_HASH[policy])
                yield f"{name} {seats} {policy} {len(seeds)} {hash_of(game, seats, policy, seeds)}"


def differences(found: Sequence[str], file: Path) -> list[str]:
    """Return the lines of `found` that aren't in the file."""
    kept = set(file.read_text("utf-8").splitlines())
    return [line for line in found if line not in kept]


def print_hashes(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all by default.")] = None,
    policy: Annotated[str, typer.Option(help="random or greedy; both by default.")] = "",
    matches: Annotated[int, typer.Option(min=0, help="Matches per line; 0 for the usual number.")] = 0,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Compare with the lines of a file; exits with 1 if any differs.")
    ] = None,
) -> None:
    """Print hashes of whole matches; equal hashes before and after a change mean equal play."""
    if policy and policy not in POLICIES:
        raise ConfigError(f"There is no policy {policy!r}; the policies are: {', '.join(POLICIES)}.")
    if check is not None and not check.is_file():
        raise ConfigError(f"There is no file {check}.")
    games = {game: game_named(game)} if game else rules.GAMES
    found: list[str] = []
    for line in hashes(games, [policy] if policy else list(POLICIES), matches):
        found.append(line)
        typer.echo(line)
    differing = differences(found, check) if check is not None else []
    for line in differing:
        typer.echo(f"Not in {check}: {line}", err=True)
    if differing:
        raise typer.Exit(EXIT_FAILED)


app = command_line(print_hashes)

if __name__ == "__main__":
    main(app)
