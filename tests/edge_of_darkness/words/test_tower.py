"""Cards in the tower show their Blight side, so texts name them by their threats, with the costs and gains."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.content.effects import Threat
from rules.edge_of_darkness.examples.position_builder import sleeve_slip
from rules.edge_of_darkness.state.actions import HuntThreats, UseContact
from rules.edge_of_darkness.state.events import Attacked, Hunted, TowerFilled
from rules.edge_of_darkness.words.cards import penalty_text, rewards_text
from rules.edge_of_darkness.words.names import find_starter
from rules.kernel.data.actions import Pass
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import LOCALES, MAX_LABEL_LENGTH, Translator
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    contact,
    fill_tray,
    in_tower,
    simple_free_part,
)
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import act, offers, rule

NAMES = ("Ana", "Bence")
SHIELD = {"op": "reduce", "amount": 1}


def tower(match):
    """Put a Neutral card with an advancement onto the first spot. Return the ids of the card and the advancement.

    The threat on the advancement has rewards, and a penalty for a failed defence.
    """
    card = in_tower(match, 1, "citizen")
    homes = [match.content.locations[name] for name in match.state.locations]
    found = [slip for home in homes for slip in home.slips if slip.threat.unless_defended and slip.threat.rewards]
    slip = next(slip for slip in found if slip.threat.damage > 1)
    with arrange(match) as state:
        setattr(state.cards[card], slip.slot, slip.id)
        state.supply[slip.id] -= 1
    return card, slip.id


def text_of_threat(match, slip, words):
    """Return a function that words a threat's gains or losses in a language, without the heading."""
    threat = match.content.slip_home[slip].id, match.content.slips[slip].threat
    return lambda say: words(say, match.content, [threat]).split(": ", 1)[1]


def names_of(match, say, card, slip):
    content = match.content
    return f"{say.name(content.starters[card].threat.name)} · {say.name(content.slips[slip].threat.name)}"


def sides(match, card):
    return match.content.starters[card]


def line(say, body):
    return GAME.event_line(say, Event(EVERYONE, body)) or ""


@pytest.mark.parametrize("locale", LOCALES)
def test_a_hunt_names_the_threats_and_what_they_give(locale):
    say = Translator(locale, NAMES)
    match = simple_free_part(2, hand=["citizen"])
    card, slip = tower(match)
    with arrange(match) as state:
        state.turn.battle, state.turn.may_hunt = 99, True
    called, person = names_of(match, say, card, slip), say.name(match.content.starters[card].name)
    text = GAME.action_text(say, match.view(0), HuntThreats((1,)))
    assert called in text.label
    # The card's two threats give 2 Coins each, which the text adds up.
    gains = {"en": "Hunted: gain 4 Coins.", "hu": "kapsz 4 érmét.", "es": "ganas 4 Monedas."}
    assert text.detail.endswith(gains[locale])
    assert person not in text.label + text.detail
    labels = [GAME.action_text(say, match.view(0), action).label for action in offers(match, HuntThreats)]
    assert len(set(labels)) == len(labels) == 7
    assert max(map(len, labels)) <= MAX_LABEL_LENGTH
    (hunted,) = [body for body in act(match, HuntThreats((1,))) if isinstance(body, Hunted)]
    assert called in line(say, hunted)
    assert person not in line(say, hunted)


@rule("EOD-DMG.13")
@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_failed_defence_costs_is_told_when_it_matters(locale):
    say = Translator(locale, NAMES)
    match = simple_free_part(2, hand=["citizen"])
    ability(match, 5, SHIELD, timing="attacked")
    card, slip = tower(match)
    fill_tray(match, 1, 0)
    (attacked,) = [body for body in attacks(match) if isinstance(body, Attacked)]
    cost = text_of_threat(match, slip, penalty_text)(say)
    called = names_of(match, say, card, slip)
    decision = match.decisions()[0]
    assert decision.prompt.key == "defend"
    question = GAME.question(say, match.view(0), decision.prompt)
    assert called in question
    assert cost in question
    assert cost in GAME.action_text(say, match.view(0), Pass()).detail
    assert called in line(say, attacked)
    assert cost in line(say, attacked)
    board = GAME.board_text(say, match.view(0))
    assert called in board
    assert cost in board


