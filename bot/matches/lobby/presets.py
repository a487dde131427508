"""Presets of options: one for a first match, and the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from rules.kernel.engine.game_parts import AnyParts

#: The preset that a match's options correspond to: the game's first match, its usual options, or neither ("own").
Preset = Literal["first", "usual", "own"]
PRESETS: tuple[Preset, ...] = get_args(Preset)


def with_defaults(game: AnyParts, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options, with defaults filled in."""
    return game.options.model_validate(dict(options)).model_dump(mode="json")


def preset_of(game: AnyParts, options: Mapping[str, Any]) -> Preset:
    """Return the preset that these options correspond to. The content pack makes no difference."""
    full_options = with_defaults(game, options)
    if game.first_match and full_options == preset_options(game, "first", full_options):
        return "first"
    return "usual" if full_options == preset_options(game, "usual", full_options) else "own"


def preset_options(game: AnyParts, name: Preset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a preset, but with the content pack of `options`."""
    pack_option = {field: value for field, value in options.items() if field == "pack"}
    return with_defaults(game, {**pack_option, **(game.first_match if name == "first" else {})})


def fit_to_seats(game: AnyParts, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the options, with values that aren't possible for this number of seats reset to the usual ones."""
    usual = with_defaults(game, {})
    return {
        name: value if game.option_fits(name, value, seats, options) else usual[name] for name, value in options.items()
    }
