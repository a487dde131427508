"""Section 7 of RULES.md (PROL.13 to PROL.19): resolving effects in the prologue, with unusual outcomes."""

from __future__ import annotations

import dataclasses

import pytest

from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new, set_player
from rules.edge_of_darkness.state.actions import ChooseOption, Pick, SleeveOnto, UseContact
from rules.kernel.data.actions import Pass
from tests.edge_of_darkness.effect_verbs import OPS, simplest_use
from tests.edge_of_darkness.table import clause, effect, gain, own_starter, pick, rewrite
from tests.game_helpers import act, each, offers, play_first, rule

CONTENT = base()


def picked(*ops, cost=(), **more):
    """Pick a contact with this effect in the prologue. Return the match, the player, and the action that uses it."""
    match = new(2)
    seat = match.state.first
    card = own_starter(match, seat)
    rewrite(match, "the_forge", contact=effect(*ops, cost=cost, **more))
    set_player(match, seat, moved_down=2)
    pick(match, "forge_b1", card)
    return match, match.state.players[seat], UseContact(card, "bottom")


def offered(match, action):
    return any(action in decision.actions for decision in match.decisions().values())


@rule("EOD-PROL.13")
def test_using_the_effect_is_optional_and_happens_once():
    match, player, action = picked(gain("coins", 2))
    assert offered(match, action)
    assert offered(match, Pass())
    act(match, action)
    assert player.coins == 7
    assert not offered(match, action)


ALLOWED = [simplest_use(verb) for verb, kind in OPS.items() if kind.IN_PROLOGUE]
FORBIDDEN = [simplest_use(verb) for verb, kind in OPS.items() if not kind.IN_PROLOGUE] + [gain("battle", 2)]
#: The fields of a player that an effect of this player may change in the prologue.
OWN = ("coins", "influence", "goodwill", "reputation", "untrained", "pool", "agents", "moved_down")


def verb(op):
    return op["op"]


@rule("EOD-PROL.15", "EOD-PROL.18", "EOD-HC.12")
@each("op", FORBIDDEN)
def test_what_needs_cards_cubes_tower_or_others_can_not_be_resolved(op):
    match, _, action = picked(op)
    assert not offered(match, action)
    assert offers(match, Pick), "the next pick follows at once"


@rule("EOD-PROL.14", "EOD-PROL.15", "EOD-PROL.18")
@each("op", FORBIDDEN)
def test_the_rest_of_such_an_effect_can_be_resolved(op):
    match, player, action = picked(op, gain("influence"))
    state = match.state
    before = (
        state.bag[:],
        [t[:] for t in state.trays],
        state.tower[:],
        state.discard[:],
        [p.coins for p in state.players],
    )
    act(match, action)
    assert player.influence == 5
    after = (state.bag, state.trays, state.tower, state.discard, [p.coins for p in state.players])
    assert after == before
    assert offers(match, Pick)


def state_besides(match, seat):
    """Return the state without the order of play, and without the fields of a seat that its own effects may change."""
    state = dataclasses.asdict(match.state)
    for name in OWN:
        del state["players"][seat][name]
    return {name: value for name, value in state.items() if name not in ("stack", "turn")}


@rule("EOD-PROL.18", "EOD-HC.12")
@pytest.mark.parametrize("op", ALLOWED, ids=verb)
def test_what_can_be_resolved_touches_only_own_tokens_and_agents(op):
    match, _, action = picked(op, gain("influence"))
    seat = match.state.first
    before = state_besides(match, seat)
    act(match, action)
    play_first(match, lambda match: offers(match, Pick))
    assert state_besides(match, seat) == before


@rule("EOD-PROL.16", "EOD-PROL.18", "EOD-HC.12")
@pytest.mark.parametrize(
    ("op", "before", "after"),
    [
        (gain("coins", 3), ("coins", 5), 8),
        (gain("influence", 1), ("influence", 4), 5),
        (gain("reputation", 2), ("reputation", 0), 2),
        (gain("goodwill", 1), ("goodwill", 0), 1),
        ({"op": "dispatch", "count": 2}, ("pool", 4), 2),
        ({"op": "train", "count": 1}, ("untrained", 6), 5),
        ({"op": "raise_defence", "count": 1}, ("moved_down", 2), 1),
        ({"op": "lose", "what": "coins", "amount": 2}, ("coins", 5), 3),
    ],
)
def test_what_touches_only_own_tokens_and_agents_can_be_resolved(op, before, after):
    match, player, action = picked(op)
    assert getattr(player, before[0]) == before[1]
    act(match, action)
    assert getattr(player, before[0]) == after


@rule("EOD-PROL.16")
def test_agents_of_the_prologue_go_to_the_location_of_the_pick():
    match = new(2)
    seat = match.state.first
    card = own_starter(match, seat)
    pick(match, "citywatch_m1", card)
    act(match, UseContact(card, "middle"))
    act(match, offers(match)[-1])
    assert match.state.players[seat].agents == {"the_citywatch": 2}


@rule("EOD-PROL.19", "EOD-HC.13")
@pytest.mark.parametrize("cost", [{"cost": "return", "count": 1}, {"cost": "discard", "count": 1}])
def test_a_part_bought_by_a_forbidden_cost_can_not_be_resolved(cost):
    match, player, action = picked(gain("coins", 3), cost=[cost])
    assert not offered(match, action)
    assert player.coins == 5


