"""Moves with many events: after a single action of a player, the game itself causes a long series of events."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import pytest_asyncio

import render.registry
from bot.discord.ui import limits
from bot.table.play import event_words
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE, Body
from rules.kernel.data.frozen_records import immutable
from rules.kernel.engine.chance import seal
from tests.discord import wide_game
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, components, message_text, open_room
from tests.discord.wide_game import LONG, Ordered, Repeat, Turn, Turns
from tests.e2e.visibility_checks import Pictures

#: A number of events that a message can list, and a number that is too large, so a summary is shown.
STEPS, FLOOD = 10, 40


@immutable
class Storm(Body):
    kind: ClassVar[str] = "storm"
    seat: int
    number: int


class StormTurns(Turns):
    """A turn order where the game itself emits many events after a "repeat" action."""

    def take(self, match: Any, step: Any, seat: int, action: Action) -> None:
        super().take(match, step, seat, action)
        if isinstance(action, Repeat):
            for number in range(FLOOD if action.number else STEPS):
                match.emit(EVERYONE, Storm(-1, number))


def event_line(say: Any, event: Any) -> str | None:
    if isinstance(event.body, Storm):
        return f"gust {event.body.number}. {LONG}"
    return wide_game.event_line(say, event)


order = deepcopy(wide_game.ORDER)
order.steps[Turn] = StormTurns()
#: The wide game with StormTurns as its turn order.
GAME = replace(
    wide_game.GAME,
    id="stormy",
    command="stormy",
    events={"ordered": Ordered, "storm": Storm},
    order_of_play=order,
    event_line=event_line,
)


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


async def use_command(room: Room, kind: str, *, flood: bool = False) -> Any:
    """Use this command as the player to act. "repeat" causes FLOOD events if `flood`, else STEPS events."""
    who = await room.to_move()
    seat = (await room.info()).seat_of(who.id)
    actions = (await room.match()).decisions()[seat].actions
    action = next(one for one in actions if one.verb == kind and bool(one.number) == flood)
    return await room.move(who, f"stormy {kind}", number=action.number, place=action.place)


def gusts(messages: list[Any]) -> list[str]:
    return [line for message in messages for line in message_text(message).splitlines() if "gust" in line]


def check_steps(message: Any) -> None:
    """Assert that a message lists every event once, in order and numbered, and has a picture and buttons."""
    lines = gusts([message])
    assert [int(re.search(r"gust (\d+)", line)[1]) for line in lines] == list(range(STEPS))  # type: ignore[index]
    # The events are numbered from 2, because the action itself is number 1.
    assert [int(re.match(r"-# (\d+)\.", line)[1]) for line in lines] == list(range(2, STEPS + 2))  # type: ignore[index]
    assert len(message_text(message)) <= limits.CONTENT
    assert len(message.attachments) == 1
    assert components(message)


def check_recap(message: Any) -> None:
    """Assert that a message sums up many events in a few lines and says how many events it leaves out."""
    lines = [line for line in message_text(message).splitlines() if line.startswith("-# ")]
    assert 0 < len(lines) <= event_words.MAX_POST_LINES
    assert len(message_text(message)) <= limits.CONTENT
    found = re.search(r"And (\d+) more", "".join(gusts([message])))
    assert found
    assert int(found[1]) + len(re.findall("gust", message_text(message))) >= FLOOD


async def test_a_lone_player_is_never_pinged_for_going_on(room: Room) -> None:
    await room.start(1)
    ana = room.people[0]
    assert pinged_users(room) == [str(ana.id)]
    call = room.last_call()
    for _ in range(3):
        await use_command(room, "order")
    # The bot edits the board instead of posting a new one.
    assert len(room.posts()) == 2
    assert (await room.info()).board_message_id == call.id
    assert room.last_call().attachments[0].url != call.attachments[0].url
    assert pinged_users(room) == [str(ana.id)]
    await room.undo(ana)
    assert pinged_users(room) == [str(ana.id)]
    # The undone moves drew cards, so the match gets a new random seed, whose hash is posted in the channel.
    _, _, told = room.posts()
    assert "all randomness now comes" in message_text(told)


async def test_the_first_post_has_the_first_seal_even_after_going_back_past_a_draw(room: Room) -> None:
    await room.open_lobby(1)
    path = f"/channels/{room.table.id}/messages"
    room.env.inject_error("POST", path, status=500, code=0, message="Discord has trouble", times=None)
    await room.click(room.people[0], room.lobby(), label="Start")
    await use_command(room, "order")
    await room.undo(room.people[0])
    room.env.backend.faults.clear()
    room.clock.time += 3600
    room.bot.delivery.wake()
    await room.settle()
    seeds = await room.bot.service.history.seeds(await room.bot.service.matches.table((await room.info()).id))
    assert len(seeds) == 2
    told = "".join(message_text(post) for post in room.posts())
    assert [told.count(seal(seed)) for seed in seeds] == [1, 1]


async def test_a_lone_player_is_told_the_games_own_turn_step_by_step(room: Room) -> None:
    await room.start(1)
    await use_command(room, "order")
    before = room.posts()
    await use_command(room, "repeat")
    after = room.posts()
    assert [post.id for post in after[: len(before)]] == [post.id for post in before]
    assert len(after) == len(before) + 1
    check_steps(after[-1])
    assert len(pinged_users(room)) == 1
    # The new post becomes the live board, which later moves edit.
    board = after[-1]
    assert (await room.info()).board_message_id == board.id
    await use_command(room, "order")
    assert len(room.posts()) == len(after)
    assert room.posts()[-1].attachments[0].url != board.attachments[0].url


async def test_a_turn_too_long_for_one_message_is_told_in_few_lines(room: Room) -> None:
    await room.start(1)
    before = len(room.posts())
    await use_command(room, "repeat", flood=True)
    (told,) = room.posts()[before:]
    check_recap(told)


async def test_the_next_call_tells_it_at_a_larger_table(room: Room) -> None:
    await room.start(3)
    before = len(room.posts())
    await use_command(room, "repeat", flood=True)
    (told,) = room.posts()[before:]
    check_recap(told)
    assert "your move" in message_text(told)
    assert message_text(told).startswith("<@")
    assert len(pinged_users(room)) == 2


async def test_the_panel_tells_it_in_few_lines_and_all_of_it_behind_a_button(room: Room) -> None:
    await room.start(1)
    ana = room.people[0]
    panel = (await use_command(room, "repeat", flood=True)).response
    above = message_text(panel).partition("\n### ")[0].splitlines()
    lines = [line for line in above if not line.startswith("-# **")]  # the others are whole texts of menu entries
    assert 0 < len(lines) <= event_words.MAX_PANEL_TURNS
    assert lines[-1].endswith("…")
    await room.click(ana, panel, label="What happened")
    pages = [message_text(panel)]
    while not next(item for item in components(panel) if item["label"] == "Next")["disabled"]:
        await room.click(ana, panel, label="Next")
        pages.append(message_text(panel))
    assert [int(found) for found in re.findall(r"gust (\d+)", "\n".join(pages))] == list(range(FLOOD))
    assert all(len(page) <= limits.CONTENT for page in pages)
    await room.click(ana, panel, label="Back")
    assert lines[-1] in message_text(panel)


async def test_a_story_is_posted_once_however_often_it_is_tried(room: Room) -> None:
    await room.start(1)
    room.env.inject_error("POST", f"/channels/{room.table.id}/messages", status=500, code=0, message="oops", times=None)
    await use_command(room, "repeat")
    room.env.backend.faults.clear()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    (told,) = room.posts()[2:]
    check_steps(told)
    nonces = [
        str((r.json or {})["nonce"])
        for r in room.env.http_requests
        if r.method == "POST" and r.path == f"/channels/{room.table.id}/messages" and "gust" in str(r.json)
    ]
    assert len(set(nonces)) == 1
    assert all(len(nonce) <= limits.NONCE for nonce in nonces)


async def test_what_was_taken_back_before_it_was_posted_is_not_told(room: Room) -> None:
    await room.start(1)
    ana = room.people[0]
    await room.bot.delivery.stop()
    await make_quietly(room)
    await room.bot.service.votes.ask((await room.info()).id, ana.id, "undo")
    room.bot.delivery.start()
    await room.settle()
    assert gusts(room.posts()) == []


async def make_quietly(room: Room) -> None:
    info = await room.info()
    action = next(one for one in (await room.match()).decisions()[0].actions if isinstance(one, Repeat))
    await room.bot.service.play.act(info.id, info.seats[0].user_id, action)


@pytest.mark.parametrize("flood", [False, True])
async def test_the_log_shows_every_step_of_a_long_move(room: Room, flood: bool) -> None:
    await room.start(1)
    for kind in ("order", "repeat", "order"):
        await use_command(room, kind, flood=flood and kind == "repeat")
    ana = room.people[0]
    page = (await room.slash(ana, "match log")).response
    pages = [message_text(page)]
    while not next(item for item in components(page) if item["label"] == "Older")["disabled"]:
        await room.click(ana, page, label="Older")
        pages.insert(0, message_text(page))
    numbers = [int(found) for found in re.findall(r"gust (\d+)", "\n".join(pages))]
    assert numbers == list(range(FLOOD if flood else STEPS))
    for shown in pages[1:]:
        await room.click(ana, page, label="Newer")
        assert message_text(page) == shown
    assert [item["label"] for item in components(page) if "label" in item] == ["Older", "Something's wrong"]
