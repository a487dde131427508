"""Votes: a player asks for something, and all other players who aren't away must agree."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.clock import DAY
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.time_control import FRIENDLY_LATE_AFTER
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.matches.service_results import MatchInfo, MoveResult, Vote
from bot.notifications.match_posts import notice_text
from bot.store.engine_interface import Address
from bot.store.statements import journal, matches, votes
from bot.store.store import Store
from rules.kernel.words.translation import Translator
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, Room
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Take

#: The kinds of votes, each with its arguments. If a player doesn't answer, that counts as agreement in YES and as
#: refusal in NO.
YES = {"pause": {"days": 3}, "extend": {}}
NO = {"undo": {}, "draw": {}, "end": {}, "replace": {}, "hand": {}, "concede": {"seat": 2}}
#: Kinds of votes about another seat, which doesn't vote. In these tests, this is the third seat.
ABOUT = ("replace", "hand", "concede")
WANTED = YES | NO

#: The data of a vote on taking back one move.
UNDO_DATA = {"restores": 1, "moves": 1, "round": 0, "round_named": "round {n}"}


async def table(room: Room, kind: str = "undo", players: int = 3) -> MatchInfo:
    """Start a match where the first seat can ask for this vote; the third seat is late if the vote requires that."""
    info = await room.match(players, turns=9)
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    if kind in ("replace", "hand"):
        await room.by(info, 1, Done())
        await tick(room, FRIENDLY_LATE_AFTER)
    else:
        await room.by(info, 1, Take(1))
    return await room.service.matches.get(info.id)


async def ask(room: Room, info: MatchInfo, kind: str, seat: int = 0) -> Vote:
    asked = await room.service.votes.ask(info.id, info.seats[seat].user_id, kind, **WANTED[kind])
    assert isinstance(asked, Vote)
    assert asked.status == "open"
    return asked


async def tick(room: Room, seconds: int = 0) -> None:
    """Let time pass, and let the bot act on the deadlines that were reached."""
    room.clock.time += seconds
    await DeadlineScheduler(room.service, room.clock).drain()


async def status(room: Room, asked: Vote) -> tuple[str, object]:
    row = await votes.one(room.store.read, asked.id)
    assert row is not None
    return row.status, row.data.get("why")


async def notice_texts(room: Room, info: MatchInfo) -> list[str]:
    """Deliver the due posts, and return the texts of the notices among them."""
    return [
        notice_text(Translator("en", info.names), row.payload) for row in await room.posts() if row.kind == "notice"
    ]


async def is_done(room: Room, before: MatchInfo, kind: str) -> bool:
    """Return whether a vote of this kind has had its effect on the match, and no other effect."""
    info = await room.service.matches.get(before.id)
    kinds = [row.kind for row in await journal.since(room.store.read, info.id, before.seq)]
    happened = {
        "pause": info.paused_at is not None,
        "extend": not kinds
        and any(new.remind_at != old.remind_at for new, old in zip(info.seats, before.seats, strict=True)),
        "undo": kinds == ["undo"],
        "draw": info.status == "ended" and kinds == ["draw"],
        "end": info.status == "ended" and kinds == ["agreed"],
        "concede": info.status == "ended" and kinds == ["conceded"],
        "replace": kinds == ["open"] and info.seats[2].open_since is not None,
        "hand": kinds == ["hand"] and info.computers == {2},
    }
    assert sum(happened.values()) == happened[kind]
    return happened[kind]


@pytest.mark.parametrize("kind", WANTED)
async def test_all_players_asked_agree(room: Room, kind: str):
    info = await table(room, kind)
    asked = await ask(room, info, kind)
    about = kind in ABOUT
    assert asked.missing == ((1,) if about else (1, 2))
    if not about:
        half = await room.service.votes.answer(info.id, info.seats[2].user_id, True, asked.id)
        assert isinstance(half, Vote)
        assert half.missing == (1,)
        assert not await is_done(room, info, kind)
    async with refused("already agreed"):
        await room.service.votes.answer(info.id, info.seats[0].user_id, True, asked.id)
    done = await room.service.votes.answer(info.id, info.seats[1].user_id, True, asked.id)
    assert isinstance(done, MoveResult) if kind == "undo" else isinstance(done, Vote) and done.status == "done"
    assert await is_done(room, info, kind)
    assert await status(room, asked) == ("done", None)


@pytest.mark.parametrize("kind", WANTED)
async def test_one_no_ends_it(room: Room, kind: str):
    info = await table(room, kind)
    asked = await ask(room, info, kind)
    await room.posts()
    done = await room.service.votes.answer(info.id, info.seats[2].user_id, False, asked.id)
    assert isinstance(done, Vote)
    assert (done.status, done.data["by"]) == ("refused", 2)
    assert await notice_texts(room, info) == [f"{info.names[2]} doesn't agree, so nothing changes."]
    async with refused("no longer open"):
        await room.service.votes.answer(info.id, info.seats[1].user_id, True, asked.id)
    await tick(room, 2 * DAY)
    assert not await is_done(room, await room.service.matches.get(info.id), kind)


@pytest.mark.parametrize("kind", YES)
async def test_silence_is_a_yes_after_a_day(room: Room, kind: str):
    info = await table(room, kind)
    asked = await ask(room, info, kind)
    room.clock.time += DAY - 1
    await room.service.votes.end_expired(info.id)
    assert await status(room, asked) == ("open", None)
    info = await room.service.matches.get(info.id)
    room.clock.time += 1
    await room.service.votes.end_expired(info.id)
    assert await status(room, asked) == ("done", None)
    assert await is_done(room, info, kind)


@pytest.mark.parametrize("kind", NO)
async def test_silence_is_a_no_after_two_days(room: Room, kind: str):
    info = await table(room, kind)
    asked = await ask(room, info, kind)
    if kind not in ABOUT:
        await room.service.votes.answer(info.id, info.seats[1].user_id, True, asked.id)
    await room.posts()
    room.clock.time += 2 * DAY - 1
    await room.service.votes.end_expired(info.id)
    assert await status(room, asked) == ("open", None)
    room.clock.time += 1
    await room.service.votes.end_expired(info.id)
    assert await status(room, asked) == ("lapsed", "time")
    assert not await is_done(room, info, kind)
    assert await notice_texts(room, info) == [f"Not everyone has answered {info.names[0]}, so nothing changes."]


async def test_the_scheduler_ends_votes_also_after_a_restart_and_in_a_pause(address: Address):
    async with await Store.open(address) as store:
        room = Room(store)
        info = await table(room)
        async with store.write() as tx:
            await room.service.pausing.pause(tx, info, 9 * DAY)
        draw, more = await ask(room, info, "draw"), await ask(room, info, "extend", 1)
        now = room.clock.time
    async with await Store.open(address) as store:
        room = Room(store)
        room.clock.time = now
        await tick(room, DAY)
        assert (await status(room, draw), await status(room, more)) == (("open", None), ("done", None))
        await tick(room, DAY)
        assert await status(room, draw) == ("lapsed", "time")
        assert (await room.service.matches.get(info.id)).paused_at is not None


async def test_what_no_one_can_see_has_time_until_it_can_be_answered(room: Room):
    info = await table(room)
    asked = await ask(room, info, "pause")
    await room.service.unreachable_channels.suspend_channel(info.channel_id)
    await tick(room, 5 * DAY)
    assert await status(room, asked) == ("open", None)
    await room.service.unreachable_channels.resume_match(info.id)
    await tick(room, DAY - 1)
    assert await status(room, asked) == ("open", None)
    await tick(room, 1)
    assert await status(room, asked) == ("done", None)


async def test_a_clock_that_is_set_takes_the_ends_of_votes_with_it(path: Path):
    async with await Store.open(path) as store:
        room = Room(store)
        keeper = DeadlineScheduler(room.service, room.clock)
        asked = await ask(room, await table(room), "draw")
        await keeper.drain()
        room.clock.time += DAY
        room.clock.step(30 * DAY)
        await keeper.drain()
        assert await status(room, asked) == ("open", None)
        room.clock.time += DAY
        await keeper.drain()
        assert await status(room, asked) == ("lapsed", "time")


async def test_all_concede_to_one_who_has_won(room: Room):
    info = await table(room)
    asked = await ask(room, info, "concede")
    await room.by(info, 1, Take(1))
    await room.by(info, 1, Done())
    await room.by(info, 2, Done())  # moves don't close this vote, not even the winner's moves
    assert await status(room, asked) == ("open", None)
    await room.posts()
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    assert [row.kind for row in await room.posts()] == ["vote", "board", "score"]
    ended = await room.service.matches.table(info.id)
    assert ended.position.entry is not None
    assert (ended.info.status, ended.position.entry.kind, ended.position.entry.seat) == ("ended", "conceded", 2)


async def test_of_two_no_one_has_to_ask(room: Room):
    info = await table(room, players=2)
    async with refused("at least two others"):
        await ask(room, info, "concede")


async def test_no_one_concedes_for_others_alone(room: Room):
    info = await table(room)
    for seat in (0, 3, None):
        async with refused("who wins when all others concede"):
            await room.service.votes.ask(info.id, info.seats[0].user_id, "concede", seat=seat)
    await room.service.computers.hand_over(info.id, info.seats[2].user_id, None, "easy", gone=False)
    async with refused("who wins when all others concede"):
        await room.service.votes.ask(info.id, info.seats[0].user_id, "concede", seat=1)
    assert (await ask(room, info, "concede")).missing == (1,)  # only seat 1 must agree when all concede to a computer


async def test_any_move_closes_a_vote_to_go_back_and_no_other(room: Room):
    info = await table(room)
    back, draw = await ask(room, info, "undo"), await ask(room, info, "draw", 1)
    await room.by(info, 1, Take(1))
    assert await status(room, back) == ("lapsed", "moved")
    assert await status(room, draw) == ("open", None)


async def test_a_move_that_no_one_else_may_see_closes_nothing(room: Room):
    """If a secret move closed a vote, the vote's buttons would disappear and so reveal the move."""
    info = await table(room)
    back = await ask(room, info, "undo")
    await room.posts()
    await room.by(info, 1, Roll())
    assert await status(room, back) == ("open", None)
    assert "vote" not in [row.kind for row in await room.posts()]
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    assert isinstance(await room.service.votes.answer(info.id, info.seats[2].user_id, True), MoveResult)


