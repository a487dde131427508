"""Revealing allegiances (section 23 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.piece_placement import gain_vp
from rules.dark_providence.content.component_counts import THRESHOLD, Allegiance
from rules.dark_providence.state import events
from rules.dark_providence.state.options import Options
from rules.dark_providence.state.state import Providence
from rules.kernel.data.events import EVERYONE

#: The gates and the track that give VP when an allegiance is revealed, by allegiance (DP-REVEAL.6, REVEAL.7).
GATES: dict[Allegiance, tuple[str, ...]] = {
    "investigator": ("close",),
    "cultist": ("open",),
    "ex_investigator": ("open", "close"),
    "ex_cultist": ("open", "close"),
}
TRACKS: dict[Allegiance, str] = {
    "investigator": "investigation",
    "cultist": "ritual",
    "ex_investigator": "investigation",
    "ex_cultist": "ritual",
}


def has_dissenters(options: Options, seats: int) -> bool:
    """Return whether dissenters may be dealt. Five players need one: the other sides have only four cards."""
    return options.dissenters or seats > 4


def is_dissenter(allegiance: Allegiance) -> bool:
    """Return whether an allegiance belongs to one of the two dissenters (DP-ALLEG.2)."""
    return allegiance in ("ex_investigator", "ex_cultist")


def reveal_card(match: Providence, seat: int, cause: str) -> None:
    """Turn a seat's allegiance card face up for the rest of the game, unless it is already face up."""
    player = match.state.players[seat]
    if not player.revealed:
        player.revealed = True
        match.reveal()
        match.emit(EVERYONE, events.Revealed(seat, player.allegiance, cause))


def gate_vp(match: Providence, seat: int) -> int:
    """Return the VP of the gates that score for a seat (DP-SCORE.9, SCORE.15, SCORE.25)."""
    faces = GATES[match.state.players[seat].allegiance]
    places = match.state.places.items()
    own = [city for city, place in places if place.gate_owner == seat and place.gate in faces]
    return sum(match.content.cities[city].gate for city in own) if own else 0


def track_of(match: Providence, seat: int) -> str:
    """Return the track that scores for a seat: for a dissenter with the Impostor, the other track (DP-SCORE.23, 24)."""
    player = match.state.players[seat]
    track = TRACKS[player.allegiance]
    mythos = match.content.mythos
    if is_dissenter(player.allegiance) and any(
        effect.end == "swap_track" for card in player.mythos for effect in mythos[card].end
    ):
        return "ritual" if track == "investigation" else "investigation"
    return track


def track_vp(match: Providence, seat: int) -> int:
    """Return the VP of the track that scores for a seat (DP-SCORE.8, SCORE.13, TRACK.8)."""
    state = match.state
    space = state.ritual if track_of(match, seat) == "ritual" else state.investigation
    return match.content.board.tracks[space]


def reveal_gain(match: Providence, seat: int) -> int:
    """Return the VP from gates and track that a seat would gain by revealing now (DP-REVEAL.4, REVEAL.5, REVEAL.14)."""
    return gate_vp(match, seat) + track_vp(match, seat)


def may_reveal(match: Providence, seat: int) -> bool:
    """Return whether a seat may reveal its allegiance as an action (DP-REVEAL.1, REVEAL.2, REVEAL.12)."""
    state = match.state
    player = state.players[seat]
    if player.revealed:
        return False
    return state.options.failed_reveals or player.vp + reveal_gain(match, seat) >= THRESHOLD[state.seats]


def reveal(match: Providence, seat: int) -> None:
    """Reveal an allegiance to end the game (DP-REVEAL.4 to 13).

    A seat without enough VP to end the game turns its card face down again, but all players have seen it.
    """
    state = match.state
    player = state.players[seat]
    gain = reveal_gain(match, seat)
    if player.vp + gain < THRESHOLD[state.seats]:
        player.shown = True
        match.reveal()
        match.emit(EVERYONE, events.RevealFailed(seat, player.allegiance))
        return
    reveal_card(match, seat, "action")
    player.scored = True
    gain_vp(match, seat, gain)
