"""A game master's order needs a reason; order and reason are posted and recorded, without revealing secrets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.game_masters.service import Order
from bot.matches.play.match_verification import verify
from bot.matches.service_results import MatchInfo, Vote
from bot.store.statements import journal, matches, votes
from rules.kernel.errors import Refusal
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room
from tests.matches.tiny_game import TINY, Bid, Boom, Done, Roll, Take

DAY = 86_400
WHY = "The *dog* ate it"


async def order(room: Room, info: MatchInfo, verb: str, user_id: int = DORA, **about: int | None) -> MatchInfo | Vote:
    return await room.service.game_masters.order(info.id, user_id, NAMES[user_id], verb, WHY, **about)


async def posted_notices(room: Room) -> list[tuple[str, Any]]:
    """Return the notices posted in the channel, as (message id, texts by users)."""
    return [(row.payload["msgid"], row.payload.get("names")) for row in await room.posts() if row.kind == "notice"]


async def last_entry(room: Room, info: MatchInfo) -> Any:
    return (await journal.page(room.store.read, info.id, None, 1))[-1]


async def check_journal(room: Room, info: MatchInfo) -> None:
    """Assert that replaying a match's journal leads to the saved position."""
    assert await verify(room.store.read, {"tiny": TINY}, info.id) == []


async def freeze_match(room: Room) -> MatchInfo:
    info = await room.match(wild=True)
    await room.by(info, 0, Take(2))
    await room.by(info, 0, Take(1))
    with pytest.raises(Refusal, match="frozen"):
        await room.by(info, 0, Boom())
    await room.posts()
    return await room.service.matches.get(info.id)


async def mark_late(room: Room, info: MatchInfo, seat: int) -> None:
    """Mark a seat as late, as if its clock had run out."""
    now = (await room.service.matches.get(info.id)).seats[seat]
    async with room.store.write() as tx:
        await matches.change_seat(tx, info.id, now, replace(now, late_since=room.clock.time))


async def test_pause_and_resume(room: Room) -> None:
    info = await room.match()
    await room.posts()
    paused = await order(room, info, "pause", days=3)
    assert isinstance(paused, MatchInfo)
    assert paused.paused_until == room.clock.time + 3 * DAY
    names = {"by": "Dóra", "reason": WHY}
    assert await posted_notices(room) == [("{by} (game master) has paused the match until {time}: {reason}", names)]
    row = await last_entry(room, info)
    assert (row.kind, row.user_id, row.seat, row.restores) == ("gm", DORA, None, info.seq)
    made = Order.from_json(row.action)
    assert made is not None
    assert (made.verb, made.reason, made.by) == ("pause", WHY, "Dóra")
    async with refused("frozen"):
        await order(room, info, "repair")
    await order(room, info, "resume")
    assert [sentence for sentence, _ in await posted_notices(room)] == [
        "{by} (game master) has resumed the match: {reason}"
    ]
    assert not (await room.service.matches.get(info.id)).stands_still
    async with refused("isn't paused"):
        await order(room, info, "resume")
    await check_journal(room, info)


async def test_more_time_for_the_player_to_move(room: Room) -> None:
    info = await room.match()
    keeper = DeadlineScheduler(room.service, room.clock)
    await order(room, info, "extend", hours=5)
    sentence = "{by} (game master) has given {hours} h more to everyone whose turn it is: {reason}"
    assert [words for words, _ in await posted_notices(room)] == [sentence]
    room.clock.time += DAY + 5 * 3_600 - 1
    await keeper.drain()
    assert await room.posts() == []
    room.clock.time += 1
    await keeper.drain()
    assert [row.kind for row in await room.posts()] == ["reminder"]
    await check_journal(room, info)


async def test_more_time_is_told_in_days_if_people_would_count_it_in_days(room: Room) -> None:
    info = await room.match()
    await order(room, info, "extend", hours=168)
    notice = next(row for row in await room.posts() if row.kind == "notice")
    assert "{days} days more" in notice.payload["msgid"]
    assert notice.payload["args"]["days"] == 7


async def test_an_order_that_changes_nothing_on_the_table_disturbs_no_one(room: Room) -> None:
    """After an order that doesn't change the position, older buttons still work, and players can still undo moves."""
    info = await room.match()
    moved = await room.by(info, 0, Take(2))
    await order(room, info, "pause", days=1)
    table = await room.service.matches.table(info.id)
    assert table.position.events
    assert await room.service.undo.can_take_back(table, 0)
    await room.by(info, 0, Take(1), moved.table.seq)
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    assert await room.coins(info.id) == [2, 0]
    page = await room.service.history.page(await room.service.matches.get(info.id), None, 50, viewer=None)
    assert [entry.kind for entry in page.entries] == ["start", "act", "gm", "act", "undo"]
    await check_journal(room, info)


