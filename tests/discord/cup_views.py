"""Builds cups at any stage with the real draw and tie rules, but without playing matches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from bot.features.cups.model import CupEntrant, CupGame, CupRules, CupView, Fixture
from bot.features.cups.service import round_draws, tie_course
from bot.features.cups.service.standings import standings

#: The largest possible Discord id.
MAX_ID = 2**63 - 1
SEED = "seed"


def cup(
    game: str, rules: CupRules, names: Sequence[str], *, until: int | None = None, dropped: Sequence[int] = (),
    stuck: bool = False, name: str = "Winter Cup",
) -> CupView:  # fmt: skip
    """Return a cup in the middle of round `until`. 0 means that the cup hasn't started, None that it is over.

    Entrants have the ids 1, 2, 3 and so on, and every third one is a computer. If `stuck`, every open tie waits for the
    host to rule on it.
    """
    entrants = [
        CupEntrant(number, called, number, MAX_ID if number in dropped else None, "normal" if number % 3 == 0 else None)
        for number, called in enumerate(names, 1)
    ]
    everybody, ties, luck = [one.user_id for one in entrants], list[Fixture](), random.Random(SEED)
    playing = [user for user in everybody if user not in dropped]
    number = 0
    while until is None or number < until:
        tables = round_draws.next_round(rules, SEED, everybody, ties, playing)
        if not tables:
            break
        number += 1
        drawn = [Fixture(number, at, table, drawn_at=number) for at, table in enumerate(tables)]
        open_still = until == number
        ties += [
            _open_fixture(tie, stuck) if open_still and at % 2 == 0 else _played_fixture(rules, tie, luck)
            for at, tie in enumerate(drawn)
        ]
    status = "entry" if until == 0 else "over" if until is None else "playing"
    return CupView(
        id=MAX_ID, guild_id=MAX_ID, channel_id=MAX_ID, message_id=None, game=game, name=name, host_id=MAX_ID,
        rules=rules, status=status, round=number, rounds=round_draws.round_count(rules.kind, len(names)),
        entrants=tuple(entrants), fixtures=tuple(ties), standings=standings(rules, status, SEED, entrants, ties),
        created_at=0, started_at=1, ended_at=None, round_ends_at=None,
    )  # fmt: skip


def _open_fixture(tie: Fixture, stuck: bool) -> Fixture:
    if len(tie.people) == 1:
        return tie
    return replace(tie, awaited="award" if stuck else "match", channel_id=MAX_ID, match_ids=(1,))


def _played_fixture(rules: CupRules, tie: Fixture, luck: random.Random) -> Fixture:
    """Return a tie with a random result."""
    order = list(tie.people)
    luck.shuffle(order)
    if len(order) == 1:
        return tie_course.settle_as(rules, tie, "bye", order, 1)
    wins = [order[0], order[1], order[0]] if rules.series == 3 else order[:1]
    games = tuple(
        CupGame(
            at, {winner: 1} | {user: place for place, user in enumerate((one for one in order if one != winner), 2)}
        )
        for at, winner in enumerate(wins, 1)
    )
    return tie_course.settle_as(rules, replace(tie, games=games, match_ids=(1,), channel_id=MAX_ID), "played", order, 1)
