"""Helpers for tests of windows, Hunters, Locations, and cards that stay on the Verge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import record
from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, LITTLE, enlisting, hold, scene
from rules.aevum_haeresis.flow.windows import meant_for
from rules.aevum_haeresis.state.actions import (
    Announce,
    Done,
    Join,
    Pass,
    PlayDem,
    UseDem,
    UseHeresy,
)
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import DemStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.table import card, heretic, lay, pay, waive, window
from tests.game_helpers import act, asked, offers, play_first

seats_of = pytest.mark.parametrize("seat", [ANNA, BELA])
#: A Story that can't be played in a window. Even so, a player who has it in hand is asked in windows.
FILLER = "old_road_tale"
GAIN: dict[str, Any] = {"op": "gold", "amount": 1}
ANY_HERETIC: dict[str, Any] = {"what": "heretic", "whose": "any", "scope": "anywhere"}
WOUND: dict[str, Any] = {"op": "damage", "amount": 3, "target": ANY_HERETIC}


def hunter(match: Haeresis, seat: int, name: str = "hound", **fields: Any) -> str:
    """Put a made-up Hunter without a cost into a hand. Return its id.

    By default, the Hunter gains 1 gold when it enters play.
    """
    fields = {"do": [GAIN], "passives": [{"passive": "soul_number", "amount": 0}], **fields}
    return hold(match, seat, card(match, name, type="hunter", **fields))[0]


def story(match: Haeresis, seat: int, name: str = "tale", *, skull: bool = False, **fields: Any) -> str:
    """Put a made-up Story with three white icons into a hand. Return its id.

    If `skull`, all three icons have a skull.
    """
    icon = {"colour": "white", "skull": skull}
    band = {"plunder": icon, "recruit": icon, "accuse": icon}
    return hold(match, seat, card(match, name, type="story", **{"band": band, **fields}))[0]


def event(match: Haeresis, seat: int, name: str = "feast", **fields: Any) -> str:
    """Put a made-up Event into a hand. Return its id."""
    return hold(match, seat, card(match, name, type="event", **fields))[0]


def dem(*ops: dict[str, Any], **fields: Any) -> list[dict[str, Any]]:
    """Return the abilities of a card that has one DEM. By default, the DEM gains 1 gold."""
    return [{"kind": "dem", "do": list(ops) or [GAIN], **fields}]


def heresy(*ops: dict[str, Any], **fields: Any) -> list[dict[str, Any]]:
    """Return the abilities of a card that has one Heresy. By default, the Heresy gains 1 gold."""
    return [{"kind": "heresy", "do": list(ops) or [GAIN], **fields}]


def scene_with_cards(active: int = ANNA, **options: Any) -> Haeresis:
    """Return a scene with a card in each hand, so both seats are asked in every window.

    Cards that can be played in a window are moved to the bottom of the Plot decks.
    """
    match = scene(active, **options)
    with arrange(match) as state:
        for player in state.players:
            player.plot.sort(key=lambda name: any(meant_for(record(match, name), window) for window in WINDOWS))
    hold(match, ANNA, FILLER)
    hold(match, BELA, FILLER)
    return match


def is_asked(match: Haeresis, key: str) -> bool:
    """Return whether a seat must now answer the question with this key."""
    return any(decision.prompt.key == key for decision in match.decisions().values())


def minimal_action(match: Haeresis) -> Action:
    """Return an action that does as little as possible, for the first seat that must decide."""
    _, decision = next(iter(match.decisions().items()))
    return next((action for action in LITTLE if action in decision.actions), decision.actions[0])


def until(match: Haeresis, name: str) -> Haeresis:
    """Do as little as possible until the window with this name opens."""
    return play_first(match, lambda match: window(match) == name, *LITTLE)


def windows_until(match: Haeresis, stop: Callable[[Haeresis], bool], most: int = 200) -> list[str]:
    """Do as little as possible until `stop` returns True. Return the windows that opened, in order."""
    found: list[str] = []
    last: object = None
    for _ in range(most):
        top = match.state.stack[-1] if match.state.stack else None
        if isinstance(top, DemStep) and top is not last:
            found.append(top.name)
            last = top
        if stop(match):
            return found
        act(match, minimal_action(match), next(iter(match.decisions())))
    raise AssertionError("this never came")


def close_window(match: Haeresis) -> list[Any]:
    """Waive the open window until it closes. Return the events."""
    top = match.state.stack[-1]
    assert isinstance(top, DemStep)
    found: list[Any] = []
    while match.state.stack and match.state.stack[-1] is top:
        found += waive(match, 1)
    return found


def announce(match: Haeresis, kind: str = "recruit") -> list[Any]:
    """Announce a manoeuvre for the seat that must act. Return the events."""
    return act(match, Announce(kind))


def fight(match: Haeresis, kind: str = "recruit", *, initiators: tuple[str, ...] = (), blockers: tuple[str, ...] = ()):
    """Announce a manoeuvre and choose both teams, by default the Damned. The next step is laying the rows."""
    seat, _ = asked(match)
    announce(match, kind)
    waive(match)
    for team, names in ((seat, initiators), (1 - seat, blockers)):
        for name in names or (match.state.players[team].damned,):
            act(match, Join(name), team)
        if is_asked(match, "team") and team in match.decisions():
            act(match, Done(), team)
    return match


def use(match: Haeresis, card_id: str, number: int = 0) -> list[Any]:
    """Use the DEM ability of a card in play. Return the events."""
    return act(match, UseDem(f"{card_id}/{number}"))


def play(match: Haeresis, card_id: str) -> list[Any]:
    """Play a card from the hand in a window. Return the events."""
    return act(match, PlayDem(card_id))


def usable_cards(match: Haeresis, seat: int | None = None) -> list[str]:
    """Return the cards that a seat can use or play in the open window."""
    return sorted(action.card for action in offers(match, seat=seat) if isinstance(action, (UseDem, PlayDem)))


def _enlist(match: Haeresis) -> None:
    enlisting(match)
    for seat in (match.state.active, 1 - match.state.active):
        lay(match, seat, *hold(match, seat, card(match, f"recruit_{seat}")))


def _enlist_paid(match: Haeresis) -> None:
    _enlist(match)
    until(match, "chapter_revealed")
    waive(match)
    pay(match)


def _conflict(match: Haeresis) -> None:
    fight(match)
    for seat in (match.state.active, 1 - match.state.active):
        lay(match, seat, *hold(match, seat, "whispered_psalm"))


def _conflict_paid(match: Haeresis) -> None:
    _conflict(match)
    until(match, "chapter_revealed")
    waive(match)
    pay(match)


def _heresy(match: Haeresis) -> None:
    name = heretic(match, match.state.active, f"witch_{len(match.state.cards)}", abilities=heresy())
    act(match, UseHeresy(f"{name}/0"))


def _passes(match: Haeresis) -> None:
    act(match, Pass())


#: The functions that `opened` calls to advance a scene towards a window, by window. A name that ends in "+" stands for
#: the window in a Conflict, and the same name without "+" for the window in an Enlistment.
OPENERS: dict[str, Callable[[Haeresis], object]] = {
    "prologue_end": _passes,
    "chapter_revealed": _enlist,
    "chapter_revealed+": _conflict,
    "chapter_paid": _enlist_paid,
    "chapter_paid+": _conflict_paid,
    "enlistment_end": enlisting,
    "heresy_paid": _heresy,
    "heresy_resolved": _heresy,
    "manoeuvre_announced": announce,
    "conflict_end": fight,
    "consequences_done": fight,
    "conflict_time_advanced": fight,
    "pass_declared": _passes,
    "epilogue_discard": _passes,
}
assert {name.rstrip("+") for name in OPENERS} == set(WINDOWS)
every_window = pytest.mark.parametrize("place", OPENERS)


def opened(place: str, match: Haeresis | None = None) -> Haeresis:
    """Return a match where this window has just opened and each player has a card in hand."""
    match = match or scene_with_cards()
    OPENERS[place](match)
    return until(match, place.rstrip("+"))


BURN = {"op": "burn"}


def use_idle_heresy(match: Haeresis) -> list[Any]:
    """Let the seat that must act use a Heresy that gains 1 gold. Return the events."""
    seat, _ = asked(match)
    witch = heretic(match, seat, f"witch_{len(match.state.cards)}_{match.state.entered}", abilities=heresy())
    return act(match, UseHeresy(f"{witch}/0"))
