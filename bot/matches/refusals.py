"""Refusals shared by several parts."""

from __future__ import annotations

from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


def unknown_match() -> Refusal:
    """Return the refusal for a match that doesn't exist."""
    return Refusal(N_("There is no such match any more."))


class NewerMatch(Refusal):
    """A newer process has saved the match during a rolling deploy; this one leaves it alone."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "This match was moved on by a newer version of the bot, which is just starting; try again in a minute."
                " Nothing was changed."
            )
        )


def stale_press() -> Refusal:
    """Return the refusal of a press that came too late."""
    return Refusal(N_("The match has moved on since then; look at the board again. Nothing was changed."))


def not_seated() -> Refusal:
    """Return the refusal for a spectator."""
    return Refusal(N_("You don't play in this match."))


def handed_over() -> Refusal:
    """Return the refusal for a person whose seat a computer plays."""
    return Refusal(N_("A computer plays in your place; `/match return` gives you your seat back."))


def frozen_match(error_id: str) -> Refusal:
    """Return the refusal for a frozen match."""
    return Refusal(
        N_(
            "Something went wrong and this match is frozen (error {error_id}); `/report` tells whoever runs the bot,"
            " and a game master can repair it by `/gm repair`."
        ),
        error_id=error_id,
    )


def unreadable_settings() -> Refusal:
    """Return the refusal of an action that needs the settings of a match with an unreadable row."""
    return Refusal(
        N_("The saved settings of this match are damaged; ask the owner of the bot to restore them from a backup.")
    )


def needs_closed_lobby() -> Refusal:
    """Return the refusal of an action that needs a closed lobby."""
    return Refusal(N_("This table was closed before the match began."))


def not_playing(status: str, error_id: str | None) -> Refusal:
    """Return the refusal of a move in a match that is not running."""
    if status == "frozen":
        return frozen_match(error_id or "?")
    if status == "lobby":
        return Refusal(N_("The match has not begun yet."))
    return Refusal(N_("This match is over."))
