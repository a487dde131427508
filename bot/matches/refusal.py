"""The refusals that several parts share."""

from __future__ import annotations

from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_


def unknown() -> Refusal:
    """Return the answer about a match that there isn't."""
    return Refusal(N_("There is no such match any more."))


def stale() -> Refusal:
    """Return the answer to a press that came too late."""
    return Refusal(N_("The match has moved on since then; look at the board again. Nothing was changed."))


def not_seated() -> Refusal:
    """Return the answer to somebody who watches."""
    return Refusal(N_("You don't play in this match."))


def handed_over() -> Refusal:
    """Return the answer to somebody in whose place a computer plays."""
    return Refusal(N_("A computer plays in your place; `/match return` gives you your seat back."))


def frozen(error_id: str) -> Refusal:
    """Return the answer about a match that its own rules broke."""
    return Refusal(
        N_("Something went wrong and this match is frozen; tell the bot's operator this number: {error_id}."),
        error_id=error_id,
    )


def not_playing(status: str, error_id: str | None) -> Refusal:
    """Return the answer to a move in a match that is not being played."""
    if status == "frozen":
        return frozen(error_id or "?")
    if status == "lobby":
        return Refusal(N_("The match has not begun yet."))
    return Refusal(N_("This match is over."))
