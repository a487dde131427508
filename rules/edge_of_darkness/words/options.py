"""Labels for the values of parameters and match options, for autocomplete and menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.edge_of_darkness.content.load import PACKS, Content, pack
from rules.edge_of_darkness.state.actions import ChooseSpots, Pick, Sleeve
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words import names
from rules.edge_of_darkness.words.actions import part_of
from rules.edge_of_darkness.words.cards import clause_text
from rules.kernel.content.packs import pack_in
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import MAX_CHOICE_LENGTH, N_, Translator, truncate


def option_text(say: Translator, view: EdgeView, action_type: type[Action], field: str, value: Any) -> str:
    """Return the label of one value of an action's parameter."""
    return truncate(_text(say, view, action_type, field, value), MAX_CHOICE_LENGTH) or str(value)


def _text(say: Translator, view: EdgeView, action_type: type[Action], field: str, value: Any) -> str:
    content = names.content_of(view)
    match field:
        case "card":
            return names.visible_card_name(say, view, str(value))
        case "cards":
            return names.starter_names(say, list(value))
        case "slot":
            return names.slot_name(say, str(value))
        case "location":
            return _location(say, view, action_type, str(value))
        case "guild":
            return say.name(content.guilds[str(value)].name)
        case "slip":
            contact = say.name(content.slip_home[str(value)].contact.name)
            return say.t("{name} ({details})", name=contact, details=names.slip_name(say, content, str(value)))
        case "spots":
            return _spots(say, view, action_type, value)
        case "option":
            part = part_of(view, int(value))
            return clause_text(say, content, *part) if part else say.t("Part {n}", n=value)
        case "tray":
            return names.tray_name(say, int(value))
        case "colour":
            return names.colour_name(say, int(value), view.seats)
        case _:
            return str(value)


def _location(say: Translator, view: EdgeView, action_type: type[Action], value: str) -> str:
    if not value:
        return say.t("no Agent")
    location = names.content_of(view).locations[value]
    if issubclass(action_type, Pick | Sleeve):
        return say.t("{name} ({details})", name=say.name(location.contact.name), details=say.name(location.name))
    return say.name(location.name)


def _spots(say: Translator, view: EdgeView, action_type: type[Action], value: Sequence[int]) -> str:
    if issubclass(action_type, ChooseSpots) and len(value) == 1:
        return names.tray_name(say, value[0])
    return say.join(
        [
            f"{spot.spot}: {names.visible_card_name(say, view, spot.card.id)}"
            for spot in view.tower
            if spot.spot in value and spot.card is not None
        ]
    )


#: Labels for match option values that are identifiers, by option and value.
_VALUES = {
    "guilds": {"in_order": N_("In seat order"), "chosen": N_("Chosen by the players"), "random": N_("At random")},
    "location_uses": {"once": N_("Once a turn"), "unlimited": N_("Any number of times")},
    "prologue_neutral_copy": {"not_top": N_("Not one for the top slot"), "any": N_("Any copy")},
}


def option_choices(say: Translator, option: str) -> list[tuple[str, str]] | None:
    """Return a match option's values with their labels; None if the bot's default labels are good enough."""
    if option == "pack":
        return PACKS.choices(say)
    if option in _VALUES:
        return [(value, say.t(label)) for value, label in _VALUES[option].items()]
    if option != "setup":
        return None
    setups = [(setup.id, say.name(setup.name)) for setup in PACKS.shown(say.pack).setups.values()]
    return [*setups, ("random", say.t("Random: ten Locations that go together"))]


def locations_of(content: Content, setup: str) -> list[str]:
    """Return the Locations of a set-up; [] for a random set-up, which isn't drawn until the match starts."""
    wanted = setup or next(iter(content.setups))
    if wanted in content.setups:
        return list(content.setups[wanted].locations)
    named = [name.strip() for name in wanted.split(",")]
    return named if all(name in content.locations for name in named) else []


def option_fits(option: str, value: Any, _seats: int, options: Mapping[str, Any]) -> bool:
    """Return whether a match option can have this value. A set-up fits if the pack has all of its Locations."""
    content = PACKS.shown(pack_in(options))
    return option != "setup" or value in ("", "random") or bool(locations_of(content, str(value)))


def option_note(say: Translator, option: str, options: Mapping[str, Any]) -> str:
    """Return a set-up's advice and its ten Locations; "" for other match options."""
    if option != "setup":
        return ""
    content = pack(pack_in(options))
    setup = str(options.get("setup", "")) or next(iter(content.setups))
    lines = [say.name(content.setups[setup].blurb)] if setup in content.setups else []
    names_of = [say.name(content.locations[name].name) for name in locations_of(content, setup)]
    if names_of:
        lines.append(say.t("The ten Locations: {names}", names=" · ".join(names_of)))
    else:
        lines.append(say.t("I draw the ten when the match starts. Press *Draw ten now* to see them first."))
    return "\n".join(lines)
