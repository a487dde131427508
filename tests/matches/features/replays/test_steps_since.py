"""The steps of a match since an entry: only what came after it, as its viewer saw it."""

from __future__ import annotations

from bot.features.replays.service.replay_cache import Replays, ReplayView
from bot.features.replays.service.replay_steps import ReplayStep
from bot.matches.service_results import LogEntry
from rules.kernel.data.events import Event
from tests.matches.features.replays.test_replays import played, room, seen
from tests.matches.room import ANNA, CILI, Room
from tests.matches.tiny_game import Bid, Done, Roll, Take

__all__ = ["room"]


def kinds(entries: list[LogEntry]) -> list[tuple[int | None, list[str]]]:
    """Return the seat and the kinds of events of each entry."""
    return [(entry.seat, [event.body.kind for event in entry.events]) for entry in entries]


async def events_of(replay_view: ReplayView, step: ReplayStep) -> list[Event]:
    return [event for entry in (await replay_view.render_step(step)).entries for event in entry.events]


async def test_the_steps_after_an_entry_are_those_of_the_replay(room: Room) -> None:
    replays = Replays(room.service.matches)
    match_id = await played(room, (0, Take(2)), (0, Roll()), (0, Take(1)), (0, Done()), (1, Bid(1)), (0, Bid(3)))
    info = await room.service.matches.get(match_id)
    for viewer in (None, 0, 1):
        whole = await seen(room, replays, match_id, viewer)
        for after in range(info.seq + 1):
            part = await replays.since(info, viewer, CILI, after)
            telling = [step.seq for step in whole.steps if step.seq > after and await events_of(whole, step)]
            assert [step.seq for step in part.steps] == telling
            assert [step.number for step in part.steps] == list(range(len(part.steps)))
            for step in part.steps:
                same = await whole.render_step(whole.of_entry(step.seq))
                shown = await part.render_step(step)
                assert (shown.view, shown.marked_events) == (same.view, same.marked_events)
                assert all(entry.seq > after for entry in shown.entries)


async def test_a_private_event_is_a_step_for_its_seat_alone_and_the_board_stays_public(room: Room) -> None:
    replays = Replays(room.service.matches)
    match_id = await played(room, (0, Take(2)), (0, Roll()))
    info = await room.service.matches.get(match_id)
    assert (await replays.since(info, None, CILI, 2)).steps == []
    other = info.seats[1].user_id
    assert (await replays.since(info, 1, other, 2)).steps == []
    own = await replays.since(info, 0, info.seats[0].user_id, 2)
    (step,) = own.steps
    assert kinds(list((await own.render_step(step)).entries)) == [(0, ["saw"])]
    view, events = await own.public_board(step)
    assert view == (await room.service.matches.table(match_id)).view(None)
    assert [event.body.kind for event in events] == ["took"]


async def test_a_look_is_remembered_and_never_moves_back(room: Room) -> None:
    markers = room.service.read_markers
    match_id = await played(room, (0, Take(2)), (0, Done()))
    table = await room.service.matches.table(match_id)
    info = table.info
    assert await markers.last_look(info, CILI) == 1
    assert await markers.last_look(info, CILI, otherwise=2) == 2
    for seq in (3, 2):
        await markers.mark_read(table, CILI, seq)
        assert await markers.last_look(info, CILI, otherwise=2) == 3
    assert await markers.last_look(info, ANNA) == 1
