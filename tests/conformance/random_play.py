"""Random play of any game. A match that fails is written to a file."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.table.lobby import option_values
from rules.kernel.data.actions import Action, field_names, to_json
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator

#: Maximum number of decisions, which is more than any match takes.
CAP = 6000

#: All pairs of a game and a player count.
TABLES = [(name, seats) for name, game in rules.GAMES.items() for seats in game.seats]


def fewest_seats(game: AnyGame | str) -> int:
    """Return the player count for quick tests: two, or the game's player count closest to two."""
    found = rules.GAMES[game] if isinstance(game, str) else game
    return min(found.seats, key=lambda seats: abs(seats - 2))


tables = pytest.mark.parametrize(("game", "seats"), TABLES)


def new(game: str, seats: int, number: int) -> Match[Any]:
    """Return a new match. Matches with odd numbers have random options instead of the defaults.

    Options that the game refuses with this player count (such as letting the fifth of three players start) are redrawn.
    """
    if number % 2 == 0:
        return rules.GAMES[game].new(seats, f"conformance-{number}", {})
    rng = random.Random(number)
    offered = option_values.options(rules.GAMES[game], Translator(), {})
    for _ in range(CAP):
        chosen: dict[str, Any] = {option.field: rng.choice(option.values)[0] for option in offered}
        try:
            return rules.GAMES[game].new(seats, f"conformance-{number}", chosen)
        except IllegalAction:
            continue
    raise AssertionError(f"{game} takes none of its own options at {seats} seats")


def walk(match: Match[Any], number: int) -> Iterator[tuple[int, Any]]:
    """Play at random to the end. Yield each (seat, action) before it is applied."""
    rng = random.Random(number)
    for _ in range(CAP):
        if match.over:
            return
        offers = match.decisions()
        assert offers, "nobody can act and the match is not over"
        seat = rng.choice(sorted(offers))
        action = rng.choice(offers[seat].actions)
        yield seat, action
        match.apply(seat, action)
    raise AssertionError(f"the match did not end within {CAP} decisions")


def ends(match: Match[Any], seat: int, action: Action) -> bool:
    """Return whether this action would end the match, by trying the action on a copy."""
    tried = match.copy()
    tried.apply(seat, action)
    return tried.over


def check_every_step(game: str, seats: int, number: int, check: Callable[[Match[Any]], None], folder: Path) -> None:
    """Run `check` before every decision and at the end. Write a failing match to a file for `tenebrae match import`."""
    check_every_step_of(new(game, seats, number), f"{game}-{seats}", number, check, folder)


def check_every_step_of(
    match: Match[Any], name: str, number: int, check: Callable[[Match[Any]], None], folder: Path
) -> None:
    """Do the same as `check_every_step` for a given match, whose game may be unregistered."""
    try:
        for seat, action in walk(match, number):
            check(match)
            last = to_json(action) | {"seat": seat}
        check(match)
    except Exception as error:
        file = folder / f"{name}-{number}.json"
        file.write_bytes(match.dump())
        error.add_note(f"the match is in {file}; the last action was {locals().get('last')}")
        raise


def by_verb_and_arguments(action: Action) -> tuple[str, ...]:
    """Return a sort key for the actions of a decision: the verb, then the arguments. Numbers sort by their value."""
    values = [getattr(action, name) for name in field_names(type(action))]
    texts = [f"{one:06d}" if isinstance(one, int) else one if isinstance(one, str) else ",".join(map(str, one))
             for one in values]  # fmt: skip
    return (action.verb, *texts)
