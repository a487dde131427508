"""Help for newcomers: the game in a few lines, and hints during the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import allegiance_name
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import Translator

#: The VP that trigger the end of the game, by player count (DP-TRACK.4, SOLO.139).
THRESHOLDS = {1: 35, 2: 33, 3: 30, 4: 26, 5: 22}


def in_short(say: Translator, seats: int, options: Mapping[str, Any]) -> list[str]:
    """Return the game's theme, how to win, and the course of a turn.

    `seats` is 0 while players can still join.
    """
    if seats == 1:
        theme, winning, ending = _alone(say)
    else:
        # Five players always have a dissenter.
        theme, winning, ending = _together(say, seats, dissenters=seats == 5 or options.get("dissenters", True))
    return [
        theme,
        winning,
        say.t("A turn is two actions, paid with the icons of your cards; then you draw up to five."),
        say.t(
            "First place influence; in a later turn, as your first action, acquire the city or card where "
            "you have the most."
        ),
        ending,
    ]


def _alone(say: Translator) -> tuple[str, str, str]:
    """Return the theme, how to win, and what ends the game in solo play."""
    return (
        say.t("You're an investigator, alone against a Great Old One and its two cultists."),
        say.t(
            "You win if you end with at least as many Victory Points (VP) as the Great Old One. If it reaches its goal,"
            " it wins at once."
        ),
        say.t(
            "The game ends at {n} VP, when the investigation or the ritual reaches its last space, when your lead agent"
            " dies, when you go mad, or when the Great Old One has 5 Madness tokens.",
            n=THRESHOLDS[1],
        ),
    )


def _together(say: Translator, seats: int, *, dissenters: bool) -> tuple[str, str, str]:
    """Return the theme, how to win, and what ends the game with several players, or with a number not known yet."""
    theme, winning, ending = _with_dissenters(say) if dissenters else _without_dissenters(say)
    at = say.t("The game ends at {n} VP.", n=THRESHOLDS[seats]) if seats else _thresholds(say)
    if not seats:
        theme += " " + say.t("Alone, you face a Great Old One.")
    return theme, winning, f"{at} {ending}"


def _with_dissenters(say: Translator) -> tuple[str, str, str]:
    return (
        say.t("Investigators, cultists and perhaps dissenters, each in secret, fight over twelve cities."),
        say.t(
            "The most Victory Points (VP) win, but the player with the fewest drops out with their whole side. Each"
            " dissenter is a side of their own."
        ),
        say.t(
            "It also ends when the investigation or the ritual reaches its last space, or when an investigator or a"
            " dissenter goes mad or loses their lead agent. Cultists can do both and play on."
        ),
    )


def _without_dissenters(say: Translator) -> tuple[str, str, str]:
    return (
        say.t("Investigators and cultists, each in secret, fight over twelve cities."),
        say.t(
            "The most Victory Points (VP) win, but the player with the fewest drops out with their whole side, the"
            " investigators or the cultists."
        ),
        say.t(
            "It also ends when the investigation or the ritual reaches its last space, or when an investigator goes mad"
            " or loses their lead agent. Cultists can do both and play on."
        ),
    )


def _thresholds(say: Translator) -> str:
    return say.t(
        "The game ends at {two} VP with 2 players, {three} with 3, {four} with 4, {five} with 5, or {alone} if you play"
        " alone.",
        two=THRESHOLDS[2], three=THRESHOLDS[3], four=THRESHOLDS[4], five=THRESHOLDS[5], alone=THRESHOLDS[1],
    )  # fmt: skip


def hint(say: Translator, view: ProvidenceView, asked: Prompt) -> str:
    """Return the hint for a newcomer's first decision of each kind; "" for other decisions."""
    if view.viewer is None:
        return ""
    match asked.key:
        case "lead":
            return say.t("A lead agent brings ten starting cards; the five decks are equally strong.")
        case "start":
            return say.t("Your lead agent starts in a city; a valuable one nearby is worth it.")
        case "turn" if view.turns <= view.seats and view.turn is not None and view.turn.first:
            first = say.t("Your first turn: place influence where you mean to acquire in a later turn.")
            mine = view.players[view.viewer].allegiance
            if mine is None:
                return first
            name = say.t("Your allegiance: {allegiance}.", allegiance=allegiance_name(say, mine))
            # The picture of these turns has the allegiance's scoring; a phone has no room to say it twice.
            alone = say.t("A dissenter is on no one's side.") if mine.startswith("ex_") else ""
            return " ".join(filter(None, [name, alone, first]))
        case _:
            return ""
