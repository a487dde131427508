"""Frozen matches in `/owner`: owners see the cause, and resume or end the match."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.features.reports.service import Reports
from bot.store.statements.rows import EVERYWHERE
from rules.kernel.engine.match import Match
from tests.discord.room import Room, components, message_text, private_answer

SECRET = "the seventh card is a dragon"


async def freeze_match(room: Room, patch: pytest.MonkeyPatch) -> Any:
    """Start a match of Ana and Bence, make a move, then freeze the match with an error whose text contains a secret."""
    await room.start(2)
    await _make_first_move(room)

    def fails(*_: object) -> None:
        raise KeyError(SECRET)

    with patch.context() as broken:
        broken.setattr(Match, "apply", fails)
        await _make_first_move(room)
    room.errors.found.clear()
    info = await room.info()
    assert info.status == "frozen"
    return info


async def _make_first_move(room: Room) -> None:
    """Make the first legal move of the lowest seat that must act. If the rules are broken, that freezes the match."""
    table = await room.now()
    seat = min(table.match.decisions())
    action = table.match.decisions()[seat].actions[0]
    try:
        await room.bot.service.play.act(table.info.id, table.info.seats[seat].user_id, action)
    except Exception as error:
        assert "frozen" in str(error)  # noqa: PT017 - only moves of a broken match fail
    await room.settle()


async def open_details(room: Room, who: Any) -> Any:
    """Open the details of the frozen match as user `who`, and return the panel."""
    panel = (await room.slash(who, "owner")).response
    await room.click(who, panel, label="Frozen matches")
    await room.click(who, panel, label="View")
    return panel


async def give_order(room: Room, who: Any, panel: Any, label: str, reason: str) -> None:
    shown = await room.click(who, panel, label=label)
    await who.submit_modal(shown, {"reason": reason})
    await room.bot.wait_until_idle()


async def test_what_froze_a_match_is_shown_without_its_words(owned: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    emil, info = owned.people[4], await freeze_match(owned, monkeypatch)
    await owned.bot.service.part(Reports).make(info.id, owned.people[1].id, "It stands still")
    panel = (await owned.slash(emil, "owner")).response
    await owned.click(emil, panel, label="Frozen matches")
    assert f"in <#{owned.table.id}>, error {info.error_id}; 1 report waiting" in message_text(panel)
    await owned.click(emil, panel, label="View")
    assert "KeyError" in message_text(panel)
    assert "bot/matches/play/service.py:" in message_text(panel)
    assert SECRET not in message_text(panel)
    handed = (await owned.click(emil, panel, label="Its report as a file")).response
    data = await handed.attachments[0].read()
    told = json.loads(data)
    assert told["error"] == info.error_id
    assert told["fault"][-1] == "KeyError"
    assert [entry["kind"] for entry in told["entries"]][:1] == ["start"]
    assert SECRET.encode() not in data


async def test_an_owner_lets_a_frozen_match_go_on_and_the_table_is_told(
    owned: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    emil, info = owned.people[4], await freeze_match(owned, monkeypatch)
    panel = await open_details(owned, emil)
    await give_order(owned, emil, panel, "Try again", "A fault is mended")
    assert "Done. I've told the channel, with your reason." in message_text(panel)
    assert "No match is frozen." in message_text(panel)
    assert (await owned.info()).status == "playing"
    told = [message_text(post) for post in owned.posts()]
    assert any(
        "The bot's owner has repaired the match, which continues from where it was: A fault" in one for one in told
    )
    assert not any(f"<@{emil.id}>" in one or "Emil" in one for one in told)
    log = message_text((await owned.slash(owned.people[0], "match log")).response)
    assert "The bot's owner has repaired" in log
    await owned.click(emil, panel, label="Who did what")
    assert f"<@{emil.id}>: match {info.id} retried" in message_text(panel)


async def test_an_owner_sets_a_frozen_match_back_to_an_entry(owned: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    emil, _ = owned.people[4], await freeze_match(owned, monkeypatch)
    panel = await open_details(owned, emil)
    menu = next(item for item in components(panel) if item["custom_id"].startswith("t1:ownerback:"))
    assert [option["label"].startswith("Entry ") for option in menu["options"]] == [True] * len(menu["options"])
    shown = await owned.select(emil, panel, [menu["options"][-1]["value"]], menu["custom_id"])
    await emil.submit_modal(shown, {"reason": "The move broke it"})
    await owned.bot.wait_until_idle()
    after = await owned.info()
    assert after.status == "playing"
    assert any("which continues from entry 1, from" in message_text(post) for post in owned.posts())


async def test_an_owner_ends_a_frozen_match_without_a_result(owned: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    emil, info = owned.people[4], await freeze_match(owned, monkeypatch)
    panel = await open_details(owned, emil)
    await give_order(owned, emil, panel, "End it", "It can't be mended")
    assert (await owned.info()).status == "ended"
    assert any(
        "The bot's owner has ended the match without a result: It can" in message_text(post) for post in owned.posts()
    )
    rows = await owned.bot.service.servers.changes(EVERYWHERE, 5)
    assert [(row.what, row.value) for row in rows] == [("end", info.id)]
    again = owned.press(emil, panel, f"t1:ownermatch:{info.id}")
    await owned.settle()
    assert private_answer(again) == "This match is no longer frozen."


async def test_an_owner_who_sat_there_learns_nothing_of_the_fault_and_needs_another_player(
    owned: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = owned.people.pop()
    owned.people.insert(0, crew)  # puts the member with the owners' role first, so that they play in the match
    info = await freeze_match(owned, monkeypatch)
    panel = await open_details(owned, crew)
    assert "You've had a seat in this match, so only another owner can see what froze it." in message_text(panel)
    assert "KeyError" not in message_text(panel)
    assert "Its report as a file" not in [item.get("label") for item in components(panel)]
    forged = owned.press(crew, panel, f"t1:ownerfile:{info.id}")
    await owned.settle()
    assert private_answer(forged) == "You've had a seat in this match, so only another owner can see its report."
    await give_order(owned, crew, panel, "Try again", "I want to go on")
    assert "another player must agree" in message_text(panel)
    assert (await owned.info()).status == "frozen"
