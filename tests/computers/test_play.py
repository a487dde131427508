"""Computers in the match service: their moves are saved and posted like people's, and they are never pinged."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.app.subprocesses import WorkerError
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.matches.service_results import Vote
from bot.notifications.preferences import PingMode
from bot.store.statements import journal
from bot.store.store import Store
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.room import ANNA, BELA, CILI, Room, can_take_back
from tests.matches.timed_game import MINUTE, TIMED
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Take


def ends(_match: Match[Any], _seat: int, actions: list[Action]) -> list[Action]:
    return [action for action in actions if isinstance(action, Done | Bid)] or actions


#: The tiny game with computers that end their turn as soon as they can, so matches finish quickly.
SHORT = replace(TINY, candidates=ends)


class ComputerRoom(Room):
    """A match service with computer players that choose in this process."""

    def __init__(self, store: Store, **service: Any) -> None:
        super().__init__(store, **service)
        self.service.matches.games = {"tiny": SHORT, "timed": TIMED}
        self.inside = InProcessChooser(self.service.matches.games)
        self.keeper = ComputerMoveScheduler(self.service, self.inside, self.clock, seconds=lambda: 0.0)

    async def quiet(self) -> None:
        while await self.keeper.is_busy():  # noqa: ASYNC110
            await asyncio.sleep(0)

    async def kinds(self, match_id: int) -> list[str]:
        return [row.kind for row in await journal.since(self.store.read, match_id, 0)]


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    return tmp_path / "tenebrae.sqlite3"


@pytest.fixture
async def table(path: Path):
    async with await Store.open(path) as store:
        made = ComputerRoom(store)
        made.keeper.start()
        yield made
        await made.keeper.stop()


async def solo(table: ComputerRoom, level: str = "normal", **options: Any) -> Any:
    """Start a match between Anna and one computer, and let the computer move until it is Anna's turn."""
    lobby = await table.lobby(**options)
    info = await table.service.lobby.start(lobby.id, ANNA, level, 2)
    await table.quiet()
    return await table.service.matches.get(info.id)


def seat_of(info: Any, user_id: int) -> int:
    return next(seat.seat for seat in info.seats if seat.user_id == user_id)


async def test_computers_fill_the_free_seats(table: ComputerRoom) -> None:
    lobby = await table.lobby(BELA)
    info = await table.service.lobby.start(lobby.id, ANNA, "easy")
    assert len(info.seats) == 3
    names = {seat.name for seat in info.seats}
    assert names == {"Anna", "Béla", "Computer 1 (easy)"}
    assert info.computers == {seat.seat for seat in info.seats if not seat.is_human}


async def test_computers_sit_down_and_leave_in_the_lobby(table: ComputerRoom) -> None:
    lobby = await table.lobby()
    await table.service.lobby.add_computer(lobby.id, ANNA, "hard")
    info = await table.service.lobby.add_computer(lobby.id, ANNA, "normal")
    assert [seat.name for seat in info.seats] == ["Anna", "Computer 1 (hard)", "Computer 2 (normal)"]
    with pytest.raises(Refusal, match="full"):
        await table.service.lobby.add_computer(lobby.id, ANNA, "normal")
    info = await table.service.lobby.remove_computer(lobby.id, ANNA)
    info = await table.service.lobby.join(lobby.id, BELA, "Béla")
    assert [seat.computer for seat in info.seats] == [None, "hard", None]
    with pytest.raises(Refusal, match="who opened"):
        await table.service.lobby.remove_computer(lobby.id, BELA)
    info = await table.service.lobby.leave(lobby.id, ANNA)
    assert info.host_id == BELA
    assert (await table.service.lobby.leave(lobby.id, BELA)).status == "ended"


