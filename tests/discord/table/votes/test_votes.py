"""Votes: the panel that starts a vote, the post that shows who agrees, and what ends a vote."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.app.clock import DAY
from bot.discord.ui import controls
from bot.matches.clocks.time_control import FRIENDLY_LATE_AFTER
from bot.matches.votes.vote_kinds import GoBack
from bot.store import outbox
from bot.store.statements.rows import VoteRow
from rules import GAMES
from rules.kernel.words.translation import Translator
from tests import database_access
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, components, message_text, pass_time, private_answer
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import Done, Roll, Take


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 3, 20) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


async def act(room: Room, seat: int, *actions: Any) -> None:
    for action in actions:
        await room.bot.service.play.act(1, (await room.info()).seats[seat].user_id, action)
    await room.settle()


def last(room: Room) -> Any:
    return next(
        post for post in reversed(room.posts()) if " asks " in message_text(post) or " offers " in message_text(post)
    )


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if "label" in item]


async def test_the_post_shows_who_agrees_and_rings_once(room: Room) -> None:
    await act(room, 0, Done())
    await act(room, 1, Take(1))
    first, second, third = [await room.seated(seat) for seat in range(3)]
    names = (await room.info()).names
    before = pinged_users(room)
    assert "asked them in the channel" in message_text(await room.undo(first))
    post = last(room)
    until = room.clock.time + 2 * DAY
    head = f"**{names[0]} asks to take back 1 move.**"
    tail = f"-# Open until <t:{until}:f>. No answer means no."
    assert message_text(post).splitlines()[0] == head
    assert message_text(post).splitlines()[-2:] == [f"<@{second.id}>, <@{third.id}>?", tail]
    assert labels(post) == ["Agree", "Refuse", "Fewer messages"]
    assert pinged_users(room)[len(before) :] == [str(second.id), str(third.id)]
    rung = pinged_users(room)
    await room.click(second, post, label="Agree")
    assert message_text(last(room)).splitlines()[-2:] == [f"{names[1]} agrees; <@{third.id}>?", tail]
    await room.click(third, post, label="Agree")
    assert message_text(last(room)).splitlines()[-1] == "**Agreed.**"
    assert labels(last(room)) == []
    assert last(room).id == post.id
    # After the vote, only the player whose turn it is in the restored position is pinged.
    assert pinged_users(room)[len(rung) :] == [str(first.id)]


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", "2 moves (Round 3)."),
        ("hu", "2 lépést szeretne visszavonni (3. Forduló)."),
        ("es", "2 jugadas (Ronda 3)."),
    ],
)
def test_a_vote_on_taking_back_names_the_round_as_the_game_does(locale: str, told: str) -> None:
    data = {"moves": 2, "round": 3, "round_named": GAMES["aevum_haeresis"].round_named}
    vote = VoteRow(1, 1, "undo", 0, 9, data, (0,), "open", 0, 1)
    ask = GoBack.sentence
    assert ask(GoBack.__new__(GoBack), Translator(locale, ("Anna", "Béla")), vote).endswith(told)
    former = replace(vote, data={"moves": 2, "round": 3})
    assert ask(GoBack.__new__(GoBack), Translator("en", ("Anna", "Béla")), former).endswith("2 moves (round 3).")


async def test_a_refusal_shows_in_the_post_and_takes_the_buttons(room: Room) -> None:
    first, second = await room.seated(0), await room.seated(1)
    await room.slash(first, "table ask", what="draw")
    post = last(room)
    assert message_text(post).startswith(f"**{(await room.info()).names[0]} offers a draw.** The match ends")
    assert "not playing" in private_answer(await room.click(room.people[4], post, label="Agree"))
    await room.click(second, post, label="Refuse")
    assert message_text(last(room)).endswith(f"**{(await room.info()).names[1]} doesn't agree.**")
    assert labels(last(room)) == []
    late = room.press(second, post, f"t1:vote:1:{1}:1")
    await room.settle()
    assert "no longer open" in private_answer(late)


async def test_the_panel_offers_what_can_be_asked_and_nothing_else(room: Room) -> None:
    first = await room.seated(0)
    panel = (await room.slash(first, "act")).response
    asking = (await room.tool(first, panel, "Ask the table")).response
    told = message_text(asking)
    assert all(name in told for name in ("**Pause**", "**More time**", "**A draw**", "**End the match**"))
    assert all(name not in told for name in ("**Take moves back**", "**New player**", "**Computer takes over**"))
    menus = {item["custom_id"]: [entry["label"] for entry in item.get("options", ())] for item in components(asking)}
    assert menus["t1:asks:1:extend"] == ["12 hours", "24 hours", "2 days", "3 days", "7 days"]
    pause = next(item for item in components(asking) if item["custom_id"] == "t1:asks:1:pause")
    await room.select(first, asking, ["3"], pause["custom_id"])
    assert "asks to pause the match for 3 days." in message_text(last(room))
    assert f"If you don't answer by <t:{room.clock.time + DAY}:f>, you agree." in message_text(last(room))
    assert room.faults() == []


@pytest.mark.parametrize(
    ("locale", "hours", "asked", "told"),
    [
        ("en", 168, "asks for 7 days more for everyone whose turn it is.", "has 7 more days."),
        ("en", 24, "asks for 24 hours more for everyone whose turn it is.", "has 24 h more."),
        ("hu", 168, "ennyivel több időt kér azoknak, akik éppen soron vannak: 7 nap.", "7 nappal több időt kaptak."),
        ("es", 168, "pide 7 días más para quienes tienen el turno.", "tienen 7 días más."),
    ],
)
async def test_more_time_is_told_in_days_from_two_days_on(
    room: Room, locale: str, hours: int, asked: str, told: str
) -> None:
    await room.slash(room.manager(), "settings", match=locale)
    await room.slash(await room.seated(0), "table ask", what="extend", hours=hours)
    assert asked in message_text(room.posts()[-1])
    for seat in (1, 2):
        post = next(one for one in reversed(room.posts()) if asked in message_text(one))
        yes = next(item["custom_id"] for item in components(post) if item["custom_id"].startswith("t1:vote:"))
        await room.click(await room.seated(seat), post, custom_id=yes)
    assert any(told in message_text(one) for one in room.posts())


async def test_someone_new_for_who_is_late(room: Room) -> None:
    await act(room, 0, Done())
    await pass_time(room, room.clock.time + FRIENDLY_LATE_AFTER)
    first, names = await room.seated(0), (await room.info()).names
    asking = (await room.slash(first, "table ask")).response
    menu = next(item for item in components(asking) if item["custom_id"] == "t1:asks:1:replace")
    assert [option["label"] for option in menu["options"]] == [names[1]]
    await room.select(first, asking, ["1"], menu["custom_id"])
    assert f"{names[0]} asks to open {names[1]}'s seat to a new player." in message_text(last(room))
    assert message_text(last(room)).count("<@") == 1  # mentions only the third player, who must still agree
    await room.click(await room.seated(2), last(room), label="Agree")
    assert (await room.info()).seats[1].open_since is not None


async def test_a_pause_is_shown_and_anyone_resumes_it_with_one_press(room: Room) -> None:
    people = [await room.seated(seat) for seat in range(3)]
    await room.slash(people[0], "table ask", what="pause", days=0)
    for who in people[1:]:
        await room.click(who, last(room), label="Agree")
    post = last(room)
    assert labels(post) == ["Resume"]
    assert "The match is paused until" in room.posts()[-1].content
    panel = (await room.slash(people[1], "act")).response
    assert "The match is paused until" in message_text(panel)
    await room.more(people[1], panel)
    assert "Resume" in labels(panel)
    assert "The match is paused until" in private_answer(await room.slash(people[2], "match status"))
    assert "`/table ask` asks the others" in private_answer(await room.slash(people[2], "help"))
    assert "not playing" in private_answer(await room.click(room.people[4], post, label="Resume"))
    assert "continues" in private_answer(await room.click(people[2], post, label="Resume"))
    assert labels(last(room)) == []
    assert "isn't paused" in private_answer(await room.slash(people[1], "table resume"))


async def test_who_is_awaited_after_a_pause_is_called_with_the_question_and_its_buttons(room: Room) -> None:
    people = [await room.seated(seat) for seat in range(3)]
    await room.slash(people[0], "table ask", what="pause", days=1)
    for who in people[1:]:
        await room.click(who, last(room), label="Agree")
    before = pinged_users(room)
    await pass_time(room, room.clock.time + DAY)
    await room.settle()
    told, called = room.posts()[-2:]
    assert told.content == "The pause is over. The match continues."
    assert told.flags.suppress_notifications
    assert called.content.startswith(f"<@{people[0].id}> ")
    assert labels(called) == ["Your move", "Fewer messages"]
    assert pinged_users(room) == [*before, str(people[0].id)]
    await act(room, 0, Take(1), Done())
    assert called.id not in [post.id for post in room.posts()]


async def test_silence_closes_the_post(room: Room) -> None:
    await room.slash(await room.seated(0), "table ask", what="end")
    room.clock.time += 2 * DAY
    await room.bot.deadlines.drain()
    await room.settle()
    assert message_text(last(room)).endswith("**Not everyone has answered.**")
    assert labels(last(room)) == []


async def test_a_vote_that_an_older_version_posted_plain_goes_on_and_becomes_a_layout(room: Room) -> None:
    await room.slash(await room.seated(0), "table ask", what="draw")
    before = pinged_users(room)
    buttons = [controls.button(label, "vote", 1, 1, yes) for yes, label in enumerate(("Refuse", "Agree"))]
    channel = room.bot.get_partial_messageable(room.table.id)
    plain = await channel.send("Ana offers a draw.", view=controls.rows(buttons))
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE votes SET message_id = :new", new=plain.id)
    for seat, told in ((1, " agrees; "), (2, "**Agreed.**")):
        await room.click(await room.seated(seat), last(room), label="Agree")
        shown = next(post for post in room.posts() if post.id == plain.id)
        assert (shown.content, shown.flags.components_v2) == ("", True)
        assert told in message_text(shown)
    assert pinged_users(room) == before


async def test_a_draw_stands_in_status_and_log(room: Room) -> None:
    first = await room.seated(0)
    await room.slash(first, "table ask", what="draw")
    for seat in (1, 2):
        await room.click(await room.seated(seat), last(room), label="Agree")
    assert (await room.info()).status == "ended"
    assert "The match ends in a draw: everyone has agreed." in private_answer(await room.slash(first, "match status"))
    assert "The match ends in a draw: everyone has agreed." in private_answer(await room.slash(first, "match log"))


async def test_who_has_won_because_all_concede_stands_in_status_and_log(room: Room) -> None:
    first, names = await room.seated(0), (await room.info()).names
    asking = (await room.slash(first, "table ask")).response
    menu = next(item for item in components(asking) if item["custom_id"] == "t1:asks:1:concede")
    assert [option["label"] for option in menu["options"]] == [names[1], names[2]]
    await room.select(first, asking, ["2"], menu["custom_id"])
    head = f"**{names[0]} asks everyone to concede to {names[2]}.** The match ends, and {names[2]} wins."
    assert message_text(last(room)).startswith(head)
    await room.click(await room.seated(1), last(room), label="Agree")
    won = f"{names[2]} wins: everyone else has conceded."
    # Both the last board and the closing post say who has won and why.
    assert [won in message_text(post) for post in room.posts()].count(True) == 2
    assert won in private_answer(await room.slash(first, "match status"))
    assert won in private_answer(await room.slash(first, "match log"))


async def test_what_cannot_be_asked_is_refused_in_a_sentence(room: Room) -> None:
    first = await room.seated(0)
    assert "haven't made a move" in private_answer(await room.slash(first, "table ask", what="undo"))
    assert "three days" in private_answer(await room.slash(first, "table ask", what="hand", seat=2))
    assert "not playing" in private_answer(await room.slash(room.people[4], "table ask", what="draw"))
    asking = (await room.slash(first, "table ask")).response
    for forged in ("t1:asks:1:dance", "t1:asks:1", "t1:asks:x:draw"):
        answer = room.press(first, asking, forged)
        await room.settle()
        assert re.search(r"\.$", private_answer(answer))
    assert len((await room.info()).seats) == 3


async def test_who_sleeps_is_rung_in_the_morning_unless_they_have_answered(room: Room) -> None:
    first, second, third = [await room.seated(seat) for seat in range(3)]
    for who in (second, third):
        await room.bot.service.people.choose_zone(who.id, "Europe/Vienna")
    room.clock.time += (20 - room.clock.time % DAY // 3600) % 24 * 3600 + 3600 * 3  # 23:00 UTC, night in Vienna
    before = pinged_users(room)
    await room.slash(first, "table ask", what="draw")
    post = last(room)
    assert f"<@{second.id}>, <@{third.id}>?" in message_text(post)
    assert pinged_users(room) == before
    await room.click(second, post, label="Agree")
    room.clock.time += 12 * 3600
    room.bot.delivery.wake()
    await room.settle()
    link = f"https://discord.com/channels/{room.guild.id}/{room.table.id}/{post.id}"
    assert room.posts()[-1].content == f"<@{third.id}>, the table is waiting for your answer: {link}"
    assert pinged_users(room) == [*before, str(third.id)]


async def test_a_post_that_someone_deletes_is_made_again_without_a_ring(room: Room) -> None:
    await room.slash(await room.seated(0), "table ask", what="draw")
    before, post = pinged_users(room), last(room)
    room.env.backend.delete_message(room.table.id, post.id)
    await room.bot.service.votes.answer(1, (await room.seated(1)).id, True)
    await room.settle()
    assert last(room).id != post.id
    assert "agrees;" in message_text(last(room))
    assert pinged_users(room) == before
    await room.click(await room.seated(2), last(room), label="Agree")
    assert message_text(last(room)).endswith("**Agreed.**")


async def test_a_request_that_the_release_before_has_not_posted_yet_is_a_vote(room: Room) -> None:
    await act(room, 0, Done())
    await act(room, 1, Take(1))
    first, second = await room.seated(0), await room.seated(1)
    await room.bot.delivery.stop()
    await room.bot.service.votes.ask(1, first.id, "undo")
    async with room.store.write() as tx:
        await database_access.run(tx, "DELETE FROM outbox WHERE kind = 'vote'")
        payload = {"msgid": "{who} asks.", "args": {}, "seats": {"who": 0}, "users": [second.id], "undo": 1}
        await outbox.enqueue(tx, 1, [outbox.Post("notice", payload)], now=room.clock.now())
    room.bot.delivery.start()
    await room.settle()
    old = room.press(second, last(room), "t1:undo:1:1:0")
    await room.settle()
    assert "refused" in private_answer(old)
    assert labels(last(room)) == []


async def test_a_vote_reveals_no_secret_moves(room: Room) -> None:
    """The texts, buttons and posts of a vote are the same whether or not a player has made secret moves."""
    shown: list[list[Any]] = []
    for actions in ((Take(1),), (Take(1), Roll(), Roll())):
        await act(room, 0, Done())
        await act(room, 1, *actions)
        await room.undo(await room.seated(0))
        post = last(room)
        shown.append([re.sub(r"\d+", "", message_text(post)), labels(post)])
        await room.click(await room.seated(1), post, label="Refuse")
        await act(room, 1, Done())
        await act(room, 2, Done())
        room.clock.time += DAY
    assert shown[0] == shown[1]
