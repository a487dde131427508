"""Section 28 of RULES.md: Attachments, their hosts, and the limit for each Type on a character."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import stat
from rules.aevum_haeresis.board.cards_in_play import leave, set_controller
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, enlisting, hold, put, scene, set_card
from rules.aevum_haeresis.state.actions import Choose, Pass
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.table import card, heretic, lay, pay, plain_location, take_away, waive
from tests.aevum_haeresis.window_helpers import (
    WOUND,
    event,
    fight,
    hunter,
    play,
    scene_with_cards,
    seats_of,
    until,
    use_idle_heresy,
)
from tests.game_helpers import act, asked, of_kinds, offers, rule


def attachment(match: Haeresis, seat: int, name: str = "blade", **fields: Any) -> str:
    """Put a made-up Attachment into a hand, by default a Weapon that adds 1 Damage. Return the Attachment's id."""
    terms = {"type": "weapon", **fields.pop("attachment", {})}
    alter = {"passive": "alter", "stat": "damage", "amount": 1}
    return event(match, seat, name, duration="attached", **{"passives": [alter], **fields}, attachment=terms)


def attached(match: Haeresis, host: str, *, most: int = 1, seat: int = ANNA, kind: str = "weapon") -> str:
    """Put a made-up Attachment into play on a host. Return the Attachment's id."""
    terms = {"type": kind, "most": most}
    name = card(match, f"old_{kind}_{most}", type="event", duration="attached", attachment=terms)
    return put(match, seat, name, host=host)


def enlist(match: Haeresis, seat: int, *cards: str) -> Haeresis:
    """Start an Enlistment where this seat lays these cards, and the other seat lays no cards."""
    enlisting(match)
    for one in (match.state.active, 1 - match.state.active):
        if match.state.players[one].hand:
            lay(match, one, *(cards if one == seat else ()))
    return match


@rule("AH-ATT.1", "AH-COST.12", "AH-KEY.5")
@pytest.mark.parametrize("host", ["own", "opposing"])
def test_without_a_character_to_bear_it_an_attachment_goes_to_the_pyre_unpaid(host: str):
    match = scene()
    blade = attachment(match, ANNA, cost={"gold": 1}, attachment={"host": host})
    take_away(match, match.state.players[ANNA if host == "own" else BELA].damned)
    enlist(match, ANNA, blade)
    assert blade in match.state.players[ANNA].pyre
    assert match.state.players[ANNA].gold == 5


@rule("AH-ATT.1", "AH-ATT.2", "AH-KEY.5")
def test_an_attachment_may_be_borne_by_any_heretic_or_the_damned_of_its_own_player_and_by_no_one_else():
    match = scene()
    own, spent = heretic(match, ANNA, "own"), heretic(match, ANNA, "spent", ready=False)
    foe = heretic(match, BELA, "foe")
    lent = put(match, BELA, card(match, "lent"), controller=ANNA)
    hound = put(match, ANNA, card(match, "hound", type="hunter"), host=match.state.location)
    blade = attachment(match, ANNA)
    enlist(match, ANNA, blade)
    pay(match)
    named = {action.option for action in offers(match)}
    assert named == {match.state.players[ANNA].damned, own, spent, lent}
    assert not {foe, hound} & named
    act(match, Choose(lent))
    assert match.state.cards[blade].host == lent
    assert stat(match, lent, "damage") == 2


@rule("AH-ATT.2", "CF-27")
def test_an_attachment_that_says_so_is_for_an_opposing_character():
    match = scene()
    heretic(match, ANNA)
    foe = heretic(match, BELA, icons={"recruit": 2})
    (brand,) = hold(match, ANNA, "brand_of_infamy")
    enlist(match, ANNA, brand)
    pay(match)
    assert {action.option for action in offers(match)} == {match.state.players[BELA].damned, foe}
    act(match, Choose(foe))
    assert stat(match, foe, "recruit") == 1
    assert match.state.cards[brand].controller == ANNA


@rule("AH-ATT.3", "AH-LIFE.16", "AH-EPILOGUE.4", "CF-28")
def test_an_attachment_for_the_round_goes_with_the_round_and_another_stays():
    match = scene()
    monk = heretic(match, ANNA)
    short = attachment(match, ANNA, "short", attachment={"until": "round"})
    long = attachment(match, ANNA, "long", attachment={"type": "relic"})
    take_away(match, match.state.players[ANNA].damned)
    enlist(match, ANNA, short, long)
    pay(match)
    pay(match)
    assert stat(match, monk, "damage") == 3
    act(acting(match, ANNA), Pass())
    act(match, Pass())
    assert match.state.round == 3
    assert short in match.state.players[ANNA].pyre
    assert stat(match, monk, "damage") == 2
    assert match.state.cards[long].host == monk