@pytest.mark.parametrize("kind", ["replace", "hand"])
async def test_who_is_late_refuses_by_a_move(room: Room, kind: str):
    info = await table(room, kind)
    asked = await ask(room, info, kind)
    await room.by(info, 2, Take(1))
    assert await status(room, asked) == ("lapsed", "moved")
    async with refused("waiting for three days"):
        await ask(room, info, kind)


async def test_the_end_of_the_match_closes_everything(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Done())
    asked = [await ask(room, info, kind, seat) for kind, seat in (("pause", 0), ("extend", 0), ("draw", 1))]
    await room.by(info, 0, Bid(1))
    await room.by(info, 1, Bid(1))
    assert {await status(room, one) for one in asked} == {("lapsed", "end")}
    async with refused("over"):
        await room.service.votes.ask(info.id, ANNA, "pause")


async def test_computers_are_not_asked(room: Room):
    info = await table(room)
    await room.service.computers.hand_over(info.id, info.seats[2].user_id, None, "easy", gone=False)
    assert (await ask(room, info, "draw")).missing == (1,)
    await room.service.computers.hand_over(info.id, info.seats[1].user_id, None, "easy", gone=False)
    async with refused("no one else who could agree"):
        await room.service.votes.ask(info.id, info.seats[0].user_id, "end")
    # No human plays the other seats, so a pause needs no agreement.
    await room.service.votes.ask(info.id, info.seats[0].user_id, "pause", days=0)
    paused = await room.service.matches.get(info.id)
    assert (paused.paused_at, paused.paused_until) == (room.clock.time, room.clock.time + 30 * DAY)


