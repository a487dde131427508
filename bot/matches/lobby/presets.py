"""Presets of options: for a first match, the usual ones, and those that fit a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from rules.kernel.engine.game_parts import AnyParts

#: The category of a match's options: the game's first match, its usual ones, or others.
Preset = Literal["first", "usual", "own"]
PRESETS: tuple[Preset, ...] = get_args(Preset)


def with_defaults(game: AnyParts, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options, with defaults filled in."""
    return game.options.model_validate(dict(options)).model_dump(mode="json")


def preset_of(game: AnyParts, options: Mapping[str, Any]) -> Preset:
    """Return the preset that the options match, ignoring the content pack."""
    chosen = with_defaults(game, options)
    if game.first_match and chosen == made_of(game, "first", chosen):
        return "first"
    return "usual" if chosen == made_of(game, "usual", chosen) else "own"


def made_of(game: AnyParts, name: Preset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a preset's options, with the current content pack."""
    kept = {field: value for field, value in options.items() if field == "pack"}
    return with_defaults(game, {**kept, **(game.first_match if name == "first" else {})})


def fit_to_seats(game: AnyParts, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the options, with the usual value for those that don't fit this number of seats."""
    usual = with_defaults(game, {})
    return {
        name: value if game.option_fits(name, value, seats, options) else usual[name] for name, value in options.items()
    }
