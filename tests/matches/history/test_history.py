"""The log's entry numbers and pages count only entries that the reader is allowed to know about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.app import metrics
from bot.matches.history import service as history
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.match_reader import events_of
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.data.actions import Action
from tests.matches.room import ANNA, BELA, ManualClock, Room
from tests.matches.tiny_game import TINY, Done, Roll, Take


async def seen(room: Room, info: MatchInfo, viewer: int | None) -> list[int]:
    return [entry.seq for entry in (await room.service.history.page(info, None, 50, viewer=viewer)).entries]


def test_an_event_that_this_version_does_not_know_is_told_of_once_and_counted_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def count() -> float:
        return metrics.REGISTRY.get_sample_value("tenebrae_unknown_events_total") or 0

    before, lost = count(), [{"kind": "spun", "to": None}, {"kind": "weighed", "to": [1]}]
    for _ in range(3):
        assert events_of(TINY, lost) == ()
    assert count() - before == 6
    told = [(record.getMessage(), vars(record)["kind"]) for record in caplog.records]
    assert told == [("an event in the journal is unknown", kind) for kind in ("spun", "weighed")]


async def test_private_moves_are_counted_by_no_one_else(room: Room) -> None:
    info = await room.match(3)
    await room.by(info, 0, Take(1))
    for _ in range(5):
        await room.by(info, 0, Roll())
    assert await seen(room, info, None) == [1, 2]
    assert await seen(room, info, 1) == [1, 2]
    assert await seen(room, info, 0) == [1, 2, 3, 4, 5, 6, 7]
    assert await room.service.history.public_moves(info.id) == 1


async def test_going_back_is_known_as_far_as_what_it_undid(room: Room) -> None:
    info = await room.match(3)
    user = info.seats[0].user_id
    await room.by(info, 0, Done())
    await room.service.undo.take_back(info.id, user)
    assert await seen(room, info, 1) == [1]
    await room.by(info, 0, Take(1))
    assert await room.service.history.public_moves(info.id) == 1
    await room.service.undo.take_back(info.id, user)
    assert await seen(room, info, 1) == [1, 4, 5]
    assert await room.service.history.public_moves(info.id) == 0


async def test_going_back_together_is_known_to_all(room: Room) -> None:
    info = await room.match(2)
    first, second = (seat.user_id for seat in info.seats)
    await room.by(info, 0, Roll())
    await room.service.votes.ask(info.id, first, "undo")
    await room.service.votes.answer(info.id, second, True)
    assert await seen(room, info, 1) == [1, 3]
    log = await room.service.history.log(info)
    assert [entry.known for entry in log] == [True, False, True]


async def test_what_the_operator_set_back_is_known_to_all(room: Room) -> None:
    """The channel gets a notice that the operator rewound the match, even if the undone moves were secret."""
    info = await room.match(3)
    await room.by(info, 0, Roll())
    await room.service.repair.rewind(info.id, 1, "the bot was wrong")
    assert [await seen(room, info, viewer) for viewer in (None, 1)] == [[1, 3], [1, 3]]


async def test_news_stay_until_the_reader_hears_of_more(room: Room) -> None:
    async def news(viewer: int | None) -> list[str]:
        table = await room.service.matches.table(info.id)
        return [event.body.kind for event in await room.service.history.last_visible_events(table, viewer)]

    async def counts() -> list[int]:
        table = await room.service.matches.table(info.id)
        return [event.body.count for event in await room.service.history.last_visible_events(table, None)]

    info = await room.match(2)
    await room.by(info, 0, Take(1))
    assert await news(None) == ["took"]
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    assert [await news(viewer) for viewer in (None, 1, 0)] == [["took"], ["took"], ["saw"]]
    await room.by(info, 1, Take(2))
    assert await counts() == [2]
    await room.service.undo.take_back(info.id, info.seats[1].user_id)
    assert await counts() == [1]


async def test_pages_by_number(room: Room) -> None:
    info = await room.match(2)
    for number in range(10):
        await room.by(info, 0, Roll())
        await room.by(info, 0, Take(1 + number % 2))
    newest = await room.service.history.page(info, None, 4, viewer=None)
    assert (newest.first, newest.total, len(newest.entries)) == (8, 11, 4)
    older = await room.service.history.page(info, newest.first, 4, viewer=None)
    assert (older.first, len(older.entries)) == (4, 4)
    assert all(entry.events for entry in older.entries)
    oldest = await room.service.history.page(info, 2, 4, viewer=None)
    assert (oldest.first, len(oldest.entries)) == (1, 1)
    assert (await room.service.history.page(info, 1, 4, viewer=None)).entries == []
    assert len((await room.service.history.page(info, 99, 50, viewer=0)).entries) == 21


def ordered(match: Any, seat: int, orders: Sequence[str]) -> Action | None:
    if not orders:
        return None
    return Done() if match.state.coins[seat] else Take(1)


#: A variant of the tiny game with a standing order that takes one coin and ends the turn.
ORDERING = replace(TINY, id="ordering", orders={"pass": "Take one coin and end my turns."}, ordered=ordered)


async def test_what_the_last_move_called_forth_is_known_after_a_restart(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ORDERING
    async with await Store.open(address) as store:
        service = MatchService(store, ManualClock(), {game.id: game})
        info = await service.lobby.open(
            LobbyRequest(game=game.id, guild_id=1, channel_id=1, locale="en", options={"turns": 3}),
            user_id=ANNA,
            name="Anna",
        )
        await service.lobby.join(info.id, BELA, "Béla")
        first, second = (seat.user_id for seat in (await service.lobby.start(info.id, ANNA)).seats)
        await service.play.act(info.id, first, Take(2))
        await service.play.set_orders(info.id, second, ["pass"])
        await service.play.act(info.id, first, Done())
        table = await service.matches.table(info.id)
        events = table.position.events
        assert [(event.body.seat, event.body.count) for event in events] == [(1, 1)]
        service.matches.forget(info.id)
        assert (await service.matches.table(info.id)).position.events == events
        told = await service.history.last_visible_events(table, None)
        assert [(event.body.seat, event.body.count) for event in told] == [(1, 1)]
        # When events are read from the journal, as after a secret move, the events of the last move come last.
        silent = replace(table, position=replace(table.position, events=()))
        found = await service.history.last_visible_events(silent, None)
        assert found[-1:] == told
        # The events are the same if the journal must be read in several parts.
        monkeypatch.setattr(history, "RECENT_ENTRIES", 1)
        assert await service.history.last_visible_events(silent, None) == found
