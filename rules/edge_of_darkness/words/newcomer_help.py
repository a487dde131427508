"""Help for newcomers: the game in a few lines, and hints during the first round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.edge_of_darkness.board.cubes import THRESHOLD
from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import Translator


def in_short(say: Translator, seats: int, _options: Mapping[str, Any]) -> list[str]:
    """Return the game in a few lines: how to win, the course of a turn, and the danger.

    `seats` is 0 while players can still join.
    """
    if seats:
        attack = say.t(
            "A tower tray with {n} cubes attacks the player with the most cubes there, or everyone if most are black.",
            n=THRESHOLD[seats],
        )
    else:
        attack = say.t("A full tower tray attacks the player with the most cubes there, or everyone if most are black.")
    return [
        say.t("Eight rounds; the most Victory Points win."),
        say.t("Everyone draws from one deck: what you sleeve into its cards, others may use too."),
        say.t("Each round, you draft cards in your Assembly turn and use them in your Action turn."),
        attack,
        say.t("Points: trained Agents, Reputation, filled slots of your Guild cards, your Defense token's space."),
    ]


def hint(say: Translator, view: EdgeView, asked: Prompt) -> str:
    """Return the hint for a newcomer's first decision of each kind; "" for other decisions."""
    if view.viewer is None or view.round > 1:
        return ""
    match asked.key:
        case "guild":
            return say.t("The Guilds differ in name and colour only.")
        case "pick" if not any(slot.slip for card in _starters(view) for slot in card.slots):
            return say.t(
                "The prologue: take an advancement. It goes into one of your own cards, and you use it at once."
            )
        case "sleeve_onto" if not any(slot.slip for card in _starters(view) for slot in card.slots):
            return say.t(
                "Each advancement fits one slot: top, middle or bottom. Its other side is a threat, which "
                "counts in the tower only."
            )
        case "hall":
            return say.t("This Starter will be in your hand in round 1. The others are shuffled into the deck.")
        case "draft":
            return say.t("Your first Assembly turn: draft cards from the Street until you hold three.")
        case "free" if view.turn is not None and not view.turn.sleeved:
            return say.t("Your first Action turn: sleeve one advancement, and use each of your cards.")
        case _:
            return ""


def _starters(view: EdgeView) -> list[CardView]:
    """Return the viewer's Guild cards before the first round."""
    return view.players[view.viewer].starters if view.viewer is not None else []