@pytest.mark.parametrize(
    ("level", "players", "words"),
    [("wise", 2, "no such level"), ("easy", 1, "no free seat"), ("easy", 9, "2 to 3"), (None, 2, "choose how")],
)
async def test_what_cannot_be_filled_is_refused(table: ComputerRoom, level: Any, players: int, words: str) -> None:
    lobby = await table.lobby()
    with pytest.raises(Refusal, match=words):
        await table.service.lobby.start(lobby.id, ANNA, level, players)
    assert (await table.service.matches.get(lobby.id)).status == "lobby"


async def test_a_match_against_a_computer_is_played_to_its_end(table: ComputerRoom) -> None:
    info = await solo(table, "hard", turns=4)
    mine = seat_of(info, ANNA)
    while (info := await table.service.matches.get(info.id)).status == "playing":
        match = (await table.service.matches.table(info.id)).match
        decision = match.decisions()[mine]
        action = Done() if Done() in decision.actions else decision.actions[0]
        await table.by(info, mine, action)
        await table.quiet()
    assert info.status == "over"
    assert "computer" in await table.kinds(info.id)


async def test_private_messages_tell_that_the_match_is_over_when_a_computer_ends_it(table: ComputerRoom) -> None:
    info = await table.match(turns=1)
    await table.by(info, next(iter((await table.service.matches.table(info.id)).match.decisions())), Done())
    await table.by(info, seat_of(info, ANNA), Bid(1))
    await table.mailed(info)
    await table.service.computers.hand_over(info.id, BELA, None, "easy", gone=False)
    await table.quiet()
    info = await table.service.matches.get(info.id)
    assert (info.status, (await table.kinds(info.id))[-1]) == ("over", "computer")
    told = [row.payload["seq"] for row in await table.posts() if row.kind == "hand" and row.seat == seat_of(info, ANNA)]
    assert told[-1] == info.seq


async def test_it_calls_people_and_no_one_else(table: ComputerRoom) -> None:
    await table.service.people.set_ping_mode(ANNA, PingMode.BOTH, None)
    info = await solo(table, turns=9)
    mine = seat_of(info, ANNA)
    posts = [*await table.posts()]
    for _ in range(3):
        await table.by(info, mine, Done())
        await table.quiet()
        posts += await table.posts()
    calls = [row.payload["users"] for row in posts if row.kind == "turn"]
    assert calls
    assert all(users == [ANNA] for users in calls)
    assert {row.payload["user_id"] for row in posts if row.kind == "ring"} == {ANNA}
    assert [row.match_id for row in await table.service.matches.waiting_for(ANNA)] == [info.id]


async def test_many_moves_of_computers_are_one_message_with_one_picture(table: ComputerRoom) -> None:
    lobby = await table.lobby(turns=9)
    info = await table.service.lobby.start(lobby.id, ANNA, "normal", 3)
    await table.quiet()
    await table.posts()
    moved = len(await table.kinds(info.id))
    await table.by(info, seat_of(info, ANNA), Done())
    await table.quiet()
    assert (await table.kinds(info.id))[moved:] == ["act", "computer", "computer"]
    posts = await table.posts()
    told = [row for row in posts if row.kind in ("turn", "story", "notice")]
    assert [row.kind for row in told] == ["turn"]
    # A single notification covers all three moves since the previous notification.
    assert told[0].payload["seq"] - told[0].payload["after"] == 3