async def away(room: Room, info: MatchInfo, *seats: int) -> None:
    async with room.store.write() as tx:
        for seat in seats:
            await matches._set_seat(tx, info.id, seat, away_since=room.clock.time, away_until=room.clock.time + DAY)


async def test_who_is_away_is_not_asked_but_may_say_no(room: Room):
    info = await table(room)
    await away(room, info, 2)
    asked = await ask(room, info, "draw")
    assert asked.missing == (1,)
    await room.service.votes.answer(info.id, info.seats[2].user_id, False, asked.id)
    assert await status(room, asked) == ("refused", None)
    await away(room, info, 1)
    async with refused("Everyone else is away"):
        await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")


async def test_who_goes_away_meanwhile_is_no_yes_where_silence_is_none(room: Room):
    info = await table(room)
    asked = await ask(room, info, "end")
    await away(room, info, 1, 2)
    await tick(room, 2 * DAY)
    assert await status(room, asked) == ("lapsed", "time")


async def test_one_of_a_kind_and_a_rest_for_who_asks_often(room: Room):
    info = await table(room)
    first = await ask(room, info, "draw")
    async with refused("already asking the table that"):
        await ask(room, info, "draw", 1)
    await room.service.votes.answer(info.id, info.seats[0].user_id, False, first.id)
    assert await notice_texts(room, info) == [f"{info.names[0]} has withdrawn the request."]
    await ask(room, info, "end")
    async with refused("again in 10 min"):
        await ask(room, info, "pause")
    await ask(room, info, "pause", 1)  # another player can ask at once


