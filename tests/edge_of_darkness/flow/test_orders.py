"""Standing orders for the next draft: the cards that they take and skip, when they end, and cards that are gone."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.flow.prologue_orders import PICKED
from rules.edge_of_darkness.game import GAME
from rules.edge_of_darkness.state.actions import ChooseNumber, Draft, KeepInHall, Pick, SkipCard, SleeveOnto, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import DraftStep, HallStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from rules.kernel.words.standing_orders import words_of
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.table import after_prologue
from tests.game_helpers import act, asked, offers

SAY = Translator()
#: The seat that drafts first. The seat ME drafts next and leaves the orders.
FIRST, ME = 2, 0


def drafting(count: int, influence: int = 4) -> EdgeMatch:
    """Return a match where the seat ME must draft this many cards."""
    match = waiting()
    act(match, Draft())
    with arrange(match) as state:
        state.players[ME].influence = influence
        step = state.stack[-1]
        assert isinstance(step, DraftStep)
        step.count = count
    return match


def waiting() -> EdgeMatch:
    """Return a three-player match where the seat ME waits for its draft."""
    match = after_prologue(3)
    assert asked(match) == (FIRST, "draft")
    return match


def orders(*what: str, at: int = 1) -> list[str]:
    return [f"{order}@{at}" for order in what]


def wishes(*cards: str) -> list[str]:
    return orders(*(f"draft:{card}" for card in cards))


def follow_orders(match: EdgeMatch, standing_orders: list[str]) -> list[Action]:
    """Let the standing orders draft for the seat ME until no order applies. Return the actions that they choose."""
    given: list[Action] = []
    while ME in match.decisions() and (action := GAME.ordered(match, ME, standing_orders)) is not None:
        given.append(action)
        match.apply(ME, action)
        standing_orders = GAME.standing(match, ME, standing_orders)
    return given


@pytest.mark.rule("EOD-PBP.7")
def test_the_first_wish_that_can_be_had_is_drafted():
    match = drafting(1)
    a, b, c, *_ = match.state.street
    assert follow_orders(match, wishes("nobody", c, a)) == [SkipCard(a), SkipCard(b), Draft()]
    assert c in match.state.players[ME].hand
    assert match.state.players[ME].influence == 2


@pytest.mark.rule("EOD-PBP.7")
def test_a_draft_of_several_cards_takes_the_first_others_too():
    match = drafting(2)
    a, b, c, d, e = match.state.street
    assert follow_orders(match, wishes(e)) == [SkipCard(b), SkipCard(c), SkipCard(d), Draft()]
    assert {a, e} <= set(match.state.players[ME].hand)


@pytest.mark.rule("EOD-PBP.7")
def test_several_wishes_are_met_together_as_far_as_they_can():
    match = drafting(2, influence=1)
    a, b, c, d, _ = match.state.street
    # With 1 Influence, the first and second preferences can't both be drafted, but the first and third can.
    assert follow_orders(match, wishes(b, d, c)) == [SkipCard(a), Draft()]
    assert {b, c} <= set(match.state.players[ME].hand)


@pytest.mark.rule("EOD-PBP.7")
@pytest.mark.parametrize("more", [[], ["skips:1"]])
def test_a_wish_that_costs_too_much_is_left_and_the_player_asked(more: list[str]):
    match = drafting(1, influence=4 if more else 1)
    a, b, c, *_ = match.state.street
    left = [*wishes(c), *orders(*more)]
    assert GAME.ordered(match, ME, left) is None
    assert GAME.ordered(match, ME, [*left, *orders("first:")]) == Draft()
    assert GAME.ordered(match, ME, [*wishes(c, b), *orders(*more)]) == SkipCard(a)


@pytest.mark.rule("EOD-PBP.7")
def test_without_an_order_for_it_the_player_is_asked():
    match = drafting(1)
    assert GAME.ordered(match, ME, []) is None
    assert GAME.ordered(match, ME, ["defend"]) is None
    assert GAME.ordered(match, ME, orders("skips:2")) is None
    assert GAME.ordered(match, FIRST, orders("first:")) is None


@pytest.mark.rule("EOD-PBP.7")
def test_who_has_begun_to_skip_otherwise_goes_on_by_hand():
    match = drafting(1)
    a, b, *_ = match.state.street
    act(match, SkipCard(a))
    assert GAME.ordered(match, ME, orders("first:")) is None
    assert GAME.ordered(match, ME, wishes(a)) is None
    assert GAME.ordered(match, ME, wishes(b)) == Draft()


@pytest.mark.rule("EOD-PBP.7")
def test_orders_for_a_draft_end_with_it():
    match = waiting()
    left = [*wishes(match.state.street[4]), *orders("first:", "skips:1"), "defend"]
    assert GAME.standing(match, ME, left) == left
    act(match, Draft())
    assert GAME.standing(match, ME, left) == left
    act(match, Draft(), ME)
    assert GAME.standing(match, ME, left) == ["defend"]
    later = orders("first:", at=2)
    assert GAME.standing(match, ME, later) == later


@pytest.mark.rule("EOD-PBP.7")
def test_an_order_for_another_round_answers_nothing():
    assert GAME.ordered(drafting(1), ME, orders("first:", at=2)) is None


@pytest.mark.rule("EOD-PBP.7")
@pytest.mark.parametrize("locale", ["en", "hu", "es"])
def test_a_card_that_has_left_the_street_is_told(locale: str):
    match, say = waiting(), Translator(locale)
    gone, *_, stays = match.state.street
    left = wishes(gone, stays)
    assert GAME.lapsed(say, match, ME, left) == []
    act(match, Draft())
    (told,) = GAME.lapsed(say, match, ME, left)
    assert SAY.name(match.content.starters[gone].name) in GAME.lapsed(SAY, match, ME, left)[0]
    assert locale == "en" or told != GAME.lapsed(SAY, match, ME, left)[0]


@pytest.mark.rule("EOD-PBP.7")
def test_what_is_offered_can_be_left_and_is_for_the_next_draft_only():
    match = waiting()
    offered = words_of(GAME.order_groups(SAY, match, ME))
    assert [order for order in offered if order.startswith("draft:")] == [
        f"draft:{card}@1" for card in [*match.state.street, match.state.deck[0]]
    ]
    assert GAME.standing(match, ME, list(offered)) == list(offered)
    # The seat that drafts first is asked now, so no order for this draft is offered to it, only orders for later
    # drafts.
    assert words_of(GAME.order_groups(SAY, match, FIRST)).keys() == set(GAME.orders)
    act(match, Draft())
    assert "first:@2" in words_of(GAME.order_groups(SAY, match, FIRST))


def test_there_is_nothing_to_order_for_a_draft_before_the_first_street_and_after_the_last():
    before = words_of(GAME.order_groups(SAY, new(3, "test"), ME)).keys()
    assert not any(order.startswith(("draft:", "first:", "skips:")) for order in before)
    assert {*GAME.orders, *PICKED} <= before
    match = drafting(1)
    with arrange(match) as state:
        state.round = 8
    act(match, Draft(), ME)
    assert words_of(GAME.order_groups(SAY, match, ME)).keys() == set(GAME.orders)


def test_the_orders_of_the_next_draft_rest_on_nothing_hidden():
    match = waiting()
    hidden = list(match.state.deck[1:])
    before = GAME.order_groups(SAY, match, ME), GAME.foresight(match, ME)
    match.state.deck[1:] = reversed(hidden)
    match.forget()
    assert (GAME.order_groups(SAY, match, ME), GAME.foresight(match, ME)) == before


def test_what_a_greedy_player_foresees_can_be_left():
    match = waiting()
    foreseen = GAME.foresight(match, ME)
    assert set(foreseen) <= words_of(GAME.order_groups(SAY, match, ME)).keys()
    assert {"first:@1", "defend"} <= set(foreseen)
    act(match, Draft())
    assert follow_orders(match, foreseen)[-1] == Draft()


# -- picks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EOD-PBP.10")
def test_a_pick_takes_the_first_wanted_kind_that_is_left_onto_the_first_starter_where_it_fits():
    match = new(3)
    seat = match.state.first
    first, second, third = match.state.locations[:3]
    starters = match.state.players[seat].starters
    order = [f"pick:{second}", f"pick:{first}", f"onto:{starters[1]}", f"onto:{starters[0]}"]
    assert GAME.standing(match, seat, order) == order
    with arrange(match) as state:
        state.picked.append(second)
    assert GAME.ordered(match, seat, order) == Pick(first)
    assert GAME.ordered(match, seat, [f"pick:{second}"]) is None
    other = match.copy()
    act(match, Pick(first))
    onto = GAME.ordered(match, seat, order)
    assert isinstance(onto, SleeveOnto)
    assert onto.card == starters[1]
    assert GAME.ordered(match, seat, order[:2]) is None
    # Starters are named for wanted picks only.
    act(other, Pick(third))
    assert GAME.ordered(other, seat, order) is None


@pytest.mark.rule("EOD-PBP.10")
def test_orders_for_picks_end_with_the_prologue():
    match = after_prologue(3)
    assert GAME.standing(match, ME, [f"pick:{match.state.locations[0]}", "onto:any"]) == []


def test_picks_are_ranked_by_the_players_who_are_not_asked():
    match = new(3)
    for seat in range(3):
        words, foreseen = words_of(GAME.order_groups(SAY, match, seat)).keys(), GAME.foresight(match, seat)
        if seat == match.state.first:
            assert not any(order.startswith(("pick:", "onto:")) for order in words)
        else:
            assert set(foreseen) <= words
            assert sum(order.startswith("pick:") for order in foreseen) == len(match.state.locations)


@pytest.mark.rule("EOD-PBP.10")
def test_the_first_wanted_starter_without_advancements_goes_into_the_guild_hall():
    match = new(3)
    while not isinstance(match.state.stack[-1], HallStep):
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[0])
    starters = match.state.players[ME].starters
    sleeved_cards = [card for card in starters if KeepInHall(card) not in offers(match, KeepInHall, ME)]
    assert sleeved_cards
    order = [*(f"hall:{card}" for card in sleeved_cards), f"hall:{offers(match, KeepInHall, ME)[1].card}"]
    assert GAME.standing(match, ME, order) == order
    assert GAME.ordered(match, ME, order) == offers(match, KeepInHall, ME)[1]
    assert GAME.ordered(match, ME, order[:-1]) is None


@pytest.mark.rule("EOD-PBP.10")
def test_a_pick_sends_as_many_agents_as_possible_by_order():
    match, seat = sleeved("the_citywatch")
    act(match, offers(match, UseContact)[0])
    assert asked(match) == (seat, "choose_dispatch")
    most = max(offers(match, ChooseNumber), key=lambda one: one.number)
    assert most.number > 1
    assert GAME.ordered(match, seat, ["agents:all"]) == most
    assert GAME.ordered(match, seat, ["use_always"]) is None


@pytest.mark.rule("EOD-PBP.7")
def test_a_greedy_player_orders_the_next_draft_before_its_own_action_turn():
    match = drafting(1)
    while match.state.phase == "assembly":
        act(match, Draft())
    assert match.game.planning.turn(match, ME)
    assert "first:@2" in GAME.foresight(match, ME)


# -- effects of a player's own picks --------------------------------------------------------------------------


def sleeved(location: str) -> tuple[EdgeMatch, int]:
    """Return a match where the first player has sleeved this advancement in the prologue, and the player's seat."""
    match = new(3)
    act(match, Pick(location))
    act(match, offers(match, SleeveOnto)[0])
    return match, match.state.first


