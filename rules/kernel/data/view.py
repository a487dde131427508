"""Views: everything that a seat or a spectator is allowed to know about a match.

Views are built field by field, so nothing hidden can get in by accident.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

#: The name of the content pack that comes with a game.
BASE = "base"


class Part(BaseModel):
    """A part of a view. Unknown fields are rejected, so hidden information can't get in by accident."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class View(Part):
    """The fields common to the views of all games."""

    game: str
    #: The viewer's seat; None for a spectator.
    viewer: int | None
    seats: int
    #: The seats that must make a decision now.
    to_act: list[int]
    over: bool


def pack_of(view: View) -> str:
    """Return the name of the content pack that the match of this view uses."""
    return getattr(view, "pack", BASE)
