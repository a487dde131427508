"""The bot asks for confirmation before an action that can't be freely undone or that ends the game unexpectedly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.dark_providence.examples.position_builder import agent, hold, mark, show, turn
from rules.dark_providence.state.state import Providence
from tests.discord.room import Room, components, is_called, message_text, open_room
from tests.e2e.dark_providence_leaks import GAME

WARNING = "All 8 Deep Ones are on the map: using this action ends the game, whichever alternative you choose."
REVEALS = "You draw a sanity token from the bag."


def deep() -> Providence:
    """Return a match where all Deep Ones are on the map and the first player's hand has the card Deep Ones."""
    match = turn(3)
    for number in range(1, 9):
        agent(match, 0, f"deep_one_{number}", "boston")
    hold(match, 0, "deep_ones")
    return match


def display() -> Providence:
    """Return a match where the first player can acquire a mythos card, which reveals the next card of the deck."""
    match = turn(3)
    show(match, "colour_out_of_space")
    mark(match, 0, "colour_out_of_space", 3)
    return match


def last_card() -> Providence:
    """Return a match where the first player's last action uses the last card, so the hand is refilled."""
    match = turn(3)
    hold(match, 0, "monday_favour")
    match.state.turn.actions = 1
    return match


async def by_command(room: Room, label: str) -> Any:
    """Take the action with this label by slash command; return the answer."""
    ana = room.people[0]
    if label.startswith("Use "):
        return (await room.slash(ana, "providence use", card=label.removeprefix("Use "))).response
    verb, target = (
        ("acquire", label.removeprefix("Acquire ")) if label.startswith("Acquire ") else ("influence", "Boston")
    )
    return (await room.slash(ana, f"providence {verb}", target=target)).response


async def by_panel(room: Room, label: str) -> Any:
    """Take the action with this label in the panel; return the panel."""
    ana = room.people[0]
    panel = (await room.slash(ana, "act")).response
    for item in components(panel):
        if "options" not in item and label.startswith(item["label"].removesuffix("…")):
            await room.click(ana, panel, custom_id=item["custom_id"])
            return panel
        for option in item.get("options", []):
            # An entry leaves out a start that all entries share.
            if is_called(option, label) or is_called(option, label.partition(": ")[2]):
                await room.select(ana, panel, [option["value"]], item["custom_id"])
                return panel
    raise AssertionError(f"{label} is not offered: {components(panel)}")


CASES = [(deep, "Use Deep Ones", WARNING), (display, "Acquire The Colour out of Space", REVEALS)]


@pytest.mark.rule("DP-HC.50")
@pytest.mark.parametrize("way", [by_command, by_panel])
@pytest.mark.parametrize(("arranged", "label", "told"), CASES)
async def test_the_bot_asks_first_from_panel_and_command_alike(
    tmp_path: Path, arranged: Any, label: str, told: str, way: Any
) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        room.game = GAME
        await room.adopt(arranged())
        seq = (await room.info()).seq
        asked = await way(room, label)
        assert label in message_text(asked)
        assert told in message_text(asked)
        assert (await room.info()).seq == seq
        await room.click(room.people[0], asked, label="Back")
        assert (await room.info()).seq == seq
        await room.click(room.people[0], await way(room, label), label="Do it")
        assert (await room.info()).seq == seq + 1


@pytest.mark.rule("DP-VIS.16", "DP-TURN.6")
@pytest.mark.parametrize("way", [by_command, by_panel])
async def test_no_one_is_asked_about_the_hand_that_is_drawn_at_the_end_of_a_turn(tmp_path: Path, way: Any) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        room.game = GAME
        await room.adopt(last_card())
        assert "It's not your turn." in message_text(await way(room, "Influence: Boston"))
        assert len((await room.match()).state.players[0].hand) == 5
