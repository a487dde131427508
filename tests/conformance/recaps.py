"""Recaps of whole matches, for tests of every game."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import rules
from rules.kernel.data.events import Event
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import new

#: A limit that no recap reaches, for lines and for characters.
NO_LIMIT = 1_000_000


def played(game: str, seats: int, number: int) -> list[list[Event]]:
    """Play a match at random. Return the events of each move."""
    match, rng = new(game, seats, number), random.Random(number)
    moves: list[list[Event]] = []
    while not match.over:
        seat, decision = rng.choice(sorted(match.decisions().items()))
        moves.append(list(match.apply(seat, rng.choice(decision.actions))))
    return moves


@cache
def matches(game: str, seats: int) -> tuple[list[list[Event]], ...]:
    return tuple(played(game, seats, number) for number in (0, 1))


def recap_lines(
    game: str, say: Translator, moves: Sequence[Sequence[Event]], most: int = NO_LIMIT, room: int = NO_LIMIT
) -> list[str]:
    table = rules.GAMES[game]
    return recap.lines(say, table.recap, table.event_line, [RecapMove(events) for events in moves], most, room)


def seen(moves: Sequence[Sequence[Event]], seat: int | None) -> list[list[Event]]:
    return [[event for event in events if event.seen_by(seat)] for events in moves]


@cache
def names(game: str, locale: str) -> re.Pattern[str]:
    """Return a pattern that matches every name that has a look-up page. Long names take precedence."""
    found = {entry.name for entry in rules.GAMES[game].look_up(Translator(locale))}
    return re.compile("|".join(re.escape(name) for name in sorted(found, key=len, reverse=True)))
