"""The texts of actions: what the actions do, with totals, and whether they reveal something."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.dark_providence.examples.position_builder import (
    agent,
    control,
    gate,
    hold,
    lay,
    leave,
    mark,
    own,
    show,
    turn,
)
from rules.dark_providence.state import actions
from rules.dark_providence.state.actions import ACTIONS
from rules.dark_providence.state.state import Providence
from rules.dark_providence.words.actions import WORDS
from rules.dark_providence.words.names import join_shortened
from rules.kernel.engine import reveal_check
from rules.kernel.words.translation import ActionText, Translator
from tests.dark_providence.action_texts import NAMES, SAY, text, view_of
from tests.dark_providence.table import GAME, act, offers, set_allegiance
from tests.text_collection import reveals


def test_every_action_has_words() -> None:
    assert set(WORDS) == set(ACTIONS)


def test_placing_tells_the_influence_there_and_how_much_can_be_added() -> None:
    match = turn(3)
    hold(match, 0, "monday_contacts_1", "monday_favour")
    mark(match, 1, "boston", 2)
    words = text(match, actions.PlaceInfluence("boston"))
    assert words.label == "Influence: Boston"
    assert words.detail == ("It's worth 4 VP. Influence there now, agents included: Bence ×3. Influence 2, Recovery 2.")
    # All targets have the same limit, so the name of their menu has it.
    assert words.group == "Cities: up to 3 influence"
    lay(match, "boston", "fbi", "ghouls")
    assert text(match, actions.PlaceInfluence("fbi")).label == "Influence: FBI (Boston)"


def test_what_a_card_does_stands_before_what_all_targets_have_in_common() -> None:
    match = turn(3)
    hold(match, 0, "monday_contacts_1", "monday_favour")
    lay(match, "boston", "wyatt_earp", "ghouls")
    detail = text(match, actions.PlaceInfluence("wyatt_earp")).detail
    assert detail.startswith("Force 2. ")
    assert text(match, actions.PlaceInfluence("wyatt_earp")).group == "Cards: up to 3 influence"
    mark(match, 1, "wyatt_earp", 2)
    assert text(match, actions.PlaceInfluence("wyatt_earp")).detail == f"Influence there now: Bence ×2. {detail}"


def test_targets_stand_in_the_order_of_the_map_and_what_can_be_acquired_first() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour")
    lay(match, "boston", "fbi")
    show(match, "hastur")
    places = [text(match, actions.PlaceInfluence(name)).place for name in ("arkham", "boston", "fbi", "hastur")]
    assert places == sorted(places)
    assert places[1] == places[2]
    assert ACTIONS.index(actions.AcquireTarget) < ACTIONS.index(actions.PlaceInfluence)


def test_one_marker_is_singular_in_spanish() -> None:
    match = turn(3)
    hold(match, 0, "monday_contacts_1")
    view = view_of(match)
    groups = [
        GAME.action_text(Translator("es", NAMES), view, actions.PlaceInfluence(name)).group
        for name in ("boston", view.cities[0].asset)
    ]
    assert groups == ["Ciudades: hasta 1 cubo", "Cartas: hasta 1 cubo"]


def test_targets_are_grouped_by_kind() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour")
    lay(match, "boston", "fbi")
    show(match, "hastur", "silver_key", "elder_sign")
    found = {text(match, actions.PlaceInfluence(name)).group for name in ("boston", "fbi", "hastur")}
    assert found == {"Cities: up to 2 influence", "Cards: up to 2 influence"}


def test_acquiring_a_city_tells_the_vp_of_everyone() -> None:
    match = turn(3)
    control(match, 1, "detroit")
    mark(match, 0, "detroit", 2)
    match.state.players[0].vp = 7
    words = text(match, actions.AcquireTarget("detroit"))
    assert words.detail.startswith(
        "You gain 4 VP, now 11. Bence loses 4 VP. You get the city card. Your 2 markers there go to Limbo."
    )
    match.state.players[0].vp = 26
    assert "You gain 4 VP, now 30. That ends the game." in text(match, actions.AcquireTarget("detroit")).detail


def test_acquiring_an_agent_tells_where_it_starts_and_what_the_card_says() -> None:
    match = turn(3)
    lay(match, "boston", "wyatt_earp", "ghouls")
    mark(match, 0, "wyatt_earp", 1)
    words = text(match, actions.AcquireTarget("wyatt_earp"))
    assert "The agent starts in Boston." in words.detail
    assert "Action: Assassinate an agent with this agent." in words.detail
    assert reveals(match, actions.AcquireTarget("wyatt_earp"))  # acquiring the card turns up the next card of the stack


@pytest.mark.parametrize(("seats", "told"), [(1, True), (2, False), (5, False)])
def test_what_a_mythos_card_gives_cultists_of_solo_play_is_told_only_there(seats: int, told: bool) -> None:
    match = turn(seats)
    show(match, "dagon")
    hold(match, 0, "monday_favour")
    mark(match, 0, "dagon", 1)
    for action in (actions.PlaceInfluence("dagon"), actions.AcquireTarget("dagon")):
        detail = text(match, action).detail
        assert ("In solo play" in detail) is told
        assert "At the end of the game" in detail


def test_a_mythos_card_that_is_looked_up_says_both() -> None:
    found = {entry.id: entry.text for entry in GAME.look_up(SAY)}
    assert "In solo play: Wealth 1." in found["mythos_dagon"]
    assert "Not in solo play." in found["mythos_impostor"]


def test_payments_tell_what_they_come_to_and_mark_the_fewest() -> None:
    match = turn(3, minimality="irredundant")
    hold(match, 0, "monday_contacts_1", "monday_revolver", "monday_favour")
    act(match, actions.PlaceInfluence("boston"))
    labels = {words.label for words in (GAME.action_text(SAY, view_of(match), offer) for offer in offers(match))}
    assert "Favour Owed: 2 influence ★" in labels
    assert "Contacts, Revolver: 2 influence" in labels
    assert "Contacts: 1 influence ★" in labels


def ordered(match: Providence) -> list[str]:
    """Return the labels of the offers in the order of the menu."""
    words = [GAME.action_text(SAY, view_of(match), offer) for offer in offers(match)]
    return [one.label for one in sorted(words, key=lambda one: one.place)]


def test_payments_that_come_to_most_stand_first_and_of_those_the_fewest_cards() -> None:
    match = turn(3, minimality="irredundant")
    hold(match, 0, "monday_contacts_1", "monday_revolver", "monday_favour")
    act(match, actions.PlaceInfluence("boston"))
    assert [label.partition(": ")[2] for label in ordered(match)] == [
        *("4 influence ★", "3 influence ★", "3 influence ★", "2 influence ★", "2 influence"),
        *("1 influence ★", "1 influence ★"),
    ]  # fmt: skip


def test_the_most_markers_are_taken_back_first_and_from_limbo_before_the_table() -> None:
    match = turn(3)
    hold(match, 0, "chicago", "boston")
    mark(match, 0, "boston", 2)
    leave(match, 0, supply=2)
    act(match, actions.RecoverInfluence())
    assert ordered(match) == [
        "2 influence markers from Limbo", "2 influence markers from Boston",
        "1 influence marker from Limbo", "1 influence marker from Boston",
    ]  # fmt: skip


@pytest.mark.rule("DP-CARD.12")
def test_where_only_the_fewest_cards_may_be_played_none_are_marked() -> None:
    match = turn(3)
    hold(match, 0, "monday_contacts_1", "monday_revolver", "monday_favour")
    act(match, actions.PlaceInfluence("boston"))
    labels = {words.label for words in (GAME.action_text(SAY, view_of(match), offer) for offer in offers(match))}
    assert "Favour Owed: 2 influence" in labels
    assert "Contacts: 1 influence" in labels
    assert "Contacts, Revolver: 2 influence" not in labels


def test_names_of_many_cards_are_shortened_and_still_differ() -> None:
    names = ["Forbidden Rite", "Forbidden Library", "Church of Starry Wisdom", "Sealed Lodge", "Sealed Warehouse"]
    told = join_shortened(names, 44)
    assert len(told) <= 44
    assert len(set(told.split(", "))) == len(names)
    assert join_shortened(["Contacts", "Revolver"], 44) == "Contacts, Revolver"


def test_cards_may_be_named_one_by_one() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour", "monday_contacts_1")
    act(match, actions.PlaceInfluence("boston"))
    words = GAME.action_text(SAY, view_of(match), actions.Done())
    assert words.label == "Play these cards"


@pytest.mark.parametrize(
    ("allegiance", "worth"),
    [
        ("investigator", "As an investigator you score nothing for it."),
        ("cultist", "It's worth 1 VP to you at the end."),
        ("ex_investigator", "It's worth 1 VP to you at the end."),
    ],
)
def test_force_is_shown_as_a_part_of_the_requirement(allegiance: str, worth: str) -> None:
    match = turn(3, minimality="irredundant")
    set_allegiance(match, 0, allegiance)
    agent(match, 0, "kana_mishima", "boston", zone="hand")
    agent(match, 1, "moses_fleet", "boston")
    hold(match, 0, "tommy_guns", "monday_petty_cash", "monday_revolver")
    act(match, actions.UseCard("kana_mishima"))
    words = text(match, actions.Strike("moses_fleet", "kana_mishima"))
    assert words.label == "Boston: Kana Mishima against Moses Fleet (Bence)"
    assert words.detail == (
        "You need 4 Force; your agents there have 1. You need 3 more from cards; your hand has 6. "
        "The marker goes to your crypt, and the card leaves the game. " + worth
    )
    # the player must choose cards first, so announcing the assassination reveals nothing yet
    assert not reveals(match, actions.Strike("moses_fleet", "kana_mishima"))
    act(match, actions.Strike("moses_fleet", "kana_mishima"))
    labels = {GAME.action_text(SAY, view_of(match), offer).label for offer in offers(match)}
    assert any(label.startswith("Tommy Guns: Force ") and label.endswith(" ★") for label in labels)


def test_striking_at_a_lead_agent_says_what_follows_for_either_allegiance() -> None:
    match = turn(3)
    match.state.agents["tuesday"].city = "arkham"
    match.state.players[1].vp = 9
    hold(match, 0, "ruthless_conspirator", "tommy_guns", "monday_revolver")
    act(match, actions.UseCard("ruthless_conspirator"))
    for allegiance in ("cultist", "investigator"):
        set_allegiance(match, 1, allegiance)
        words = text(match, actions.Strike("tuesday", "monday"))
        assert words.detail.endswith(
            "Bence must reveal their allegiance: if cultist, the lead agent survives; if not, the game ends."
        )
        assert reveals(match, actions.Strike("tuesday", "monday"))


def test_gates_tell_arcane_and_the_odds_of_madness() -> None:
    match = turn(3)
    agent(match, 0, "henry_armitage", "boston", zone="hand")
    hold(match, 0, "seance", "monday_occult_notes")
    act(match, actions.UseCard("henry_armitage"))
    words = text(match, actions.WorkGate("boston", "close", "henry_armitage"))
    assert words.label == "Close the gate of Boston with Henry Armitage"
    assert words.detail == (
        "You need 4 Arcane; you have 1 there. You need 3 more from cards; your hand has 5. "
        "Madness would destroy Henry Armitage."
    )
    # The odds are the same for all gates, so the question tells them.
    assert question_of(match) == (
        "Henry Armitage: which gate, and with which agent? "
        "Then you take a sanity test: 12 of 18 tokens are Madness, and you have 0. The third drives you mad."
    )
    assert reveals(match, actions.WorkGate("boston", "close", "henry_armitage"))


def test_a_gate_action_reads_alike_whatever_the_allegiance() -> None:
    told: set[ActionText] = set()
    for allegiance in ("investigator", "cultist", "ex_investigator", "ex_cultist"):
        match = turn(3)
        set_allegiance(match, 0, allegiance)  # pyright: ignore[reportArgumentType]
        hold(match, 0, "monday_warding_rite", "seance")
        act(match, actions.UseCard("monday_warding_rite"))
        told.add(text(match, actions.WorkGate("arkham", "close", "monday")))
    assert len(told) == 1


def test_meddling_tells_the_space_reached() -> None:
    match = turn(3)
    match.state.ritual = 10
    hold(match, 0, "starry_wisdom", "monday_forbidden_rite")
    words = text(match, actions.Meddle("ritual", "up"))
    assert words.label == "Ritual up"
    assert words.detail == (
        "From space 10 to 12 at most, worth 12 VP to cultists and former cultists. The game ends on the last space."
    )


def test_markers_to_buy_and_to_take_back_are_counted() -> None:
    match = turn(3)
    hold(match, 0, "wall_street", "detroit")
    mark(match, 0, "boston", 2)
    leave(match, 0, supply=3)
    assert text(match, actions.BuyInfluence()).detail == (
        "6 Wealth buys up to 3 influence markers, 2 each; the common pool has 12."
    )
    assert text(match, actions.RecoverInfluence()).detail == (
        "You can recover up to 1 influence marker: Boston ×2, Limbo ×1."
    )


@pytest.mark.parametrize(
    ("allegiance", "gain"), [("investigator", 3 + 5), ("cultist", 4 + 7), ("ex_investigator", 12), ("ex_cultist", 14)]
)
def test_revealing_tells_the_vp_it_brings(allegiance: Any, gain: int) -> None:
    match = turn(3)
    set_allegiance(match, 0, allegiance)
    state = match.state
    state.investigation, state.ritual, state.players[0].vp = 5, 7, 25
    gate(match, 0, "arkham", "close")
    gate(match, 0, "boston", "open")
    words = text(match, actions.RevealAllegiance())
    lost = "you miss out on the 3 VP for a hidden allegiance."
    if allegiance.startswith("ex_"):
        lost = "you lose 3 VP as a revealed dissenter and miss out on the 3 VP for a hidden allegiance."
    assert words.detail == (
        f"You gain {gain} VP, now {25 + gain}. That ends the game. At the end {lost} "
        "Your gates and your track score now, but not again at the end."
    )
    assert reveals(match, actions.RevealAllegiance())


def test_a_reveal_that_falls_short_is_announced_as_such() -> None:
    match = turn(3, failed_reveals=True)
    set_allegiance(match, 0, "investigator")
    assert "You would have only 0 of 30 VP" in text(match, actions.RevealAllegiance()).detail


def test_passing_tells_the_actions_left_and_that_cards_are_drawn() -> None:
    match = turn(3)
    words = text(match, actions.EndTurn())
    assert words == ActionText(
        "Pass", "Passing leaves 2 actions unused. Then you draw up to a full hand.", "End of the turn", useless=True
    )


def test_finishing_a_turn_without_actions_is_highlighted() -> None:
    match = turn(3)
    match.state.turn.actions = 0
    assert not text(match, actions.EndTurn()).useless


def test_what_the_great_old_one_will_do_is_not_told_before_an_action() -> None:
    match = turn(1)
    match.state.turn.actions = 1
    told = reveal_check.uncovers(match, 0, actions.EndTurn(), random.Random(1))
    assert told is not None
    assert told[-1].body.kind == "control_drawn"


def test_the_last_action_of_a_turn_warns_that_cards_are_drawn() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour")
    assert not reveals(match, actions.PlaceInfluence("boston"))
    match.state.turn.actions = 1
    assert reveals(match, actions.PlaceInfluence("boston"))
    # with two cards in hand, the player must choose cards first, so the action reveals nothing yet
    hold(match, 0, "monday_contacts_1")
    assert not reveals(match, actions.PlaceInfluence("boston"))
    act(match, actions.PlaceInfluence("boston"))
    assert all(reveals(match, offer) for offer in offers(match))


def test_a_turn_that_goes_on_for_bonus_actions_draws_nothing_yet() -> None:
    match = turn(3)
    hold(match, 0, "monday_favour", "speakeasy")
    match.state.turn.actions = 1
    assert not reveals(match, actions.PlaceInfluence("boston"))
    assert reveals(match, actions.UseBonus("speakeasy"))


@pytest.mark.rule("DP-END.5", "DP-HC.50")
@pytest.mark.parametrize("pieces", [7, 8])
def test_the_action_of_the_deep_ones_is_warned_of_when_it_ends_the_game(pieces: int) -> None:
    match = turn(3)
    for number in range(1, pieces + 1):
        agent(match, 0, f"deep_one_{number}", "boston")
    hold(match, 0, "deep_ones", "coup")
    warned = GAME.warning(SAY, view_of(match), actions.UseCard("deep_ones"))
    assert ("using this action ends the game, whichever alternative you choose" in warned) == (pieces == 8)
    assert not any(GAME.warning(SAY, view_of(match), offer) for offer in offers(match) if offer.verb != "use")
    assert not GAME.warning(SAY, view_of(match), actions.UseCard("coup"))


def test_the_hand_is_told_with_what_can_be_done_with_it() -> None:
    match = turn(3)
    set_allegiance(match, 0, "investigator")
    hold(match, 0, "monday_favour", "monday_warding_rite")
    own(match, 0, "elder_sign")
    told = GAME.hand_text(SAY, view_of(match))
    assert told.startswith("Your allegiance: Investigator. You score: The value of every gate you closed.")
    assert "• Favour Owed: Influence 2" in told
    assert "Then destroy this card. (not possible now)" in told
    assert "Your mythos cards: Elder Sign." in told
    assert GAME.hand_text(SAY, match.view(None)) == "You hold no cards in this match."


@pytest.mark.rule("DP-BOARD.2")
def test_the_table_tells_what_city_cards_bring_and_every_face_up_card() -> None:
    match = turn(3)
    lay(match, "boston", "seance", "tommy_guns")
    show(match, "dagon")
    told = GAME.board_text(SAY, view_of(match))
    boston = next(line for line in told.split("\n") if line.startswith("• Boston ("))
    assert boston.endswith("; city card: Influence 2, Recovery 2")
    assert "Séance: Arcane 3, Ritual up 1. Sanity test after acquiring." in told.replace("Seance", "Séance")
    assert "Dagon: On acquiring: Choose another player:" in told
    assert "Tommy Guns" not in told
    assert len(told) <= 4 * 1900


def test_the_table_tells_no_hand_and_no_hidden_allegiance() -> None:
    match = turn(3)
    set_allegiance(match, 0, "investigator")
    set_allegiance(match, 1, "cultist")
    hold(match, 1, "seance", "tommy_guns")
    told = GAME.board_text(SAY, view_of(match, 0))
    assert "Tommy Guns" not in told
    assert "Cultist" not in told
    assert "Allegiance, hidden: Cultist." in GAME.board_text(SAY, view_of(match, 1))
    set_allegiance(match, 1, "cultist", revealed=True)
    assert "Allegiance: Cultist." in GAME.board_text(SAY, view_of(match, 0))


def test_a_card_with_one_possible_alternative_says_so() -> None:
    match = turn(3)
    hold(match, 0, "police_raid")
    only = "Only alternative 2 is possible now, and it happens at once. "
    assert text(match, actions.UseCard("police_raid")).detail.startswith(f"{only}Choose one: (1) ")
    mark(match, 1, "boston", 2)
    assert "is possible now" not in text(match, actions.UseCard("police_raid")).detail


def test_helping_the_old_one_only_is_marked_as_useless_for_an_investigator() -> None:
    match = turn(1)
    hold(match, 0, "forbidden_library", "police_raid")
    up = text(match, actions.Meddle("ritual", "up"))
    assert up.useless
    assert up.detail.startswith("This helps only the Great Old One. From space ")
    assert not text(match, actions.Meddle("investigation", "up")).useless
    match = turn(3)
    hold(match, 0, "forbidden_library")
    assert not text(match, actions.Meddle("ritual", "up")).useless


def question_of(match: Providence) -> str:
    """Return the question to the first seat."""
    return GAME.question(SAY, view_of(match), match.decisions()[0].prompt)


def test_a_payment_says_what_the_hand_then_has() -> None:
    match = turn(3)
    hold(match, 0, "monday_contacts_1", "monday_favour", "monday_revolver")
    act(match, actions.PlaceInfluence("boston"))
    told = {words.label: words.detail for words in (text(match, offer) for offer in offers(match, actions.Pay))}
    assert told["Contacts, Favour Owed: 3 influence"] == "Your hand then has: Influence 1, Force 2."
    assert told["Contacts, Favour Owed, Revolver: 4 influence"] == "Your hand is then empty."


def test_a_discard_says_what_the_card_is_worth() -> None:
    match = turn(3)
    hold(match, 0, "monday_revolver", "monday_warding_rite")
    assert text(match, actions.DiscardCard("monday_revolver")).detail.startswith("Force 2, Influence 1. ")
    assert "Close a gate with any of your agents." in text(match, actions.DiscardCard("monday_warding_rite")).detail


def test_taking_back_markers_says_who_has_influence_there() -> None:
    match = turn(3)
    hold(match, 0, "chicago", "boston")
    mark(match, 0, "boston", 2)
    mark(match, 1, "boston", 1)
    leave(match, 0, supply=2)
    act(match, actions.RecoverInfluence())
    told = {words.label: words.detail for words in (text(match, offer) for offer in offers(match, actions.TakeBack))}
    assert told["2 influence markers from Boston"].startswith("Influence there now, agents included: Ana ×2")
    assert told["2 influence markers from Limbo"] == ""


def test_a_traveller_is_told_the_wealth_in_hand() -> None:
    match = turn(3)
    hold(match, 0, "auction_house", "monday_contacts_1")
    act(match, offers(match, actions.Travel)[0])
    assert question_of(match).endswith("travel? Your hand has 3 Wealth.")


@pytest.mark.parametrize(("locale", "label"), [("en", "Also travels"), ("hu", "Ő is utazik"), ("es", "También viaja")])
def test_another_traveller_reads_unlike_the_end_of_the_choice(locale: str, label: str) -> None:
    match = turn(3)
    agent(match, 0, "wyatt_earp", "boston")
    hold(match, 0, "auction_house", "monday_contacts_1")
    assert text(match, offers(match, actions.Travel)[0]).label.startswith("Travel: ")
    act(match, offers(match, actions.Travel)[0])
    act(match, offers(match, actions.GoTo)[0])
    (other,) = offers(match, actions.Travel)
    words = GAME.action_text(Translator(locale, NAMES), view_of(match), other)
    assert words.label.partition(":")[0] == label


@pytest.mark.parametrize(("vp", "useless"), [(10, True), (29, False)])
def test_a_reveal_that_fails_is_marked_as_useless(vp: int, useless: bool) -> None:
    match = turn(3, failed_reveals=True)
    match.state.players[0].vp, match.state.ritual, match.state.investigation = vp, 2, 2
    assert text(match, actions.RevealAllegiance()).useless is useless
