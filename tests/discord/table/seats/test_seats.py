"""Players leave a running match and new players take their seats; only a seat's current player sees its hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
import rules
from bot.notifications.preferences import PingMode
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, both_doors, components, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.matches.tiny_game import TINY, Bid, Done


@pytest_asyncio.fixture
async def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with the tiny game, whose computers only end their turns and bid."""
    monkeypatch.setitem(render.registry.GAMES, TINY.id, Pictures())
    modest = replace(TINY, candidates=lambda _match, _seat, actions: [a for a in actions if isinstance(a, Done | Bid)])
    async with open_room(tmp_path / "tenebrae.sqlite", {TINY.id: modest}, luck="a room") as made:
        yield made


def offer(room: Room) -> Any:
    """Return the channel's post that offers an open seat to newcomers."""
    return next(
        message for message in room.posts() if any("takeseat" in one["custom_id"] for one in components(message))
    )


def offers(room: Room) -> list[Any]:
    return [message for message in room.posts() if any("takeseat" in one["custom_id"] for one in components(message))]


async def act(room: Room) -> None:
    """Make the first legal move for the player whose turn it is."""
    who, info = await room.to_move(), await room.info()
    action = (await room.match()).decisions()[info.seat_of(who.id)].actions[0]
    await room.bot.service.play.act(info.id, who.id, action)
    await room.settle()


async def leave(room: Room, who: Any, label: str) -> Any:
    panel = (await room.slash(who, "match leave")).response
    return await room.click(who, panel, label=label)


async def test_leaving_asks_about_the_future_of_the_seat(room: Room) -> None:
    await room.start(2)
    panel = (await room.slash(room.people[0], "match leave")).response
    assert "happen to your seat" in message_text(panel)
    assert [one["label"] for one in components(panel)] == ["Hand over", "Open my seat", "Ask them"]


@pytest.mark.parametrize("game", rules.GAMES)
async def test_every_game_can_be_left_and_conceded_where_it_knows_that(room: Room, game: str) -> None:
    room.game = game
    await room.start(2)
    panel = (await room.slash(room.people[0], "match leave")).response
    concedes = ["Concede"] if rules.GAMES[game].concede is not None else []
    assert [one["label"] for one in components(panel)] == ["Hand over", "Open my seat", *concedes, "Ask them"]
    await room.click(room.people[0], panel, label=concedes[0] if concedes else "Hand over")
    info = await room.info()
    assert info.status == "over" if concedes else info.computers


async def test_a_spectator_leaves_nothing(room: Room) -> None:
    await room.start(2)
    assert "not playing" in private_answer(await room.slash(room.people[2], "match leave"))


async def test_a_computer_plays_on_for_who_leaves(room: Room) -> None:
    ana = room.people[0]
    await room.start(2)
    done = await leave(room, ana, "Hand over")
    assert "/match return" in message_text(done.response)
    assert (await room.info()).computers == {(await room.info()).seat_of(ana.id)}


async def test_a_sole_person_lets_a_computer_play_on_and_watches_the_end(tiny: Room) -> None:
    ana = tiny.people[0]
    await tiny.open_lobby(1)
    info = await tiny.info()
    await tiny.bot.service.lobby.set_options(info.id, ana.id, {"turns": 2})
    await tiny.bot.service.lobby.add_computer(info.id, ana.id, "easy")
    await tiny.settle()
    await tiny.click(ana, tiny.lobby(), label="Start")
    panel = (await tiny.slash(ana, "match leave")).response
    assert [one["label"] for one in components(panel)] == ["Hand over", "End the match"]
    assert "watch the match to the end" in message_text(panel)
    await tiny.click(ana, panel, label="Hand over")
    for _ in range(200):
        if (await tiny.info()).status == "over":
            break
        await asyncio.sleep(0.05)
        await tiny.settle()
    assert (await tiny.match()).over
    assert any("The match is over" in message_text(post) for post in tiny.posts())
    # The worker process doesn't know the tiny game, so the bot chose in its own process and logged that.
    tiny.errors.found.clear()


async def test_who_plays_without_computers_can_only_end_the_match(room: Room) -> None:
    room.game = "dark_providence"
    await room.start(1)
    panel = (await room.slash(room.people[0], "match leave")).response
    assert [one["label"] for one in components(panel)] == ["End the match"]