def test_fixed_gains_of_several_threats_are_added_up_and_the_rest_follows():
    gain, train = {"op": "gain", "what": "reputation", "amount": 4}, {"op": "train"}
    rewards = [[gain], [gain, train], [train, gain]]
    threats = [("", Threat.model_validate({"damage": 1, "rewards": one})) for one in rewards]
    content = simple_free_part(2).content
    said = rewards_text(Translator(), content, threats)
    assert said == "Hunted: gain 8 Reputation; train 1 Agent; train 1 Agent, then gain 4 Reputation."


@pytest.mark.parametrize("locale", LOCALES)
def test_an_exchange_and_a_discard_name_threats(locale):
    say = Translator(locale, NAMES)
    for op in ("banish", "swap_tower"):
        match = simple_free_part(2, hand=["citizen"])
        card, _ = tower(match)
        act(match, contact(match, cards_in_hand(match)[0], {"op": op}))
        called, person = (say.name(side) for side in (sides(match, card).threat.name, sides(match, card).name))
        texts = {action: GAME.action_text(say, match.view(0), action) for action in offers(match)}
        named = [action for action, text in texts.items() if called in text.label]
        assert named
        assert not any(person in text.label + text.detail for text in texts.values())
        lines = [line(say, body) for body in act(match, named[0])]
        assert any(called in found for found in lines)
        assert not any(person in found for found in lines)


def test_a_card_that_enters_the_tower_is_called_by_its_threats():
    match = simple_free_part(2)
    card, slip = tower(match)
    said = line(Translator("en", NAMES), TowerFilled(1, card, (f"{card}/", f"{card}/{slip}")))
    assert said == f"{names_of(match, Translator(), card, slip)} enters the tower above tray 1."


def test_journals_without_the_threats_name_the_person():
    body = GAME.event_from_json({"kind": "tower_filled", "to": None, "spot": 1, "card": "oswin_tallow"})
    found = find_starter(Translator(), "oswin_tallow")
    assert found is not None
    assert line(Translator("en", NAMES), body.body) == f"{found.name.en} enters the tower above tray 1."


def test_the_same_card_in_the_hand_is_called_by_the_person():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    assert (
        match.content.starters[card].name.en
        in GAME.action_text(Translator(), match.view(0), UseContact(card, "top")).label
    )


def test_look_up_calls_the_cards_of_the_tower_by_their_threats():
    match = simple_free_part(2, hand=["citizen"])
    card, slip = tower(match)
    view, say = match.view(0), Translator("en", NAMES)
    names = {zone.title: zone.names for zone in GAME.on_table(say, view)}["Tower"]
    threats = [find_starter(say, card).threat, match.content.slips[slip].threat]
    assert names[card] == " · ".join(say.name(threat.name) for threat in threats)


def test_look_up_has_the_contacts_on_the_cards_of_street_and_hands():
    match = simple_free_part(2, hand=["citizen"])
    (held,), laid = match.state.players[0].hand, match.state.street[0]
    for one, slip in ((held, "forge_m1"), (laid, "forge_b1")):
        sleeve_slip(match, one, slip)
    say = Translator("en", NAMES)
    zones = {zone.title: zone for zone in GAME.on_table(say, match.view(0))}
    for title, one in (("Your cards", held), ("Street", laid)):
        assert "the_forge_contact" in zones[title].ids
        assert "Blacksmith" in zones[title].names[one]


def test_look_up_of_a_tower_card_begins_with_the_side_that_the_tower_shows():
    match = simple_free_part(2, hand=["citizen"])
    card, slip = tower(match)
    view, say = match.view(0), Translator("en", NAMES)
    zone = next(zone for zone in GAME.on_table(say, view) if zone.title == "Tower")
    side, threats = zone.sides[card], [find_starter(say, card).threat, match.content.slips[slip].threat]
    assert (side.name, side.kind) == (zone.names[card], "Threat")
    blight, other = side.text.splitlines()
    assert blight.startswith(f"{sum(threat.damage for threat in threats)} Damage. ")
    assert "Not defended:" in blight
    assert other.startswith(f"Other side: {say.name(find_starter(say, card).name)} (")