async def test_back_to_an_entry_with_new_luck(room: Room) -> None:
    info = await room.match()
    for count in (1, 2, 1):
        await room.by(info, 0, Take(count))
    seed = (await room.service.matches.table(info.id)).match.state.chance.seed
    await room.posts()
    after = await order(room, info, "undo", entry=3)
    assert isinstance(after, MatchInfo)
    assert (after.status, await room.coins(info.id)) == ("playing", [3, 0])
    assert (await room.service.matches.table(info.id)).match.state.chance.seed != seed
    (sentence, names), (luck, _) = await posted_notices(room)
    assert sentence.startswith("{by} (game master) has set the match back to entry {entry}, from {time}")
    assert names == {"by": "Dóra", "reason": WHY}
    assert luck.startswith("All randomness now comes")
    row = await last_entry(room, info)
    assert (row.kind, row.user_id, row.restores, row.action["reason"]) == ("rewind", DORA, 3, WHY)
    page = await room.service.history.page(after, None, 50, viewer=None)
    assert page.entries[-1].order is not None
    assert "luck" not in page.entries[-1].order
    await check_journal(room, info)


async def test_entries_are_those_that_everyone_knows(room: Room) -> None:
    """A refusal that says which journal entries exist doesn't count secret entries."""
    info = await room.match(turns=9)
    await room.by(info, 0, Take(2))
    await room.by(info, 0, Roll())
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Roll())
    async with refused("entries 1 to 3."):
        await order(room, info, "undo", entry=4)
    async with refused("entries 1 to 3."):
        await order(room, info, "undo", entry=0)
    async with refused("already there"):
        await order(room, info, "undo", entry=3)
    await order(room, info, "undo", entry=2)
    assert await room.coins(info.id) == [2, 0]
    await check_journal(room, info)


async def test_a_match_that_is_over_or_ended_goes_on(room: Room) -> None:
    info = await room.match(turns=1)
    await room.by(info, 0, Take(2))
    await room.by(info, 0, Done())
    for seat in (0, 1):
        await room.by(info, seat, Bid(1))
    assert (await room.service.matches.get(info.id)).status == "over"
    for verb, about in (("pause", {"days": 1}), ("resume", {}), ("computer", {"seat": 0}), ("replace", {"seat": 0})):
        async with refused("over"):
            await order(room, info, verb, **about)
    async with refused("over"):
        await order(room, info, "end")
    await order(room, info, "undo", entry=2)
    assert (await room.service.matches.get(info.id)).status == "playing"
    await order(room, info, "end")
    assert (await room.service.matches.get(info.id)).status == "ended"
    await order(room, info, "undo", entry=2)
    assert await room.coins(info.id) == [2, 0]
    await check_journal(room, info)


async def test_a_channel_with_another_match_takes_none_back(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Take(2))
    await order(room, info, "end")
    await room.lobby(channel_id=info.channel_id)
    async with refused("already has a match"):
        await order(room, info, "undo", entry=1)
    assert (await room.service.matches.get(info.id)).status == "ended"


async def test_a_frozen_match_is_repaired_while_the_bot_runs(room: Room) -> None:
    info = await freeze_match(room)
    for verb, about in (("pause", {"days": 1}), ("undo", {"entry": 1}), ("computer", {"seat": 0})):
        async with refused("frozen"):
            await order(room, info, verb, **about)
    await order(room, info, "repair")
    assert ((await room.service.matches.get(info.id)).status, await room.coins(info.id)) == ("playing", [3, 0])
    rows = await room.posts()
    assert {"notice", "turn"} <= {row.kind for row in rows}
    assert (await last_entry(room, info)).action["error_id"] == info.error_id
    await room.by(info, 0, Take(1))
    async with refused("isn't frozen"):
        await order(room, info, "repair")
    await check_journal(room, info)


async def test_a_frozen_match_goes_on_from_an_earlier_entry(room: Room) -> None:
    info = await freeze_match(room)
    await order(room, info, "repair", entry=2)
    assert await room.coins(info.id) == [2, 0]
    assert (await posted_notices(room))[0][0].startswith(
        "{by} (game master) has repaired the match, which continues from entry"
    )


async def test_a_frozen_match_and_a_lobby_can_be_ended(room: Room) -> None:
    for info in (await freeze_match(room), await room.lobby(channel_id=8)):
        await order(room, info, "end")
        assert (await room.service.matches.get(info.id)).status == "ended"
        assert (
            "{by} (game master) has ended the match: {reason}",
            {"by": "Dóra", "reason": WHY},
        ) in await posted_notices(room)