async def test_a_newcomer_takes_the_seat_and_sees_its_hand_and_what_happened(room: Room) -> None:
    ana, dora = room.people[0], room.people[3]
    await room.start(2)
    seat = (await room.info()).seat_of(ana.id)
    await leave(room, ana, "Open my seat")
    result = await room.click(dora, offer(room), label="Take the seat")
    assert result.response is not None or result.followups
    assert (await room.info()).seat_of(dora.id) == seat
    assert "You've taken over for Ana" in private_answer(result)
    letters = room.mail(dora)
    assert "You've taken over for Ana" in letters[0].content
    assert len(letters) == 2
    assert offers(room) == []
    assert any("Dora takes over for Ana." in message.content for message in room.posts())
    assert "Nothing has" not in private_answer(await room.slash(dora, "hand"))


async def test_who_left_loses_the_private_message_and_sees_nothing_hidden_any_more(room: Room) -> None:
    dora = room.people[3]
    await room.start(2)
    ana = await room.to_move()
    await room.rings(PingMode.PRIVATE, ana)
    while not room.mail(ana):
        await act(room)
    await leave(room, ana, "Open my seat")
    assert not room.mail(ana)[0].attachments
    await room.click(dora, offer(room), label="Take the seat")
    assert room.mail(ana) == []
    assert "not playing" in private_answer(await room.slash(ana, "hand"))
    assert "not playing" in private_answer(await room.slash(ana, "act"))
    mine = message_text((await room.slash(ana, "match text")).response)
    assert mine == message_text((await room.slash(room.people[4], "match text")).response)
    for _ in range(3):
        await act(room)
    assert room.mail(ana) == []


async def test_an_open_panel_of_who_left_does_nothing_any_more(room: Room) -> None:
    await room.start(2)
    ana, dora = await room.to_move(), room.people[3]
    panel = (await room.slash(ana, "act")).response
    press = next(one for one in components(panel) if one["custom_id"].split(":")[1] in ("act", "pick"))
    await leave(room, ana, "Open my seat")
    await room.click(dora, offer(room), label="Take the seat")
    result = room.press(ana, panel, press["custom_id"], None if press["type"] == 2 else [press["options"][0]["value"]])
    await room.settle()
    assert "not playing" in private_answer(result)


async def test_a_player_cannot_take_a_second_seat(room: Room) -> None:
    await room.start(2)
    await leave(room, room.people[0], "Open my seat")
    assert "already have a seat" in private_answer(await room.click(room.people[1], offer(room), label="Take the seat"))
    assert len(offers(room)) == 1


async def test_only_the_invited_person_takes_the_seat_and_is_rung_once(room: Room) -> None:
    ana, dora, emil = room.people[0], room.people[3], room.people[4]
    await room.start(2)
    before = len(pinged_users(room))
    await room.slash(ana, "table invite", person=dora)
    assert f"<@{dora.id}>" in message_text(offer(room))
    assert pinged_users(room)[before:] == [str(dora.id)]
    assert "reserved for" in private_answer(await room.click(emil, offer(room), label="Take the seat"))
    await room.click(dora, offer(room), label="Take the seat")
    assert (await room.info()).seat_of(dora.id) is not None


async def test_who_left_asks_to_come_back_and_the_buttons_answer(room: Room) -> None:
    ana, bence, dora = room.people[0], room.people[1], room.people[3]
    await room.start(2)
    await leave(room, ana, "Open my seat")
    await room.click(dora, offer(room), label="Take the seat")
    assert "asked the players in the channel" in private_answer(await room.slash(ana, "match return"))
    vote = room.posts()[-1]
    assert "asks to play there again" in message_text(vote)
    assert {one.id for one in vote.mentions} >= {bence.id, dora.id}
    await room.click(bence, vote, label="Agree")
    await room.click(dora, vote, label="Agree")
    assert (await room.info()).seat_of(ana.id) is not None
    assert (await room.info()).seat_of(dora.id) is None


async def test_the_log_names_who_played_then(room: Room) -> None:
    await room.start(2)
    ana, dora = await room.to_move(), room.people[3]
    name = ana.user.global_name or ana.name
    await act(room)
    before = message_text((await room.slash(dora, "match log")).response)
    await leave(room, ana, "Open my seat")
    await room.click(dora, offer(room), label="Take the seat")
    after = message_text((await room.slash(dora, "match log")).response)
    assert f"Dora takes over for {name}." in after
    assert before.splitlines()[-1] in after
    assert "is open to a new player" in after


async def test_a_match_alone_ends_when_its_player_leaves(room: Room) -> None:
    ana = room.people[0]
    await room.open_lobby(1)
    await room.slash(ana, "match start", computers="easy", players=2)
    panel = (await room.slash(ana, "match leave")).response
    assert [one["label"] for one in components(panel)] == ["Hand over", "End the match"]
    await room.click(ana, panel, label="End the match")
    assert (await room.info()).status == "ended"


