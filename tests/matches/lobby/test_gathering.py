"""A lobby for known players (of a cup, say) is opened with all of them in a single transaction, and only once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.store.store import Store
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room


@pytest.fixture
async def in_file(path: Path):
    """A match service on SQLite, for behaviour that doesn't depend on the database engine."""
    async with await Store.open(path) as store:
        yield Room(store)


async def gather_lobby(room: Room, people: list[int], host_id: int = ANNA, **more: Any) -> MatchInfo:
    """Open a lobby with these users in it."""

    async def note(_: Transaction, match_id: int) -> None:
        noted.append(match_id)

    noted: list[int] = []
    seats = [SeatInfo(0, user_id, NAMES.get(user_id, "?")) for user_id in people]
    asked = {name: more.pop(name) for name in LobbyRequest.__slots__ if name in more}
    wanted: dict[str, Any] = {"game": "tiny", "guild_id": 1, "channel_id": 7, "locale": "hu", "options": {}}
    more = {"note": note, "host_id": host_id, "people": seats} | more
    info = await room.service.lobby.gather(LobbyRequest(**wanted | asked), **more)
    assert noted in ([], [info.id])
    return info


async def test_all_sit_there_in_their_order_and_are_told(room: Room) -> None:
    info = await gather_lobby(room, [CILI, BELA], ANNA, pace={"how": "bank"}, hints=1, watching=9, waits=True)
    assert (info.names, info.host_id, info.locale, info.hints) == (("Cili", "Béla"), ANNA, "hu", 1)
    assert (info.pace, info.watching_channel_id) == ({"how": "bank"}, 9)
    await room.posts()
    assert [payload["users"] for payload in room.messenger.of("notice")] == [[CILI, BELA]]
    assert [payload["user_id"] for payload in room.messenger.of("member")] == [CILI, BELA]
    begun = await room.service.lobby.start(info.id, ANNA, drawn=False)
    assert begun.names == ("Cili", "Béla")


async def test_with_nothing_left_to_do_the_start_calls_the_player_to_act(in_file: Room) -> None:
    await gather_lobby(in_file, [CILI, BELA])
    await in_file.posts()
    assert [payload["user_id"] for payload in in_file.messenger.of("member")] == [CILI, BELA]
    assert in_file.messenger.of("notice") == []


async def test_a_computer_can_be_among_them(in_file: Room) -> None:
    people = [SeatInfo(0, BELA, "Béla"), SeatInfo(1, -1, "Computer 1 (easy)", computer="easy")]

    async def note(_: Transaction, match_id: int) -> None:
        assert match_id

    info = await in_file.service.lobby.gather(
        LobbyRequest(game="tiny", guild_id=1, channel_id=7, locale="en", options={}),
        host_id=BELA,
        people=people,
        note=note,
    )
    assert [seat.computer for seat in info.seats] == [None, "easy"]


async def test_what_can_not_be_noted_is_not_opened(in_file: Room) -> None:
    async def note(_: Transaction, match_id: int) -> None:
        raise Refusal("Somebody has opened it already.")

    async with refused("opened it already"):
        await gather_lobby(in_file, [ANNA, BELA], note=note)
    assert await in_file.service.matches.in_channel(7) is None
    assert await in_file.posts() == []


async def test_a_player_at_too_many_tables_is_named(in_file: Room) -> None:
    full = Room(in_file.store, caps={"matches_per_person": 1})
    await full.lobby(channel_id=1)
    async with refused("Anna has reached the limit of tables here"):
        await gather_lobby(full, [BELA, ANNA], DORA)
    assert await full.service.matches.in_channel(7) is None


@pytest.mark.parametrize("wrong", [{"game": "none"}, {"options": {"no": 1}}])
async def test_an_unknown_game_or_option_is_refused(in_file: Room, wrong: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        await gather_lobby(in_file, [ANNA, BELA], **wrong)
