"""The formats sealed and draft: both players pass packets at the same time, then build decks from their pools."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.aevum_haeresis.board.boosters import drafted, limited_of, packet, pool
from rules.aevum_haeresis.content.decklist import copies_by_card
from rules.aevum_haeresis.content.legality import faults, sort_into_parts
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Done, Propose, PutIn, Take, TakeOut
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.words.packets import progress
from rules.kernel.content.decks import Deck
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.conformance.leak_detection import check_indistinguishable
from tests.game_helpers import each, rule

FIRST, SECOND, BOOSTERS, SIZE = 5, 5, 5, 15


def new(way: str = "draft", seed: object = 1, **options: Any) -> Haeresis:
    return GAME.new(2, str(seed), {"format": way, **options})


def take(match: Haeresis, seat: int, count: int = FIRST) -> list[Any]:
    """Take the first offered card this many times. Return the public event bodies."""
    heard: list[Any] = []
    for _ in range(count):
        heard += [event.body for event in match.apply(seat, match.decisions()[seat].actions[0]) if event.to is None]
    return heard


def let_computers_choose(match: Haeresis, until: str = "setup") -> None:
    """Let computer players choose until this phase is reached."""
    while match.state.phase != until:
        for seat, decision in match.decisions().items():
            match.apply(seat, GAME.candidates(match, seat, decision.actions)[0])
            break


@rule("AH-FMT.2", "AH-FMT.5")
def test_in_sealed_each_player_opens_eight_boosters_of_the_factions_drawn() -> None:
    match = new("sealed")
    limited = limited_of(match)
    assert len(limited.factions) == 3
    for drafter in limited.seats:
        assert [len(cards) for cards in drafter.opened] == [SIZE] * 8
        for cards in drafter.opened:
            kinds = [base().cards[card] for card in cards]
            assert Counter(card.rarity for card in kinds) == {"common": 8, "uncommon": 5, "rare": 2}
            assert {card.faction for card in kinds} <= {"neutral", *limited.factions}
    assert limited.seats[0].opened != limited.seats[1].opened
    assert set(match.decisions()) == {ANNA, BELA}


@rule("AH-FMT.6", "AH-FMT.7")
def test_packets_go_both_ways_at_once_and_no_one_waits_for_a_turn() -> None:
    match = new()
    assert set(match.decisions()) == {ANNA, BELA}
    mine = list(limited_of(match).seats[ANNA].opened[0])
    assert len(mine) == SIZE
    take(match, ANNA)
    # Anna has passed her packet on and waits for Béla's packet, but Béla doesn't have to wait for Anna.
    assert set(match.decisions()) == {BELA}
    take(match, BELA)
    here = packet(match, BELA)
    assert here is not None
    assert not here.own
    assert sorted(here.cards) == sorted(set(mine) - set(limited_of(match).seats[ANNA].own[0]))
    take(match, ANNA, SECOND)
    # Anna's second booster is opened immediately, although Béla is still choosing from the first packet that Anna
    # passed.
    here = packet(match, ANNA)
    assert here is not None
    assert (here.number, here.own, len(here.cards), here.left) == (2, True, SIZE, FIRST)
    assert packet(match, BELA) is not None


def test_the_question_counts_packets_as_the_public_progress_does() -> None:
    match, say = new(), Translator()
    for number, own in enumerate((True, False, True), 1):
        view = match.view(ANNA)
        question = GAME.question(say, view, match.decisions()[ANNA].prompt)
        assert f"Pack {number} of {2 * BOOSTERS}, {'your own' if own else 'passed on'}" in question
        assert view.limited is not None
        assert f"{number - 1} of {2 * BOOSTERS} packs done" in progress(say, view.limited, ANNA)
        for seat in (BELA, ANNA):
            take(match, seat)


@rule("AH-FMT.6", "AH-FMT.9")
def test_a_draft_gives_both_fifty_cards_and_then_decks_are_built() -> None:
    match = new()
    let_computers_choose(match, "building")
    assert [len(drafted(match, seat)) for seat in (ANNA, BELA)] == [BOOSTERS * (FIRST + SECOND)] * 2
    limited = limited_of(match)
    for seat in (ANNA, BELA):
        mine, theirs = limited.seats[seat], limited.seats[1 - seat]
        for number in range(BOOSTERS):
            left = Counter(theirs.opened[number]) - Counter(theirs.own[number])
            assert not Counter(mine.passed[number]) - left


@rule("AH-FMT.8")
def test_no_one_hears_which_cards_were_seen_or_taken() -> None:
    match = new()
    assert [type(body).__name__ for body in take(match, ANNA)] == ["PacketDone"]
    for seat in (BELA, None):
        limited = match.view(seat).limited
        assert limited is not None
        assert limited.done == [1, 0]
    assert match.view(None).limited.pool is None
    assert match.view(BELA).limited.drafted == []
    assert match.view(ANNA).limited.drafted == limited_of(match).seats[ANNA].own[0]


@each("way", ["draft", "sealed"])
@rule("AH-FMT.8")
def test_no_one_can_tell_the_worlds_apart_at_any_choice_while_decks_are_made(way: str) -> None:
    rng, match, tried, differ = random.Random(way), new(way), dict[Any, Any](), set[bool]()
    for asked in range({"draft": 112, "sealed": 12}[way]):
        decisions = match.decisions()
        for decision in decisions.values():
            tried |= {(type(action), place % 3): action for place, action in enumerate(decision.actions)}
        for looker in (ANNA, BELA, None):
            assert check_indistinguishable(match, looker, rng, told=asked % 11 == 0, tried=tried.values())
            if asked % 11 == 0:
                world = match.worlds(looker, rng)
                differ |= {pool(world, one) != pool(match, one) for one in (ANNA, BELA) if one != looker}
        seat = rng.choice(sorted(decisions))
        match.apply(seat, rng.choice(decisions[seat].actions))
    assert True in differ


@rule("AH-FMT.8")
def test_boosters_come_from_the_luck_of_the_match_when_they_are_opened() -> None:
    first, again, other = new(), new(), new(seed=2)
    assert first.dump() == again.dump()
    assert limited_of(first).seats[0].opened != limited_of(other).seats[0].opened
    assert len(limited_of(first).seats[0].opened) == 1
    assert [label for label in first.state.chance.uses if label.startswith("booster")] == [
        "boosters/factions", "booster/0/1/common", "booster/0/1/uncommon", "booster/0/1/rare", "booster/1/1/common",
        "booster/1/1/uncommon", "booster/1/1/rare",
    ]  # fmt: skip
    with pytest.raises(IllegalAction, match="isn't in the pack"):
        first.apply(ANNA, Take("no_such_card"))


def test_what_uncovers_the_next_packet_can_t_be_taken_back_freely() -> None:
    match = new()
    take(match, ANNA)
    take(match, BELA, FIRST - 1)
    before = match.epoch
    take(match, BELA, 1)
    assert match.epoch > before


@rule("AH-FMT.9", "AH-FMT.10")
def test_a_deck_is_changed_card_by_card_and_filled_up_when_it_is_played() -> None:
    match = new("sealed")
    drafter = limited_of(match).seats[ANNA]
    start = dict(drafter.deck)
    assert faults(base(), sort_into_parts(base(), start)) == []
    damned = next(card for card in start if base().cards[card].type == "damned")
    heretic = next(card for card in start if base().cards[card].type == "heretic")
    fitting = ("neutral", base().cards[damned].faction)

    def is_fit(card: str) -> bool:
        return base().cards[card].type == "heretic" and base().cards[card].faction in fitting

    with pytest.raises(IllegalAction, match="part of your deck is full"):
        match.apply(ANNA, PutIn(next(card for card in pool(match, ANNA) if card not in start and is_fit(card))))
    match.apply(ANNA, TakeOut(heretic))
    ways = [action.card for action in match.decisions()[ANNA].actions if isinstance(action, PutIn)]
    assert all(base().cards[card].type in ("heretic", "camp") for card in ways)
    assert all(base().cards[card].faction in fitting for card in ways)
    match.apply(ANNA, PutIn(next(card for card in ways if card != heretic and base().cards[card].type == "heretic")))
    match.apply(ANNA, TakeOut(heretic) if heretic in drafter.deck else TakeOut(ways[0]))
    match.apply(ANNA, Done())
    assert faults(base(), sort_into_parts(base(), drafter.deck)) == []
    assert ANNA not in match.decisions()


@rule("AH-FMT.9")
def test_another_damned_starts_over_with_the_best_deck_for_it() -> None:
    match = new("sealed")
    others = [action for action in match.decisions()[BELA].actions if isinstance(action, Propose)]
    for action in others:
        match.apply(BELA, action)
        deck = limited_of(match).seats[BELA].deck
        assert action.card in deck
        assert faults(base(), sort_into_parts(base(), deck)) == []
    with pytest.raises(IllegalAction, match="isn't in your pool"):
        match.apply(BELA, Propose("no_such_card"))


@rule("AH-FMT.11")
def test_when_both_decks_are_ready_the_game_begins_with_them() -> None:
    match = new("sealed")
    wanted = [dict(drafter.deck) for drafter in limited_of(match).seats]
    assert match.apply(BELA, Done())[0].to is None
    assert match.view(None).limited.ready == [False, True]
    match.apply(ANNA, Done())
    assert match.state.phase == "setup"
    assert match.view(ANNA).limited is None
    for seat in (ANNA, BELA):
        player = match.state.players[seat]
        held = [player.damned, player.camp, *player.locations, *player.plot, *player.heretics, *player.background]
        assert Counter(card.partition(".")[0] for card in [*held, *player.hand]) == Counter(wanted[seat])
    assert next(iter(match.decisions().values())).prompt.key == "active"


@rule("AH-FMT.9")
def test_a_list_is_read_as_the_exchanges_that_make_it() -> None:
    match = new("sealed")
    building, decks = GAME.building, GAME.decks
    mine = building.deck(match, ANNA)
    damned = next(action for action in match.decisions()[ANNA].actions if isinstance(action, Propose)
                  and action.card not in mine.cards)  # fmt: skip
    match.apply(ANNA, damned)
    other = building.deck(match, ANNA)
    for locale in ("en", "hu", "es"):
        assert decks.read(decks.write(Translator(locale), other)).cards == other.cards
    for wanted in (mine, other, mine):
        for action in building.toward(match, ANNA, wanted):
            match.apply(ANNA, action)
        now = limited_of(match).seats[ANNA].deck
        assert {card: n for card, n in now.items() if not base().cards[card].background} == {
            card: n for card, n in wanted.cards.items() if not base().cards[card].background
        }
    ready = next(deck for deck in base().decks.values() if deck.damned not in pool(match, ANNA))
    with pytest.raises(IllegalAction, match="You have 0 of"):
        building.toward(match, ANNA, Deck(copies_by_card(ready)))
    match.apply(ANNA, Done())
    assert building.deck(match, ANNA) is None


@rule("AH-FMT.12")
def test_orders_take_the_best_cards_and_play_the_proposed_deck() -> None:
    match, mine = new(), ["packets:best", "deck:proposed"]
    groups = {group.id: [order for order, _ in group.choices] for group in GAME.order_groups(Translator(), match, ANNA)}
    assert groups == {"packets": ["packets:best"], "deck": ["deck:proposed"]}
    while match.state.phase in ("draft", "building"):
        seat = min(match.decisions())
        action = GAME.ordered(match, seat, mine)
        assert action == GAME.plainest(match, seat)
        match.apply(seat, action)
    # Both of Anna's standing orders have ended.
    assert GAME.standing(match, ANNA, mine) == []


@each("seed", range(12))
def test_computers_draft_and_build_legal_decks(seed: int) -> None:
    match = new(("draft", "draft", "sealed")[seed % 3], f"computers {seed}")
    let_computers_choose(match)
    for drafter in limited_of(match).seats:
        assert faults(base(), sort_into_parts(base(), drafter.deck)) == []


@pytest.mark.parametrize("way", ["draft", "sealed"])
def test_a_match_can_be_given_up_while_decks_are_made(way: str) -> None:
    match = new(way)
    match.concede(ANNA)
    assert match.over
    assert match.result is not None
    assert match.result.winners == [BELA]
    assert GAME.played(match, ANNA) == {}
    assert GAME.load(match.dump()).over
    assert GAME.result_text(Translator(), match.result)


def both_orders(way: str) -> tuple[Haeresis, Haeresis]:
    """Return two equal matches. Tests then let the players choose in a different order in each of the matches."""
    return new(way), new(way)


@rule("AH-DCS.20")
def test_both_choose_from_their_packets_at_the_same_time_and_unseen() -> None:
    first, second = both_orders("draft")
    for seat in (ANNA, BELA):
        decision, here = first.decisions()[seat], packet(first, seat)
        assert here is not None
        assert decision.prompt.key == "draft"
        assert {action.card for action in decision.actions} == set(here.cards)
    seen = first.view(BELA)
    for match, order in ((first, (ANNA, BELA)), (second, (BELA, ANNA))):
        for seat in order:
            take(match, seat, FIRST - 1)
    assert first.view(BELA).limited.done == seen.limited.done, "nobody sees how far the other is"
    assert limited_of(first) == limited_of(second), "who is faster changes nothing"
    with pytest.raises(IllegalAction, match="isn't in the pack"):
        first.apply(
            ANNA, Take(next(card for card in packet(first, BELA).cards if card not in packet(first, ANNA).cards))
        )


@rule("AH-DCS.21")
def test_both_build_their_decks_at_the_same_time_and_unseen() -> None:
    first, second = both_orders("sealed")
    seen = {seat: first.view(1 - seat) for seat in (ANNA, BELA)}
    for match, order in ((first, (ANNA, BELA)), (second, (BELA, ANNA))):
        for seat in order:
            decision = match.decisions()[seat]
            assert decision.prompt.key == "build"
            assert all(action.card in pool(match, seat) for action in decision.actions if isinstance(action, PutIn))
            heretic = next(card for card in limited_of(match).seats[seat].deck if base().cards[card].type == "heretic")
            assert not [event for event in match.apply(seat, TakeOut(heretic)) if event.to is None]
    assert limited_of(first) == limited_of(second)
    assert {seat: first.view(1 - seat).limited.done for seat in seen} == {
        seat: one.limited.done for seat, one in seen.items()
    }
    first.apply(ANNA, Done())
    assert set(first.decisions()) == {BELA}, "she waits for him, and he need not hurry"
    assert first.view(BELA).limited.ready == [True, False]


@rule("AH-FMT.1")
def test_in_sealed_and_draft_no_one_brings_a_deck() -> None:
    brought = Deck(copies_by_card(base().decks["night_barge"]))
    decks = GAME.decks
    assert [decks.are_brought({"format": way}) for way in ("decks", "sealed", "draft")] == [True, False, False]
    assert GAME.new_with_decks(2, "1", {"format": "decks"}, (brought, None)).state.limited is None
    for way in ("sealed", "draft"):
        match = new(way)
        with_one = GAME.new_with_decks(2, "1", {"format": way}, (brought, None))
        assert limited_of(with_one) == limited_of(match), "a deck that comes along changes nothing"


@each("seed", range(4))
@rule("AH-FMT.3")
def test_everyone_has_the_besides_of_the_factions_drawn_and_of_no_other(seed: int) -> None:
    match = new("sealed", seed)
    ours, drawn = base().boosters, limited_of(match).factions
    assert ours is not None
    fitting = {card: n for card, n in ours.besides.items() if base().cards[card].faction in ("neutral", *drawn)}
    assert len(fitting) < len(ours.besides)
    for seat in (ANNA, BELA):
        opened = Counter(card for cards in limited_of(match).seats[seat].opened for card in cards)
        assert Counter(pool(match, seat)) == opened + Counter(fitting)


def test_the_words_count_a_pool_and_a_deck_by_type_as_the_picture_does() -> None:
    match = new("sealed")
    view = match.view(ANNA)
    limited = view.limited
    assert limited is not None
    assert limited.deck
    stories = sum(n for card, n in limited.deck.items() if match.content.cards[card].type == "story")
    unused = Counter(limited.drafted) - Counter(limited.deck)
    told = GAME.hand_text(Translator(), view)
    assert f"Your deck ({sum(limited.deck.values())}):\n" in told
    assert f"• Story ({stories}): " in told
    assert f"From boosters, not in the deck ({unused.total()}):\n" in told
