"""The rules AH-INFO in whole matches: random worlds keep what a seat sees and re-deal what the seat can't know."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import kind, owner
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, new, scene
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import DrawFrom, Lay, Pass, Throw
from rules.aevum_haeresis.state.state import Haeresis, InPlay
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.deck_helpers import ready
from tests.aevum_haeresis.table import lay
from tests.aevum_haeresis.window_helpers import close_window, fight, opened, play
from tests.conformance.leak_detection import check_indistinguishable
from tests.game_helpers import act, assert_sound, rule

SAMPLES = 60


def worlds(match: Haeresis, seat: int | None, number: int = SAMPLES) -> list[Haeresis]:
    """Return random worlds: copies of the match where everything that this seat can't know is re-dealt.

    Check that each world is consistent and looks the same to the seat.
    """
    rng = random.Random(7)
    found = [GAME.worlds(match, seat, rng) for _ in range(number)]
    before = match.view(seat)
    for world in found:
        assert world.view(seat) == before
        assert_sound(world)
    return found


def fetch(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Move cards of these kinds from a seat's own decks or Pyre to its hand. Return their ids."""
    found: list[str] = []
    with arrange(match) as state:
        player = state.players[seat]
        for name in names:
            pile = next(pile for pile in (player.plot, player.heretics, player.pyre) if name in map(kind, pile))
            found.append(next(card for card in pile if kind(card) == name))
            pile.remove(found[-1])
            player.hand.append(found[-1])
    return found


def scene_with_real_cards(active: int = ANNA) -> Haeresis:
    """Return a scene where each hand has one card from its owner's real deck, so random worlds can be dealt."""
    match = scene(active)
    fetch(match, ANNA, "eel_sermon")
    fetch(match, BELA, "false_charter")
    return match


@rule("AH-INFO.4", "AH-INFO.5", "AH-INFO.6", "AH-INFO.8")
@pytest.mark.parametrize("number", range(4))
def test_no_one_can_tell_a_world_apart_at_any_decision_of_a_match(number: int):
    match = GAME.new(2, f"worlds {number}", {"pace": ["stops", "ask_all", "uniform", "trust"][number]})
    rng = random.Random(number)
    differing = steps = 0
    tried: dict[Any, Action] = {}
    for step in range(6000):
        if match.over:
            break
        decisions = match.decisions()
        for decision in decisions.values():
            tried.update({(type(action), place % 3): action for place, action in enumerate(decision.actions)})
        if step % 9 == 0:
            for seat in (None, ANNA, BELA):
                differing += check_indistinguishable(match, seat, rng, told=step % 90 == 0, tried=tried.values())
                steps += 1
        seat = rng.choice(sorted(decisions))
        match.apply(seat, rng.choice(decisions[seat].actions))
    assert match.over
    assert differing > 0.9 * steps


@rule("AH-INFO.4", "AH-INFO.5")
def test_the_rivals_hand_decks_row_and_locations_are_dealt_again_and_the_own_stay():
    match = enlisting(new_with_rows())
    names = lay(match, match.state.active, *match.state.players[match.state.active].hand[:2])
    assert names
    rival = match.state.active
    seat = 1 - rival
    theirs, mine = match.state.players[rival], match.state.players[seat]
    found: list[Counter[Any]] = [Counter() for _ in range(5)]
    for world in worlds(match, seat):
        player = world.state.players[rival]
        own = world.state.players[seat]
        assert (own.hand, own.row, own.locations) == (mine.hand, mine.row, mine.locations)
        assert sorted(own.plot) == sorted(mine.plot)
        assert sorted(own.background) == sorted(mine.background)
        assert len(player.hand) == len(theirs.hand)
        assert [len(chapter) for chapter in player.row] == [1, 1]
        assert (player.damned, player.camp, player.pyre) == (theirs.damned, theirs.camp, theirs.pyre)
        for place, zone in enumerate((player.hand, player.row, player.plot, player.heretics, own.plot)):
            found[place][repr(zone)] += 1
    assert all(len(zone) > 0.9 * SAMPLES for zone in found)


def new_with_rows() -> Haeresis:
    match = new("dealt")
    while match.state.location == "":
        decisions = match.decisions()
        seat = next(iter(decisions))
        match.apply(seat, decisions[seat].actions[0])
    return match