async def test_two_presses_at_once_carry_it_out_once(room: Room):
    info = await table(room)
    asked = await ask(room, info, "undo")
    answers = await asyncio.gather(
        *(room.service.votes.answer(info.id, info.seats[seat].user_id, True, asked.id) for seat in (1, 1, 2, 2)),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in answers) == ["MoveResult", "Refusal", "Refusal", "Vote"]
    assert await is_done(room, info, "undo")


async def test_numbers_that_one_may_ask_for(room: Room):
    info = await table(room)
    for kind, wanted in (("pause", {"days": 15}), ("pause", {"days": -1}), ("extend", {"hours": 400})):
        async with refused("Choose a number"):
            await room.service.votes.ask(info.id, ANNA, kind, **wanted)
    async with refused("can't ask that"):
        await room.service.votes.ask(info.id, ANNA, "dance")


async def test_in_a_pause_nothing_happens_by_itself_and_anyone_resumes(room: Room):
    info = await room.lobby(BELA, turns=50)
    info = await room.service.lobby.start(info.id, ANNA, "easy", 3)
    bots = ComputerMoveScheduler(room.service, InProcessChooser({"tiny": TINY}), room.clock, seconds=lambda: 0.0)
    people = [seat for seat in info.seats if seat.user_id in (ANNA, BELA)]
    await bots.drain()
    await ask(room, info, "pause", people[0].seat)
    await room.service.votes.answer(info.id, people[1].user_id, True)
    async with refused("already paused"):
        await room.service.votes.ask(info.id, people[0].user_id, "pause")
    while (await room.service.matches.table(info.id)).position.waiting_seats[0] not in info.computers:
        table = await room.service.matches.table(info.id)
        await room.by(info, table.position.waiting_seats[0], Done())  # players can move in a paused match
    seq = (await room.service.matches.get(info.id)).seq
    await bots.drain()
    await tick(room, 2 * DAY)
    await room.posts()
    assert (await room.service.matches.get(info.id)).seq == seq
    async with refused("not playing"):
        await room.service.pausing.resume_by_player(info.id, CILI)
    await room.service.pausing.resume_by_player(info.id, people[1].user_id)
    assert await notice_texts(room, info) == [f"{info.names[people[1].seat]} resumes the match."]
    async with refused("isn't paused"):
        await room.service.pausing.resume_by_player(info.id, people[1].user_id)
    await bots.drain()
    assert (await room.service.matches.get(info.id)).seq > seq


