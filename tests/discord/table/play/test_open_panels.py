"""The bot updates the panels that players have open when the match changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.statements.rows import Door
from bot.table.play.open_panels import EDITABLE_SECONDS
from rules.dark_providence.examples.position_builder import hold, turn
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import EndTurn
from rules.kernel.engine.match import Match
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, components, message_text, open_room
from tests.discord.table.votes.test_votes import act
from tests.discord.tiny_room import open_tiny_room
from tests.matches.timed_game import TICKING
from tests.matches.tiny_game import Done, Roll, TinyState, TinyView


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 3, 20) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


async def test_an_open_panel_shows_that_it_is_ones_turn_now(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    assert "It's not your turn." in message_text(panel)
    await act(room, 0, Done())
    assert "It's not your turn." in message_text(panel)
    await room.look()
    assert "It's not your turn." not in message_text(panel)
    assert any(item["custom_id"].split(":")[1] in ("act", "pick") for item in components(panel))
    # The buttons of the updated panel work in the new position.
    await room.choose(second, panel, "done")
    assert sorted((await room.match()).decisions()) == [2]


@pytest.mark.parametrize("door", ["gateway", "http"])
async def test_a_call_pings_once_and_the_open_panel_shows_the_decision_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 3, 20, door=door) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        first, second = await room.seated(0), await room.seated(1)
        panel = (await room.slash(second, "act")).response
        moving = (await room.slash(first, "act")).response
        await room.choose(first, moving, "done")
        await room.look()
        # The panel of the waiting player is edited, and the player's call is a new message, because edits ping no one.
        assert room.bot.open_panels.get(panel.id) is not None
        assert any(item["custom_id"].split(":")[1] in ("act", "pick") for item in components(panel))
        assert pinged_users(room) == [str(first.id), str(second.id)]
        # The next decision of the same turn comes from the player's own press, so no call follows.
        await room.choose(second, panel, "take")
        await room.look()
        assert pinged_users(room) == [str(first.id), str(second.id)]
        await room.choose(second, panel, "done")
        await room.look()
        assert pinged_users(room) == [str(first.id), str(second.id), str((await room.seated(2)).id)]


async def test_a_decision_that_changes_nothing_visible_is_shown_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is secret who has answered, neither the view nor the waiting line may say whose turn it is."""

    def unchanging_view(match: Match[TinyState], seat: int | None) -> TinyView:
        return TinyView(game="ticking", viewer=seat, seats=3, to_act=[], over=match.over, coins=[])

    game = replace(TICKING, view=unchanging_view)
    async with open_tiny_room(tmp_path, monkeypatch, 3, 20, game) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        second = await room.seated(1)
        await room.slash(second, "act")  # a user's first panel has an extra line, so use the second
        await act(room, 0, Done())
        deadline = (await room.info()).deadline
        room.clock.time = deadline - 60
        panel = (await room.slash(second, "act")).response
        room.clock.time = deadline
        await room.bot.deadlines.drain()
        assert list((await room.match()).decisions()) == [1]
        await room.look()
        assert "It's not your turn." not in message_text(panel)


async def test_the_news_of_a_press_stays_when_others_answer_at_once(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}, painted=False) as room:
        match = turn()
        hold(match, 0, "monday_favour")
        hold(match, 1, "tuesday_favour_1")
        await room.adopt(match)
        panel = (await room.slash(room.people[0], "act")).response
        await room.choose(room.people[0], panel, "Pass")
        await room.click(room.people[0], panel, label="Do it")
        await room.look()
        told = message_text(panel).splitlines()[0]
        assert "passed" in told
        await act(room, 1, EndTurn())
        await room.look()
        shown = message_text(panel).splitlines()
        assert told in shown
        assert any("Bence" in line and "passed" in line for line in shown)


async def test_another_page_stays_until_its_reader_turns_back(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    room.press(second, panel, f"t1:told:{(await room.info()).id}:0")
    await room.settle()
    shown = message_text(panel)
    assert "What happened" in shown
    await act(room, 0, Done())
    await room.look()
    assert message_text(panel) == shown


async def test_a_page_beside_the_panel_lets_it_go_on(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    beside = (await room.tool(second, panel, "Ask the table")).response
    assert beside.id != panel.id
    await act(room, 0, Done())
    await room.look()
    assert "It's not your turn." not in message_text(panel)


async def test_a_panel_is_left_alone_once_discord_takes_no_more_edits(room: Room) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    shown = message_text(panel)
    room.clock.time += EDITABLE_SECONDS
    await act(room, 0, Done())
    await room.look()
    assert message_text(panel) == shown


async def test_what_no_one_else_may_see_edits_no_open_panel(room: Room) -> None:
    second = await room.seated(1)
    await room.slash(second, "act")  # a user's first panel has an extra line, so use the second
    panel = (await room.slash(second, "act")).response
    shown = message_text(panel)
    await act(room, 0, Roll())
    edits = sum(request.method == "PATCH" for request in room.env.http_requests)
    await room.look()
    assert sum(request.method == "PATCH" for request in room.env.http_requests) == edits
    assert message_text(panel) == shown
    await act(room, 0, Done())
    await room.look()
    assert message_text(panel) != shown


async def test_a_panel_that_is_gone_is_left_alone(room: Room) -> None:
    second = await room.seated(1)
    await room.slash(second, "act")
    await act(room, 0, Done())
    room.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, message="Unknown Message", times=1)
    await room.bot.live_panels.check()
    assert room.bot.open_panels.editable(room.clock.now()) == []


@pytest.mark.parametrize("pressed", [False, True])
async def test_a_panel_is_edited_later_if_discord_has_a_fault(room: Room, pressed: bool) -> None:
    second = await room.seated(1)
    panel = (await room.slash(second, "act")).response
    if pressed:
        await room.choose(second, panel, "Refresh")
    await act(room, 0, Done())
    room.env.inject_error("PATCH", "/webhooks/*", status=503, code=0, message="Service Unavailable", times=1)
    await room.look()
    assert "It's not your turn." in message_text(panel)
    await room.look()
    assert "It's not your turn." not in message_text(panel)


async def test_with_no_panel_open_nothing_is_read(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room.bot.service.matches, "last_seqs", None)
    await room.look()
