"""When a match ends, its result is stored: the seats' places, decks or sides, the kind of end, and response times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from bot.features.profiles.service.results import ResultRecorder
from bot.features.profiles.statements import results
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo
from bot.store.store import Store
from rules.edge_of_darkness.content.load import PACKS
from tests.matches.room import ANNA, BELA, CILI, NAMES, ManualClock, Room
from tests.matches.tiny_game import Bid, Done, Take


async def recorded_result(room: Room, info: MatchInfo) -> Any:
    """Store the results of finished matches; return the result of this match, or None if it has none."""
    await ResultRecorder(room.service, room.clock).drain()
    return await results.get(room.store.read, info.id)


async def finished(room: Room) -> MatchInfo:
    """Play a match of one turn each. Anna responds after 60 seconds, and Béla after 10 and 90 seconds."""
    info = await room.match(turns=2)
    for wait, seat, action in (
        (60, 0, Take(2)),
        (5, 0, Done()),
        (10, 1, Take(1)),
        (5, 1, Done()),
        (60, 0, Bid(1)),
        (90, 1, Bid(3)),
    ):
        room.clock.step(wait)
        await room.by(info, seat, action)
    return await room.service.matches.get(info.id)


async def test_a_played_match_has_its_places_and_points(room: Room) -> None:
    info = await finished(room)
    match, rows = await recorded_result(room, info)
    table = await room.service.matches.table(info.id)
    assert table.match.result is not None
    assert {row.seat: (row.place, row.total, row.scores) for row in rows} == {
        row.seat: (row.rank, row.total, row.scores) for row in table.match.result.rows
    }
    assert [row.seat for row in rows if row.won] == list(table.match.result.winners)
    assert [(row.user_id, row.name, row.last, row.computer) for row in rows] == [
        (seat.user_id, seat.name, True, None) for seat in info.seats
    ]
    assert (match.game, match.guild_id, match.players, match.ending) == ("tiny", 1, 2, "played")
    assert (match.options, match.moves) == (info.options, 6)
    assert (match.started_at, match.ended_at) == (info.started_at, info.ended_at)


async def test_the_median_of_the_answers_to_others_is_kept(room: Room) -> None:
    _, rows = await recorded_result(room, await finished(room))
    assert [(row.moves, row.of_moves, row.answers_in) for row in rows] == [(3, 3, 60), (3, 3, 50)]


async def test_a_match_that_goes_on_again_leaves_the_results_until_its_next_end(room: Room) -> None:
    info = await finished(room)
    assert await recorded_result(room, info)
    await room.service.repair.rewind(info.id, info.seq - 1, "again")
    assert await recorded_result(room, info) is None
    # The secret bids became public at the end of the match. The rewind therefore makes both players bid again.
    for seat in (0, 1):
        await room.by(info, seat, Bid(2))
    assert await recorded_result(room, info)


@pytest.mark.parametrize("kind", ["end", "draw"])
async def test_a_match_that_ends_early_says_how(room: Room, kind: str) -> None:
    info = await room.match()
    if kind == "end":
        await room.service.play.end(info.id, ANNA, is_admin=True)
    else:
        await room.service.votes.ask(info.id, ANNA, "draw")
        await room.service.votes.answer(info.id, BELA, yes=True)
    match, rows = await recorded_result(room, info)
    assert match.ending == {"end": "ended", "draw": "draw"}[kind]
    assert [(row.place, row.won, row.total) for row in rows] == [(1 if kind == "draw" else None, False, None)] * 2


async def test_a_player_who_left_a_seat_has_a_row_without_a_place(room: Room) -> None:
    info = await room.match(turns=2)
    await room.by(info, 0, Take(1))
    gone = info.seats[0].user_id
    await room.service.seat_transfer.offer_seat(info.id, gone)
    await room.service.seat_transfer.take_seat(info.id, CILI, NAMES[CILI], 0)
    await room.service.play.act(info.id, CILI, Done())
    await room.service.play.end(info.id, CILI, is_admin=True)
    _, rows = await recorded_result(room, info)
    left = next(row for row in rows if row.user_id == gone)
    now = next(row for row in rows if row.user_id == CILI)
    assert (left.seat, left.last, left.place, left.moves, left.of_moves) == (0, False, None, 1, 2)
    assert (now.seat, now.last, now.moves, now.of_moves) == (0, True, 1, 2)


async def test_an_imported_match_has_the_options_and_the_pack_that_it_is_played_with(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result must name the pack although the match's row doesn't, or the match counts as one without a pack."""
    game = rules.GAMES["edge_of_darkness"]
    monkeypatch.setattr(PACKS, "added", {})
    game.add_pack("ours", Path("data") / game.id)
    match = game.new(2, "imported", {"pack": "ours", "hunt_repeatable": True})
    people = [(ANNA, NAMES[ANNA]), (BELA, NAMES[BELA])]
    async with await Store.open(path) as store:
        service = MatchService(store, ManualClock())
        info = await service.transfer.adopt(match.dump(), guild_id=1, channel_id=2, players=people)
        await service.play.end(info.id, ANNA, is_admin=True)
        await ResultRecorder(service, service.matches.clock).drain()
        found, _ = await results.get(store.read, info.id) or pytest.fail("no result")
    assert (found.pack, found.options["hunt_repeatable"]) == ("ours", True)