async def test_a_seat_is_handed_over_and_back_and_a_restart_keeps_it(path: Path) -> None:
    async with await Store.open(path) as store:
        table = ComputerRoom(store)
        table.keeper.start()
        info = await table.match(2, turns=50)
        seat = seat_of(info, ANNA)
        info = await table.service.computers.hand_over(info.id, ANNA, None, "easy", gone=False)
        assert info.computers == {seat}
        await table.quiet()
        assert min((await table.service.matches.table(info.id)).match.decisions()) == 1 - seat
        notices = [row.payload["msgid"] for row in await table.posts() if row.kind == "notice"]
        assert len(notices) == 1
        assert "now plays for {who}" in notices[0]
        with pytest.raises(Refusal, match="/match return"):
            await table.by(info, seat, Take(1))
        # The bot stops during a computer's turn, before the computer has started to think.
        await table.keeper.stop()
        await table.by(info, 1 - seat, Done())
    async with await Store.open(path) as store:
        table = ComputerRoom(store)
        assert min((await table.service.matches.table(info.id)).match.decisions()) == seat
        table.keeper.start()
        await table.quiet()
        assert min((await table.service.matches.table(info.id)).match.decisions()) == 1 - seat
        info = await table.service.computers.give_back(info.id, ANNA, None)
        assert info.computers == set()
        await table.by(info, 1 - seat, Done())
        await table.quiet()
        await table.by(info, seat, Take(2))
        kinds = await table.kinds(info.id)
        assert [kind for kind in kinds if kind in ("hand", "back")] == ["hand", "back"]
        assert kinds[-1] == "act"
        await table.keeper.stop()


async def test_the_host_hands_over_only_who_is_away(table: ComputerRoom) -> None:
    info = await table.match(2)
    hers, his = seat_of(info, ANNA), seat_of(info, BELA)
    computers = table.service.computers
    if min((await table.service.matches.table(info.id)).match.decisions()) == hers:
        await table.by(info, hers, Done())
    with pytest.raises(Refusal, match="for a day"):
        await computers.hand_over(info.id, ANNA, his, "easy", gone=False)
    with pytest.raises(Refusal, match="or the match's host"):
        await computers.hand_over(info.id, BELA, hers, "easy", gone=True)
    with pytest.raises(Refusal, match="not playing"):
        await computers.hand_over(info.id, CILI, None, "easy", gone=False)
    table.clock.time += 86_400
    assert (await computers.hand_over(info.id, ANNA, his, "easy", gone=False)).computers == {his}
    await table.quiet()
    assert (await computers.give_back(info.id, BELA, None)).computers == set()
    assert (await computers.hand_over(info.id, ANNA, his, "hard", gone=True)).computers == {his}


async def test_a_computer_of_its_own_gives_nothing_back(table: ComputerRoom) -> None:
    info = await solo(table)
    seat = 1 - seat_of(info, ANNA)
    with pytest.raises(Refusal, match="No computer is standing in"):
        await table.service.computers.give_back(info.id, ANNA, seat)
    with pytest.raises(Refusal, match="belongs to a computer"):
        await table.service.computers.hand_over(info.id, ANNA, seat, "easy", gone=True)


async def test_no_one_goes_back_over_a_computer_without_being_asked_and_computers_agree(table: ComputerRoom) -> None:
    info = await solo(table, turns=9)
    mine = seat_of(info, ANNA)
    await table.by(info, mine, Done())
    await table.quiet()
    assert not await can_take_back(table.service, info.id, ANNA)
    before = (await table.service.matches.get(info.id)).seq
    await table.service.votes.ask(info.id, ANNA, "undo")
    await table.quiet()
    assert (await table.kinds(info.id))[before:] == ["undo"]
    assert min((await table.service.matches.table(info.id)).match.decisions()) == mine


async def test_the_other_people_are_asked_and_the_computer_waits_for_them(table: ComputerRoom) -> None:
    lobby = await table.lobby(BELA, turns=30)
    info = await table.service.lobby.start(lobby.id, ANNA, "normal", 3)
    await table.quiet()
    mine = min((await table.service.matches.table(info.id)).match.decisions())
    asker = info.seats[mine].user_id
    other = ANNA if asker == BELA else BELA
    await table.by(info, mine, Roll())
    asked = await table.service.votes.ask(info.id, asker, "undo")
    assert isinstance(asked, Vote)
    assert asked.missing == (seat_of(info, other),)
    call = next(row for row in await table.posts() if row.kind == "vote")
    assert call.payload == {"vote": asked.id}
    done = await table.service.votes.answer(info.id, other, True)
    assert not isinstance(done, Vote)


