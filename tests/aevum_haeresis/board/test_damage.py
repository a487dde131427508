"""Sections 20 to 22 of RULES.md: damage and Health, Ready and Spent, and the icon band of Stories."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import stat
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, location, put, set_card
from rules.aevum_haeresis.state.actions import Pass, PlayDem, Waive
from rules.aevum_haeresis.state.state import Modifier
from tests.aevum_haeresis.plot_helpers import duel, fighter, filler, manoeuvre, next_round, sorcerer, use
from tests.aevum_haeresis.table import background, card, heretic, lay, locations, modify, pay, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter, story
from tests.game_helpers import act, asked, of_kinds, offers, rule

STRIKE = [{"op": "damage", "amount": 2, "target": {"scope": "anywhere"}}]
GAIN = [{"op": "gold", "amount": 1}]


def put_altering_card(match, seat, stat_name, amount, host="", of="host"):
    """Put a card into play that changes the given stat of other cards. Return the card's id."""
    passive = {"passive": "alter", "stat": stat_name, "amount": amount, "of": of}
    name = card(match, f"change_{len(match.state.cards)}", type="event", passives=[passive])
    return put(match, seat, name, host=host)


def survives_damage(match, seat, health, *amounts, kind="heretic"):
    """Deal these amounts of damage to a new character. Return whether it survives.

    Each amount is dealt by an Event in a Conflict row.
    """
    victim = heretic(match, seat, "victim", health=health)
    mine, other = fighter(match, ANNA, health=9), fighter(match, BELA, health=9)
    hits = [event(match, ANNA, f"hit_{n}", do=[{"op": "damage", "amount": a, "target": {"what": kind}}])
            for n, a in enumerate(amounts)]  # fmt: skip
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, *hits)
    for _ in hits:
        waive(match)
        pay(match, victim)
        waive(match)
    return victim in match.state.cards


def fight(match, name, kind="recruit", damage=1, health=5):
    """Start a Conflict where Anna lays only this card, and waive the windows until the card asks a question."""
    mine, other = fighter(match, ANNA, damage=damage), fighter(match, BELA, health=health)
    filler(match, ANNA)
    filler(match, BELA)
    manoeuvre(match, kind, [mine], [other])
    lay(match, ANNA, name)
    lay(match, BELA)
    waive(match, 2)
    return mine, other


# -- damage ---------------------------------------------------------------------------------------------------


@rule("AH-DMG.1", "AH-CARD.6", "AH-CARD.7")
@pytest.mark.parametrize(("damage", "modifier"), [(0, 2), (2, 0), (2, 1), (3, -1)])
def test_a_skull_deals_the_casters_damage_and_the_modifier(damage, modifier):
    match = duel()
    fight(match, story(match, ANNA, skull=True, modifier=modifier), damage=damage, health=9)
    events = pay(match) + waive(match)
    assert [body.amount for body in of_kinds(events, "damaged")] == [damage + modifier]


@rule("AH-DMG.1", "AH-DMG.2")
def test_a_story_without_a_skull_deals_no_damage_of_the_caster():
    match = duel()
    fight(match, story(match, ANNA, do=GAIN, modifier=3), damage=9)
    assert not of_kinds(pay(match) + waive(match), "damaged")


@rule("AH-DMG.2")
def test_other_damage_is_what_the_text_says_whatever_the_casters():
    match = duel()
    fight(match, story(match, ANNA, do=[{"op": "damage", "amount": 2, "target": {}}]), damage=7)
    events = pay(match) + waive(match)
    assert [body.amount for body in of_kinds(events, "damaged")] == [2]


@rule("AH-DMG.3", "AH-LIFE.5")
@pytest.mark.parametrize(("amount", "lives"), [(2, True), (3, False), (4, False)])
def test_a_heretic_goes_by_as_much_damage_as_its_health(amount, lives):
    assert survives_damage(duel(), BELA, 3, amount) == lives


@rule("AH-DMG.4", "AH-DMG.7")
def test_less_is_forgotten_even_within_a_conflict():
    match = duel()
    assert survives_damage(match, BELA, 3, 2, 2)
    assert match.state.cards["victim.1.1"].damage == 0


