"""Help for newcomers: the game in a few lines, and hints during the first turn."""

from __future__ import annotations

from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import allegiance_name
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import Translator

#: The VP that trigger the end of the game, by player count (DP-TRACK.4, SOLO.139).
THRESHOLDS = {1: 35, 2: 33, 3: 30, 4: 26, 5: 22}


def in_short(say: Translator, seats: int) -> list[str]:
    """Return the game's theme, how to win, and the course of a turn.

    `seats` is 0 while players can still join.
    """
    alone = seats == 1
    vp = str(THRESHOLDS[seats]) if seats else f"{min(THRESHOLDS.values())}–{THRESHOLDS[2]}"
    return [
        say.t("You, an investigator, stand alone against a Great Old One and its two cultists.")
        if alone
        else say.t("Investigators and cultists, each in secret, fight over twelve cities."),
        say.t("At the end you win if the Great Old One has no more Victory Points than you.")
        if alone
        else say.t(
            "Most Victory Points win; but the side of whoever is last drops out, so don't let your own fall behind."
        ),
        say.t("A turn is two actions, paid with the icons of your cards; then you draw up to five."),
        say.t(
            "First you place influence; later, as your first action, you acquire the city or card where you have most."
        ),
        say.t(
            "The game ends at {n} VP, when the investigation or the ritual is complete, or when a lead agent dies or"
            " somebody goes mad.",
            n=vp,
        ),
    ]


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