@pytest.mark.parametrize("answer", [WorkerError("died"), {"verb": "boom"}, {"verb": "fly"}])
async def test_without_an_answer_the_match_goes_on(table: ComputerRoom, answer: Any, caplog: Any) -> None:
    info = await solo(table, "hard", turns=9)
    table.inside.answers = [answer]
    mine = seat_of(info, ANNA)
    await table.by(info, mine, Done())
    await table.quiet()
    assert min((await table.service.matches.table(info.id)).match.decisions()) == mine
    assert [record.levelname for record in caplog.records if "worker" in record.message] == ["ERROR"]


async def test_a_thought_that_comes_too_late_changes_nothing(table: ComputerRoom) -> None:
    info = await table.match(2)
    await table.keeper.stop()
    seat = min((await table.service.matches.table(info.id)).match.decisions())
    info = await table.service.computers.hand_over(info.id, info.seats[seat].user_id, None, "hard", gone=False)
    await table.service.computers.give_back(info.id, info.seats[seat].user_id, None)
    assert not await table.service.computers.act(info.id, seat, Done(), info.seq)
    assert (await table.kinds(info.id))[-1] == "back"


async def test_an_answer_that_counts_later_is_given_once(path: Path) -> None:
    """A computer's answer that takes effect only at a set time is stored, and the computer isn't asked twice."""
    async with await Store.open(path) as store:
        table = ComputerRoom(store)
        table.keeper.start()
        lobby = await table.service.lobby.open(
            LobbyRequest(game="timed", guild_id=1, channel_id=7, locale="en", options={"turns": 9}),
            user_id=ANNA,
            name="Anna",
        )
        table.inside.answers = [{"verb": "done"}]
        info = await table.service.lobby.start(lobby.id, ANNA, "normal", 2)
        mine = seat_of(info, ANNA)
        if min((await table.service.matches.table(info.id)).match.decisions()) == mine:
            await table.by(info, mine, Done())
            table.clock.time += 10 * MINUTE
            await table.service.play.expire_deadline(info.id)
        await table.quiet()
        asked = len(table.inside.asked)
        # Neither the deadline nor the stored answer changes if the other seat is handed to a computer and taken back.
        until = (await table.service.matches.get(info.id)).deadline
        await table.service.computers.hand_over(info.id, ANNA, None, "easy", gone=False)
        await table.service.computers.give_back(info.id, ANNA, None)
        await table.quiet()
        assert (await table.service.matches.get(info.id)).deadline == until
        assert "computer" not in await table.kinds(info.id)
        table.clock.time += 10 * MINUTE
        await table.service.play.expire_deadline(info.id)
        await table.quiet()
        assert len(table.inside.asked) == asked
        assert min((await table.service.matches.table(info.id)).match.decisions()) == mine
        await table.keeper.stop()


async def test_computers_stand_still_while_the_channel_is_out_of_reach(table: ComputerRoom) -> None:
    info = await solo(table, turns=8)
    await table.service.unreachable_channels.suspend_channel(info.channel_id)
    await table.by(info, seat_of(info, ANNA), Done())
    await table.quiet()
    waiting = await table.service.matches.get(info.id)
    assert waiting.seq == info.seq + 1, "the computer has moved"
    await table.service.unreachable_channels.resume_match(info.id)
    await table.quiet()
    assert (await table.service.matches.get(info.id)).seq > waiting.seq


async def test_computers_of_a_server_that_was_left_play_on_when_the_bot_is_back(table: ComputerRoom) -> None:
    info = await solo(table, turns=8)
    await table.service.unreachable_channels.server_left(info.guild_id)
    await table.by(info, seat_of(info, ANNA), Done())
    # The computers still don't move after a restart of the bot.
    await table.keeper.stop()
    table.keeper.start()
    await table.quiet()
    assert (await table.service.matches.get(info.id)).seq == info.seq + 1
    await table.service.unreachable_channels.server_is_back(info.guild_id)
    await table.quiet()
    assert (await table.service.matches.get(info.id)).seq > info.seq + 1
