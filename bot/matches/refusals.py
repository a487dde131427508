"""Refusals that several parts of the match service use."""

from __future__ import annotations

from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


def unknown_match() -> Refusal:
    """Return the Refusal for a match that doesn't exist."""
    return Refusal(N_("That match no longer exists."))


class NewerMatch(Refusal):
    """A newer process has saved the match during a rolling deploy, so this process must not work on it."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "A newer version of the bot has already continued this match and is just starting, so "
                "nothing was done. Try again in a minute."
            )
        )


def stale_press() -> Refusal:
    """Return the Refusal for a button press that came too late."""
    return Refusal(N_("The match has moved on, so nothing was done. Look at the board again."))


def not_seated() -> Refusal:
    """Return the Refusal for a user without a seat in the match."""
    return Refusal(N_("You're not playing in this match."))


def handed_over() -> Refusal:
    """Return the Refusal for a user whose seat a computer plays."""
    return Refusal(N_("A computer is playing in your place. To get your seat back, use `/match return`."))


def frozen_match(error_id: str) -> Refusal:
    """Return the Refusal for a frozen match."""
    return Refusal(
        N_(
            "Something went wrong, and this match is frozen (error {error_id}). `/report` tells the bot's "
            "owner, and a game master can repair it with `/gm repair`."
        ),
        error_id=error_id,
    )


def unreadable_settings() -> Refusal:
    """Return the Refusal for an action that needs the settings of a match whose row can't be read."""
    return Refusal(N_("This match's saved settings are damaged. Ask the bot's owner to restore them from a backup."))


def needs_closed_lobby() -> Refusal:
    """Return the Refusal for an action in a lobby that is already closed."""
    return Refusal(N_("This table was closed before the match began."))


def not_playing(status: str, error_id: str | None) -> Refusal:
    """Return the Refusal for a move in a match that isn't running."""
    if status == "frozen":
        return frozen_match(error_id or "?")
    if status == "lobby":
        return Refusal(N_("The match hasn't begun yet."))
    return Refusal(N_("This match is over."))
