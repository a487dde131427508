"""The panel and the commands work for an extreme game, with sixty long choices, fields of every kind and many verbs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from bot.discord.ui import limits
from bot.discord.ui.locale import CommandTranslator
from tests.discord import limit_faults
from tests.discord.room import Room, components, message_text, open_room
from tests.discord.wide_game import GAME, MANY, Order
from tests.e2e.visibility_checks import Pictures
from tests.matches.room import can_take_back


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


async def reachable(room: Room, who: Any, panel: Any) -> set[str]:
    """Open every group of actions in the panel, page by page; return the tokens of all actions."""
    found = tokens(panel)
    options = [option for item in components(panel) if item["type"] == 3 for option in item["options"]]
    for option in options:
        if "." in option["value"]:
            continue
        shown = next(item for item in components(panel) if option in item.get("options", ()))
        await room.select(who, panel, [option["value"]], shown["custom_id"])
        while True:
            found |= tokens(panel)
            onward = next((item for item in components(panel) if item.get("label") == "Next"), {"disabled": True})
            if onward.get("disabled"):
                break
            await room.click(who, panel, custom_id=onward["custom_id"])
        await room.click(who, panel, label="Back")
    return found


def tokens(panel: Any) -> set[str]:
    """Return the action tokens on the current page of the panel."""
    items = components(panel)
    pressed = {item["custom_id"].split(":")[-1] for item in items if ":act:" in item["custom_id"]}
    return pressed | {
        option["value"] for item in items for option in item.get("options") or [] if "." in option["value"]
    }


async def test_every_command_of_a_game_with_many_verbs_fits(room: Room) -> None:
    tree = room.bot.tree
    payloads = [await command.get_translated_payload(tree, CommandTranslator()) for command in tree.get_commands()]
    assert [fault for payload in payloads for fault in limit_faults.command_faults(payload)] == []
    group = next(payload for payload in payloads if payload["name"] == "wide")
    assert len(group["options"]) == limits.CHILDREN
    more = next(option for option in group["options"] if option["name"] == "more")
    direct = {option["name"] for option in group["options"]} - {"more"}
    assert direct | {option["name"] for option in more["options"]} == {kind.verb for kind in GAME.actions}
    coins = next(option for option in group["options"][1]["options"] if option["name"] == "coins")
    assert coins["description"] == "Which coins."


async def test_one_player_alone_opens_starts_goes_back_and_ends(room: Room) -> None:
    ana = room.people[0]
    opened = await room.slash(ana, "match new", game=room.game)
    assert "Start alone" in message_text(opened.response)
    assert "can start alone" in message_text(room.lobby())
    assert "Start" in [item.get("label") for item in components(room.lobby()) if not item.get("disabled")]
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
    assert "Ana" in message_text(room.lobby())
    first = await room.match()
    action = first.decisions()[0].actions[3]
    await room.move(ana, f"wide {action.verb}", place=action.place)
    assert (await room.match()).state.turns == 1
    # An undo that takes back a drawn card needs the other players' consent, but a solo match has no other players.
    assert not await can_take_back(room.bot.service, 1, ana.id)
    assert "Taken back." in message_text(await room.undo(ana))
    again = (await room.match()).state
    assert again.turns == first.state.turns == 0
    assert again.chance.seed != first.state.chance.seed
    await room.move(ana, f"wide more {MANY[-1].verb}")
    await room.move(ana, "wide more pass")
    last = message_text(room.posts()[-1])
    assert "No one has won." in last
    assert "****" not in last


async def test_five_players_find_every_one_of_sixty_long_answers(room: Room) -> None:
    await room.start(5)
    assert len((await room.info()).seats) == 5
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    actions = (await room.match()).decisions()[0].actions
    assert len(actions) > 60
    assert len(await reachable(room, who, panel)) == len(actions)
    assert len((await room.slash(who, "match text")).followups) >= 1
    await room.slash(who, "match status")
    await room.slash(who, "hand")


async def test_fields_of_every_kind_are_typed_and_completed(room: Room) -> None:
    await room.start(5)
    who = await room.to_move()
    wanted = next(a for a in (await room.match()).decisions()[0].actions if isinstance(a, Order) and a.number == 27)
    typed: dict[str, Any] = {}
    for field in ("number", "coins", "names", "place"):
        offered = await who.autocomplete(room.table, "wide order", field, "", **typed)
        assert list(limit_faults.choice_faults(offered, field)) == []
        if field == "number":
            assert len(offered) == limits.CHOICES
            offered = await who.autocomplete(room.table, "wide order", field, "27", **typed)
            assert offered[0]["value"] == 27
        else:
            assert len(offered) == 1
        typed[field] = offered[0]["value"]
    assert typed["coins"] == ",".join(map(str, wanted.coins))
    assert typed["names"] == ",".join(wanted.names)
    # The choice's name is too long for a command option, so its value is a short id of the action.
    assert typed["place"].startswith("#")
    before = (await room.info()).seq
    await room.move(who, "wide order", **typed)
    assert (await room.info()).seq == before + 1
    assert (await room.match()).state.turns == 1


async def test_what_fits_no_answer_is_told_in_one_sentence(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    before = (await room.info()).seq
    for typed in ({"place": "nowhere"}, {"place": "place", "number": 99, "coins": "a,b", "names": "-"}):
        answer = await room.move(who, "wide order", **typed)
        text = answer.followups[-1].content if answer.followups else message_text(answer.response)
        assert text.endswith(".")
        assert len(text.splitlines()) == 1
    assert (await room.info()).seq == before
