"""The steps of a replay: viewers see exactly the boards that they were allowed to see during the match."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import delete, update

import rules
from bot.features.replays import words
from bot.features.replays.service.replay_steps import (
    OPEN_VIEWER,
    RenderedStep,
    ReplayTranscript,
    Viewer,
    deciding_steps,
    read,
    viewers,
)
from bot.matches.archiver import Archiver
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo, Position
from bot.notifications.turn_notification_decisions import is_public
from bot.store import tables
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import fewest_seats
from tests.matches.room import ANNA, CILI, NAMES, Room
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Saw, Take, Took

#: Number of decisions that are played per game in `make test`, and in `make soak`, which plays whole matches.
SOME, WHOLE = 30, 6000


async def story_of(service: MatchService, match_id: int) -> ReplayTranscript:
    info = await service.matches.get(match_id)
    return await read(service.store.read, service.matches.games[info.game], info)


async def rendered_steps(room: Room, info: MatchInfo, viewer: Viewer = None) -> list[RenderedStep]:
    """Return all steps of a match's replay for this viewer."""
    return [shown async for shown in (await story_of(room.service, info.id)).positions(viewer)]


async def played(room: Room, info: MatchInfo, *moves: tuple[int, Action]) -> None:
    for seat, action in moves:
        room.clock.step(60)
        await room.by(info, seat, action)


def event_bodies(shown: RenderedStep) -> list[Any]:
    return [event.body for entry in shown.entries for event in entry.events]


async def test_each_public_move_is_a_step_with_its_board_and_its_words(room: Room) -> None:
    info = await room.match(turns=2)
    await played(room, info, (0, Take(2)), (0, Done()), (1, Take(1)))
    steps = await rendered_steps(room, info)
    assert [getattr(shown.view, "coins", None) for shown in steps] == [[0, 0], [2, 0], [2, 0], [2, 1]]
    assert [event_bodies(shown) for shown in steps] == [[], [Took(0, 2)], [], [Took(1, 1)]]
    begun = info.started_at or 0
    assert [shown.step.at - begun for shown in steps] == [0, 60, 120, 180]
    assert [(shown.step.seat, shown.step.kind, shown.step.turn) for shown in steps] == [
        (None, "start", 0),
        (0, "act", 1),
        (None, "", 1),
        (1, "act", 2),
    ]
    assert [shown.step.number for shown in steps] == [0, 1, 2, 3]


async def test_a_hidden_move_is_a_step_for_no_one_else(room: Room) -> None:
    info = await room.match(turns=1)
    await played(room, info, (0, Roll()), (0, Roll()), (0, Done()), (1, Bid(1)))
    assert [shown.view.to_act for shown in await rendered_steps(room, info)] == [[0], [0, 1], [0]]
    assert len(await rendered_steps(room, info, 1)) == 3
    own = await rendered_steps(room, info, 0)
    assert [[type(body) for body in event_bodies(shown)] for shown in own] == [[], [Saw], [Saw], [], []]
    assert all(shown.view.viewer == 0 for shown in own)


async def test_what_was_taken_back_is_left_out(room: Room) -> None:
    info = await room.match(turns=2)
    await played(room, info, (0, Take(2)))
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    await played(room, info, (0, Take(1)))
    assert [event_bodies(shown) for shown in await rendered_steps(room, info)] == [[], [Took(0, 1)]]


async def test_who_plays_a_seat_is_told_with_the_next_step_and_by_the_names_of_then(room: Room) -> None:
    info = await room.match(turns=2)
    await played(room, info, (0, Take(1)))
    gone = info.seats[0]
    await room.service.seat_transfer.offer_seat(info.id, gone.user_id)
    await room.service.seat_transfer.take_seat(info.id, CILI, NAMES[CILI], 0)
    await room.service.play.act(info.id, CILI, Take(2))
    steps = await rendered_steps(room, info)
    assert [[entry.kind for entry in shown.entries] for shown in steps] == [["start"], ["act"], ["open", "seat", "act"]]
    assert [dict(shown.former) for shown in steps] == [{0: gone.name}, {0: gone.name}, {}]


async def test_a_match_that_was_ended_says_so_in_its_last_step(room: Room) -> None:
    info = await room.match(turns=2)
    await played(room, info, (0, Take(1)))
    await room.service.play.end(info.id, ANNA, is_admin=True)
    last = (await rendered_steps(room, info))[-1]
    assert (last.step.kind, getattr(last.view, "coins", None)) == ("end", [1, 0])


async def test_a_packed_match_and_a_single_step_show_the_same(room: Room) -> None:
    info = await room.match(turns=1)
    await played(room, info, (0, Take(2)), (0, Roll()), (0, Done()), (1, Bid(1)), (0, Bid(3)))
    viewers: tuple[Viewer, ...] = (None, 0, 1, OPEN_VIEWER)
    before = {viewer: await rendered_steps(room, info, viewer) for viewer in viewers}
    await Archiver(room.service, room.clock).archive(info.id)
    story = await story_of(room.service, info.id)
    for viewer, steps in before.items():
        assert [shown async for shown in story.positions(viewer)] == steps
        assert await story.steps(viewer) == [shown.step for shown in steps]
        assert [await story.at(viewer, shown.step) for shown in steps] == steps
    assert story.lost == 0
    assert [step.number for step in deciding_steps(await story.course(), await story.steps(None))]


