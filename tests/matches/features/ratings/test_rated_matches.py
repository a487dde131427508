"""The host decides in the lobby that a match is rated, and this doesn't change after the match starts."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.profiles.service.results import ResultRecorder
from bot.features.profiles.statements import results
from bot.features.ratings.service.ladders import Ratings
from bot.matches.lobby.rated import can_be_rated
from bot.matches.service_results import MatchInfo
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, Room
from tests.matches.tiny_game import Bid, Done, Roll, Take

GUILD = 1


async def lobby(room: Room, *others: int, **options: Any) -> MatchInfo:
    """Open a lobby in a server that has ladders."""
    await room.service.servers.choose_ladder(GUILD, ladder=True)
    return await room.lobby(*others, **options)


async def rated(room: Room, computer: bool = False) -> MatchInfo:
    """Start a rated match between Anna and Béla, or between Anna and a computer."""
    info = await lobby(room, *([] if computer else [BELA]), turns=2)
    if computer:
        await room.service.lobby.add_computer(info.id, ANNA, "easy")
    await room.service.lobby.set_rated(info.id, ANNA, rated=True)
    return await room.service.lobby.start(info.id, ANNA, drawn=False)


async def test_no_match_counts_unless_its_host_says_so_before_it_begins(room: Room) -> None:
    info = await lobby(room, BELA)
    set_rated = room.service.lobby.set_rated
    assert not info.rated
    with pytest.raises(Refusal, match="Only the player who opened the table"):
        await set_rated(info.id, BELA, rated=True)
    assert (await set_rated(info.id, ANNA, rated=True)).rated
    assert not (await set_rated(info.id, ANNA, rated=False)).rated
    await set_rated(info.id, ANNA, rated=True)
    assert (await room.service.lobby.start(info.id, ANNA)).rated
    with pytest.raises(Refusal, match="already begun"):
        await set_rated(info.id, ANNA, rated=False)


async def test_without_a_ladder_no_match_counts(room: Room) -> None:
    info = await room.lobby(BELA)
    with pytest.raises(Refusal, match="This server has no ladder"):
        await room.service.lobby.set_rated(info.id, ANNA, rated=True)


def test_solo_matches_and_matches_with_packs_are_not_rated() -> None:
    assert can_be_rated({}, 2)
    assert can_be_rated({"pack": "base"}, 2)
    assert not can_be_rated({}, 1)
    assert not can_be_rated({"pack": "ours"}, 2)


@pytest.mark.parametrize("ladder", [True, False])
async def test_a_rematch_counts_as_the_match_did_while_there_is_a_ladder(room: Room, ladder: bool) -> None:
    info = await rated(room)
    await room.service.play.end(info.id, ANNA, is_admin=True)
    await room.service.servers.choose_ladder(GUILD, ladder=ladder)
    assert bool((await room.service.lobby.rematch(info.id, ANNA, "Anna")).rated) == ladder


async def test_a_host_alone_cannot_end_a_match_that_counts(room: Room) -> None:
    info = await rated(room)
    with pytest.raises(Refusal, match="only end it early if everyone agrees"):
        await room.service.play.end(info.id, ANNA, is_admin=False)
    await room.service.play.end(info.id, ANNA, is_admin=True)
    alone = await rated(room, computer=True)
    assert (await room.service.play.end(alone.id, ANNA, is_admin=False)).status == "ended"


async def test_computers_agree_to_no_going_back_in_a_match_that_counts(room: Room) -> None:
    info = await rated(room, computer=True)
    await room.by(info, 0, Roll())
    with pytest.raises(Refusal, match="no other person to agree"):
        await room.service.votes.ask(info.id, ANNA, "undo")


async def test_what_counts_is_on_the_ladder_once_it_has_ended(room: Room) -> None:
    info = await rated(room)
    for seat, action in ((0, Take(2)), (0, Done()), (1, Take(1)), (1, Done()), (0, Bid(1)), (1, Bid(3))):
        await room.by(info, seat, action)
    await ResultRecorder(room.service, room.clock).drain()
    found = await results.get(room.store.read, info.id)
    assert found is not None
    assert (found[0].rated, found[0].pack) == (True, "")
    await room.service.part(Ratings).catch_up()
    page = await room.service.part(Ratings).ladder("tiny", GUILD, 0, 9, ANNA)
    assert {row.user_id for row in page.rows} == {ANNA, BELA}
    assert page.own is not None
    with pytest.raises(Refusal, match="no ladder"):
        await room.service.part(Ratings).ladder("tiny", 2, 0, 9, ANNA)