@rule("EOD-PROL.19", "EOD-PROL.15", "EOD-HC.13")
def test_an_agent_just_dispatched_can_not_be_returned_as_a_price():
    match = new(2)
    seat = match.state.first
    card = own_starter(match, seat)
    out_and_back = effect(gain("coins")).model_copy(
        update={
            "clauses": [
                clause({"op": "dispatch", "count": 1}),
                clause(gain("coins", 3), cost=[{"cost": "return", "count": 1}]),
            ]
        }
    )
    rewrite(match, "the_forge", contact=out_and_back)
    pick(match, "forge_b1", card)
    act(match, UseContact(card, "bottom"))
    assert offers(match, Pick), "the next pick follows"
    player = match.state.players[seat]
    assert (player.agents, player.coins) == ({"the_forge": 1}, 5)


@rule("EOD-PROL.19")
def test_a_part_bought_with_own_tokens_can_be_resolved():
    match, player, action = picked({"op": "train"}, cost=[{"cost": "pay", "what": "coins", "amount": 4}])
    act(match, action)
    assert (player.coins, player.untrained) == (1, 5)


@rule("EOD-DEC.5")
def test_the_inner_choices_of_an_effect_are_made_at_once():
    match = new(2)
    seat = match.state.first
    card = own_starter(match, seat)
    either = effect(gain("coins")).model_copy(
        update={"mode": "one", "clauses": [clause(gain("coins")), clause(gain("influence")), clause({"op": "hunt"})]}
    )
    rewrite(match, "the_forge", contact=either)
    pick(match, "forge_b1", card)
    act(match, UseContact(card, "bottom"))
    assert offers(match) == [ChooseOption(1), ChooseOption(2)]
    act(match, ChooseOption(2))
    assert match.state.players[seat].influence == 5


@rule("EOD-HC.12")
@pytest.mark.parametrize(("flag", "legal"), [("rule", False), ("all", True), ("none", False)])
def test_a_contact_can_overrule_what_the_prologue_allows(flag, legal):
    match, _, action = picked({"op": "clear_zone", "count": 1}, prologue=flag)
    assert offered(match, action) is legal
    match, _, action = picked(gain("coins"), prologue=flag)
    assert offered(match, action) is (flag != "none")


# -- dealing the unpicked kinds ---------------------------------------------------------------------------------


def neutral_slips(match):
    """Return the slips on Neutral cards, by the card's id."""
    return {
        name: slip
        for name, card in match.state.cards.items()
        if card.owner < 0
        for slip in (card.top, card.middle, card.bottom)
        if slip
    }


def finish_picks(match):
    return play_first(match, lambda match: any(d.prompt.key == "hall" for d in match.decisions().values()))


@rule("EOD-PROL.28", "EOD-HC.15")
def test_surplus_kinds_go_onto_neutral_patricians():
    match = new(2)
    pile = match.state.discard
    citizens = [card for card in pile if CONTENT.starters[card].role == "citizen"]
    few = {name: starter.model_copy(update={"role": "patrician"}) if name in citizens[2:] else starter
           for name, starter in match.content.starters.items()}  # fmt: skip
    match.content = dataclasses.replace(match.content, starters=few)
    finish_picks(match)
    found = neutral_slips(match)
    assert len(found) == 4
    assert set(citizens[:2]) < set(found)
    assert all(few[name].role == "patrician" for name in set(found) - set(citizens[:2]))


@rule("EOD-PROL.27", "EOD-HC.14")
def test_a_top_copy_is_used_only_if_the_kind_has_no_other_or_the_option_says_any():
    def tops(only_top, **options):
        count = 0
        for seed in range(30):
            match = new(2, f"top {seed}", **options)
            locations = dict(match.content.locations)
            for name in match.state.locations if only_top else ():
                slips = [slip.model_copy(update={"slot": "top"}) for slip in locations[name].slips]
                locations[name] = locations[name].model_copy(update={"slips": slips})
            slips = {slip.id: slip for location in locations.values() for slip in location.slips}
            match.content = dataclasses.replace(match.content, locations=locations, slips=slips)
            finish_picks(match)
            count += sum(bool(card.top) for card in match.state.cards.values() if card.owner < 0)
        return count

    setup = "war_council,guildmark_university,capital_hall,moonwell_cloister,scriptorium_of_ash,house_of_whispers,"
    setup += "lantern_row,the_forge,tallow_market,gallows_bridge"
    assert tops(False, setup=setup) == 0
    assert tops(False, setup=setup, prologue_neutral_copy="any") > 0
    assert tops(True, setup=setup) > 0


@rule("EOD-SLEEVE.12", "EOD-HC.18", "EOD-SLEEVE.1")
def test_any_copy_of_a_kind_may_be_taken_for_its_slot_and_its_threat():
    match = new(2)
    act(match, Pick("war_council"))
    copies = {action.slip for action in offers(match, SleeveOnto)}
    assert len({CONTENT.slips[slip].slot for slip in copies}) == 3
    assert len({CONTENT.slips[slip].threat.damage for slip in copies}) == 3