@pytest.mark.rule("EOD-PBP.9")
def test_everyone_begins_with_using_picks_that_only_gain() -> None:
    match, seat = sleeved("the_forge")
    usual = list(GAME.default_orders(match))
    assert usual == GAME.standing(match, seat, usual) == ["use_gains"]
    use = GAME.ordered(match, seat, usual)
    assert isinstance(use, UseContact)
    assert GAME.ordered(match, seat, []) is None
    coins = match.state.players[seat].coins
    match.apply(seat, use)
    assert match.state.players[seat].coins == coins + 2


@pytest.mark.rule("EOD-PBP.9")
def test_an_agent_that_goes_to_a_location_is_no_gain_so_its_player_is_asked() -> None:
    match, seat = sleeved("war_council")
    assert asked(match) == (seat, "pick_effect")
    assert GAME.ordered(match, seat, ["use_gains"]) is None
    assert isinstance(GAME.ordered(match, seat, ["use_always"]), UseContact)


@pytest.mark.rule("EOD-PBP.9")
def test_orders_about_picks_end_with_the_prologue() -> None:
    early, late = new(3), after_prologue(3)
    assert set(words_of(GAME.order_groups(SAY, early, ME))) >= {"use_gains", "use_always"}
    assert not {"use_gains", "use_always"} & set(words_of(GAME.order_groups(SAY, late, ME)))
    assert GAME.default_orders(late) == ()
    assert GAME.standing(late, ME, ["use_always", "defend"]) == ["defend"]
