"""Sanity tests and madness (section 27 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.piece_placement import has_ongoing, trigger_end, trigger_occasion
from rules.dark_providence.content.component_counts import MADNESS_LIMIT
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.kernel.data.events import EVERYONE

MADNESS = 1


def draw_token(match: Providence) -> int | None:
    """Draw a token from the bag: 0 for SANE, 1 for MADNESS, None if the bag is empty (DP-SANITY.3, DP-LIMIT.4)."""
    drawn = match.chance.take_counted("bag", match.state.bag, 1)
    return drawn[0] if drawn else None


def madness_limit(match: Providence, seat: int) -> int:
    """Return how many MADNESS tokens drive this seat mad (DP-SANITY.6)."""
    return MADNESS_LIMIT + has_ongoing(match, seat, "steady")


def sanity_test(match: Providence, seat: int) -> bool:
    """Draw a token and give it to the player; return whether it is MADNESS (DP-SANITY.4, 5, DP-MAD.1 to 6)."""
    player = match.state.players[seat]
    token = draw_token(match)
    if token is None:
        return False
    if token != MADNESS:
        player.sane += 1
        match.emit(EVERYONE, events.TookToken(seat, False, player.madness))
        return False
    player.madness += 1
    match.emit(EVERYONE, events.TookToken(seat, True, player.madness))
    if player.madness >= madness_limit(match, seat):
        _go_mad(match, seat)
    trigger_occasion(match, seat, "maddened")
    return True


def _go_mad(match: Providence, seat: int) -> None:
    """Reveal a mad player's allegiance. Unless the player is a cultist, the game ends (DP-MAD.2 to 6, DP-SANITY.9)."""
    player = match.state.players[seat]
    if player.revealed and player.allegiance == "cultist":
        return
    match.emit(EVERYONE, events.WentMad(seat))
    reveal_card(match, seat, "madness")
    if player.allegiance != "cultist":
        trigger_end(match, seat, "madness")
