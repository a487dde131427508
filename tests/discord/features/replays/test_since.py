"""*Since my last move* steps through what happened meanwhile, and ends with the plan, the note and the question."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import render
from bot.features.notes.service import Notes
from bot.store.statements.rows import Door
from rules.dark_providence.game import GAME as PROVIDENCE
from rules.dark_providence.state.actions import PlaceInfluence
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import new
from tests.discord.features.replays.test_commands import all_content, pictures, play, press_component, tiny
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.discord.table.play.test_plans import waiting
from tests.discord.tiny_room import open_tiny_room
from tests.e2e.visibility_checks import Pictures
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Take

#: A tiny game that tells each event.
TALKING = replace(TINY, event_line=lambda _, event: str(event.body))
#: A tiny game where a round ends each time four more coins have been taken.
ROUNDS = replace(TALKING, round=lambda view: 1 + sum(view.coins) // 4)


def labels(message: Any) -> list[str]:
    return [item.get("label", "") for item in components(message)]


def place(message: Any) -> str:
    """Return the position of the shown board, such as "Board 1 of 3"; "" on the page after the last step."""
    parts = message_text(message).splitlines()[1].split(" · ")
    return next((part for part in parts if part.startswith("Board ")), "")


async def away(room: Room, game: str) -> int:
    """Play past the set-up until two others have moved since a seat's last move, and return the seat."""
    rng = random.Random(5)
    await room.adopt(new(game, 3, 5))
    info = await room.info()
    movers: list[int] = []
    for _ in range(400):
        match = await room.match()
        seat, decision = next(iter(match.decisions().items()))
        missed = movers[len(movers) - movers[::-1].index(seat) :] if seat in movers else []
        if len(movers) > 30 and len(set(missed)) > 1 and len(match.decisions()) == 1:
            return seat
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, rng.choice(decision.actions))
        movers.append(seat)
    raise AssertionError("no one was away for two turns")


def room_names(info: Any) -> list[str]:
    return [seat.name for seat in info.seats]


def shown_views(room: Room, panel: Any) -> list[tuple[str, int | None]]:
    """Return the kind and the viewer of each picture in a panel of the tiny game."""
    return [Pictures.shown[data] for _, data in pictures(room, panel)]


@pytest.mark.parametrize("game", ["edge_of_darkness", "dark_providence"])
async def test_a_player_who_comes_back_steps_from_their_last_move_to_the_question(room: Room, game: str) -> None:
    seat = await away(room, game)
    who = await room.seated(seat)
    await room.bot.service.part(Notes).save((await room.info()).id, who.id, "Remember Boston.")
    await room.settle()
    panel = (await room.slash(who, "act")).response
    assert labels(panel)[0] == "Since my last move"
    await room.click(who, panel, label="Since my last move")
    assert message_text(panel).startswith("### Since your last move\n")
    assert labels(panel) == ["Back", "Previous", "Next"]
    assert [item["disabled"] for item in components(panel)] == [False, True, False]
    count = int(place(panel).rpartition(" ")[2])
    told: list[str] = []
    for number in range(1, count + 1):
        assert place(panel) == f"Board {number} of {count}"
        assert [name for name, _ in pictures(room, panel)] == ["board.png"]
        told.append(message_text(panel))
        await room.click(who, panel, label="Next")
    assert len(set(told)) == count > 1
    match = await room.match()
    say = Translator("en", [one.name for one in (await room.info()).seats])
    question = match.game.question(say, match.view(seat), match.decisions()[seat].prompt)
    assert "**Your note**\nRemember Boston.\n" in message_text(panel)
    assert message_text(panel).endswith(f"**{question}**")
    assert labels(panel) == ["Previous", "To the panel"]
    await room.click(who, panel, label="Previous")
    assert message_text(panel) == told[-1]
    await room.click(who, panel, label="Back")
    assert "Since my last move" in labels(panel)
    assert room.faults() == []


async def test_without_a_question_the_last_page_shows_the_plan(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite", {PROVIDENCE.id: PROVIDENCE}, painted=False) as room:
        who = await waiting(room)
        page = (await room.slash(who, "act")).response
        await room.click(who, page, label="Plan my next turn")
        match_id = (await room.info()).id
        await room.bot.service.play.plan_step(match_id, who.id, PlaceInfluence("chicago"))
        await press_component(room, who, page, f"t1:since:{match_id}")
        while "Next" in labels(page):
            await room.click(who, page, label="Next")
        words = message_text(page)
        assert "**Your plan for next turn**\n1. " in words
        assert words.index("**Your plan for next turn**") < words.index("**It's not your turn.** Waiting for ")
        assert "Your plan" not in private_answer(await room.slash(room.people[2], "watch news"))


async def test_each_step_shows_the_public_board_of_that_time_and_what_the_viewer_could_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 9, TALKING) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        await play(room, (0, Done()), (1, Take(1)), (1, Done()), (0, Take(2)))
        match_id, first, second = (await room.info()).id, await room.seated(0), await room.seated(1)
        then = (await room.match()).view(None)
        await play(room, (0, Roll()), (0, Take(1)))
        panel = (await room.slash(second, "act")).response
        await press_component(room, second, panel, f"t1:since:{match_id}")
        assert place(panel) == "Board 1 of 2"
        assert "Took(seat=0, count=2)" in message_text(panel)
        assert shown_views(room, panel) == [("board", None)]
        drawn = [data for _, data in pictures(room, panel)]
        events = (await room.bot.service.history.log(await room.info()))[4].events
        assert drawn == [render.encode(render.chat_board(then, names=room_names(await room.info()), events=events))]
        await room.click(second, panel, label="Next")
        assert "Took(seat=0, count=1)" in message_text(panel)
        assert "Saw" not in all_content(room, panel)
        await play(room, (0, Done()), (1, Done()), (0, Roll()))
        own = (await room.slash(first, "act")).response
        await press_component(room, first, own, f"t1:since:{match_id}")
        assert "Saw" not in message_text(own), "the player's own move is the last one that they have seen"
        assert message_text(own).startswith("### Since your last move\nNothing has happened since then.")