@rule("AH-DMG.7")
def test_two_cards_of_one_chapter_are_two_instances():
    match = duel()
    hit = [{"op": "damage", "amount": 2, "target": {"what": "heretic", "whose": "any"}}]
    cards = [event(match, seat, f"hit_{seat}", do=hit) for seat in (ANNA, BELA)]
    mine, other = fighter(match, ANNA, health=3), fighter(match, BELA, health=9)
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, cards[ANNA])
    lay(match, BELA, cards[BELA])
    waive(match)
    events = pay(match, mine) + pay(match, mine) + waive(match)
    assert [(body.card, body.amount) for body in of_kinds(events, "damaged")] == [(mine, 2), (mine, 2)]
    assert mine in match.state.cards


@rule("AH-DMG.5", "AH-DMG.6", "AH-WIN.5", "AH-LIFE.2")
def test_a_damned_collects_damage_over_the_rounds_until_its_health_and_the_game_goes_on():
    match = duel()
    damned = match.state.players[BELA].damned
    health = stat(match, damned, "health")
    set_card(match, damned, damage=health - 3)
    name = sorcerer(match, ANNA, STRIKE, health=9)
    use(match, name, damned)
    assert match.state.cards[damned].damage == health - 1
    next_round(match)
    assert match.state.cards[damned].damage == health - 1
    act(match, Pass())
    waive(match)
    use(match, name, damned)
    waive(match)
    assert damned in match.state.players[BELA].pyre
    assert not match.over


@rule("AH-DMG.6", "AH-LIFE.3")
def test_the_game_can_be_agreed_to_end_with_the_damned():
    match = duel(damned_death_loses=True)
    damned = match.state.players[BELA].damned
    set_card(match, damned, damage=stat(match, damned, "health") - 1)
    use(match, sorcerer(match, ANNA, STRIKE), damned)
    assert (match.over, match.state.winner, match.state.reason) == (True, ANNA, "damned")


@rule("AH-DMG.8", "AH-HC.34")
@pytest.mark.parametrize("kind", ["heretic", "damned"])
def test_health_counts_as_it_is_now_when_damage_is_dealt(kind):
    match = duel()
    victim = heretic(match, BELA, "victim", health=2) if kind == "heretic" else match.state.players[BELA].damned
    set_card(match, victim, damage=stat(match, victim, "health") - 2 if kind == "damned" else 0)
    put_altering_card(match, BELA, "health", 1, victim)
    name = sorcerer(match, ANNA, STRIKE)
    use(match, name, victim)
    assert victim in match.state.cards


@rule("AH-DMG.8", "AH-HC.34")
def test_whose_health_falls_to_nothing_goes_at_once():
    match = duel()
    name = heretic(match, BELA, "victim", health=2)
    curse = [{"op": "modify", "stat": "health", "amount": -2, "until": "round", "target": {"what": "heretic"}}]
    use(match, sorcerer(match, ANNA, curse))
    assert name in match.state.players[BELA].pyre


@rule("AH-DMG.8", "AH-HC.34")
def test_a_damned_goes_when_its_health_falls_to_the_damage_collected():
    match = duel()
    damned = match.state.players[BELA].damned
    set_card(match, damned, damage=stat(match, damned, "health") - 2)
    curse = [{"op": "modify", "stat": "health", "amount": -2, "until": "round",
              "target": {"what": "damned", "scope": "anywhere"}}]  # fmt: skip
    use(match, sorcerer(match, ANNA, curse))
    assert damned in match.state.players[BELA].pyre


def _destroy(match, keeper):
    use(match, sorcerer(match, ANNA, [{"op": "destroy", "target": {"scope": "anywhere", "what": "heretic",
                                                                  "most_health": 1}}]), keeper)  # fmt: skip


def _sacrifice(match, keeper):
    act(match, Pass())
    use(match, sorcerer(match, BELA, GAIN, cost={"sacrifice": True}), keeper)


def _control(match, keeper):
    taking = {"op": "control", "target": {"what": "heretic", "scope": "anywhere", "most_health": 1}}
    use(match, sorcerer(match, ANNA, [taking]))


@rule("AH-DMG.8", "AH-HC.34", "AH-SQ.4")
@pytest.mark.parametrize("way", [_destroy, _sacrifice, _control])
@pytest.mark.parametrize("kind", ["heretic", "damned"])
def test_who_lived_by_anothers_status_quo_goes_with_it(way, kind):
    match = duel()
    passive = {"passive": "alter", "stat": "health", "amount": 2, "of": "own", "others": True}
    keeper = heretic(match, BELA, "keeper", health=1, passives=[passive])
    victim = heretic(match, BELA, "victim", health=2) if kind == "heretic" else match.state.players[BELA].damned
    if kind == "damned":
        set_card(match, victim, damage=stat(match, victim, "health") - 1)
    else:
        put_altering_card(match, BELA, "health", -2, victim)
    assert stat(match, victim, "health") >= 1
    way(match, keeper)
    assert victim in match.state.players[BELA].pyre


