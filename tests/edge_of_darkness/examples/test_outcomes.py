"""Section 31 of RULES.md: the rulebook's worked examples, checked against the engine."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.edge_of_darkness.board.deck import is_depleted
from rules.edge_of_darkness.examples import attacks, deck, drafting, effects, hunting, prologue, scoring
from rules.edge_of_darkness.examples.position_builder import ANOINTED, CARNIVAL, LEAVES, STREET, send, set_player
from rules.edge_of_darkness.flow.scoring import scores
from rules.edge_of_darkness.state.actions import (
    ChooseNumber,
    EndTurn,
    HuntThreats,
    SkipCard,
    UseAbility,
    UseContact,
)
from rules.kernel.engine.example import played
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import act, of_kinds, offers, refusal, refused, rule


def shown(rule_id):
    """Play the registered example of a rule. Return the state before and after, and the event bodies."""
    found = played(GAME.examples[rule_id])
    return found.before.state, found.after.state, [event.body for event in found.events]


def position(rule_id):
    return GAME.examples[rule_id].position()


def me(state, seat=ANOINTED):
    return state.players[seat]


def slips_on(card):
    return [slip for slip in (card.top, card.middle, card.bottom) if slip]


# -- set-up and prologue --------------------------------------------------------------------------------------


@rule("EOD-EX.1", "EOD-OWN.3")
def test_a_claimed_neutral_card_is_a_card_of_the_carnival():
    before, after, _ = shown("EOD-EX.1")
    assert me(before, CARNIVAL).guild == "carnival_of_shadows"
    was, card = before.cards[effects.A], after.cards[effects.A]
    assert (was.owner, was.claimed, card.owner, card.claimed) == (-1, False, CARNIVAL, True)
    assert me(after, CARNIVAL).slips == me(before, CARNIVAL).slips - 1


@rule("EOD-EX.2")
def test_the_bag_of_three_holds_sixty_and_then_fifty():
    before, after, _ = shown("EOD-EX.2")
    assert before.bag == [15, 15, 15, 15]
    assert [sum(player.zone) for player in after.players] == [2, 2, 2]
    assert sum(map(sum, after.trays)) == 4
    assert sum(after.bag) == 50


@rule("EOD-EX.3")
def test_the_professor_lies_with_guildmark_university():
    match = position("EOD-EX.3")
    place = next(place for place in match.view(None).locations if place.id == "guildmark_university")
    assert place.supply
    assert {match.content.slip_home[slip].contact.name.en for slip in place.supply} == {"University Professor"}


@rule("EOD-EX.4", "EOD-PROL.14", "EOD-PROL.15", "EOD-PROL.17", "EOD-HC.60")
def test_the_blacksmith_gives_two_coins_and_no_battle_strength_in_the_prologue():
    before, after, _ = shown("EOD-EX.4")
    assert (me(before).coins, me(after).coins) == (5, 7)
    assert after.turn.battle == 0


@rule("EOD-EX.5", "EOD-EX.6", "EOD-EXN.9")
@pytest.mark.parametrize(
    ("rule_id", "order", "unpicked"),
    [("EOD-EX.5", [0, 1, 2, 3, 3, 2, 1, 0], 2), ("EOD-EX.6", [0, 1, 1, 0, 0, 1], 4),
     ("EOD-EXN.9", [0, 1, 1, 0, 0, 1], 4)],
)  # fmt: skip
def test_picks_go_round_and_back_and_the_rest_goes_onto_neutral_citizens(rule_id, order, unpicked):
    _, after, events = shown(rule_id)
    assert [body.seat for body in of_kinds(events, "picked")] == order
    assert set(Counter(order).values()) == {2 if len(after.players) > 2 else 3}
    assert len(set(after.picked)) == len(order) == 10 - unpicked
    starters = GAME.content_of(after).starters
    dealt = [name for name, card in after.cards.items() if card.owner < 0 and slips_on(card)]
    assert len(dealt) == unpicked
    assert all(len(slips_on(after.cards[name])) == 1 and starters[name].role == "citizen" for name in dealt)


@rule("EOD-EX.7")
@pytest.mark.parametrize(("seats", "size"), [(4, 26), (3, 21), (2, 15)])
def test_the_deck_after_the_prologue(seats, size):
    match = prologue.picked(seats)
    for seat, action in prologue.all_keep_a_starter(match):
        match.apply(seat, action)
    state = match.state
    assert len(state.deck) + len(state.street) == size
    assert len(state.deck) == size - 5
    if seats == 4:
        assert shown("EOD-EX.7")[1] == state


# -- rounds and drafting --------------------------------------------------------------------------------------


@rule("EOD-EX.8")
def test_round_one_gives_a_card_and_two_cubes_and_two_cards_are_drafted():
    before, after, events = shown("EOD-EX.8")
    (kept,) = me(before).hall
    assert (sum(me(before).zone), me(before).hand) == (2, [])
    assert (after.round, me(after).hall, sum(me(after).staged)) == (1, [], 2)
    (drafted,) = of_kinds(events, "drafted")
    assert len(drafted.cards) == 2
    assert me(after).hand == [kept, *drafted.cards]


@rule("EOD-EX.9")
def test_three_icons_draw_three_cubes():
    before, after, events = shown("EOD-EX.9")
    cards = position("EOD-EX.9").view(ANOINTED)
    held = [*cards.players[ANOINTED].hand, cards.street[0]]
    assert [card.id for card in held] == me(after).hand
    assert sum(card.cubes for card in held) == 3
    assert (sum(me(before).zone), sum(me(after).zone)) == (0, 3)
    assert len(of_kinds(events, "drew_cubes")[0].cubes) == 3


@rule("EOD-EX.10", "EOD-EXN.7", "EOD-EXN.8", "EOD-DRAFT.2", "EOD-DRAFT.3", "EOD-DRAFT.10", "EOD-DRAFT.11")
@rule("EOD-ASSEM.9", "EOD-ASSEM.10")
@pytest.mark.parametrize("rule_id", ["EOD-EX.10", "EOD-EXN.7", "EOD-EXN.8"])
def test_drafting_the_second_fifth_and_sixth_card(rule_id):
    before, after, events = shown(rule_id)
    (c1, c2, c3, c4, c5), (c6, c7, c8, c9, *_) = before.street, before.deck
    assert (me(before).hand, me(before).influence) == ([], 4)
    assert (me(after).hand, me(after).influence) == ([c2, c5, c6], 1)
    assert after.street == [c1, c3, c4, c7, c8]
    assert after.favours == {c1: 1, c3: 1, c4: 1}
    assert after.deck[0] == c9
    (drafted,) = of_kinds(events, "drafted")
    assert (drafted.cards, drafted.skipped) == ((c2, c5, c6), (c1, c3, c4))


@rule("EOD-EX.11", "EOD-DRAFT.7", "EOD-DRAFT.8", "EOD-DRAFT.9", "EOD-DRAFT.10")
def test_skipping_the_whole_street_takes_from_the_stack():
    before, after, _ = shown("EOD-EX.11")
    assert me(before).influence == 5
    assert (me(after).influence, me(after).hand) == (0, before.deck[:3])
    assert after.street == before.street
    assert after.favours == dict.fromkeys(before.street, 1)
    match = drafting.drafting(6)
    for card in STREET:
        act(match, SkipCard(card))
    assert "can't skip" in refusal(match, SkipCard(match.state.deck[0]))


@rule("EOD-EX.12")
def test_influence_on_a_drafted_card_becomes_goodwill():
    before, after, _ = shown("EOD-EX.12")
    card = before.street[0]
    assert (me(before).influence, me(before).goodwill, before.favours) == (0, 0, {card: 3})
    assert not offers(position("EOD-EX.12"), SkipCard)
    assert (me(after).influence, me(after).goodwill, after.favours) == (0, 3, {})
    assert card in me(after).hand


@rule("EOD-EX.36", "EOD-CUBE.2", "EOD-CUBE.3")
def test_a_draw_goes_on_from_the_refilled_bag():
    before, after, _ = shown("EOD-EX.36")
    assert (sum(before.bag), sum(before.aside)) == (2, 10)
    assert sum(me(before).zone) == 0
    assert (sum(after.bag), sum(after.aside), sum(me(after).zone)) == (7, 0, 5)
    assert all(now >= bag for now, bag in zip(me(after).zone, before.bag, strict=True)), "the two of the bag came first"


# -- attacks --------------------------------------------------------------------------------------------------


@rule("EOD-EX.13", "EOD-EX.14", "EOD-EX.15", "EOD-BLIGHT.4", "EOD-BLIGHT.5", "EOD-BLIGHT.6", "EOD-BLIGHT.7")
@pytest.mark.parametrize(
    ("rule_id", "cubes", "targets"),
    [("EOD-EX.13", (0, 2, 4, 0, 2), (LEAVES,)), ("EOD-EX.14", (0, 3, 3, 0, 2), (CARNIVAL, LEAVES)),
     ("EOD-EX.15", (0, 2, 3, 0, 3), (0, 1, 2, 3))],
)  # fmt: skip
def test_the_colours_in_the_tray_tell_who_is_attacked(rule_id, cubes, targets):
    before, after, events = shown(rule_id)
    assert before.trays[1] == list(cubes)
    (attack,) = of_kinds(events, "attacked")
    assert (attack.card, attack.targets) == (before.tower[1], targets)
    assert [(body.seat, body.left) for body in of_kinds(events, "defended")] == [
        (seat, attack.damage) for seat in targets
    ]
    assert [player.moved_down for player in after.players] == [int(seat in targets) for seat in range(4)]


@rule("EOD-EX.14", "EOD-BLIGHT.6", "EOD-BLIGHT.13")
@pytest.mark.parametrize(("active", "order"), [(0, (1, 2)), (1, (1, 2)), (2, (2, 1)), (3, (1, 2))])
def test_tied_players_are_attacked_clockwise_from_the_active_player(active, order):
    match = attacks.besieged(4, (), attacks.GREEN_AND_RED, active=active)
    ((seat, action),) = attacks.the_tower_attacks(match)
    assert of_kinds(act(match, action, seat), "attacked")[0].targets == order


@rule("EOD-EX.16", "EOD-BLIGHT.1")
@pytest.mark.parametrize(("seats", "enough"), [(2, 6), (3, 7), (4, 8)])
def test_a_tray_attacks_from_six_seven_or_eight_cubes(seats, enough):
    match = attacks.nearly_full_and_full(seats)
    assert [sum(cubes) for cubes in match.state.trays] == [enough - 1, enough, 0]
    assert [body.spot for body in of_kinds(act(match, EndTurn()), "attacked")] == [2]
    if seats == 2:
        assert shown("EOD-EX.16")[1] == match.state


@rule("EOD-EX.17", "EOD-DMG.1", "EOD-DMG.2", "EOD-DMG.6")
def test_damage_two_and_three_is_five_and_must_be_reduced_to_nothing():
    before, after, events = shown("EOD-EX.17")
    card = position("EOD-EX.17").view(None).tower[1].card
    content = GAME.content_of(before)
    assert [content.starters[card.id].threat.damage, content.slips[card.slots[1].slip].threat.damage] == [2, 3]
    assert of_kinds(events, "attacked")[0].damage == 5
    assert [player.agents["the_citywatch"] for player in before.players] == [4, 5], "so much do they reduce it"
    assert [body.left for body in of_kinds(events, "defended")] == [1, 0]
    assert [(player.moved_down, player.reputation) for player in after.players] == [(1, 0), (0, 1)]


@rule("EOD-EX.18")
def test_two_attacks_in_a_turn_cost_two_spaces():
    _, after, events = shown("EOD-EX.18")
    assert [(body.spot, body.targets) for body in of_kinds(events, "attacked")] == [(1, (0,)), (3, (0,))]
    assert (me(after).moved_down, me(after, CARNIVAL).moved_down) == (2, 0)


@rule("EOD-EX.19")
def test_an_attacker_goes_to_the_guild_hall_of_the_gilded_leaves():
    before, after, _ = shown("EOD-EX.19")
    card = before.tower[1]
    assert before.cards[card].owner == LEAVES
    assert me(after, LEAVES).guild == "gilded_leaves"
    assert me(after, LEAVES).hall == [card]
    assert after.discard == []


@rule("EOD-EXN.10", "EOD-HC.39")
def test_a_failed_defence_costs_a_space_on_the_track_and_no_reputation():
    before, after, events = shown("EOD-EXN.10")
    assert not of_kinds(events, "defended")[0].success
    assert (me(before).reputation, me(after).reputation, me(after).moved_down) == (5, 5, 1)
    points = [scores(match, ANOINTED) for match in (position("EOD-EXN.10"), played(GAME.examples["EOD-EXN.10"]).after)]
    assert points[0]["reputation"] == points[1]["reputation"] == 5
    assert points[0]["defence"] > points[1]["defence"]


# -- effects --------------------------------------------------------------------------------------------------


@rule("EOD-EX.20")
def test_a_contact_a_location_and_a_contact():
    _, after, events = shown("EOD-EX.20")
    assert [(body.what, body.slot) for body in of_kinds(events, "used")] == [
        (effects.A, "middle"), ("tallow_market", ""), (effects.C, "bottom"),
    ]  # fmt: skip
    assert (me(after).coins, me(after).reputation, me(after).goodwill) == (0, 2, 1)


@rule("EOD-EX.21")
def test_both_effects_cost_two_coins_and_one_costs_one():
    before, after, _ = shown("EOD-EX.21")
    assert (me(before, LEAVES).coins, me(before, CARNIVAL).coins) == (5, 5)
    assert (me(after, LEAVES).coins, me(after, CARNIVAL).coins) == (3, 7)
    match = position("EOD-EX.21")
    act(match, UseContact(effects.RIVAL, "bottom"))
    assert [player.coins for player in match.state.players] == [5, 6, 4]


@rule("EOD-EX.22")
def test_without_a_coin_an_effect_that_gives_coins_is_refused():
    match = position("EOD-EX.22")
    assert me(match.state).coins == 0
    assert match.state.cards[effects.RIVAL].owner == CARNIVAL
    assert refused(match, UseContact(effects.RIVAL, "middle"))
    set_player(match, ANOINTED, coins=1)
    act(match, UseContact(effects.RIVAL, "middle"))
    assert me(match.state).coins == 2, "it gives Coins, once its owner is paid"


@rule("EOD-EX.23", "EOD-DISP.1", "EOD-DISP.2")
def test_the_professors_agents_go_only_to_guildmark_university():
    before, after, _ = shown("EOD-EX.23")
    assert (me(before).agents, me(after).agents) == ({}, {"guildmark_university": 1})


@rule("EOD-EX.24")
def test_the_commander_sends_one_or_two_or_the_only_one():
    before, after, _ = shown("EOD-EX.24")
    assert (me(before).pool, me(after).agents) == (4, {"the_citywatch": 2})
    match = position("EOD-EX.24")
    act(match, UseContact(effects.A, "middle"))
    assert offers(match) == [ChooseNumber(1), ChooseNumber(2)]
    match = effects.holding("citywatch_m1", pool=1)
    act(match, UseContact(effects.A, "middle"))
    assert me(match.state).agents == {"the_citywatch": 1}


@rule("EOD-EX.25", "EOD-RET.2", "EOD-RET.7")
def test_agents_return_only_from_the_location_of_the_effect_or_ability():
    before, after, events = shown("EOD-EX.25")
    assert me(before).agents == {"war_council": 2, "millhollow_farm_town": 2, "watchtower": 1}
    moved = [(body.location, body.count) for body in of_kinds(events, "moved_agents")]
    assert moved == [("war_council", -2), ("millhollow_farm_town", -2)]
    assert me(after).agents == {"watchtower": 1}
    assert after.turn.may_hunt
    match = effects.holding("millhollow_m1")
    send(match, ANOINTED, "watchtower", 2)
    assert refused(match, UseAbility("war_council"))


@rule("EOD-EX.28")
def test_a_street_effect_is_not_resolved_again_from_the_hand():
    before, after, events = shown("EOD-EX.28")
    card = before.street[0]
    assert {effects.C, effects.OTHER} <= set(after.discard)
    assert card in me(after).hand
    assert after.turn.battle == 1
    used = [(body.what, body.slot) for body in of_kinds(events, "used")]
    assert used == [(card, "top"), (effects.A, "middle"), (card, "middle")]
    *moves, last = effects.resolve_in_the_street_then_draw(match := position("EOD-EX.28"))
    for seat, action in moves:
        match.apply(seat, action)
    assert refused(match, UseContact(card, "top"))
    assert not refused(match, last[1])


@rule("EOD-EXN.6", "EOD-HC.60")
def test_the_blacksmith_gives_both_in_an_action_turn():
    before, after, _ = shown("EOD-EXN.6")
    assert (me(before).coins, me(after).coins, after.turn.battle) == (5, 7, 1)
    assert shown("EOD-EX.4")[1].turn.battle == 0


# -- hunting --------------------------------------------------------------------------------------------------


@rule("EOD-EX.26", "EOD-EXN.3", "EOD-HUNT.5", "EOD-HUNT.9", "EOD-DEC.18", "EOD-HC.49")
def test_five_battle_strength_defeats_a_five_or_a_three_and_a_two():
    match = position("EOD-EX.26")
    assert [spot.card.damage for spot in match.view(None).tower] == [5, 3, 2]
    assert {action.spots for action in offers(match, HuntThreats)} == {(1,), (2,), (3,), (2, 3)}
    assert refused(match, HuntThreats((1, 3)))
    for rule_id, gone in (("EOD-EX.26", [1, 2]), ("EOD-EXN.3", [0])):
        before, after, _ = shown(rule_id)
        assert (before.turn.battle, after.turn.battle) == (5, 0)
        assert after.discard == [before.tower[spot] for spot in gone]


@rule("EOD-EX.27", "EOD-EXN.4", "EOD-EXN.5")
@pytest.mark.parametrize("rule_id", ["EOD-EX.27", "EOD-EXN.4", "EOD-EXN.5"])
def test_the_hunting_example(rule_id):
    match = position(rule_id)
    state = match.state
    assert [(spot.card.damage, spot.card.owner) for spot in match.view(None).tower[:2]] == [(3, None), (3, ANOINTED)]
    assert (me(state).guild, me(state).pool, me(state).agents) == ("anointed", 2, {"war_council": 2})
    bottom, aside = state.deck[-2:], [a + b for a, b in zip(*state.trays[:2], strict=True)]
    battle, coins = [], []
    for seat, action in hunting.hunt_two_archfiends(match):
        match.apply(seat, action)
        battle.append(state.turn.battle)
        coins.append(me(state).coins)
        assert state.turn.may_hunt, "from the War Council on"
    assert battle == [0, 1, 2, 3, 3, 3, 6, 0]
    assert coins == [5, 5, 5, 7, 6, 6, 6, 6], "the Citizens cost nothing; one Coin is paid, to the Carnival"
    assert me(state, CARNIVAL).coins == 6
    assert (me(state).reputation, me(state).pool, me(state).agents) == (4, 4, {})
    assert state.discard == [hunting.NEUTRAL_FIEND]
    assert me(state).hall == [hunting.OWN_FIEND]
    assert (state.trays[:2], state.aside) == ([[0, 0, 0], [0, 0, 0]], aside)
    assert state.tower[:2] == bottom[::-1]


@rule("EOD-EX.27")
def test_the_militia_chief_of_the_carnival_sends_two_to_deephollow():
    match = position("EOD-EX.27")
    for seat, action in hunting.hunt_two_archfiends(match):
        match.apply(seat, action)
        if action == UseContact(hunting.RIVAL, "bottom"):
            assert me(match.state).agents == {"deephollow_border_town": 2}
            return
    raise AssertionError("it was never used")


@rule("EOD-EX.29")
def test_an_own_card_that_is_hunted_comes_to_the_own_guild_hall():
    before, after, _ = shown("EOD-EX.29")
    assert before.cards[before.tower[0]].owner == ANOINTED
    assert (me(after).hall, after.discard) == ([before.tower[0]], [])


# -- the deck -------------------------------------------------------------------------------------------------


@rule("EOD-EX.34")
def test_the_seventh_card_fills_the_tower_and_the_sixth_does_not():
    before, after, _ = shown("EOD-EX.34")
    assert (len(before.street), len(before.deck), is_depleted(before)) == (5, 2, False)
    assert after.tower[1] == before.deck[-1]
    assert len(after.street) + len(after.deck) == 6
    assert is_depleted(after)
    match = deck.short_stack(1)
    act(match, HuntThreats((2,)))
    assert match.state.tower[1] == ""


@rule("EOD-EX.35")
def test_the_end_of_a_turn_shuffles_beneath_the_sixth_card():
    before, after, events = shown("EOD-EX.35")
    (x,), pile = before.deck, set(before.discard)
    first, second, rival = me(before).hand
    assert [before.cards[card].owner for card in me(before).hand] == [-1, -1, CARNIVAL]
    assert (len(before.street), len(pile)) == (5, 4)
    assert me(after, CARNIVAL).hall == [rival]
    assert after.deck[0] == x
    assert set(after.deck[1:]) == {*pile, first, second}
    assert after.discard == []
    assert [body.cards for body in of_kinds(events, "reshuffled")] == [6]


# -- scoring --------------------------------------------------------------------------------------------------


@rule("EOD-EX.30", "EOD-EXN.1", "EOD-EXN.2", "EOD-SCORE.1", "EOD-SCORE.2", "EOD-SCORE.4", "EOD-SCORE.5", "EOD-SCORE.6")
@rule("EOD-HC.58", "EOD-HC.64", "EOD-DIFF.6")
@pytest.mark.parametrize("rule_id", ["EOD-EX.30", "EOD-EXN.1", "EOD-EXN.2"])
def test_the_scoring_example_is_fifty_two_and_three_quarters(rule_id):
    match = played(GAME.examples[rule_id]).after
    player = me(match.state)
    assert (player.reputation, player.coins, player.influence, player.goodwill) == (12, 5, 3, 7)
    row = next(row for row in match.result.rows if row.seat == ANOINTED)
    assert row.scores == {"agents": 7, "reputation": 12, "slots": 16, "defence": 14, "quarters": 3.75}
    assert row.total == 52.75
    assert row.scores["quarters"] == (3 + 7) / 4 + 5 / 4, "Influence and Goodwill by quarters, nothing rounded"


@rule("EOD-EXN.1", "EOD-EXN.2", "EOD-HC.58")
@pytest.mark.parametrize(("tokens", "points"), [((0, 12, 0), 3), ((0, 0, 3), 0.75), ((5, 3, 7), 3.75)])
def test_influence_and_goodwill_are_quarters_that_are_kept(tokens, points):
    match = position("EOD-EXN.1")
    coins, influence, goodwill = tokens
    set_player(match, ANOINTED, coins=coins, influence=influence, goodwill=goodwill)
    assert scores(match, ANOINTED)["quarters"] == points


@rule("EOD-EX.31", "EOD-SCORE.3")
def test_six_cards_with_two_empty_slots_are_sixteen_points():
    match = position("EOD-EX.31")
    cards = [card for card in match.state.cards.values() if card.owner == ANOINTED]
    assert [len(slips_on(card)) for card in cards].count(2) == 4
    assert len(cards) == 6
    assert scores(match, ANOINTED)["slots"] == 6 * 3 - 2 == 16


@rule("EOD-EX.32")
@pytest.mark.parametrize(("values", "amounts"), [((9, 9, 5, 4), (1, 1, 0, 0)), ((9, 8, 5, 4), (2, 0, 0, 0))])
def test_who_ties_for_an_award_gets_one(values, amounts):
    match = scoring.leading_pair(*values)
    awarded = {body.category: body.amounts for body in of_kinds(act(match, EndTurn()), "awarded")}
    assert awarded["reputation"] == amounts
    if values == (9, 9, 5, 4):
        assert shown("EOD-EX.32")[1] == match.state
        assert [player.reputation for player in match.state.players[2:]] == [5, 4], "the others gain nothing at all"


@rule("EOD-EX.33", "EOD-END.2", "EOD-END.3", "EOD-END.5")
def test_filled_slots_in_guild_hall_and_street_give_goodwill_and_those_in_the_tower_do_not():
    before, after, _ = shown("EOD-EX.33")
    filled = [1 + len(slips_on(before.cards[card])) for card in (me(before).hall[0], before.street[0], before.tower[0])]
    assert filled == [3, 2, 3]
    assert (me(before).goodwill, me(after).goodwill) == (0, 5)
