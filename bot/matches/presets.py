"""Ready-made options: of a first match and of the usual one, and what fits a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from rules.kernel.engine.parts import AnyParts

#: What a match's options are: the game's for a first match, its usual ones, or others.
Preset = Literal["first", "usual", "own"]
PRESETS: tuple[Preset, ...] = get_args(Preset)


def full(game: AnyParts, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options, the defaults filled in."""
    return game.options.model_validate(dict(options)).model_dump(mode="json")


def preset(game: AnyParts, options: Mapping[str, Any]) -> Preset:
    """Return which of the presets the options are, whatever the content pack."""
    chosen = full(game, options)
    if game.first_match and chosen == made_of(game, "first", chosen):
        return "first"
    return "usual" if chosen == made_of(game, "usual", chosen) else "own"


def made_of(game: AnyParts, name: Preset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a preset, with the content pack of the present ones."""
    kept = {field: value for field, value in options.items() if field == "pack"}
    return full(game, {**kept, **(game.first_match if name == "first" else {})})


def fitting(game: AnyParts, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the options with the usual value for those whose value doesn't fit a table of so many."""
    usual = full(game, {})
    return {
        name: value if game.option_fits(name, value, seats, options) else usual[name] for name, value in options.items()
    }
