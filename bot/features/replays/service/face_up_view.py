"""The view of a match with everything face up, which combines what all its seats know."""

from __future__ import annotations

from typing import Any, cast

from rules.kernel.data.view import View
from rules.kernel.engine.match import Match


def face_up(match: Match[Any]) -> View:
    """Return the public view plus everything that any seat may see. What no seat may see stays hidden."""
    public = match.view(None)
    plain = public.model_dump()
    merged_view = plain
    for seat in range(match.state.seats):
        merged_view = _merged(merged_view, plain, match.view(seat).model_dump())
    return type(public).model_validate({**merged_view, "viewer": None})


def _merged(merged_value: Any, public: Any, seat_value: Any) -> Any:
    """Return `merged_value` plus everything that a seat sees but the public doesn't.

    Values that were added for an earlier seat are kept.
    """
    if seat_value in (public, merged_value):
        return merged_value
    if isinstance(seat_value, dict) and isinstance(public, dict) and isinstance(merged_value, dict):
        seat_fields, public_fields = cast("dict[str, Any]", seat_value), cast("dict[str, Any]", public)
        so_far = cast("dict[str, Any]", merged_value)
        return so_far | {
            name: _merged(so_far.get(name), public_fields.get(name), seat_fields[name]) for name in seat_fields
        }
    if isinstance(seat_value, list) and isinstance(public, list) and isinstance(merged_value, list):
        seat_items, public_items, so_far = (
            cast("list[Any]", seat_value),
            cast("list[Any]", public),
            cast("list[Any]", merged_value),
        )
        if len(seat_items) == len(public_items) == len(so_far):
            return [_merged(*parts) for parts in zip(so_far, public_items, seat_items, strict=True)]
    return cast("Any", seat_value if merged_value == public else merged_value)