@pytest.mark.parametrize("locale", ["hu", "es-ES"])
async def test_the_panel_speaks_the_persons_language(room: Room, locale: str) -> None:
    ana = room.people[0]
    room.locales[ana.id] = locale
    await room.start(2)
    panel = (await room.slash(ana, "match leave")).response
    assert "happen to your seat" not in message_text(panel)


async def test_someone_is_invited_to_a_lobby_once_and_joins_or_declines_privately(room: Room) -> None:
    people: list[Any] = room.people[:3]
    ana, bence, carla = people
    await room.open_lobby(1)
    for person in (bence, carla):
        assert "private message" in private_answer(await room.slash(ana, "table invite", person=person))
    assert "I've already asked this person." in private_answer(await room.slash(ana, "table invite", person=bence))
    assert "don't have a seat" in private_answer(await room.slash(bence, "table invite", person=carla))
    (asked,) = room.mail(bence)
    assert "Ana invites you to play Edge of Darkness" in message_text(asked)
    await room.choose(bence.user, asked, "Join")
    assert "You're at the table in" in message_text(room.mail(bence)[0])
    assert (await room.info()).seat_of(bence.id) == 1
    assert room.welcomes(bence)
    (asked,) = room.mail(carla)
    await room.choose(carla.user, asked, "No, thanks")
    assert "You've declined" in message_text(room.mail(carla)[0])
    assert [post.content for post in room.posts() if "can't join this table" in post.content] == [
        "Carla can't join this table."
    ]
    assert "already at this table" in private_answer(await room.slash(ana, "table invite", person=bence))


async def test_an_invitation_to_a_lobby_that_was_closed_says_so(room: Room) -> None:
    ana, bence = room.people[:2]
    await room.open_lobby(1)
    await room.slash(ana, "table invite", person=bence)
    (asked,) = room.mail(bence)
    await room.click(ana, room.lobby(), label="Leave")
    for label in ("Join", "No, thanks"):
        pressed = await room.choose(bence.user, asked, label)
        assert private_answer(pressed) == "This table was closed before the match began."


@both_doors
async def test_no_one_is_asked_to_or_joins_a_match_whose_channel_they_do_not_see(room: Room) -> None:
    people: list[Any] = room.people[:3]
    ana, bence, carla = people
    await room.open_lobby(1)
    await room.slash(ana, "table invite", person=bence)
    (asked,) = room.mail(bence)
    await room.show(to_all=False, but=[ana.id])
    assert "can't see this match's channel" in private_answer(await room.choose(bence.user, asked, "Join"))
    assert (await room.info()).seat_of(bence.id) is None
    assert "They can't see this channel" in private_answer(await room.slash(ana, "table invite", person=carla))
    assert carla.user.dm_channel is None or room.mail(carla) == []
    await room.show(to_all=True)
    await room.choose(bence.user, asked, "Join")
    assert (await room.info()).seat_of(bence.id) == 1


async def test_whose_private_messages_are_closed_is_invited_in_the_channel(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await room.open_lobby(1)
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await room.slash(ana, "table invite", person=bence)
    asked = next(post for post in room.posts() if "invites you" in message_text(post))
    assert f"<@{bence.id}>" in message_text(asked)
    assert "for someone else" in private_answer(await room.choose(carla, asked, "Join"))
    await room.choose(bence, asked, "Join")
    assert (await room.info()).seat_of(bence.id) == 1


async def test_no_one_is_invited_to_a_lobby_who_has_blocked_someone_there(room: Room) -> None:
    ana, bence = room.people[:2]
    await room.open_lobby(1)
    await room.bot.service.player_blocks.block(bence.id, ana.id)
    assert (
        private_answer(await room.slash(ana, "table invite", person=bence))
        == "They can't sit at this table now. Ask someone else."
    )
    await room.settle()
    assert bence.user.dm_channel is None or room.mail(bence) == []


async def test_a_match_that_was_ended_is_shown_without_a_turn(room: Room) -> None:
    await room.start(2)
    info, who = await room.info(), room.people[0]
    assert " decides." in private_answer(await room.slash(who, "match status"))
    await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await room.bot.wait_until_idle()
    told = private_answer(await room.slash(who, "match status"))
    assert "has ended this match." in told
    assert "decide" not in told
    assert (await room.now()).view(None).to_act == []
    assert "If it disappears" not in private_answer(await room.slash(who, "act"))
