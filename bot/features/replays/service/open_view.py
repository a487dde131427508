"""The view of a table with everything face up: what all its seats together know."""

from __future__ import annotations

from typing import Any, cast

from rules.kernel.data.view import View
from rules.kernel.engine.match import Match


def face_up(match: Match[Any]) -> View:
    """Return the public view plus everything that any seat may see. What no seat knows stays hidden."""
    public = match.view(None)
    plain = public.model_dump()
    shown = plain
    for seat in range(match.state.seats):
        shown = _merged(shown, plain, match.view(seat).model_dump())
    return type(public).model_validate({**shown, "viewer": None})


def _merged(shown: Any, public: Any, seen: Any) -> Any:
    """Return a view with everything added that a seat sees differently from the public.

    Values that were already added are kept.
    """
    if seen in (public, shown):
        return shown
    if isinstance(seen, dict) and isinstance(public, dict) and isinstance(shown, dict):
        here, told = cast("dict[str, Any]", seen), cast("dict[str, Any]", public)
        so_far = cast("dict[str, Any]", shown)
        return so_far | {name: _merged(so_far.get(name), told.get(name), here[name]) for name in here}
    if isinstance(seen, list) and isinstance(public, list) and isinstance(shown, list):
        these, those, so_far = cast("list[Any]", seen), cast("list[Any]", public), cast("list[Any]", shown)
        if len(these) == len(those) == len(so_far):
            return [_merged(*parts) for parts in zip(so_far, those, these, strict=True)]
    return cast("Any", seen if shown == public else shown)
