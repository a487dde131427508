"""The options of a game's matches, and the possible values of each option with their texts."""

from __future__ import annotations

import types
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic.fields import FieldInfo

from bot.matches.packs.server_packs import PackChoice
from bot.table.lobby.pack_words import title
from rules.kernel.content.packs import BASE, without_hash
from rules.kernel.game import AnyGame
from rules.kernel.words.list_valued_options import Picks
from rules.kernel.words.translation import Translator, capital

#: If a numeric option has more values than this, the number is typed instead of chosen in a menu.
MAX_MENU_VALUES = 25
#: The name of the option that selects the content pack.
PACK_OPTION = "pack"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest and the largest allowed number; None stands for no limit."""

    least: int | None
    most: int | None

    def text(self, say: Translator) -> str:
        """Return the bounds as text; "" if the number has no limits."""
        if self.least is not None and self.most is not None:
            return say.t("{least} to {most}", least=self.least, most=self.most)
        if self.least is not None:
            return say.t("{least} or more", least=self.least)
        return "" if self.most is None else say.t("{most} or less", most=self.most)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a match: field name, title, description, and values with their texts (default value first).

    If `typed` is set, the option is a number that the host types within these bounds, and `values` contains only
    examples.
    """

    field: str
    title: str
    description: str
    values: list[tuple[Any, str]]
    current: Any
    typed: Bounds | None = None
    #: The explanation of the current value.
    note: str = ""
    #: If the option is a list, the items that the host can pick for it.
    picks: Picks | None = None

    @property
    def current_text(self) -> str:
        """The current value as text."""
        return next((text for value, text in self.values if value == self.current), str(self.current))

    @property
    def changed(self) -> bool:
        """Whether the current value differs from the default."""
        return self.current != self.values[0][0]


def options(
    game: AnyGame,
    say: Translator,
    selected: dict[str, Any],
    seats: int | None = None,
    packs: Sequence[PackChoice] | None = None,
) -> list[Option]:
    """Return the options of a game that leave a choice, with their current values.

    If `seats` is given, values that don't suit this player count are left out. `packs` lists the available content
    packs; if it is None, the current pack isn't reported as missing.
    """
    full = {name: _default(field) for name, field in game.options.model_fields.items()} | selected
    fields = game.options.model_fields.items()
    all_options = (_option(game, say, name, field, full, seats, packs) for name, field in fields)
    return [option for option in all_options if option is not None]


def deck_choices(game: AnyGame, say: Translator) -> list[tuple[str, str]]:
    """Return the ways to get a deck as pairs of value and text, usual way first; empty if the game has only one way."""
    return [] if game.building is None else game.option_choices(say, game.building.option) or []


def _default(field: FieldInfo) -> Any:
    return field.get_default(call_default_factory=True)


def _option(
    game: AnyGame,
    say: Translator,
    name: str,
    field: FieldInfo,
    selected: Mapping[str, Any],
    seats: int | None,
    packs: Sequence[PackChoice] | None,
) -> Option | None:
    """Return the `Option` for a field of the game's options; None if the field leaves no choice."""
    default, current = _default(field), selected[name]
    values = _packs(game, say, current, packs) if name == PACK_OPTION else _values(game, say, name, field)
    bounds = None if values else _typed_bounds(field)
    if bounds is not None:
        values = _example_values(say, default, bounds)
    if seats is not None:
        values = [pair for pair in values if game.option_fits(name, pair[0], seats, selected)]
    if len(values) < (2 if bounds is None else 1):
        return None
    # Put the default first. If it isn't among the values, the first value is used in its place.
    values.sort(key=lambda pair: pair[0] != default)
    picks = game.option_picks(say, name, selected)
    if bounds is None and _is_unlisted(current, values):
        if picks is None or current == default:
            current = values[0][0]
        else:
            values.append((current, picks.own))
    description = say.t(field.description) if field.description else ""
    note = game.option_note(say, name, selected)
    return Option(name, say.t(field.title or name), description, values, current, bounds, note, picks)


def _is_unlisted(current: Any, values: Sequence[tuple[Any, str]]) -> bool:
    return all(value != current for value, _ in values)


def _typed_bounds(field: FieldInfo) -> Bounds | None:
    """Return the bounds of a numeric field; None for any other field."""
    return _bounds(field) if _is_number(field.annotation) else None


