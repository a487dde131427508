"""Helpers for the Plot phase: announcements, teams, Conflicts, and scripts of answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, MORNING, hold, put, scene
from rules.aevum_haeresis.state.actions import Announce, Choose, Done, DrawFrom, Join, Lay, Pass, UseHeresy, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ActStep, DemStep, PayStep, RowStep, TeamStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.sealed_choices import Sealed
from tests.aevum_haeresis.table import card, heretic, plain_location, waive
from tests.game_helpers import act, offers

TYPES = ("plunder", "recruit", "accuse")


def duel(active: int = ANNA, time: int = MORNING, **options: Any) -> Haeresis:
    """Return the scene of the worked examples, with a Location whose soul numbers are 2, 1, 3, 0.

    The Active seat must act.
    """
    match = scene(active, **options)
    plain_location(match, 2, 1, 3, 0, placer=active, time=time)
    return match


def remove_abilities(match: Haeresis) -> Haeresis:
    """Replace each Damned (now Health 10, Damage 2, one icon each) and Camp (3 gold) with cards without abilities."""
    leader = card(match, "leader", type="damned", health=10, damage=2, icons=dict.fromkeys(TYPES, 1))
    tents = card(match, "tents", type="camp", income=3)
    for seat in (ANNA, BELA):
        put(match, seat, leader)
        put(match, seat, tents)
    return match


def fighter(match: Haeresis, seat: int, icons: int = 1, **fields: Any) -> str:
    """Put a Heretic with this many icons for each manoeuvre into play. Return its id."""
    return heretic(match, seat, icons=dict.fromkeys(TYPES, icons), **fields)


def filler(match: Haeresis, seat: int, count: int = 1) -> list[str]:
    """Give a seat cards that can never be played. Return their ids.

    A seat with such cards in hand is asked in windows and can lay rows.
    """
    name = card(match, "filler", type="event", rows=[])
    return hold(match, seat, *[name] * count)


def sorcerer(match: Haeresis, seat: int, do: list[Any], name: str = "sorcerer", **fields: Any) -> str:
    """Put a Heretic with a Heresy into play. Return its id. `cost` in `fields` is the cost of the Heresy."""
    ability = {"kind": "heresy", "do": do, "cost": fields.pop("cost", {})}
    return heretic(match, seat, name, abilities=[ability], **fields)


def camp(match: Haeresis, seat: int, do: list[Any]) -> str:
    """Replace the seat's Camp with a made-up Camp whose free Heresy has these operations. Return its id."""
    return put(match, seat, card(match, f"camp_{seat}", type="camp", abilities=[{"kind": "heresy", "do": do}]))


# -- moving through the Plot phase ----------------------------------------------------------------------------


def join(match: Haeresis, *cards: str) -> list[Any]:
    """Choose exactly this team for the seat that must choose. Return the events."""
    top = match.state.stack[-1]
    if not isinstance(top, TeamStep):
        assert not cards
        return []
    found: list[Any] = []
    for name in cards:
        found += act(match, Join(name), top.seat)
    if match.state.stack and match.state.stack[-1] is top:
        found += act(match, Done(), top.seat)
    return found


def manoeuvre(match: Haeresis, kind: str, team: Iterable[str], block: Iterable[str] = ()) -> list[Any]:
    """Announce a manoeuvre, waive every window, and choose both teams. Return the events."""
    found = act(match, Announce(kind)) + waive(match)
    return found + join(match, *team) + join(match, *block)


def answer_sealed(match: Haeresis, anna: Action | None = None, bela: Action | None = None) -> list[Any]:
    """Answer a sealed question for both players, by default with nothing. Return the events."""
    found: list[Any] = []
    top = match.state.stack[-1]
    assert isinstance(top, Sealed)
    nothing: Action = DrawFrom("none") if top.name == "conflict_draw" else Done()
    for seat, action in ((ANNA, anna), (BELA, bela)):
        if seat in top.owed:
            found += act(match, action or nothing, seat)
    return found


def continue_to_action(match: Haeresis) -> list[Any]:
    """Do as little as possible until the next action: waive windows, lay no cards, pay for none. Return the events."""
    found: list[Any] = []
    for _ in range(200):
        top = match.state.stack[-1] if match.state.stack else None
        if top is None or isinstance(top, ActStep):
            return found
        if isinstance(top, Sealed):
            found += answer_sealed(match)
        elif isinstance(top, DemStep):
            found += act(match, Waive())
        elif isinstance(top, RowStep | TeamStep):
            found += act(match, Done())
        else:
            found += act(match, offers(match)[-1])
    raise AssertionError("no action is asked for")


def to_draw(match: Haeresis) -> list[Any]:
    """Continue to the Conflict's sealed draw: waive windows, lay nothing, and pay for nothing. Return the events."""
    found: list[Any] = []
    while not isinstance(match.state.stack[-1], Sealed):
        top = match.state.stack[-1]
        found += act(match, Waive() if isinstance(top, DemStep) else offers(match)[-1])
    return found


def passes(match: Haeresis) -> list[Any]:
    """Pass until the Plot phase ends. Return the events."""
    found: list[Any] = []
    while match.state.phase == "plot":
        found += act(match, Pass()) + waive(match)
    return found


def next_round(match: Haeresis) -> list[Any]:
    """Pass until the Plot phase ends, then continue to the next Round's Plot phase. Return the events."""
    return passes(match) + continue_to_action(match)


def use(match: Haeresis, name: str, *named: str) -> list[Any]:
    """Use a card's first Heresy, choosing these options when the Heresy is paid for. Return the events."""
    found = act(match, UseHeresy(f"{name}/0"))
    for option in named:
        if match.state.stack and isinstance(match.state.stack[-1], PayStep):
            found += act(match, Choose(option))
    return found


# -- scripts ---------------------------------------------------------------------------------------------------


def script(match: Haeresis, *lines: tuple[int, str, Action]) -> list[Any]:
    """Apply scripted answers, and check that each one answers the expected question. Return the events.

    A line is a tuple of a seat, a question and an action. In a window, the question is the window's name. Sealed
    questions are answered by one seat at a time.
    """
    found: list[Any] = []
    for number, (seat, key, action) in enumerate(lines):
        decisions = match.decisions()
        top = match.state.stack[-1]
        keys = {one: match.state.window if isinstance(top, DemStep) else d.prompt.key for one, d in decisions.items()}
        expected = dict.fromkeys(top.owed if isinstance(top, Sealed) else [seat], key)
        assert keys == expected, f"line {number}: {key} for {seat} expected, {keys} asked"
        found += act(match, action, seat)
    return found


def both_waive(name: str, first: int = ANNA) -> list[tuple[int, str, Action]]:
    """Return the script lines for a window that both players waive. `first` is asked first."""
    return [(first, name, Waive()), (1 - first, name, Waive())]


def lay_row(seat: int, *cards: str) -> list[tuple[int, str, Action]]:
    """Return the script lines that lay these cards as a row and then end the row.

    If the seat had no other cards in hand, the row would end automatically.
    """
    return [*[(seat, "row", Lay(name)) for name in cards], (seat, "row", Done())]