@rule("AH-INFO.4", "AH-DCS.1")
def test_the_rivals_deck_list_is_private_too():
    match = new_with_rows()
    real = match.content.decks["torches_of_the_margrave"]
    lists: list[Counter[str]] = []
    for world in worlds(match, ANNA):
        player = world.state.players[BELA]
        hidden = [*player.plot, *player.heretics, *player.hand]
        lists.append(Counter(map(kind, hidden)))
        assert len(hidden) == 68
        assert max(lists[-1].values()) <= 4
        heretics = [name for name in hidden if match.content.cards[kind(name)].type == "heretic"]
        assert len(heretics) == 20
        factions = {match.content.cards[kind(name)].faction for name in [*hidden, *player.locations]}
        assert factions <= {"neutral", match.content.cards[real.damned].faction}
    whole = Counter({**real.plot, **real.heretics})
    assert sum(one == whole for one in lists) < SAMPLES
    assert any(one == whole for one in lists)
    assert len({repr(sorted(one.items())) for one in lists}) > SAMPLES / 4


@rule("AH-INFO.4")
def test_a_card_that_was_seen_is_in_no_other_place_of_a_world():
    match = scene()
    seen = {*match.state.players[BELA].pyre}
    assert len(seen) > 10
    for world in worlds(match, ANNA, 20):
        player = world.state.players[BELA]
        assert not seen & {*player.plot, *player.heretics, *player.hand, *player.locations}
        assert {*player.pyre} == seen


@rule("AH-INFO.4", "AH-INFO.6")
def test_a_spectators_world_deals_both_hands_again():
    match = new_with_rows()
    hands: list[Counter[str]] = [Counter(), Counter()]
    for world in worlds(match, None):
        for seat in (ANNA, BELA):
            hands[seat][repr(world.state.players[seat].hand)] += 1
    assert min(len(hand) for hand in hands) > 0.9 * SAMPLES


@rule("AH-INFO.6")
def test_in_a_world_any_card_of_the_row_can_be_any_card_of_the_hand():
    match = enlisting(new_with_rows())
    rival = match.state.active
    lay(match, rival, match.state.players[rival].hand[0])
    types = Counter(
        match.content.cards[kind(world.state.players[rival].row[0][0])].type for world in worlds(match, 1 - rival)
    )
    assert {"heretic", "story"} <= types.keys()


@rule("AH-INFO.9", "AH-DCS.16")
def test_a_sealed_discard_is_sealed_again_in_a_world():
    match = scene_with_real_cards()
    act(match, Pass())
    close_window(match)
    act(match, Pass())
    close_window(match)
    act(match, Throw(match.state.players[BELA].hand[0]), BELA)
    for world in worlds(match, ANNA, 10):
        top: Any = world.state.stack[-1]
        (answer,) = top.chosen.values()
        assert answer.get("card") not in match.state.players[BELA].hand
        (seat,) = world.decisions()
        world.apply(seat, world.decisions()[seat].actions[0])
    mine: Any = worlds(match, BELA, 1)[0].state.stack[-1]
    assert mine.chosen == match.state.stack[-1].chosen  # type: ignore[union-attr]


@rule("AH-INFO.9", "AH-DCS.14")
def test_a_sealed_draw_is_kept_for_who_sealed_it_and_for_no_one_else():
    match = fight(scene())
    act(match, DrawFrom("heretic"), ANNA)
    seals = [tuple(w.state.stack[-1].chosen[ANNA].values()) for w in worlds(match, BELA, 10)]  # type: ignore[union-attr]
    assert ("draw", "heretic") not in seals
    mine: Any = worlds(match, ANNA, 1)[0].state.stack[-1]
    assert "heretic" in mine.chosen[ANNA].values()


@rule("AH-INFO.4", "AH-DCS.15")
def test_a_hunter_named_in_a_window_is_no_secret_any_more():
    match = scene_with_real_cards()
    (mine, *_) = fetch(match, ANNA, "friar_with_the_lantern", "cold_hands", "fog_over_the_causeway")
    names = fetch(match, BELA, "hired_knife", "disgraced_steward")
    with arrange(match) as state:
        for name in names:
            state.players[BELA].hand.remove(name)
            state.cards[name] = InPlay(BELA)
    opened("pass_declared", match)
    play(match, mine)  # Anna is now asked for the Hunter's target
    for world in worlds(match, BELA, 20):
        assert mine in world.state.players[ANNA].hand
        step: Any = world.state.stack[-1]
        assert step.card == mine
    hands = Counter(repr(world.state.players[ANNA].hand) for world in worlds(match, BELA, 20))
    assert len(hands) > 10