@rule("AH-DMG.8", "AH-HC.34", "AH-LOC.2")
def test_who_lived_by_the_location_goes_when_its_night_is_over():
    match = duel()
    blessing = {"passive": "alter", "stat": "health", "amount": 1, "of": "all"}
    location(match, card(match, "abbey", type="location", track=[1, 1, 1, 1], passives=[blessing]), ANNA, 3)
    damned = match.state.players[BELA].damned
    set_card(match, damned, damage=stat(match, damned, "health") - 1)
    use(match, sorcerer(match, ANNA, GAIN))
    assert damned in match.state.players[BELA].pyre
    assert asked(match) == (BELA, "location")


@rule("AH-DMG.8", "AH-HC.34", "AH-IMR.3")
@pytest.mark.parametrize("what", ["heretic", "location"])
def test_what_enters_with_a_curse_strikes_at_once_even_itself(what):
    match = duel()
    curse = {"passive": "alter", "stat": "health", "amount": -1, "of": "all", "what": "heretic"}
    victim = heretic(match, BELA, "victim", health=1)
    filler(match, ANNA)
    if what == "heretic":
        imr = [{"kind": "imr", "do": GAIN}]
        name = card(match, "plague", health=1, passives=[curse], abilities=imr, background=True)
        background(match, ANNA, name)
        use(match, sorcerer(match, ANNA, [{"op": "call", "card": name}]))
        waive(match, 1)
        assert "plague.0.1" in match.state.players[ANNA].pyre
        assert match.state.players[ANNA].gold == 6
    else:
        name = card(match, "pit", type="location", track=[0, 0, 0, 0], passives=[curse])
        locations(match, BELA, name)
        use(match, sorcerer(match, ANNA, [{"op": "burn"}]))
        waive(match, 1)
    assert window(match) == "heresy_resolved"
    assert victim in match.state.players[BELA].pyre


@rule("AH-DMG.9")
def test_damage_nought_is_no_damage():
    match = duel()
    fight(match, story(match, ANNA, skull=True), damage=0, health=1)
    events = pay(match) + waive(match)
    assert not of_kinds(events, "damaged")


@rule("AH-DMG.9")
@pytest.mark.parametrize(("ward", "amounts"), [(1, [1]), (2, []), (5, [])])
def test_damage_lowered_to_nothing_is_none(ward, amounts):
    match = duel()
    name = heretic(match, BELA, "victim", health=2)
    put(match, BELA, card(match, "ward", type="hunter", passives=[{"passive": "ward", "amount": ward}]))
    events = use(match, sorcerer(match, ANNA, STRIKE), name)
    assert [body.amount for body in of_kinds(events, "damaged")] == amounts


@rule("AH-DMG.10", "AH-ATT.3", "AH-ATT.9")
def test_who_is_destroyed_leaves_the_team_at_once_and_takes_its_attachments_along():
    match = duel()
    name = story(match, ANNA, skull=True, modifier=9)
    mine, other = fight(match, name)
    badge = put(match, ANNA, card(match, "badge", type="event"), host=other)
    modify(match, Modifier("recruit", 1, "game", BELA, card=other))
    pay(match)
    waive(match, 2)
    man = match.state.man
    assert man is not None
    assert man.teams == [[mine], []]
    assert other in match.state.players[BELA].pyre
    assert badge in match.state.players[ANNA].pyre
    assert not match.state.mods


@rule("AH-DMG.11", "AH-COST.18")
@pytest.mark.parametrize("gone", [False, True])
def test_the_casters_damage_is_read_when_it_is_dealt_or_as_it_last_was(gone):
    match = duel()
    tale = story(match, ANNA, skull=True)
    mine, other = fight(match, tale, damage=1, health=9)
    rage = hunter(match, ANNA, "rage", do=[
        {"op": "modify", "stat": "damage", "amount": 3, "until": "round", "target": {"whose": "own"}}])  # fmt: skip
    killer = hunter(match, BELA, "killer", do=[{"op": "destroy", "target": {"what": "heretic"}}])
    pay(match)
    act(match, PlayDem(rage))
    act(match, next(action for action in offers(match) if action.option == mine))
    act(match, Waive())
    if gone:
        act(match, PlayDem(killer))
    events = waive(match)
    assert (mine in match.state.cards) != gone
    assert [(body.card, body.amount) for body in of_kinds(events, "damaged")] == [(other, 4)]
