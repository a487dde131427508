"""If a match is ended early, the result that profiles and histories show reveals nothing hidden."""

from __future__ import annotations

import random
from itertools import islice

import rules
from bot.features.profiles.service.results import results_of
from bot.features.profiles.statements.results import FinishedRow, MatchResultRow
from bot.matches.service_results import MatchInfo, Position, SeatInfo, Table
from bot.store.statements.rows import JournalRow
from rules.kernel.engine.match import Match
from tests.conformance.random_play import fewest_seats, new, walk

#: Each match is ended after this many decisions. In every game, the match is then still in progress.
MOVES = 40


def rows_if_ended(match: Match, kind: str) -> tuple[FinishedRow, list[MatchResultRow]]:
    """Return the result rows of the match if it is ended early in its current position."""
    seats = tuple(SeatInfo(seat, 100 + seat, f"Player {seat}") for seat in range(match.state.seats))
    info = MatchInfo(
        id=1, game=match.game.id, guild_id=1, channel_id=1, status="ended", host_id=100, locale="en", options={},
        seq=3, lobby_message_id=None, board_message_id=None, error_id=None, created_at=0, started_at=10,
        ended_at=99, deadline=None, seats=seats,
    )  # fmt: skip
    line = [JournalRow(1, 10, "start"), JournalRow(2, 50, "act", 0, 100), JournalRow(3, 99, kind, 0, 100)]
    return results_of(Table(info, Position.from_match(match, 3, ())), line, ())


def test_the_results_of_all_worlds_of_a_spectator_are_the_same() -> None:
    differing = 0
    for name, game in rules.GAMES.items():
        match = new(name, fewest_seats(name), 0)
        for _ in islice(walk(match, 7), MOVES):
            pass
        assert not match.over
        worlds = [match.worlds(None, random.Random(number)) for number in range(3)]
        seats = range(match.state.seats)
        differing += sum(game.played(world, seat) != game.played(match, seat) for world in worlds for seat in seats)
        for kind in ("end", "draw", "agreed", "conceded"):
            _, rows = rows_if_ended(match, kind)
            assert all((row.played, row.scores, row.total) == ({}, {}, None) for row in rows)
            assert [rows_if_ended(world, kind) for world in worlds] == [rows_if_ended(match, kind)] * len(worlds)
    assert differing, "what these seats play is no secret: this test shows nothing"
