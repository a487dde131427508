"""Random matches. No card is lost or created, every position can be saved, and each match ends."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from rules.aevum_haeresis.content.decklist import copies_by_card
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, enlisting, put, scene, set_player
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.state import EXECUTED, Haeresis
from rules.kernel.content.decks import Deck
from tests.aevum_haeresis.scenes import continue_until
from tests.aevum_haeresis.table import lay, pay
from tests.aevum_haeresis.window_helpers import event
from tests.conformance.conservation import CONSERVED
from tests.conformance.random_play import walk
from tests.game_helpers import act, asked, assert_sound, rule, sample_numbers

#: The number of matches in `make test` and in `make soak`.
MATCHES, MANY = 10, 60
PAIRS = list(itertools.product(base().decks, repeat=2))
#: The number of times each step or window was on top of the stack in the matches of this file, for the last test.
SEEN: Counter[str] = Counter()


def match_of(number: int) -> Haeresis:
    """Return a match between two ready-made decks. The decks and the options depend on the number."""
    names = PAIRS[number * 7 % len(PAIRS)]
    decks = tuple(Deck(copies_by_card(base().decks[name]), name, "base") for name in names)
    literal = ("souls_at_once", "answer_back", "event_casters", "heresy_once", "targets_free")
    options = {"damned_death_loses": number % 3 == 0, "pace": ["stops", "ask_all", "uniform", "trust"][number % 4]}
    options |= {name: (number + place) % 3 == 0 for place, name in enumerate(literal)}
    return GAME.new_with_decks(2, f"random {number}", options, decks)


def cards(match: Haeresis) -> Counter[str]:
    """Return the number of places that contain each card, without using the engine's own check."""
    state = match.state
    found = Counter([*state.cards, *state.table, *itertools.chain(*state.open)])
    found.update(step.card for step in state.stack if step.kind == "pay" and step.how == "row")
    for player in state.players:
        for pile in (player.plot, player.heretics, player.locations, player.background, player.hand, player.pyre):
            found.update(pile)
        found.update(itertools.chain(*player.row))
    return found


def check(match: Haeresis, whole: Counter[str]) -> None:
    assert cards(match) == whole
    assert {*whole.values()} == {1}
    CONSERVED["aevum_haeresis"](match)
    assert_sound(match)
    state = match.state
    for card, placed in state.cards.items():
        assert 0 <= placed.controller <= 1
        record = match.content.cards[card.split(".")[0]]
        assert record.type != "heretic" or placed.damage == 0  # damage to Heretics doesn't accumulate (AH-DMG.4)
    for seat, player in enumerate(state.players):
        assert player.damned in (*state.cards, *player.pyre)
        assert player.camp in state.cards
        assert state.ended or player.plot
        assert state.ended or player.execution < EXECUTED, seat


@rule("AH-ZONE.4", "AH-CTRL.6", "AH-LOC.1", "AH-DMG.4", "AH-LIFE.17", "AH-ROUND.6", "AH-WIN.5")
@pytest.mark.parametrize("number", sample_numbers(MATCHES, MANY))
def test_a_random_match_keeps_each_card_in_one_place_and_can_be_saved_in_the_middle(number: int):
    match = match_of(number)
    whole = cards(match)
    saved: set[str] = set()
    for step, _ in enumerate(walk(match, number)):
        top: Any = match.state.stack[-1]
        name = "/".join(filter(None, [top.kind, getattr(top, "how", ""), getattr(top, "name", "")]))
        SEEN[name] += 1
        if step % 7 == 0:
            check(match, whole)
        if name not in saved:
            saved.add(name)
            data = match.dump()
            again = GAME.load(data)
            assert again.dump() == data
            assert again.decisions() == match.decisions()
            assert again.view(ANNA) == match.view(ANNA)
    check(match, whole)
    assert match.result is not None
    assert match.result.winners == [match.state.winner]
    assert match.state.reason in ("souls", "execution", "deck", "damned")


@pytest.mark.parametrize("number", range(3))
def test_a_match_goes_on_alike_after_it_was_saved_and_loaded_at_every_decision(number: int):
    straight, again = match_of(number), match_of(number)
    for step, (seat, action) in enumerate(walk(straight, number)):
        if step % 10 == 0:
            assert again.dump() == straight.dump()
        again = GAME.load(again.dump(), trusted=step % 3 > 0)
        again.apply(seat, action)
    assert again.dump() == straight.dump()


STEPS = {
    "active", "mulligan", "location", "row", "offer", "pay/row", "pay/dem", "pay/ability", "act", "team", "choice",
    "secret/conflict_draw", "secret/epilogue_discard", *(f"dem/{name}" for name in WINDOWS),
}  # fmt: skip


def test_every_kind_of_question_and_every_window_came_up_and_was_saved():
    for number in range(40):
        if SEEN.keys() >= STEPS:  # other test processes may have played some of the matches
            break
        for _ in walk(match := match_of(number), number):
            top: Any = match.state.stack[-1]
            SEEN["/".join(filter(None, [top.kind, getattr(top, "how", ""), getattr(top, "name", "")]))] += 1
    assert SEEN.keys() >= STEPS


def saved(match: Haeresis) -> Haeresis:
    """Save and reopen a match, check that it asks the same question, and return it."""
    again = GAME.load(match.dump(), trusted=True)
    assert again.decisions() == match.decisions()
    assert_sound(match)
    return again


@rule("AH-SM.95")
def test_the_order_of_a_win_and_a_loss_can_be_saved_too():
    match = enlisting(scene())
    set_player(match, BELA, souls=9)
    deck(match, BELA, plot=1)
    do = [{"op": "souls", "amount": 1, "who": "both"}, {"op": "draw", "who": "both"}]
    feast = event(match, ANNA, do=do)
    lay(match, ANNA, feast)
    pay(match)
    assert asked(match) == (ANNA, "count_first")
    again = saved(match)
    (first, *_) = again.decisions()[ANNA].actions
    again.apply(ANNA, first)
    assert again.over
    act(match, first)
    assert again.state.winner == match.state.winner


def test_the_order_of_start_of_round_effects_can_be_saved_too():
    match = scene()
    for _ in range(2):
        put(match, BELA, "moneylender")
    continue_until(match, "start")
    assert asked(match) == (BELA, "start")
    saved(match)