# -- viewers --------------------------------------------------------------------------------------------------


async def test_with_everything_face_up_a_move_of_which_nothing_was_told_is_named(room: Room) -> None:
    info = await room.match(turns=1)
    await played(room, info, (0, Take(2)), (0, Done()), (1, Bid(1)), (0, Bid(3)))
    for viewer in (None, 0, 1):
        assert {shown.secret_move for shown in await rendered_steps(room, info, viewer)} == {None}
    chosen = [shown.secret_move for shown in await rendered_steps(room, info, OPEN_VIEWER)]
    assert [(one.seat, one.action, one.view.viewer) if one else None for one in chosen[:4]] == [
        None, None, (0, Done(), 0), (1, Bid(1), 1)
    ]  # fmt: skip
    assert words.move_line(Translator("en", names=["Anna", "Béla"]), TINY, chosen[3]) == ["Béla chose: bid"]


async def test_only_a_finished_match_is_shown_from_all_seats(room: Room) -> None:
    info = await room.match(turns=1)
    first, second = (seat.user_id for seat in info.seats)
    assert viewers(info, first) == (None, 0)
    assert viewers(info, CILI) == viewers(info, None) == (None,)
    await played(room, info, (0, Done()), (1, Bid(1)), (0, Bid(3)))
    info = await room.service.matches.get(info.id)
    assert viewers(info, CILI) == (None, 0, 1, OPEN_VIEWER)
    await room.service.repair.rewind(info.id, 2, "again")
    info = await room.service.matches.get(info.id)
    assert viewers(info, second) == (None, 1), "it goes on"
    await room.service.play.end(info.id, ANNA, is_admin=True)
    info = await room.service.matches.get(info.id)
    assert viewers(info, CILI) == (None,)
    assert viewers(info, second) == (None, 1), "what was hidden stays hidden"


# -- damaged data ---------------------------------------------------------------------------------------------


async def test_a_position_that_was_not_saved_is_made_again(room: Room) -> None:
    info = await room.match(turns=2)
    await played(room, info, (0, Take(2)), (0, Take(1)), (0, Done()))
    before = await rendered_steps(room, info)
    gone = tables.snapshots.c.seq.in_((2, 3))
    async with room.store.write() as tx:
        await tx.run(delete(tables.snapshots).where(gone))
    assert await rendered_steps(room, info) == before


async def test_what_cannot_be_made_again_is_left_out_and_counted(room: Room) -> None:
    info = await room.match(turns=2)
    await played(room, info, (0, Take(2)), (0, Take(1)), (0, Done()), (1, Take(1)))
    before = await rendered_steps(room, info)
    async with room.store.write() as tx:
        await tx.run(update(tables.journal).where(tables.journal.c.seq == 3).values(events="{", action="{"))
        await tx.run(update(tables.snapshots).where(tables.snapshots.c.seq == 3).values(state=b"damaged"))
    story = await story_of(room.service, info.id)
    left = [shown async for shown in story.positions(None)]
    assert story.lost == 1
    assert [shown.view for shown in left] == [shown.view for shown in (*before[:2], *before[3:])]
    assert [shown.step.number for shown in left] == [0, 1, 2, 3]


# -- every game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [SOME, pytest.param(WHOLE, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_every_board_of_a_match_is_a_step_and_shows_what_its_seats_saw(room: Room, name: str, most: int) -> None:
    service = MatchService(room.store, room.clock, options=ServiceOptions(seed=lambda: "replayed"))
    info = await service.lobby.open(
        LobbyRequest(game=name, guild_id=1, channel_id=7, locale="en", options={}), user_id=ANNA, name="Anna"
    )
    for user_id in list(NAMES)[1 : fewest_seats(name)]:
        await service.lobby.join(info.id, user_id, NAMES[user_id])
    info = await service.lobby.start(info.id, ANNA)
    rng, table = random.Random(5), await service.matches.table(info.id)
    was: list[Position] = [table.position]
    while not table.match.over and len(was) <= most:
        seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda pair: pair[0]))
        chosen = rng.choice(decision.actions)
        table = (await service.play.act(info.id, info.seats[seat].user_id, chosen)).table
        was.append(table.position)
    story = await story_of(service, info.id)
    boards = [new for old, new in pairwise([None, *was]) if new is not None and is_public(old, new)]
    shown = [one async for one in story.positions(None)]
    assert [one.view for one in shown] == [position.views[None] for position in boards]
    assert [one.step.seq for one in shown] == [position.seq for position in boards]
    saw = {position.seq: position for position in was}
    for seat in range(len(info.seats)):
        own = [one async for one in story.positions(seat)]
        assert {one.step.seq for one in own} >= {position.seq for position in boards}
        assert all(one.view == saw[one.step.seq].views[seat] for one in own)
        assert all(event.seen_by(seat) for one in own for event in one.marked_events)
        # In a short match, a seat may have no secrets left at the end.
        knowing = any(seat in position.seats_with_secrets for position in was)
        assert {secret for one in own for secret in one.secrets} == {*([seat] if knowing else [])}
    assert len([one async for one in story.positions(OPEN_VIEWER)]) == len(was)