async def test_a_lobby_knows_no_other_order(room: Room) -> None:
    info = await room.lobby(BELA)
    for verb, about in (
        ("pause", {"days": 1}),
        ("resume", {}),
        ("undo", {"entry": 1}),
        ("repair", {}),
        ("computer", {"seat": 0}),
        ("replace", {"seat": 0}),
    ):
        with pytest.raises(Refusal):
            await order(room, info, verb, **about)
    assert (await room.service.matches.get(info.id)).status == "lobby"


async def test_a_computer_takes_the_turn_of_a_late_player(room: Room) -> None:
    info = await room.match()
    async with refused("late player's turn"):
        await order(room, info, "computer", seat=0)
    await mark_late(room, info, 0)
    await order(room, info, "computer", seat=0)
    seat = (await room.service.matches.get(info.id)).seats[0]
    assert (seat.computer, seat.stand_in) == ("normal", "turn")
    row = await last_entry(room, info)
    assert (row.kind, row.action["reason"], row.action["level"]) == ("hand", WHY, "normal")
    assert seat.late_since is None
    async with refused("already playing there"):
        await order(room, info, "computer", seat=0)
    async with refused("no such seat"):
        await order(room, info, "computer", seat=2)
    await check_journal(room, info)


async def test_a_seat_is_opened_to_someone_new(room: Room) -> None:
    info = await room.match()
    await order(room, info, "replace", seat=1)
    seat = (await room.service.matches.get(info.id)).seats[1]
    assert (seat.open_since, seat.open_for) == (room.clock.time, None)
    assert ("{by} (game master) has opened {who}'s seat to a new player: {reason}", {"by": "Dóra", "reason": WHY}) in (
        await posted_notices(room)
    )
    assert (await last_entry(room, info)).action["reason"] == WHY
    async with refused("already open"):
        await order(room, info, "replace", seat=1)
    await room.service.seat_transfer.take_seat(info.id, CILI, "Cili", 1)
    assert (await room.service.matches.get(info.id)).seats[1].user_id == CILI
    await check_journal(room, info)


async def test_a_seat_is_reserved_for_a_newcomer_to_the_server(room: Room) -> None:
    info = await room.match()
    async with refused("already have a seat"):
        await order(room, info, "replace", seat=1, invited=info.seats[0].user_id)
    await order(room, info, "replace", seat=1, invited=CILI)
    assert (await room.service.matches.get(info.id)).seats[1].open_for == CILI


async def test_an_order_has_a_reason(room: Room) -> None:
    info = await room.match()
    for words in ("", "  \n"):
        async with refused("Write one sentence"):
            await room.service.game_masters.order(info.id, DORA, "Dóra", "end", words)
    assert (await room.service.matches.get(info.id)).status == "playing"


# -- game masters who play --------------------------------------------------------------------------------------


async def order_as_player(room: Room, info: MatchInfo, verb: str = "pause", **about: int) -> Vote:
    """Let Anna give a game master's order. Because she plays in the match herself, the order becomes a vote."""
    vote = await order(room, info, verb, ANNA, **(about or {"days": 1}))
    assert isinstance(vote, Vote)
    return vote


async def answer(room: Room, vote: Vote, user_id: int, yes: bool = True) -> Vote:
    return await room.service.game_masters.answer(vote.match_id, user_id, yes, vote.id)


async def test_one_other_player_must_agree(room: Room) -> None:
    info = await room.match(3)
    await room.posts()
    vote = await order_as_player(room, info)
    assert sorted(info.seats[seat].user_id for seat in vote.missing) == [BELA, CILI]
    assert [row.kind for row in await room.posts()] == ["vote"]
    assert (await room.service.matches.get(info.id)).paused_at is None
    async with refused("Another player must agree"):
        await answer(room, vote, ANNA)
    async with refused("not playing"):
        await answer(room, vote, DORA)
    done = await answer(room, vote, CILI)
    assert done.status == "done"
    assert (await room.service.matches.get(info.id)).paused_at == room.clock.time
    assert (await last_entry(room, info)).user_id == ANNA
    async with refused("no longer open"):
        await answer(room, vote, BELA)
    await check_journal(room, info)


async def test_a_no_of_another_player_ends_it_and_the_game_master_can_withdraw(room: Room) -> None:
    info = await room.match(3)
    for who, sentence in ((BELA, "{who} doesn't agree."), (ANNA, "{who} has withdrawn the request.")):
        vote = await order_as_player(room, info)
        await room.posts()
        assert (await answer(room, vote, who, yes=False)).status == "refused"
        assert [words for words, _ in await posted_notices(room)] == [sentence]
    assert (await room.service.matches.get(info.id)).paused_at is None