@rule("AH-ATT.3", "AH-LIFE.16", "AH-DMG.10")
def test_attachments_go_to_the_pyre_with_their_host():
    match = scene_with_cards()
    monk = heretic(match, ANNA)
    mine, curse = attached(match, monk), attached(match, monk, seat=BELA, kind="curse")
    hound = hunter(match, ANNA, do=[WOUND])
    act(match, Pass())
    play(match, hound)
    assert monk in match.state.players[ANNA].pyre
    assert mine in match.state.players[ANNA].pyre
    assert curse in match.state.players[BELA].pyre


@rule("AH-ATT.3", "AH-LIFE.2")
def test_attachments_of_a_damned_go_with_it():
    match = scene()
    damned = match.state.players[BELA].damned
    name = attached(match, damned, seat=BELA)
    set_card(match, damned, damage=15)
    hound = hunter(match, ANNA, do=[{"op": "damage", "target": {"what": "damned", "scope": "anywhere"}}])
    act(match, Pass())
    play(match, hound)
    assert {damned, name} <= {*match.state.players[BELA].pyre}


@rule("AH-ATT.4", "AH-ATT.5", "CF-26")
def test_a_second_weapon_is_legal_and_the_first_goes_to_the_pyre():
    match = scene()
    monk = heretic(match, ANNA)
    old = attached(match, monk)
    relic = attached(match, monk, kind="relic")
    elsewhere = attached(match, match.state.players[ANNA].damned)
    new = attachment(match, ANNA)
    enlist(match, ANNA, new)
    pay(match, monk)
    assert old in match.state.players[ANNA].pyre
    assert [name for name in (new, relic, elsewhere) if name in match.state.cards] == [new, relic, elsewhere]


@rule("AH-ATT.6", "AH-HC.33", "CF-28")
def test_of_weapons_limited_to_two_the_oldest_goes():
    match = scene()
    monk = heretic(match, ANNA)
    first, second = (attached(match, monk, most=2) for _ in range(2))
    third = attachment(match, ANNA, attachment={"most": 2})
    enlist(match, ANNA, third)
    pay(match, monk)
    assert first in match.state.players[ANNA].pyre
    assert {name for name, placed in match.state.cards.items() if placed.host == monk} == {second, third}


@rule("AH-ATT.7", "AH-HC.33")
def test_the_limit_counts_attachments_of_the_type_of_any_controller():
    match = scene()
    monk = heretic(match, ANNA)
    foes = attached(match, monk, seat=BELA)
    own = attachment(match, ANNA)
    enlist(match, ANNA, own)
    pay(match, monk)
    assert foes in match.state.players[BELA].pyre
    assert match.state.cards[own].host == monk


@rule("AH-ATT.8", "AH-HC.33")
def test_a_host_that_turns_or_changes_controller_keeps_its_attachments():
    match = scene()
    monk = heretic(match, ANNA)
    blade = put(
        match,
        ANNA,
        card(
            match, "blade", type="event", duration="attached", attachment={"type": "weapon"},
            passives=[{"passive": "alter", "stat": "damage", "amount": 2}],
        ),
        host=monk,
    )  # fmt: skip
    set_card(match, monk, ready=False)
    assert (match.state.cards[blade].host, stat(match, monk, "damage")) == (monk, 3)
    with arrange(match):
        set_controller(match, monk, BELA)
    assert (match.state.cards[blade].host, stat(match, monk, "damage")) == (monk, 3)
    assert match.state.cards[blade].controller == ANNA


@rule("AH-ATT.9", "AH-CTRL.6")
@seats_of
def test_an_attachment_goes_to_its_owners_pyre_despite_other_controllers(seat: int):
    match = scene()
    monk = put(match, BELA, card(match, "monk"), controller=ANNA)
    blade = attached(match, monk, seat=seat)
    set_card(match, blade, controller=1 - seat)
    with arrange(match):
        leave(match, monk)
    assert monk in match.state.players[BELA].pyre
    assert blade in match.state.players[seat].pyre


