"""Section 33.8 of RULES.md: the number of Deus Ex Machina windows."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, hold
from rules.aevum_haeresis.state.actions import (
    Announce,
    Decline,
    Done,
    DrawFrom,
    Join,
    Lay,
    Pass,
    PayFor,
    UseHeresy,
    Waive,
)
from rules.aevum_haeresis.state.steps import DemStep
from tests.aevum_haeresis.plot_helpers import answer_sealed, fighter, join, passes, sorcerer
from tests.aevum_haeresis.states import enlist, fighting, questions, table
from tests.aevum_haeresis.table import card, lay, waive
from tests.game_helpers import act, offers, rule

GAIN = [{"op": "gold", "amount": 1}]


def windows_of(match, *, paying=True, until=lambda match: False, dem=False):
    """Play on and return the windows that opened. A window counts only once, even if both seats are asked.

    If `paying`, cards are paid for. No seat blocks or lays another card. Play stops when `until` returns True.
    """
    found: list[str] = []
    last = None
    for _ in range(400):
        top = match.state.stack[-1] if match.state.stack else None
        if top is None or until(match):
            return found
        if isinstance(top, DemStep) and top is not last:
            found.append(top.name)
            last = top
        seat, decision = next(iter(match.decisions().items()))
        offered = decision.actions
        pays = [action for action in offered if isinstance(action, PayFor)]
        plain = [a for a in offered if isinstance(a, (Waive, Done, Decline)) or a == DrawFrom("none")]
        act(match, pays[0] if paying and pays else (plain or offered)[0], seat)
    raise AssertionError("it never came there")


def asked_to_act(match):
    return any(decision.prompt.key == "act" for decision in match.decisions().values())


def lay_free(match, anna, bela):
    """Lay a row for each player with this many cards, all without a cost."""
    name = card(match, "free_event", type="event", do=GAIN)
    for seat, count in ((ANNA, anna), (BELA, bela)):
        hold(match, seat, *[name] * count)
    for seat in (match.state.active, 1 - match.state.active):
        for _ in range((anna, bela)[seat]):
            act(match, next(one for one in offers(match, Lay, seat) if one.card.startswith(name)), seat)
        act(match, Done(), seat)


@rule("AH-SM.100", "AH-DEM.11", "AH-DEM.12", "AH-DEM.13")
@pytest.mark.parametrize(
    ("anna", "bela", "paying"), [(0, 0, True), (2, 0, True), (1, 3, True), (4, 3, True), (2, 2, False)]
)
def test_an_enlistment_of_n_chapters_and_p_paid_cards_opens_n_p_1(anna, bela, paying):
    match = enlist(ANNA)
    lay_free(match, anna, bela)
    found = windows_of(match, paying=paying, until=asked_to_act)
    n, p = max(anna, bela), (anna + bela) * paying
    assert len(found) == n + p + 1
    assert (found.count("chapter_revealed"), found.count("chapter_paid")) == (n, p)


@rule("AH-SM.101", "AH-CONFLICT.9")
@pytest.mark.parametrize("paying", [False, True])
@pytest.mark.parametrize(("anna", "bela"), [(0, 0), (1, 0), (2, 3), (3, 3)])
def test_a_conflict_opens_four_windows_and_one_or_two_a_chapter(anna, bela, paying):
    match = table(ANNA)
    teams = [fighter(match, seat) for seat in (ANNA, BELA)]
    act(match, Announce("accuse"))
    found = windows_of(match, until=lambda m: "team" in questions(m).values())
    join(match, teams[ANNA])
    join(match, teams[BELA])
    lay_free(match, anna, bela)
    found += windows_of(match, paying=paying, until=asked_to_act)
    m = max(anna, bela)
    assert len(found) == 1 + m + m * paying + 3
    assert len(found) <= 10
    assert found[0] == "manoeuvre_announced"
    assert found[-3:] == ["conflict_end", "consequences_done", "conflict_time_advanced"]


@rule("AH-SM.101")
def test_a_chapter_of_which_only_one_card_was_paid_for_has_one_payment_window():
    match = fighting(ANNA)
    lay(match, ANNA, "tale_0.0.1")
    lay(match, BELA, "filler.1.1")
    assert windows_of(match, until=asked_to_act).count("chapter_paid") == 1


@rule("AH-SM.102")
def test_the_other_places_open_one_window_or_two():
    match = table(ANNA)
    name = fighter(match, ANNA)
    act(match, UseHeresy(f"{sorcerer(match, ANNA, GAIN)}/0"))
    assert windows_of(match, until=asked_to_act) == ["heresy_paid", "heresy_resolved"]
    act(match, Pass())
    assert windows_of(match, until=asked_to_act) == ["pass_declared"]
    act(match, Announce("recruit"))
    assert windows_of(match, until=lambda m: "team" in questions(m).values()) == ["manoeuvre_announced"]
    act(match, Join(name))
    assert windows_of(match, until=asked_to_act) == []
    act(match, Pass())
    waive(match)
    act(match, Pass())
    rest = windows_of(match, until=lambda m: "row" in questions(m).values())
    assert rest == ["pass_declared", "epilogue_discard", "prologue_end"]


@rule("AH-SM.103")
def test_example_of_a_round_with_thirty_nine_windows():
    match = table(BELA)
    for seat in (ANNA, BELA):  # without Heretics in the deck, the Prologue doesn't draw a card that asks a question
        deck(match, seat, heretics=0)
    name = sorcerer(match, ANNA, GAIN)
    passes(match)
    answer_sealed(match)
    waive(match, 2)
    found = windows_of(match, until=lambda m: "row" in questions(m).values())
    lay_free(match, 5, 2)
    found += windows_of(match, until=asked_to_act)
    assert len(found) == 1 + 13
    for starter in (ANNA, BELA):
        teams = [fighter(match, seat) for seat in (ANNA, BELA)]
        assert act(match, Announce("accuse"), starter)
        found += windows_of(match, until=lambda m: "team" in questions(m).values())
        join(match, teams[starter])
        join(match, teams[1 - starter])
        lay_free(match, 3, 3)
        found += windows_of(match, until=asked_to_act)
    act(match, UseHeresy(f"{name}/0"))
    found += windows_of(match, until=asked_to_act)
    for _ in range(2):
        act(match, Pass())
        found += windows_of(match, until=lambda m: asked_to_act(m) or m.state.phase != "plot")
    found += windows_of(match, until=lambda m: m.state.phase == "prologue")
    assert len(found) == 39
    assert set(found) == set(WINDOWS)