async def test_the_way_of_other_votes_does_not_carry_it_out(room: Room) -> None:
    info = await room.match()
    vote = await order_as_player(room, info)
    for number in (vote.id, None):
        async with refused("no longer open"):
            await room.service.votes.answer(info.id, BELA, True, number)
    with pytest.raises(Refusal):
        await room.service.votes.ask(info.id, ANNA, "gm", verb="end")
    assert (await room.service.matches.get(info.id)).paused_at is None


async def test_silence_is_no(room: Room) -> None:
    info = await room.match()
    vote = await order_as_player(room, info)
    room.clock.time += DAY
    async with refused("no longer open"):
        await answer(room, vote, BELA)
    await DeadlineScheduler(room.service, room.clock).drain()
    row = await votes.one(room.store.read, vote.id)
    assert row is not None
    assert row.status == "lapsed"
    assert (await room.service.matches.get(info.id)).paused_at is None


async def test_a_newer_order_takes_the_place_of_an_older_one(room: Room) -> None:
    info = await room.match()
    first = await order_as_player(room, info)
    second = await order_as_player(room, info, "pause", days=2)
    async with refused("no longer open"):
        await answer(room, first, BELA)
    await answer(room, second, BELA)
    assert (await room.service.matches.get(info.id)).paused_until == room.clock.time + 2 * DAY


async def test_going_back_is_stale_once_someone_has_moved_in_the_open(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Take(2))
    await room.by(info, 0, Take(1))
    vote = await order_as_player(room, info, "undo", entry=2)
    await room.by(info, 0, Roll())
    await answer(room, vote, BELA)  # a secret move doesn't close the vote
    assert await room.coins(info.id) == [2, 0]
    await room.by(info, 0, Take(1))
    vote = await order_as_player(room, info, "undo", entry=2)
    await room.by(info, 0, Take(1))
    async with refused("moved on"):
        await answer(room, vote, BELA)
    assert await room.coins(info.id) == [4, 0]


async def test_a_frozen_match_is_repaired_once_another_player_agrees(room: Room) -> None:
    info = await freeze_match(room)
    vote = await order_as_player(room, info, "repair", entry=2)
    assert (await room.service.matches.get(info.id)).status == "frozen"
    await answer(room, vote, BELA)
    assert await room.coins(info.id) == [2, 0]


async def test_where_no_one_else_can_agree_nothing_happens(room: Room) -> None:
    info = await room.match()
    await room.service.computers.hand_over(info.id, BELA, None, "easy", gone=False)
    async with refused("no one can right now"):
        await order(room, info, "pause", ANNA, days=1)


async def test_alone_with_computers_no_one_is_asked(room: Room) -> None:
    info = await room.lobby()
    info = await room.service.lobby.start(info.id, ANNA, "easy", 2)
    assert isinstance(await order(room, info, "pause", ANNA, days=1), MatchInfo)


async def test_a_player_replaced_by_a_computer_has_no_vote(room: Room) -> None:
    info = await room.match(3)
    vote = await order_as_player(room, info)
    await room.service.computers.hand_over(info.id, CILI, None, "easy", gone=False)
    async with refused("playing in your place"):
        await answer(room, vote, CILI)


# -- secrets ------------------------------------------------------------------------------------------------------


async def test_nothing_that_is_told_depends_on_what_is_secret(room: Room) -> None:
    """All of the game master's posts, numbers and refusals are the same whether or not secret moves were made."""
    found: list[list[Any]] = []
    for channel, secretly in ((7, False), (8, True)):
        info = await room.match(turns=9, channel_id=channel)
        await room.by(info, 0, Take(2))
        if secretly:
            await room.by(info, 0, Roll())
        await room.by(info, 0, Take(1))
        await room.posts()
        seen: list[Any] = []
        for entry in (9, 3, 2):
            try:
                await order(room, info, "undo", entry=entry)
            except Refusal as error:
                seen.append((error.msgid, dict(error.args_by_name)))
        seen += [
            {key: value for key, value in row.payload["args"].items() if key != "seal"}
            for row in await room.posts()
            if row.kind == "notice"
        ]
        found.append(seen)
    assert found[0] == found[1]


@pytest.mark.parametrize("broken", [lambda row: row | {"gm": "sing"}, lambda row: {"reason": "x"}, lambda row: {}])
def test_what_is_no_order_is_read_as_none(broken: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    made = Order("end", "x", "Anna", ANNA, {}).to_json()
    assert Order.from_json(made) is not None
    assert Order.from_json(broken(made)) is None