def _example_values(say: Translator, default: Any, bounds: Bounds) -> list[tuple[Any, str]]:
    """Return the default and the bounds of a number as examples for a typed number, as pairs of value and text."""
    notable = dict.fromkeys((default, bounds.least, bounds.most))
    return [(value, _value_words(say, value)) for value in notable if value is not None or default is None]


def _packs(game: AnyGame, say: Translator, current: str, packs: Sequence[PackChoice] | None) -> list[tuple[Any, str]]:
    """Return the content packs to choose from, with their titles. The current pack is included even if it was removed.

    If packs have the same title, their names are added to distinguish them.
    """
    values: list[tuple[Any, str]] = [(BASE, say.t("Tenebrae's own"))]
    available_packs = packs or ()
    often = Counter(pack_choice.title_in(say.locale) for pack_choice in available_packs)
    values += [
        (
            pack_choice.saved_name,
            pack_choice.title_in(say.locale)
            if often[pack_choice.title_in(say.locale)] == 1
            else pack_choice.label(say.locale),
        )
        for pack_choice in available_packs
    ]
    if all(value != current for value, _ in values):
        name = title(say, game, current)
        if any(pack_choice.name == without_hash(current) for pack_choice in available_packs):
            name = say.t("{name} (old version)", name=name)
        elif packs is not None:
            name = say.t("{name} (removed)", name=name)
        values.append((current, name))
    return values


def _values(game: AnyGame, say: Translator, name: str, field: FieldInfo) -> list[tuple[Any, str]]:
    """Return all values of a field with their texts; empty if there are too many to list."""
    listed = _numbers(field) if _is_number(field.annotation) else _listed_values(field.annotation)
    named_choices = game.option_choices(say, name)
    if named_choices:
        kinds = {str(value): value for value in listed}
        return [(kinds.get(str(value), _converted(field.annotation, value)), text) for value, text in named_choices]
    return [(value, _value_words(say, value)) for value in listed]


def _converted(annotation: Any, value: str) -> Any:
    """Convert a text to a value of the field's type: a whole number or the text itself."""
    return int(value) if _is_number(annotation) and str(value).lstrip("-").isdecimal() else value


def _is_number(annotation: Any) -> bool:
    """Return whether a field's type is a whole number, possibly combined with None."""
    parts = set(get_args(annotation)) if get_origin(annotation) in (Union, types.UnionType) else {annotation}
    return int in parts and parts <= {int, type(None)}


def _bounds(field: FieldInfo) -> Bounds:
    least: int | None = None
    most: int | None = None
    for rule in field.metadata:
        match rule:
            case annotated_types.Ge(ge=end):
                least = int(end)  # type: ignore[call-overload]
            case annotated_types.Gt(gt=end):
                least = int(end) + 1  # type: ignore[call-overload]
            case annotated_types.Le(le=end):
                most = int(end)  # type: ignore[call-overload]
            case annotated_types.Lt(lt=end):
                most = int(end) - 1  # type: ignore[call-overload]
            case _:
                pass
    return Bounds(least, most)


def _numbers(field: FieldInfo) -> list[Any]:
    """Return all values of a numeric field; empty if there are too many for a menu."""
    bounds = _bounds(field)
    if bounds.least is None or bounds.most is None or bounds.most - bounds.least >= MAX_MENU_VALUES:
        return []
    step = next((int(rule.multiple_of) for rule in field.metadata if isinstance(rule, annotated_types.MultipleOf)), 1)  # type: ignore[arg-type]
    nothing = [None] if type(None) in get_args(field.annotation) else []
    return [*nothing, *(number for number in range(bounds.least, bounds.most + 1) if number % step == 0)]


def _listed_values(annotation: Any) -> list[Any]:
    """Return all values of a Literal or bool type, or of such types in a union; empty for other types."""
    if annotation is bool:
        return [True, False]
    origin = get_origin(annotation)
    if origin is Literal:
        return list(get_args(annotation))
    if origin in (Union, types.UnionType):
        return [value for part in get_args(annotation) for value in _listed_values(part)]
    return []


def _value_words(say: Translator, value: Any) -> str:
    if isinstance(value, bool):
        return say.t("Yes") if value else say.t("No")
    if value is None:
        return say.t("By the rules")
    return capital(str(value).replace("_", " "))