async def test_a_secret_move_changes_nothing_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = ((0, Done()), (1, Done()), (0, Take(2)), (0, Roll()), (0, Take(1)))
    async with tiny(tmp_path, monkeypatch, *moves, turns=4) as room:
        match_id, second, spectator = (await room.info()).id, await room.seated(1), room.people[3]
        panel = (await room.slash(second, "act")).response
        watched = (await room.slash(spectator, "watch news")).response

        async def seen() -> list[str]:
            shown: list[str] = []
            for who, page in ((second, panel), (spectator, watched)):
                mark = "" if who is second else f":{components(page)[0]['custom_id'].split(':')[3]}:0"
                await press_component(room, who, page, f"t1:since:{match_id}{mark}")
                shown.append(all_content(room, page))
                while "Next" in labels(page):
                    await room.click(who, page, label="Next")
                    shown.append(all_content(room, page))
            return shown

        before = await seen()
        await play(room, (0, Roll()), (0, Roll()))
        assert await seen() == before
        await play(room, (0, Take(1)))
        assert len(await seen()) == len(before) + 2


async def test_a_players_own_secret_answer_counts_as_their_last_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = ((0, Take(2)), (0, Done()), (1, Take(1)), (1, Done()))
    async with tiny(tmp_path, monkeypatch, *moves, turns=2) as room:
        match_id, first = (await room.info()).id, await room.seated(0)
        panel = (await room.slash(first, "act")).response
        await press_component(room, first, panel, f"t1:since:{match_id}")
        assert place(panel) == "Board 1 of 1"
        await play(room, (0, Bid(1)))
        await press_component(room, first, panel, f"t1:since:{match_id}")
        assert "Nothing has happened since then." in message_text(panel)


async def test_a_spectator_goes_on_from_their_last_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 9, TALKING) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        await play(room, (0, Take(2)))
        dora, second = room.people[3], await room.seated(1)
        page = (await room.slash(dora, "watch news")).response
        assert page.ephemeral
        assert message_text(page).startswith("### Since your last look\n")
        assert place(page) == "Board 1 of 1"
        assert labels(page) == ["Previous", "Next"]
        await room.click(dora, page, label="Next")
        assert "Waiting for" in message_text(page)
        assert labels(page) == ["Previous"]
        again = (await room.slash(dora, "watch news")).response
        assert "Nothing has happened since then." in message_text(again)
        await play(room, (0, Done()), (1, Take(1)), (1, Take(2)), (1, Take(1)), (1, Take(2)))
        half = (await room.slash(dora, "watch news")).response
        assert place(half) == "Board 1 of 4"
        await room.click(dora, half, label="Next")
        assert "Took(seat=1, count=2)" in message_text(half)
        assert place((await room.slash(dora, "watch news")).response) == "Board 1 of 2"
        await room.click(dora, half, label="Previous")
        assert place(half) == "Board 1 of 4", "an open page goes on where it began"
        mark = components(half)[-1]["custom_id"].split(":")[3]
        for who, forged in ((dora, "x:0"), (second, f"{mark}:1"), (dora, f"{mark}:x")):
            own = half if who is dora else (await room.slash(who, "act")).response
            told = await press_component(room, who, own, f"t1:since:{(await room.info()).id}:{forged}")
            assert "out of date" in told


@pytest.mark.parametrize("door", ["gateway", "http"])
async def test_a_follower_steps_from_the_message_while_they_may_see_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 4, ROUNDS, door=door) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        carla, ana = room.people[2], room.people[0]
        await room.slash(carla, "watch follow")
        await play(room, (0, Take(2)), (0, Take(2)))
        (line,) = carla.user.dm_channel.history()
        assert labels(line) == ["Since my last look", "Stop following", "Fewer messages"]
        page = (await carla.user.click(line, label="Since my last look")).response
        assert place(page) == "Board 1 of 2", "they have not looked since they began to follow"
        await carla.user.click(page, label="Next")
        assert place(page) == "Board 2 of 2"
        await play(room, (0, Take(1)))
        assert place((await carla.user.click(line, label="Since my last look")).response) == "Board 1 of 1"
        await room.show(to_all=False, but=[ana.id])
        assert "no such match" in private_answer(await carla.user.click(line, label="Since my last look"))
        assert "no such match" in private_answer(await carla.user.click(page, label="Previous"))