async def test_more_time_puts_reminders_off(room: Room):
    info = await table(room)
    before = (await room.service.matches.get(info.id)).seats[1].remind_at
    await room.service.votes.ask(info.id, info.seats[0].user_id, "extend", hours=36)
    await tick(room, DAY - 1)
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    await room.service.votes.answer(info.id, info.seats[2].user_id, True)
    after = (await room.service.matches.get(info.id)).seats[1].remind_at
    assert before is not None
    assert after == before + 36 * 3600


@pytest.mark.parametrize(
    ("left", "since", "late", "then"),
    [(600, 900, None, (600 + DAY, 900)), (0, 900, 950, (DAY, None)), (600, None, None, (600 + DAY, None))],
)
async def test_more_time_lies_on_the_clock(
    room: Room, left: int, since: int | None, late: int | None, then: tuple[int, int | None]
):
    """Extra time is added to a clock that runs or is stopped; a clock that has run out restarts with the extra time."""
    info = await table(room)
    async with room.store.write() as tx:
        await matches._set_seat(tx, info.id, 1, clock_left=left, clock_since=since, late_since=late)
    async with room.store.write() as tx:
        await room.service.pausing.extend(tx, await room.service.matches.get(info.id), DAY)
    seat = (await room.service.matches.get(info.id)).seats[1]
    assert (seat.clock_left, seat.clock_since) == (then[0], room.clock.time if late else then[1])
    assert seat.late_since is None
    other = (await room.service.matches.get(info.id)).seats[0]
    assert other.clock_left is None  # it isn't this seat's turn, so it has no clock


async def test_a_draw_is_told_and_stays_in_the_journal(room: Room):
    info = await table(room, players=2)
    await ask(room, info, "draw")
    await room.posts()
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    assert [row.kind for row in await room.posts()] == ["vote", "board", "score"]
    log = await room.service.history.log(await room.service.matches.get(info.id))
    assert (log[-1].kind, log[-1].seat) == ("draw", 0)


async def test_it_is_told_whether_anyone_has_seen_something_hidden(address: Address):
    async with await Store.open(address) as store:
        room = Room(store, replace(TINY, secret_draws=False))
        info = await room.match(turns=9)
        await room.by(info, 0, Done())
        await room.by(info, 1, Take(1))
        asked = await ask(room, info, "undo")
        kind, say = room.service.votes.kinds["undo"], Translator("en", info.names)
        assert asked.data == UNDO_DATA | {"seen": False}
        assert kind.details(say, asked) == "No one has seen anything hidden."
        await room.service.votes.answer(info.id, info.seats[1].user_id, False)
        await room.by(info, 1, Roll())
        asked = await ask(room, info, "undo")
        assert asked.data == UNDO_DATA | {"seen": True}
        assert kind.details(say, asked).startswith("Something hidden has been revealed")


async def test_no_vote_tells_of_a_secret_draw(room: Room):
    info = await room.match(turns=9)
    await room.by(info, 0, Done())
    await room.by(info, 1, Take(1))
    first = await ask(room, info, "undo")
    await room.service.votes.answer(info.id, info.seats[1].user_id, False)
    await room.by(info, 1, Roll())
    second = await ask(room, info, "undo")
    assert first.data | {"by": 1} == second.data | {"by": 1} == UNDO_DATA | {"by": 1}


async def test_a_vote_of_the_release_before_keeps_its_meaning(room: Room):
    info = await table(room, players=2)
    asked = await ask(room, info, "undo")
    row = await votes.one(room.store.read, asked.id)
    assert row is not None
    async with room.store.write() as tx:
        await votes.save(tx, replace(row, data={"restores": row.data["restores"]}))
    words = room.service.votes.kinds["undo"].sentence(Translator("en", info.names), replace(row, data={"restores": 1}))
    assert words == f"{info.names[0]} asks to go back to just before their last move."
    assert isinstance(await room.service.votes.answer(info.id, info.seats[1].user_id, True, asked.id), MoveResult)
