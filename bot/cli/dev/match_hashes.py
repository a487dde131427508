"""Hashes whole matches: the offered actions, the choices and the events. Equal hashes mean equal play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bot.cli.lab.simulation import MAX_DECISIONS, POLICIES, NeverEnds, play
from rules.kernel.data.actions import Action, plain, to_json
from rules.kernel.data.events import Event
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame

#: How many matches one hash covers; fewer with greedy players, which take much longer.
MATCHES_PER_HASH = {"random": 8, "greedy": 4}


def hash_of(game: AnyGame, seats: int, policy: str, seeds: Sequence[int]) -> str:
    """Play a match for each seed; return a hash of all questions, actions, choices and events, and of the final saves.

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
    """Yield a line with the hash for each game, number of seats and policy; 0 `matches` means the default number."""
    for name, game in games.items():
        for seats in game.seats:
            for policy in policies:
                seeds = range(matches or MATCHES_PER_HASH[policy])
                yield f"{name} {seats} {policy} {len(seeds)} {hash_of(game, seats, policy, seeds)}"


def differences(found: Sequence[str], file: Path) -> list[str]:
    """Return the lines of `found` that are not in the file."""
    kept = set(file.read_text("utf-8").splitlines())
    return [line for line in found if line not in kept]
