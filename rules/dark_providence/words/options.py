"""Labels for the values of parameters and match options, for autocomplete and menus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dark_providence.content.load import PACKS
from rules.dark_providence.state.actions import Choose
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import names
from rules.dark_providence.words.choices import option_label
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import MAX_CHOICE_LENGTH, N_, Translator, truncate

_DIRECTIONS = {"up": N_("Up"), "down": N_("Down")}
_FACES = {"open": N_("Open"), "close": N_("Close")}


def option_text(say: Translator, view: ProvidenceView, action_type: type[Action], field: str, value: Any) -> str:
    """Return the label of one value of an action's parameter."""
    return truncate(_text(say, view, action_type, field, value), MAX_CHOICE_LENGTH) or str(value)


def _text(say: Translator, view: ProvidenceView, action_type: type[Action], field: str, value: Any) -> str:
    match field:
        case "colour":
            return say.t(names.COLOURS[int(value)])
        case "lead":
            return names.agent_name(say, str(value))
        case "city":
            return names.city_name(say, str(value))
        case "target":
            return names.spot_name(say, view, str(value))
        case "agent" | "actor":
            return names.placed_agent(say, view, str(value))
        case "victim":
            return names.placed_agent(say, view, str(value), owner=True)
        case "card":
            return names.card_name(say, str(value))
        case "cards":
            return names.join_shortened([names.card_name(say, card) for card in value], MAX_CHOICE_LENGTH)
        case "option" if issubclass(action_type, Choose):
            return option_label(say, view, str(value))
        case _:
            return _word(say, view, field, value)


def _word(say: Translator, view: ProvidenceView, field: str, value: Any) -> str:
    words = {"track": names.TRACK_NAMES, "direction": _DIRECTIONS, "face": _FACES}.get(field, {})
    if field == "number":
        return say.t("Alternative {n}", n=int(value) + 1)
    return say.t(words[value]) if value in words else str(value)


#: Labels for the values of match options that are identifiers.
_VALUES = {
    "leads": {"chosen": N_("Chosen by the players"), "random": N_("At random")},
    "colours": {"in_order": N_("In seat order"), "chosen": N_("Chosen by the players")},
    "minimality": {"irredundant": N_("No needless card"), "fewest": N_("The fewest cards possible")},
    "free_move": {"free": N_("Needs no action"), "travel": N_("Part of a travel action")},
    "lead_protection": {"board": N_("By any agent on the board"), "city": N_("By an agent in the same city")},
    "tie_elimination": {
        "all_lower": N_("Only the highest side stays"),
        "lowest_only": N_("Only the lowest side drops out"),
    },
    "solo_influence": {"city_space": N_("On the city"), "primary_asset": N_("On the primary asset")},
}
#: The maximum player count.
SEATS = 5


#: Match options for solo play only, and match options for several players only.
_SOLO = ("old_one", "solo_influence", "solo_agents_defend", "solo_failure_travels")
_COMPANY = ("tie_elimination",)


def option_fits(option: str, value: Any, seats: int, _options: Mapping[str, Any]) -> bool:
    """Return whether a match option can have this value with this player count.

    The lobby assigns seats at random, so a fixed starting seat would be meaningless and isn't offered.
    """
    if option == "starting_player":
        return value == 0
    if option in _SOLO:
        return seats == 1
    if option == "dissenters":
        return 1 < seats < SEATS
    return option not in _COMPANY or seats > 1


def option_choices(say: Translator, option: str) -> list[tuple[str, str]] | None:
    """Return a match option's values with their labels; None if the bot's default labels are good enough."""
    if option == "pack":
        return PACKS.choices(say)
    if option == "old_one":
        old_ones = [(card.id, say.name(card.name)) for card in PACKS.shown(say.pack).old_ones.values()]
        return [("random", say.t("At random")), *old_ones]
    if option == "starting_player":
        seats = [(str(n), say.t("Seat {n}", n=n)) for n in range(1, SEATS + 1)]
        return [("0", say.t("Drawn at random")), *seats]
    if option in _VALUES:
        return [(value, say.t(label)) for value, label in _VALUES[option].items()]
    return None
