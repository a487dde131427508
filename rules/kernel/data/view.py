"""Views: everything that one seat or a spectator may know, copied field by field so that nothing hidden gets in."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

#: The name of the content pack that comes with a game.
BASE = "base"


class Part(BaseModel):
    """A part of a view. Unknown fields are errors, so that nothing gets in by accident."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class View(Part):
    """The fields that the views of all games have."""

    game: str
    #: The viewer's seat; None is a spectator.
    viewer: int | None
    seats: int
    #: The seats that must decide now.
    to_act: list[int]
    over: bool


def pack_of(view: View) -> str:
    """Return the name of the content pack of the viewed match."""
    return getattr(view, "pack", BASE)