@rule("AH-ATT.10", "AH-LIFE.15")
def test_an_attachment_may_be_targeted_and_a_card_that_lasts_may_not():
    match = scene_with_cards()
    monk = heretic(match, BELA)
    blade = attached(match, monk, seat=BELA)
    put(match, BELA, card(match, "fog", type="event", duration="round"), until="round")
    hound = hunter(match, ANNA, do=[{"op": "destroy", "target": {"what": "attachment", "may": True}}])
    act(match, Pass())
    play(match, hound)
    assert {action.option for action in offers(match)} == {blade, "nobody"}
    act(match, Choose(blade))
    assert blade in match.state.players[BELA].pyre
    assert monk in match.state.cards


@rule("AH-ATT.11", "AH-HUNT.7")
def test_hunters_at_a_location_are_no_attachments():
    match = scene_with_cards()
    blade = attached(match, heretic(match, BELA), seat=BELA)
    wolf = hunter(match, ANNA, "wolf")
    hound = hunter(match, ANNA, do=[{"op": "destroy", "target": {"what": "attachment", "whose": "any", "may": True}}])
    act(match, Pass())
    play(match, wolf)
    play(match, hound)
    assert {action.option for action in offers(match)} == {blade, "nobody"}


@rule("AH-COST.13", "AH-HC.33")
def test_who_is_sacrificed_for_an_attachment_cannot_bear_it():
    match = scene()
    take_away(match, match.state.players[ANNA].damned)
    first = heretic(match, ANNA, "first")
    blade = attachment(match, ANNA, cost={"sacrifice": True})
    enlist(match, ANNA, blade)
    assert blade in match.state.players[ANNA].pyre
    assert first in match.state.cards
    second = heretic(match, ANNA, "second")
    blade = attachment(match, ANNA, "sword", cost={"sacrifice": True})
    enlist(match, ANNA, blade)
    pay(match)
    act(match, Choose(first))
    assert second in match.state.players[ANNA].pyre
    assert match.state.cards[blade].host == first


@rule("AH-ATT.4", "AH-DMG.8")
def test_a_new_relic_for_an_old_one_does_not_kill_in_between():
    match = scene()
    take_away(match, match.state.players[ANNA].damned)
    monk = heretic(match, ANNA, health=1)
    terms = {"type": "relic"}
    alter = {"passive": "alter", "stat": "health", "amount": -1}
    gift = {"passive": "alter", "stat": "health", "amount": 1}
    put(match, BELA, card(match, "frost", type="hunter", passives=[{**alter, "of": "opposing", "what": "heretic"}]))
    put(
        match, ANNA, card(match, "old", type="event", duration="attached", attachment=terms, passives=[gift]), host=monk
    )
    new = attachment(match, ANNA, "new", attachment=terms, passives=[gift])
    enlist(match, ANNA, new)
    pay(match)
    assert match.state.cards[new].host == monk


@rule("AH-ATT.3", "AH-CONFLICT.10", "AH-STORY.14")
def test_an_attachment_paid_for_in_a_conflict_lies_on_its_host_from_the_effect_step_on():
    match = scene_with_cards()
    blade = attachment(match, ANNA)
    damned = match.state.players[ANNA].damned
    fight(match)
    lay(match, ANNA, blade)
    lay(match, BELA)
    waive(match)
    pay(match)
    assert blade not in match.state.cards
    events = waive(match)
    assert [body.host for body in of_kinds(events, "entered")] == [damned]
    until(match, "consequences_done")
    assert match.state.cards[blade].host == damned


@rule("AH-ATT.3", "AH-COST.18")
def test_an_attachment_whose_host_is_gone_before_it_comes_about_goes_to_the_pyre():
    match = scene_with_cards()
    knight = heretic(match, ANNA, icons={"recruit": 1})
    blade = attachment(match, ANNA)
    hound = hunter(match, BELA, do=[WOUND])
    fight(match, initiators=(knight,))
    lay(match, ANNA, blade)
    lay(match, BELA)
    waive(match)
    pay(match, knight)
    waive(match, 1)
    play(match, hound)
    waive(match, 1)
    assert {blade, knight} <= {*match.state.players[ANNA].pyre}


@rule("AH-ATT.3")
def test_time_does_not_touch_an_attachment():
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=3)
    blade = attached(match, match.state.players[ANNA].damned)
    use_idle_heresy(match)
    assert asked(match)[1] == "location"
    assert blade in match.state.cards
