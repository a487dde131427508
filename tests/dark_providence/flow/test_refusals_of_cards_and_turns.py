"""Refusals of assassinations, gates, cards and turns. Each is one sentence that helps the player."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rules.dark_providence.examples.position_builder import agent, gate, hold, lay, leave, own, turn
from rules.dark_providence.game import GAME
from rules.dark_providence.state import actions
from rules.dark_providence.state.actions import ACTIONS
from rules.dark_providence.state.state import Providence
from rules.kernel.data.actions import Action
from rules.kernel.errors import IllegalAction
from tests.conformance.leak_detection import check_indistinguishable
from tests.dark_providence.table import act, done, leave_controls, new, offers, refusal, set_allegiance
from tests.game_helpers import not_yet

# -- assassinations and gates ---------------------------------------------------------------------------------


def _killer(match: Providence) -> Action:
    hold(match, 0, "ruthless_conspirator")
    return actions.UseCard("ruthless_conspirator")


def _alone(match: Providence) -> None:
    pass


def _weak(match: Providence) -> None:
    agent(match, 1, "moses_fleet", "arkham")


def _houdini(match: Providence) -> None:
    agent(match, 1, "harry_houdini", "arkham")


def _returned(match: Providence) -> None:
    agent(match, 1, "moses_fleet", "arkham", returned=True)


def _lead_poor(match: Providence) -> None:
    match.state.agents["tuesday"].city = "arkham"


def _lead_guarded(match: Providence) -> None:
    match.state.agents["tuesday"].city = "arkham"
    match.state.players[1].vp = 9
    agent(match, 1, "moses_fleet", "chicago")


def _lead_cultist(match: Providence) -> None:
    match.state.agents["tuesday"].city = "arkham"
    match.state.players[1].vp = 9
    set_allegiance(match, 1, "cultist", revealed=True)


STRIKES: dict[str, tuple[Callable[[Providence], None], str]] = {
    "nobody there": (_alone, "There's no other player's agent in your agent's city; travel first."),
    "too little Force": (_weak, "You need 3 more Force from cards there, and the rest of your hand has 0."),
    "Houdini": (_houdini, "That agent can never be assassinated."),
    "returned": (_returned, "That agent has returned, and returned agents can't be assassinated."),
    "few VP": (_lead_poor, "A lead agent is safe while the player has fewer than 5 VP."),
    "guarded": (_lead_guarded, "That lead agent is protected by the player's other agents; they must go first."),
    "cultist": (_lead_cultist, "That player is a revealed cultist: the lead agent is safe."),
}


@pytest.mark.parametrize("case", STRIKES)
def test_an_assassination_is_not_possible(case: str) -> None:
    """Check the refusals required by rules DP-ASSASSINATE.1, 2, 8, 11, 18, 19, 20 and 28."""
    match = turn(3)
    arrange, told = STRIKES[case]
    use = _killer(match)
    arrange(match)
    assert refusal(match, use) == told


def test_only_its_own_agent_acts_with_an_agents_card() -> None:
    """Check the refusals required by rules DP-ASSASSINATE.3 and ASSASSINATE.4."""
    match = turn(3)
    agent(match, 0, "kana_mishima", "boston", zone="hand")
    agent(match, 0, "eliot_ness", "boston")
    hold(match, 0, "tommy_guns")
    agent(match, 1, "moses_fleet", "boston")
    agent(match, 1, "harry_houdini", "boston")
    act(match, actions.UseCard("kana_mishima"))
    strike = actions.Strike
    told = "With that card only its own agent can act."
    assert refusal(match, strike("moses_fleet", "eliot_ness")) == told
    assert refusal(match, strike("moses_fleet", "monday")) == "Your agent must be in that city: travel there first."
    assert refusal(match, strike("moses_fleet", "tuesday")) == "Only your own agents can act."
    assert refusal(match, strike("harry_houdini", "kana_mishima")) == "That agent can never be assassinated."
    assert refusal(match, strike("eliot_ness", "kana_mishima")) == "That is your own agent."


def test_an_agents_card_without_the_agent_does_nothing() -> None:
    match = turn(3)
    hold(match, 0, "kana_mishima")
    assert refusal(match, actions.UseCard("kana_mishima")) == "That card's agent isn't on the map."


def test_a_gate_is_not_worked() -> None:
    """Check the refusals required by rules DP-GATE.2, GATE.7, GATE.10 and DP-LIMIT.5."""
    match = turn(3)
    hold(match, 0, "monday_warding_rite")
    use = actions.UseCard("monday_warding_rite")
    assert refusal(match, use) == "You need 3 more Arcane from cards there, and the rest of your hand has 0."
    gate(match, 0, "arkham", "open")
    told = "The gate in your agent's city is already open or closed; travel to a dormant one."
    assert refusal(match, use) == told
    leave_controls(match, 0, 0, "arkham")
    assert refusal(match, use) == "You have no control marker left for a gate."


def test_a_gate_action_keeps_to_the_card() -> None:
    """Check the refusals required by rules DP-GATE.1, GATE.3 and GATE.22."""
    match = turn(3)
    hold(match, 0, "monday_warding_rite", "seance")
    gate(match, 1, "chicago", "open")
    act(match, actions.UseCard("monday_warding_rite"))
    told = "That card does the opposite with a gate; read it with /card."
    assert refusal(match, actions.WorkGate("arkham", "open", "monday")) == told
    told = "That gate is already open or closed and stays that way."
    assert refusal(match, actions.WorkGate("chicago", "close", "monday")) == told
    told = "Your agent must be in that city: travel there first."
    assert refusal(match, actions.WorkGate("boston", "close", "monday")) == told


# -- cards ----------------------------------------------------------------------------------------------------


def test_cards_that_can_not_be_used() -> None:
    """Check the refusals required by rule DP-CARD.15."""
    match = turn(3)
    hold(match, 0, "monday_favour")
    assert refusal(match, actions.UseCard("fbi")) == "That card is not in your hand."
    assert refusal(match, actions.UseCard("hastur")) == "You don't have that mythos card."
    assert refusal(match, actions.UseCard("nothing")) == "There is no such card."
    told = "That card has no action to use; play it for its icons instead."
    assert refusal(match, actions.UseCard("monday_favour")) == told
    assert refusal(match, actions.UseBonus("monday_favour")) == "That card has no bonus action."


def test_a_mythos_cards_bonus_action_works_once_a_turn() -> None:
    match = turn(3)
    own(match, 0, "silver_key")
    act(match, actions.UseBonus("silver_key"))
    told = "You've already used that mythos card's bonus action this turn."
    assert refusal(match, actions.UseBonus("silver_key")) == told


def _no_lock(match: Providence) -> str:
    match.state.locks = list(match.state.places)
    return "bank_vault"


def _nothing_locked(match: Providence) -> str:
    agent(match, 0, "harry_houdini", "boston", zone="hand")
    return "harry_houdini"


def _empty_pool(match: Providence) -> str:
    leave(match, 0, pool=0)
    return "stephanie_st_claire"


BONUS: dict[Callable[[Providence], str], str] = {
    _no_lock: "All locks are in use; one must be removed somewhere first.",
    _nothing_locked: "There is no lock to remove anywhere.",
    _empty_pool: "There is no marker of your colour left in the common pool.",
}


@pytest.mark.parametrize("arrange", BONUS)
def test_a_card_that_would_do_nothing_says_why(arrange: Callable[[Providence], str]) -> None:
    """Check the refusals required by rules DP-ACT.4, DP-LOCK.5 and DP-LIMIT.1."""
    match = turn(3)
    card = arrange(match)
    if card not in match.state.players[0].hand:
        hold(match, 0, card)
    assert refusal(match, actions.UseBonus(card)) == BONUS[arrange]


def test_locks_go_where_there_is_none_and_are_removed_where_there_is_one() -> None:
    """Check the refusals required by rule DP-LOCK.4."""
    match = turn(3)
    match.state.locks = ["boston"]
    hold(match, 0, "monday_skeleton_key")
    act(match, actions.UseCard("monday_skeleton_key"))
    told = "It already has a lock, and one is the limit."
    assert refusal(match, actions.Choose("place/boston")) == told
    assert refusal(match, actions.Choose("remove/chicago")) == "There is no lock on it."


def test_an_effect_acquires_only_what_it_says() -> None:
    match = turn(3)
    hold(match, 0, "auction_house")
    lay(match, "arkham", "fbi")
    lay(match, "pittsburgh", "ghouls")
    match.state.agents["monday"].city = "pittsburgh"
    lay(match, "indianapolis", "dynamite")
    agent(match, 0, "moses_fleet", "indianapolis")
    act(match, actions.UseCard("auction_house"))
    told = "You can't acquire that with this card: you have no agent there, or it costs too much."
    assert refusal(match, actions.Choose("fbi")) == told


# -- the turn -------------------------------------------------------------------------------------------------


def test_without_actions_only_what_needs_none_is_left() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour", "speakeasy")
    match.state.turn.actions = 0
    told = "You have no action left this turn: take bonus actions, or end your turn."
    assert refusal(match, actions.PlaceInfluence("boston")) == told
    assert refusal(match, actions.DiscardCard("monday_favour")) == told


def test_revealing_needs_the_end_within_reach() -> None:
    """Check the refusals required by rules DP-REVEAL.1 and REVEAL.2."""
    match = turn(3)
    set_allegiance(match, 0, "investigator")
    match.state.investigation = 4
    match.state.players[0].vp = 20
    told = "You can reveal only if that takes you to 30 VP; with your gates and track you'd have 24."
    assert refusal(match, actions.RevealAllegiance()) == told
    set_allegiance(match, 0, "investigator", revealed=True)
    assert refusal(match, actions.RevealAllegiance()) == "Your allegiance is already revealed."


def test_discarding_keeps_to_the_hand() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour", "monday_revolver", "monday_contacts_1", "monday_contacts_2")
    own(match, 0, "hastur")
    assert refusal(match, actions.DiscardCard("fbi")) == "That card is not in your hand."
    told = "Mythos cards can't be discarded; they stay beside your board."
    assert refusal(match, actions.DiscardCard("hastur")) == told
    told = "You hold several copies of that card; choose the one offered."
    assert refusal(match, actions.DiscardCard("monday_contacts_2")) == told
    act(match, actions.DiscardCard("monday_favour"))
    assert refusal(match, actions.DiscardCard("monday_favour")) == "You're already discarding that card."
    assert refusal(match, actions.EndTurn()) == not_yet(match)
    done(match)


def test_others_wait_for_their_turn() -> None:
    match = turn(3)
    with pytest.raises(IllegalAction):
        match.apply(1, actions.EndTurn())


def test_setting_up_keeps_to_what_is_free() -> None:
    """Check the refusals required by rules DP-SETUP.13, SETUP.15 and SETUP.30."""
    match = new(2, colours="chosen")
    (first,) = match.decisions()
    colour = offers(match)[0]
    act(match, colour)
    (second,) = match.decisions()
    told = "That colour is taken, or there is no such colour; choose another one."
    assert refusal(match, colour, second) == told
    act(match, offers(match)[0])
    lead = offers(match)[0]
    act(match, lead, first)
    told = "Another player has taken that lead agent; choose another one."
    assert refusal(match, lead, second) == told
    assert refusal(match, actions.ChooseLead("boston"), second) == "There is no such lead agent."
    act(match, offers(match)[0])
    start = actions.StartIn("boston")
    act(match, start)
    (seat,) = match.decisions()
    told = "There is an agent in that city already; start in a city without agents."
    assert refusal(match, start, seat) == told


def test_everything_that_can_be_tried_has_a_place() -> None:
    assert {kind for rules in GAME.order_of_play.steps.values() for kind in rules.accepts} == set(ACTIONS)


# -- secrets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), [(1, "m"), (2, "c"), (5, "f")])
def test_words_and_refusals_are_the_same_in_every_world_a_seat_can_not_tell_apart(seats: int, seed: str) -> None:
    """Texts and refusals are the same in all worlds that a seat can't distinguish (rules DP-VIS.17 and VIS.29)."""
    match, rng = new(seats, seed), random.Random(seed)
    for step in range(120):
        if match.over:
            break
        seat = rng.choice(sorted(match.decisions()))
        if step % 8 == 0:
            for viewer in range(seats):
                check_indistinguishable(
                    match, viewer, rng, told=True, tried=_tries(match, rng) if viewer == seat else ()
                )
        match.apply(seat, rng.choice(match.decisions()[seat].actions))


def _tries(match: Providence, rng: random.Random) -> list[Action]:
    """Return all kinds of action with cards from every zone, including hidden cards."""
    content, state = match.content, match.state
    targets = rng.sample([*content.assets, *content.mythos, *content.cities], 12)
    agents = list(state.agents)
    found: list[Action] = [*map(actions.PlaceInfluence, targets), *map(actions.AcquireTarget, targets)]
    found += [kind(card) for card in targets for kind in (actions.UseCard, actions.UseBonus, actions.Choose)]
    found += [actions.Travel(name) for name in agents]
    found += [actions.Strike(victim, actor) for victim in agents for actor in agents[:3]]
    found += [actions.WorkGate(city, "open", agents[0]) for city in state.places] if agents else []
    return [*found, actions.RevealAllegiance(), actions.EndTurn(), actions.Done(), actions.React()]
