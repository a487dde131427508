"""Reviews of finished matches: the better moves that a computer found, who may read a review, and its storage."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import update

from bot.features.reviews.service import reviews
from bot.features.reviews.service.analysis import make_review
from bot.features.reviews.service.reviews import Review, Reviews
from bot.matches.archiver import Archiver
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.statements.rows import pack
from bot.store.store import Store
from bot.store.tables import journal, snapshots
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, CILI, Room
from tests.matches.tiny_game import TINY, Bid, Done, Take

pytestmark = pytest.mark.asyncio
#: A match of one turn and bids. Every player pays their bid, so the lowest bid is best.
GOOD = ((0, Take(2)), (0, Done()), (1, Bid(1)), (0, Bid(1)))
#: The tiny game, except that computers only end turns and bid, so the matches that they simulate always end.
MODEST = replace(
    TINY, candidates=lambda _match, _seat, actions: [one for one in actions if isinstance(one, Done | Bid)]
)


@pytest_asyncio.fixture
async def room(path: Path) -> AsyncIterator[Room]:
    """A match service on SQLite; only the tests of storage also use PostgreSQL."""
    async with await Store.open(path) as store:
        yield Room(store)


@pytest_asyncio.fixture
async def either(address: Address) -> AsyncIterator[Room]:
    async with await Store.open(address) as store:
        yield Room(store)


async def played(room: Room, *moves: tuple[int, Any]) -> MatchInfo:
    info = await room.match(turns=1)
    for seat, action in moves:
        await room.by(info, seat, action)
    return await room.service.matches.get(info.id)


async def review(room: Room, info: MatchInfo, **how: Any) -> Review:
    return await make_review(room.store.read, MODEST, info, **how)


def named(found: Review) -> list[tuple[int, Any, Any, float]]:
    told = [(one.seat, one.played, one.better, one.by) for one in found.missed]
    return [(seat, *map(MODEST.action_from_json, (done, better)), by) for seat, done, better, by in told]


async def test_a_match_without_a_blunder_has_none(room: Room) -> None:
    found = await review(room, await played(room, *GOOD))
    assert not found.missed
    assert (found.looked_at, found.left, found.lost) == (4, 0, 0)


async def test_the_worst_blunder_comes_first_with_what_would_have_been_better_and_by_how_much(room: Room) -> None:
    found = await review(room, await played(room, *GOOD[:2], (0, Bid(2)), (1, Bid(3))))
    assert named(found) == [(1, Bid(3), Bid(1), 2.0), (0, Bid(2), Bid(1), 1.0)]
    assert found.missed_by(0) == [found.missed[1]]
    assert found.missed_by(None) == found.missed


async def test_it_is_the_same_whenever_it_is_made_and_of_a_packed_match_too(either: Room) -> None:
    info = await played(either, *GOOD[:2], (0, Bid(2)), (1, Bid(3)))
    first = (await review(either, info)).dumped()
    assert (await review(either, info)).dumped() == first
    await Archiver(either.service, either.clock).archive(info.id)
    assert (await review(either, info)).dumped() == first
    assert reviews.parse_review(first).dumped() == first


async def test_the_lines_have_a_place_for_each_turn_and_end_with_the_result(room: Room) -> None:
    found = await review(room, await played(room, *GOOD))
    assert [(place.seat, place.standing) for place in found.places] == [
        (None, [0, 0]),
        (0, [2, -2]),
        (1, [2, -2]),
        (0, [1, -1]),
    ]


async def test_the_lines_end_with_the_result_after_a_concession_too(path: Path) -> None:
    def concede(match: Any, _seat: int) -> None:
        match.state.over = True

    game = replace(MODEST, concede=concede)
    async with await Store.open(path) as store:
        room = Room(store, game)
        info = await played(room, *GOOD[:2])
        await room.service.play.concede(info.id, info.seats[1].user_id)
        found = await make_review(store.read, game, await room.service.matches.get(info.id))
        assert [place.seat for place in found.places] == [None, 0, 1]
        assert found.places[-1].standing == [1, -1], "2 coins to none, without the computer's opinion"


async def test_the_winner_is_highest_at_the_end_of_a_game_without_points(room: Room) -> None:
    info = await played(room, (0, Take(1)), (0, Done()), (0, Bid(3)), (1, Bid(1)))
    found = await make_review(room.store.read, replace(MODEST, valued_in_points=False), info)
    assert [place.standing for place in found.places][-2:] == [[1, -1], [-1, 1]]


async def test_what_was_taken_back_and_what_no_one_chose_by_hand_is_left_out(room: Room) -> None:
    info = await room.match(turns=2)
    await room.by(info, 0, Take(2))
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    await room.by(info, 0, Done())
    await room.service.computers.hand_over(info.id, info.seats[1].user_id, None, "easy", gone=False)
    seq = (await room.service.matches.get(info.id)).seq
    assert await room.service.computers.act(info.id, 1, Done(), seq)
    await room.service.computers.give_back(info.id, info.seats[1].user_id, None)
    for seat in (0, 1):
        await room.by(info, seat, Bid(3))
    found = await review(room, await room.service.matches.get(info.id))
    assert found.looked_at == 3, "one end of a turn and two bids"


async def test_moves_for_which_there_is_no_time_are_counted(room: Room) -> None:
    found = await review(room, await played(room, *GOOD), seconds=-1)
    assert (found.looked_at, found.left, found.missed) == (0, 4, [])
    assert len(found.places) == 4


async def test_steps_that_cant_be_made_again_are_counted_and_left_out(room: Room) -> None:
    info = await played(room, *GOOD[:2], (0, Bid(2)), (1, Bid(3)))
    async with room.store.write() as tx:
        for seq in (2, 3):
            await tx.run(update(snapshots).where(snapshots.c.seq == seq).values(state=pack(b"{}")))
        await tx.run(update(journal).where(journal.c.seq == 2).values(action='{"verb": "gone"}'))
    found = await review(room, info)
    assert found.lost == 2, "nothing leads to the second and the third"
    assert [one.seq for one in found.missed] == [5]


# -- readers --------------------------------------------------------------------------------------------------


async def test_who_played_reads_it_after_the_end_and_everyone_once_it_is_shared(either: Room) -> None:
    kept, info = either.service.part(Reviews), await either.match(turns=1)
    with pytest.raises(Refusal, match="isn't over yet"):
        await kept.check(info, ANNA)
    for seat, action in GOOD:
        await either.by(info, seat, action)
    info = await either.service.matches.get(info.id)
    await kept.check(info, BELA)
    with pytest.raises(Refusal, match="Only its players"):
        await kept.check(info, CILI)
    assert await kept.stored(info) is None
    with pytest.raises(Refusal, match="continued meanwhile"):
        await kept.share(info, ANNA)
    found = (await review(either, info)).dumped()
    assert not (await kept.store(info, found)).shared
    with pytest.raises(Refusal, match="Only its players"):
        await kept.share(info, CILI)
    assert (await kept.share(info, ANNA)).shared
    with pytest.raises(Refusal, match="already"):
        await kept.share(info, BELA)
    await kept.check(info, CILI)
    assert (await kept.store(info, found)).shared, "another one that was made meanwhile changes nothing"
    assert [post.kind for post in await either.posts() if post.kind == "review"] == ["review"], "once, with the choice"


async def test_a_match_that_was_ended_before_keeps_what_was_hidden(room: Room) -> None:
    info = await room.match(turns=1)
    await room.by(info, 0, Take(2))
    await room.service.play.end(info.id, ANNA, is_admin=True)
    info = await room.service.matches.get(info.id)
    with pytest.raises(Refusal, match="hidden information stays hidden"):
        await room.service.part(Reviews).check(info, ANNA)
    with pytest.raises(Refusal, match="continued meanwhile"):
        await room.service.part(Reviews).store(info, Review().dumped())


async def test_a_match_that_goes_on_from_its_end_has_no_review_until_the_next(either: Room) -> None:
    info = await played(either, *GOOD)
    kept, found = either.service.part(Reviews), (await review(either, info)).dumped()
    await kept.store(info, found)
    later = replace(info, seq=info.seq + 2)
    assert await kept.stored(later) is None
    with pytest.raises(Refusal, match="continued meanwhile"):
        await kept.store(later, found)
    assert await kept.stored(info) is not None


async def test_moves_are_recalled_as_their_seat_saw_them(room: Room) -> None:
    info = await played(room, *GOOD[:2], (0, Bid(2)), (1, Bid(3)))
    found = await review(room, info)
    first, second = await room.service.part(Reviews).with_views(info, found.missed)
    assert (first.view.viewer, first.played, first.better) == (1, Bid(3), Bid(1))
    assert (second.view.viewer, second.played, second.better) == (0, Bid(2), Bid(1))
    assert not await room.service.part(Reviews).with_views(info, [replace(found.missed[0], before=99)])
