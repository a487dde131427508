"""The values of action fields and match options as text, for autocompletion and menus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.aevum_haeresis.content.load import PACKS, pack
from rules.aevum_haeresis.state.actions import Join, UseDem, UseHeresy
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.choices import option_name
from rules.aevum_haeresis.words.names import DECKS, ability_name, card_name, manoeuvre_name, placed_name, reason_text
from rules.kernel.content.packs import pack_in
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import MAX_CHOICE_LENGTH, N_, Translator, truncate


def option_text(say: Translator, view: HaeresisView, action_type: type[Action], field: str, value: Any) -> str:
    """Return the text for a value of an action's field."""
    return truncate(_text(say, view, action_type, field, str(value)), MAX_CHOICE_LENGTH) or str(value)


def _text(say: Translator, view: HaeresisView, action_type: type[Action], field: str, value: str) -> str:
    match field:
        case "seat":
            return say.seat(int(value))
        case "card" if issubclass(action_type, UseDem | UseHeresy):
            return ability_name(say, view, value)
        case "card" if issubclass(action_type, Join):
            return placed_name(say, view, value)
        case "card":
            return card_name(say, value)
        case "manoeuvre":
            return manoeuvre_name(say, value)
        case "option":
            return option_name(say, view, value)
        case "deck":
            return say.t(DECKS[value]) if value in DECKS else say.t("None")
        case "reason":
            reason, _, winner = value.partition("/")
            return reason_text(say, reason, int(winner)) if winner.isdigit() else value
        case _:
            return value


_PACES = {
    "stops": N_("Where a player is next anyway, and at stops"),
    "ask_all": N_("At every window, until it is answered"),
    "uniform": N_("At every window, each for the same time"),
    "trust": N_("Only where a player can react"),
}
#: The explanation of each value of the option `pace`.
_MEANING = {
    "stops": N_(
        "You can react where you're next anyway, as a manoeuvre or phase begins; other windows wait for you "
        "only if you secretly set a stop there. Hands stay secret."
    ),
    "ask_all": N_(
        "Every window asks both of you and closes at fixed times once it is answered: slow, but hands stay secret."
    ),
    "uniform": N_("Every window takes the same time, whatever you do in it: slow, but hands stay secret."),
    "trust": N_(
        "A window waits only for a player who can react: quick, but whether it waits reveals who holds a reaction."
    ),
}
_FORMATS = {
    "decks": N_("Brought or dealt"),
    "sealed": N_("Sealed: built from boosters"),
    "draft": N_("Draft: pick cards and pass packs, then build"),
}
#: The explanation of each source of decks, by the value of the option `format`.
_FORMAT_NOTES = {
    "sealed": N_("Each player opens boosters in secret and builds a deck from them; no one brings a deck."),
    "draft": N_(
        "Each player keeps cards from a pack, passes the rest on, and takes cards from the opponent's pack, "
        "all in secret; then both build decks from their cards."
    ),
}
_DECKS = {"all": N_("Any of the ready decks"), "first": N_("Two of them, to learn with")}
#: Options that only matter for one value of the option `pace`, each with that value.
_OF_PACE = {"half_minutes": "uniform", "tick_minutes": "ask_all"}


def option_fits(option: str, value: Any, _seats: int, options: Mapping[str, Any]) -> bool:
    """Return whether an option matters, given the chosen `pace`, source of decks (`format`) and pack."""
    if option == "format":
        return value == "decks" or has_boosters(options)
    if option == "ready_decks":
        return value == "all" or options.get("format", "decks") == "decks"
    return option not in _OF_PACE or options.get("pace") == _OF_PACE[option]


def option_note(say: Translator, option: str, options: Mapping[str, Any]) -> str:
    """Return the explanation of the chosen `pace` or source of decks (`format`); "" for other options."""
    if option == "format" and options["format"] in _FORMAT_NOTES:
        return say.t(_FORMAT_NOTES[options["format"]])
    return say.t(_MEANING[options["pace"]]) if option == "pace" else ""


def has_boosters(options: Mapping[str, Any]) -> bool:
    """Return whether the chosen pack has boosters (AH-FMT.1)."""
    name = pack_in(options)
    return PACKS.has(name) and pack(name).boosters is not None


def consent(say: Translator, options: Mapping[str, Any]) -> str:
    """Return a sentence that both players must agree to before the match; "" if there is none.

    Consent is needed if the chosen `pace` reveals something about the players' hands (AH-PBP.12).
    """
    if options.get("pace") != "trust":
        return ""
    return say.t("This pace reveals, at each window, who holds a reaction: both players must agree to it.")


def option_choices(say: Translator, option: str) -> list[tuple[str, str]] | None:
    """Return the values of a match option with their labels; None for an option whose values need no labels."""
    if option == "pack":
        return PACKS.choices(say)
    if option == "format":
        return [(value, say.t(label)) for value, label in _FORMATS.items()]
    if option == "ready_decks":
        return [(value, say.t(label)) for value, label in _DECKS.items()]
    if option == "pace":
        return [(value, say.t(label)) for value, label in _PACES.items()]
    return None