@rule("AH-INFO.5")
def test_all_luck_to_come_is_other_luck():
    match = scene_with_real_cards()
    seeds = {world.state.chance.seed for world in worlds(match, ANNA, 20)}
    assert len(seeds) == 20
    assert match.state.chance.seed not in seeds


@rule("AH-INFO.2", "AH-INFO.4")
@pytest.mark.parametrize("laid", [1, 2])
def test_while_the_rival_lays_a_row_a_world_may_have_laid_none_of_it(laid: int):
    match = scene_with_real_cards()
    names = fetch(match, ANNA, "cold_hands", "candle_thief")
    enlisting(match)
    for name in names[:laid]:
        act(match, Lay(name))
    for world in worlds(match, BELA, 10):
        player = world.state.players[ANNA]
        assert len(player.hand) + sum(map(len, player.row)) == 3


@rule("AH-INFO.8")
@pytest.mark.parametrize("place", ["chapter_paid", "chapter_paid+", "heresy_paid", "consequences_done"])
def test_a_world_in_the_middle_of_a_window_plays_on_to_the_end(place: str):
    match = new_with_rows()
    rng = random.Random(place)
    name = place.rstrip("+")
    while match.state.window != name or (place.endswith("+") and match.state.man is None):
        decisions = match.decisions()
        seat = rng.choice(sorted(decisions))
        match.apply(seat, rng.choice(decisions[seat].actions))
        if match.over:
            match = new(f"again {rng.random()}")
    for seat in (None, ANNA, BELA):
        world = GAME.worlds(match, seat, rng)
        while not world.over:
            decisions = world.decisions()
            mover = rng.choice(sorted(decisions))
            world.apply(mover, rng.choice(decisions[mover].actions))
        assert_sound(world)


def copy_numbers(copies: int, seed: int) -> list[int]:
    """Return the copy number of each of Béla's Cold Hands, in the order of his hand and deck."""
    deck = ready(cold_hands=copies - 4, relic_examiner=4 - copies)
    match = GAME.new_with_decks(2, f"dealt {seed}", {}, (deck, deck))
    player = match.state.players[BELA]
    cards = [card for card in [*player.hand, *player.plot] if kind(card) == "cold_hands"]
    assert len(cards) == copies
    return [int(card.rpartition(".")[2]) for card in cards]


@rule("AH-INFO.4")
def test_the_id_of_a_card_says_nothing_of_how_many_like_it_there_are():
    many = 300
    one, four = ([copy_numbers(copies, seed) for seed in range(many)] for copies in (1, 4))
    first = [sorted(numbers[0] for numbers in found) for found in (one, four)]
    # The distribution of the first copy number is the same for one copy as for four copies.
    furthest = max(
        abs(sum(n <= at for n in first[0]) - sum(n <= at for n in first[1])) for at in range(1000, 10_000, 50)
    )
    assert furthest / many < 0.13
    # The copy numbers don't reveal the order of the copies.
    rising = sum(numbers == sorted(numbers) for numbers in four)
    assert rising < many / 10
    assert all(len(set(numbers)) == 4 for numbers in four)


@rule("AH-INFO.4")
def test_worlds_with_other_copies_of_seen_cards_look_the_same():
    match = GAME.new(2, "copies", {})
    rng = random.Random(3)
    other = 0
    for _ in range(200):
        seat = rng.choice(sorted(match.decisions()))
        act(match, rng.choice(match.decisions()[seat].actions), seat)
        # Each world must look exactly the same to Anna, including the ids of cards.
        for world in worlds(match, ANNA, 2):
            real, dealt_there = (Counter(map(kind, _everywhere(one, BELA))) for one in (match, world))
            shown = {
                kind(card) for card in [*match.state.cards, *match.state.players[BELA].pyre] if owner(card) == BELA
            }
            other += any(real[name] != dealt_there[name] for name in shown)
    assert other > 20


def _everywhere(match: Haeresis, seat: int) -> list[str]:
    """Return all cards from a seat's decks that are in its decks, hand, Pyre or rows, or in play."""
    player = match.state.players[seat]
    cards = [*player.plot, *player.heretics, *player.hand, *player.pyre, *(card for row in player.row for card in row)]
    return [*cards, *(card for card in match.state.cards if owner(card) == seat)]
