"""A game's match options as menus: what each may be set to, and how it is said."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from rules.kernel.game import Game
from rules.kernel.text import Say

#: A number option with more values than a menu holds is not offered.
MOST = 25


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a match: its field, its words, and (value, words) of everything it may be."""

    field: str
    title: str
    description: str
    values: list[tuple[Any, str]]
    current: Any

    @property
    def current_text(self) -> str:
        """The words of the present value."""
        return next((text for value, text in self.values if value == self.current), str(self.current))

    @property
    def changed(self) -> bool:
        """Tell whether the option is not at its first, usual value."""
        return self.current != self.values[0][0]


def options(game: Game[Any], say: Say, chosen: dict[str, Any]) -> list[Option]:
    """Return the game's options that can be chosen from a menu, with what is chosen now; the default first."""
    result: list[Option] = []
    for name, field in game.options.model_fields.items():
        values = _values(game, say, name, field)
        if len(values) < 2:
            continue
        default = field.get_default(call_default_factory=True)
        values.sort(key=lambda pair: pair[0] != default)
        # A default that is none of the values leaves it to the game, which takes the first.
        current = chosen.get(name, default)
        if current == default:
            current = values[0][0]
        result.append(
            Option(
                name,
                say.t(field.title or name),
                say.t(field.description) if field.description else "",
                values[:MOST],
                current,
            )
        )
    return result


def _values(game: Game[Any], say: Say, name: str, field: FieldInfo) -> list[tuple[Any, str]]:
    named = getattr(game, "option_choices", lambda say, option: None)(say, name)
    if named:
        kinds = {str(value): value for value in _plain(field.annotation)}
        return [(kinds.get(str(value), value), text) for value, text in named]
    return [(value, _word(say, value)) for value in _plain(field.annotation)]


def _plain(annotation: Any) -> list[Any]:
    """Return every value of a Literal or bool, through unions; nothing for what can't be listed."""
    if annotation is bool:
        return [True, False]
    origin = get_origin(annotation)
    if origin is Literal:
        return list(get_args(annotation))
    if origin in (Union, types.UnionType):
        return [value for part in get_args(annotation) for value in _plain(part)]
    return []


def _word(say: Say, value: Any) -> str:
    if isinstance(value, bool):
        return say.t("Yes") if value else say.t("No")
    text = str(value).replace("_", " ")
    return text[:1].upper() + text[1:]
