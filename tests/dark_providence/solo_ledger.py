"""A record of the public facts of a solo match, which tests update from events alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rules.dark_providence.content.records import Content
from rules.dark_providence.state.state import Providence


@dataclass
class Ledger:
    """All public information in a solo match, mostly as counts."""

    marks: Counter[tuple[int, str]] = field(default_factory=Counter)
    supply: Counter[int] = field(default_factory=Counter)
    limbo: Counter[int] = field(default_factory=Counter)
    controls: Counter[int] = field(default_factory=Counter)
    controller: dict[str, int] = field(default_factory=dict)
    gates: dict[str, tuple[str, int]] = field(default_factory=dict)
    locks: set[str] = field(default_factory=set)
    row: list[str] = field(default_factory=list)
    tops: dict[str, str] = field(default_factory=dict)
    agents: dict[str, str] = field(default_factory=dict)
    vp: dict[int, int] = field(default_factory=dict)
    tracks: dict[str, int] = field(default_factory=dict)
    madness: dict[int, int] = field(default_factory=dict)
    revealed: set[str] = field(default_factory=set)
    cards: Counter[str] = field(default_factory=Counter)
    mythos: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    crypt: list[str] = field(default_factory=list)
    destroyed: set[str] = field(default_factory=set)
    area_e: set[str] = field(default_factory=set)
    ending: list[str] = field(default_factory=list)


def ledger_of(match: Providence) -> Ledger:
    """Return a ledger of the match's current public facts."""
    state = match.state
    side = state.old_one
    assert side is not None
    player = state.players[0]
    purses: dict[int, Any] = {0: player, 1: side.cultists[0], 2: side.cultists[1]}
    return Ledger(
        marks=Counter({(owner, t): n for t, marks in state.marks.items() for owner, n in enumerate(marks) if n}),
        supply=Counter({owner: purse.supply for owner, purse in purses.items()}),
        limbo=Counter({owner: purse.limbo for owner, purse in purses.items()}),
        controls=Counter({owner: purse.controls for owner, purse in purses.items()}),
        controller={city: place.controller for city, place in state.places.items()},
        gates={city: (place.gate, place.gate_owner) for city, place in state.places.items()},
        locks=set(state.locks),
        row=list(state.row),
        tops={city: place.stack[0] if place.stack else "" for city, place in state.places.items()},
        agents={agent: piece.city for agent, piece in state.agents.items()},
        vp={0: player.vp, -1: side.vp},
        tracks={"ritual": state.ritual, "investigation": state.investigation},
        madness={0: player.madness, -1: side.madness},
        revealed={own.card for own in side.cultists if own.revealed} | ({"player"} if player.revealed else set()),
        cards=Counter(hand=len(player.hand), piles=len(player.deck) + len(player.discard)),
        mythos=list(side.mythos),
        kept=list(side.kept),
        crypt=list(side.crypt),
        destroyed=set(state.destroyed),
        area_e=set(state.area_e),
        ending=list(state.ending),
    )


def apply_event(ledger: Ledger, content: Content, body: Any) -> None:
    """Update the ledger with an event of the Great Old One's turn. Events that change nothing public are ignored."""
    for table in (_markers, _pieces, _numbers, _cards):
        table(ledger, content, body)
    for counter in (ledger.marks, ledger.supply, ledger.limbo, ledger.controls):
        assert all(count >= 0 for count in counter.values()), body
    ledger.marks = +ledger.marks


def _markers(ledger: Ledger, _content: Content, body: Any) -> None:
    match body.kind:
        case "placed":
            ledger.marks[body.owner, body.target] += body.count
            ledger.supply[body.owner] -= body.count
        case "recovered":
            assert body.target == "limbo"
            ledger.limbo[body.owner] -= body.count
            ledger.supply[body.owner] += body.count
        case "markers_left":
            ledger.marks[body.owner, body.target] -= body.count
            (ledger.limbo if body.limbo else ledger.supply)[body.owner] += body.count
        case "drove_off":
            ledger.marks[body.owner, body.target] -= body.count
            ledger.supply[body.owner] += body.count
        case "control_changed":
            assert ledger.controller[body.city] == body.before
            ledger.controller[body.city] = body.owner
            ledger.controls[body.owner] -= 1
            if body.before >= 0:
                ledger.controls[body.before] += 1
        case "gate_worked":
            assert ledger.gates[body.city] == ("", -1)
            ledger.gates[body.city] = (body.face, body.owner)
            ledger.controls[body.owner] -= 1
        case _:
            pass


def _pieces(ledger: Ledger, _content: Content, body: Any) -> None:
    match body.kind:
        case "locked":
            assert body.target not in ledger.locks
            ledger.locks.add(body.target)
        case "unlocked":
            ledger.locks.remove(body.target)
        case "travelled":
            assert ledger.agents[body.agent] == body.origin
            ledger.agents[body.agent] = body.city
        case "assassinated":
            assert ledger.agents.pop(body.victim) == body.city
            if not body.victim.startswith("deep_one_"):
                ledger.crypt.append(body.victim)
        case "revealed":
            assert "player" not in ledger.revealed
            ledger.revealed.add("player")
        case "turned_up":
            ledger.tops[body.city] = body.card
        case "stack_ran_out":
            ledger.tops[body.city] = ""
        case "row_grew":
            ledger.row.append(body.card)
        case _:
            pass


def _numbers(ledger: Ledger, _content: Content, body: Any) -> None:
    match body.kind:
        case "vp":
            ledger.vp[body.seat] += body.amount
            assert ledger.vp[body.seat] == body.total
        case "moved_track":
            ledger.tracks[body.track] += body.by
            assert ledger.tracks[body.track] == body.space
        case "took_token":
            ledger.madness[body.seat] += body.madness
            assert ledger.madness[body.seat] == body.total
        case "end_called":
            assert body.trigger not in ledger.ending
            ledger.ending.append(body.trigger)
        case _:
            pass


def _cards(ledger: Ledger, content: Content, body: Any) -> None:
    match body.kind:
        case "acquired" if body.target in ledger.row:
            ledger.row.remove(body.target)
            ledger.mythos.append(body.target)
        case "acquired" if body.city:
            assert ledger.tops[body.city] == body.target
        case "kept_card":
            ledger.kept.append(body.card)
        case "card_destroyed":
            ledger.destroyed.add(body.card)
            ledger.locks.discard(body.card)
        case "card_left":
            ledger.cards["hand" if body.zone == "hand" else "piles"] -= 1
            if body.card in content.city_cards:  # the card returns from the Great Old One to the other city cards
                ledger.area_e.add(body.card)
        case "drew_hidden":
            ledger.cards["hand"] += body.count
            ledger.cards["piles"] -= body.count
        case _:
            pass
