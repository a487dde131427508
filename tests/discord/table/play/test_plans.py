"""Players privately plan their next turn step by step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.store.statements.rows import SeatRow
from bot.table.play import plans_panel
from rules.dark_providence.examples.position_builder import hold, mark, turn
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import DiscardCard, EndTurn, PlaceInfluence
from rules.kernel.data.actions import Action
from rules.kernel.engine.planned_turns import Answer, DryRun, Step
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, components, is_called, message_text, open_room, private_answer


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}, painted=False) as made:
        yield made


async def waiting(room: Room) -> Any:
    """Set up a match where the second player waits for their turn and can plan it; return the second player."""
    match = turn()
    hold(match, 0, "monday_favour")
    hold(match, 1, "tuesday_favour_1", "tuesday_petty_cash")
    mark(match, 1, "boston", 2)
    mark(match, 1, "chicago", 2)
    await room.adopt(match)
    return room.people[1]


def menus(message: Any) -> list[dict[str, Any]]:
    return [item for item in components(message) if item["type"] == 3]


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if item["type"] == 2]


async def choose(room: Room, who: Any, message: Any, label: str, menu: int = 0) -> None:
    """Choose the menu entry with this label; open its group first if necessary."""
    shown = menus(message)[menu]
    found = [option["value"] for option in shown["options"] if is_called(option, label)]
    if found:
        await room.select(who, message, found, shown["custom_id"])
        return
    group = next(option["value"] for option in shown["options"] if label in option.get("description", ""))
    await room.select(who, message, [group], shown["custom_id"])
    await choose(room, who, message, label)


async def test_a_turn_is_planned_from_the_panel_and_played_when_it_comes(room: Room) -> None:
    who = await waiting(room)
    public = [message_text(post) for post in room.posts()]
    page = (await room.slash(who, "act")).response
    await room.tool(who, page, "Plan my next turn")
    assert page.ephemeral
    await choose(room, who, page, "Acquire Chicago")
    assert "1. Acquire Chicago" in message_text(page)
    assert "This would happen: " in message_text(page)
    assert "control of Chicago" in message_text(page)
    await choose(room, who, page, "Acquire Boston", menu=1)
    assert "1. the first possible one of these: Acquire Chicago; Acquire Boston" in message_text(page)
    await choose(room, who, page, "Buy influence")
    assert "2. Buy influence" in message_text(page)
    assert "That's your whole turn" in message_text(page)
    assert "You can also plan the turn after that" in message_text(page)
    await choose(room, who, page, "Pass")
    assert "**In the turn after that:**\n3. Pass" in message_text(page)
    assert [message_text(post) for post in room.posts()] == public
    await room.click(who, page, label="To the panel")
    assert "Next turn (3 planned)" in labels(page)
    for other in (room.people[0], room.people[4]):
        for command in ("match status", "match text", "match log"):
            assert "Buy influence" not in private_answer(await room.slash(other, command))
    await room.bot.service.play.act((await room.info()).id, room.people[0].id, EndTurn())
    await room.settle()
    match = await room.match()
    assert match.state.places["chicago"].controller == 1
    assert (await room.to_move()).id == room.people[2].id
    assert room.faults() == []


async def test_a_plan_that_stopped_tells_why_in_the_panel_and_to_no_one_else(room: Room) -> None:
    who = await waiting(room)
    page = (await room.slash(who, "plan")).response
    await choose(room, who, page, "Influence: Arkham")
    assert "After that I'd ask you, unless you plan further:" in message_text(page)
    await choose(room, who, page, "Pass")
    await room.click(who, page, label="To the panel")
    assert "would stop" not in message_text(page)
    service, info = room.bot.service, await room.info()
    await service.play.act(info.id, room.people[0].id, PlaceInfluence("arkham"))
    assert "would stop at step 1.** Influence: Arkham: Influence there" in private_answer(await room.slash(who, "act"))
    page = (await room.slash(who, "plan")).response
    assert "your plan no longer works" in message_text(page)
    assert "Influence there has changed since" in message_text(page)
    await service.play.act(info.id, room.people[0].id, EndTurn())
    await room.settle()
    assert (await room.to_move()).id == who.id
    assert "Your plan stops here" in private_answer(await room.slash(who, "act"))
    assert "Influence: Arkham: Influence there has changed since" in private_answer(await room.slash(who, "act"))
    assert all("plan" not in message_text(post) for post in room.posts())
    for command in ("match status", "match text", "match log"):
        assert "plan" not in private_answer(await room.slash(room.people[0], command))
    assert room.faults() == []


async def test_steps_are_dropped_and_a_stale_press_says_so(room: Room) -> None:
    who = await waiting(room)
    page = (await room.slash(who, "plan")).response
    await choose(room, who, page, "Acquire Boston")
    await choose(room, who, page, "Buy influence")
    await room.click(who, page, label="Drop last step")
    assert "Buy influence" not in message_text(page).partition("**Your turn")[0]
    assert "1. Acquire Boston" in message_text(page)
    await room.click(who, page, label="Drop plan")
    assert "Acquire Boston" not in message_text(page).partition("**Your turn")[0]
    gone = room.press(who, page, "t1:planpick:1:next:all:0", ["ffffffff"])
    await room.settle()
    assert "out of date" in private_answer(gone)
    broken = room.press(who, page, "t1:planpick:1:next:all:0", ["g99"])
    await room.settle()
    assert "out of date" in private_answer(broken)


async def test_a_plan_whose_turn_has_come_gives_way_to_the_panel(room: Room) -> None:
    who = await waiting(room)
    page = (await room.slash(who, "plan")).response
    table = await room.now()
    while 1 not in (decisions := table.match.decisions()):
        seat, decision = next(iter(decisions.items()))
        await room.bot.service.play.act(table.info.id, room.people[seat].id, decision.actions[-1])
        table = await room.now()
    await room.settle()
    for custom_id, values in (("t1:plan:1", None), ("t1:planpick:1:next:all:0", ["ffffffff"])):
        room.press(who, page, custom_id, values)
        await room.settle()
        assert "Here's where it is now." in message_text(page)


async def test_a_person_alone_with_computers_is_offered_no_plan(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The computers move at once, so the button would vanish before it could be pressed."""
    who = await waiting(room)
    monkeypatch.setattr(SeatRow, "is_human", property(lambda seat: seat.user_id == who.id))
    page = (await room.slash(who, "act")).response
    assert "It's not your turn." in message_text(page)
    assert "Plan my next turn" not in labels(page)


