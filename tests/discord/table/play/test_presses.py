"""Limits how many presses a player needs for a turn, including the press that opens the panel.

Choosing in a menu counts as one press, even if several entries are chosen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import rules
from bot.cli.lab.simulation import POLICIES
from rules.edge_of_darkness.state.actions import Pick
from rules.kernel.engine.match import Match
from tests.discord.room import Room, both_doors, components, message_text

#: Maximum number of moves per match, and maximum number of matches, in the search for a position.
MOVES, MATCHES = 120, 12


def find_position(game_id: str, seats: int, wanted: Callable[[Match[Any], int, Any], bool]) -> Match[Any]:
    """Play matches until `wanted` returns True for a position, and return the match there."""
    for seed in range(MATCHES):
        match, luck = rules.GAMES[game_id].new(seats, f"presses {seed}", None), random.Random(seed)
        for _ in range(MOVES):
            if match.over:
                break
            seat, decision = next(iter(match.decisions().items()))
            if wanted(match, seat, decision):
                return match
            match.apply(seat, POLICIES["greedy"](match, seat, decision, luck))
    raise AssertionError("no such position")


def kinds(decision: Any) -> list[str]:
    return [type(action).__name__ for action in decision.actions]


class Presser:
    """A player with an open panel, whose presses are counted."""

    def __init__(self, room: Room, who: Any, panel: Any) -> None:
        self.room, self.who, self.panel = room, who, panel
        self.presses = 1

    @classmethod
    async def at(cls, room: Room, match: Match[Any]) -> Presser:
        """Import a match into the channel and open the panel of the player whose turn it is."""
        await room.adopt(match)
        who = await room.to_move()
        return cls(room, who, (await room.slash(who, "act")).response)

    async def menu(self, entries: int, *, named: str = "", first: int = 0) -> None:
        """Choose `entries` entries, starting at index `first`, in the first menu whose title starts with `named`."""
        menus = [item for item in components(self.panel) if "options" in item]
        menu = next(item for item in menus if item["placeholder"].startswith(named))
        values = [entry["value"] for entry in menu["options"][first:][:entries]]
        self.presses += 1
        await self.room.select(self.who, self.panel, values, menu["custom_id"])

    async def menu_with_answer(self, named: str) -> None:
        """Choose the first entry of a menu, and beside it the last answer to the question that follows."""
        menu = next(item for item in components(self.panel) if item.get("placeholder", "").startswith(named))
        values = [entry["value"] for entry in menu["options"]]
        assert values[-1].startswith("+")
        self.presses += 1
        await self.room.select(self.who, self.panel, [values[0], values[-1]], menu["custom_id"])

    async def button(self, verb: str, label: str = "") -> None:
        """Press the first button with this verb whose label contains `label`."""
        buttons = [item for item in components(self.panel) if "options" not in item]
        chosen = next(
            item for item in buttons if item["custom_id"].split(":")[1] == verb and label in item.get("label", "")
        )
        self.presses += 1
        await self.room.click(self.who, self.panel, custom_id=chosen["custom_id"])

    def offers(self, title: str) -> bool:
        """Return whether the panel has a menu whose title starts with `title`."""
        return any(item.get("placeholder", "").startswith(title) for item in components(self.panel))


def four_effects(match: Match[Any], seat: int, decision: Any) -> bool:
    return kinds(decision).count("UseContact") == 4 and len(match.game.gains(match, seat)) > 1


async def test_the_effects_of_edge_that_only_gain_take_one_press(room: Room) -> None:
    hand = await Presser.at(room, find_position("edge_of_darkness", 3, four_effects))
    await hand.button("gains")
    told = "-# Bence, Action: Patrician: +1 Influence; Citizen: +1 Battle Strength."
    assert told in message_text(hand.panel)
    # A newly opened panel doesn't list the reader's own actions, but has a button that shows them.
    hand.panel = (await room.slash(hand.who, "act")).response
    assert told not in message_text(hand.panel)
    assert "What happened" in [item.get("label") for item in components(hand.panel)]


async def test_an_action_turn_of_edge_with_four_effects(room: Room) -> None:
    match = find_position("edge_of_darkness", 3, four_effects)
    used = len(match.state.turn.used)
    hand = await Presser.at(room, match)
    while hand.offers("Use a contact"):
        await hand.menu(4, named="Use a contact")
        # Using contacts may lead to further questions, for example for a number, before the panel offers to sleeve.
        while not hand.offers("Sleeve an advancement"):
            await hand.button("act")
    assert len((await room.match()).state.turn.used) - used == 4
    await hand.menu(1, named="Sleeve")
    await hand.menu(1)
    await hand.button("act", "End your turn")
    assert (await room.match()).state.turn.used == []
    assert hand.presses <= 6


async def test_a_draft_of_edge(room: Room) -> None:
    hand = await Presser.at(
        room, find_position("edge_of_darkness", 3, lambda _match, _seat, one: "Draft" in kinds(one))
    )
    assert "**Draft " in message_text(hand.panel)
    await hand.button("act")
    assert "It's not your turn." in message_text(hand.panel)
    assert hand.presses == 2


async def test_a_turn_of_dark_providence_with_two_actions(room: Room) -> None:
    hand = await Presser.at(
        room, find_position("dark_providence", 3, lambda _match, _seat, one: "PlaceInfluence" in kinds(one))
    )
    # The cheapest payment comes last. It leaves enough Influence for another action.
    await hand.menu_with_answer("Cards: up to")
    await hand.menu(1, named="Cards: up to")
    if hand.offers("Payment"):
        await hand.menu(1, first=-1)
    assert "It's not your turn." in message_text(hand.panel)
    assert hand.presses <= 4


@both_doors
async def test_an_action_and_the_payment_beside_it_are_taken_back_together(room: Room) -> None:
    hand = await Presser.at(
        room, find_position("dark_providence", 3, lambda _match, _seat, one: "PlaceInfluence" in kinds(one))
    )
    before = (await room.match()).dump()
    await hand.menu_with_answer("Cards: up to")
    assert (await room.match()).dump() != before
    await hand.button("back")
    assert "Taken back." in message_text(hand.panel)
    assert (await room.match()).dump() == before


@both_doors
async def test_cards_laid_with_one_press_are_taken_back_together(room: Room) -> None:
    hand = await Presser.at(
        room, find_position("aevum_haeresis", 2, lambda _match, _seat, one: kinds(one).count("Lay") > 4)
    )
    before, seq = (await room.match()).dump(), (await room.info()).seq
    await hand.menu(2, named="Heretic")
    assert (await room.info()).seq == seq + 2
    await hand.button("back")
    assert "Taken back." in message_text(hand.panel)
    assert (await room.match()).dump() == before
    assert (await room.info()).seq == seq + 3


async def test_an_action_and_its_payment_can_be_chosen_one_after_the_other(room: Room) -> None:
    hand = await Presser.at(
        room, find_position("dark_providence", 3, lambda _match, _seat, one: "PlaceInfluence" in kinds(one))
    )
    menu = next(item for item in components(hand.panel) if item.get("placeholder", "").startswith("Cards: up to"))
    places = [entry["value"] for entry in menu["options"] if not entry["value"].startswith("+")]
    payments = [entry["value"] for entry in menu["options"] if entry["value"].startswith("+")]
    assert menu["max_values"] == 2
    before = (await room.info()).seq
    for chosen in (payments[:1], payments[:2], places[:2]):
        await room.select(hand.who, hand.panel, chosen, _named(hand.panel, "Cards: up to"))
        assert "Nothing was done. Choose one entry" in message_text(hand.panel)
    assert (await room.info()).seq == before
    await room.select(hand.who, hand.panel, places[:1], _named(hand.panel, "Cards: up to"))
    labels = [entry["label"] for item in components(hand.panel) for entry in item.get("options", ())]
    # The question about the payment has the same entries as the menu before.
    assert [f"+ {label}" for label in labels] == [
        entry["label"] for entry in menu["options"] if entry["value"].startswith("+")
    ]


def _named(panel: Any, title: str) -> str:
    """Return the custom_id of the menu whose title starts with `title`."""
    return next(item["custom_id"] for item in components(panel) if item.get("placeholder", "").startswith(title))


async def test_an_enlistment_of_aevum_haeresis_with_two_cards(room: Room) -> None:
    def wanted(_match: Match[Any], _seat: int, decision: Any) -> bool:
        return kinds(decision).count("Lay") > 4

    hand = await Presser.at(room, find_position("aevum_haeresis", 2, wanted))
    await hand.menu(2, named="Heretic")
    assert "2 cards laid" in message_text(hand.panel) or "So far:" in message_text(hand.panel)
    await hand.button("act", "Done")
    assert hand.presses <= 4


async def test_a_conflict_of_aevum_haeresis(room: Room) -> None:
    hand = await Presser.at(
        room, find_position("aevum_haeresis", 2, lambda _match, _seat, one: "Announce" in kinds(one))
    )
    await hand.button("act", "Plunder")
    await hand.menu(2, named="Team")
    if "who is in your team" in message_text(hand.panel):
        await hand.button("act", "Done")
    assert "Join" not in kinds(next(iter((await room.match()).decisions().values())))
    assert hand.presses <= 4


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_pick_of_the_prologue_of_edge(room: Room, seats: int) -> None:
    hand = await Presser.at(
        room, find_position("edge_of_darkness", seats, lambda _match, _seat, one: "Pick" in kinds(one))
    )
    match = await room.match()
    seat, decision = next(iter(match.decisions().items()))
    before = match.state.players[seat].coins
    assert Pick("the_forge") in decision.actions
    await hand.menu(1, named="Take an advancement", first=match.state.locations.index("the_forge"))
    await hand.menu(1, named="Sleeve")
    match = await room.match()
    assert match.state.players[seat].coins == before + 2
    assert seat not in match.decisions() or kinds(match.decisions()[seat])[0] == "Pick"
    assert hand.presses == 3
    await room.choose(hand.who, hand.panel, "Take back")
    assert (await room.match()).state.players[seat].coins == before