async def test_who_is_asked_plans_nothing(room: Room) -> None:
    await waiting(room)
    mover, spectator = room.people[0], room.people[4]
    assert "no turn to plan" in private_answer(await room.slash(mover, "plan"))
    assert "not playing" in private_answer(await room.slash(spectator, "plan"))
    panel = (await room.slash(mover, "act")).response
    await room.more(mover, panel)
    assert "Plan my next turn" not in labels(panel)


async def test_only_what_can_be_planned_is_suggested(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    who = await waiting(room)
    suggested = [PlaceInfluence("boston"), DiscardCard("tuesday_revolver")]

    async def suggestion(*_args: object) -> Action:
        return suggested.pop(0)

    monkeypatch.setattr(room.bot.computer_moves, "suggestion_in", suggestion)
    monkeypatch.setattr(plans_panel, "are_hints_allowed", lambda *_args: True)
    page = (await room.slash(who, "act")).response
    await room.tool(who, page, "Plan my next turn")
    assert "Suggestion: **Influence: Boston**" in message_text(page)
    await room.click(who, page, label="Add it")
    assert "1. Influence: Boston" in message_text(page)
    assert "Suggestion" not in message_text(page)
    assert suggested == []


def test_a_step_whose_events_are_unknown_is_named_except_the_end_of_the_turn() -> None:
    steps = tuple(Step("", (Answer(action, {}),)) for action in (PlaceInfluence("boston"), EndTurn()))
    dry_run = DryRun((turn(),), steps, ("", ""), (), None, uncertain=(1, 2))
    ctx: Any = SimpleNamespace(game=GAME)
    told = plans_panel._uncertain_steps(ctx, Translator(), dry_run)
    assert told == ["-# Step 1 draws or reveals something. You'll see the result on your turn."]
