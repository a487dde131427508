"""The rulebook's examples of cards are entered as a custom pack and played."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import income, soul_number, stat
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    enlisting,
    hold,
    location,
    put,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Announce, Choose, Join, Lay, LayBeside, Pass, PlayDem, UseDem, UseHeresy
from tests.aevum_haeresis.plot_helpers import continue_to_action, fighter, filler, manoeuvre, next_round, use
from tests.aevum_haeresis.printed_cards import cast, gold, hands, hunt, souls, summon, table
from tests.aevum_haeresis.scenes import continue_until, fight, pay
from tests.aevum_haeresis.table import background, heretic, put_into_pyre, waive
from tests.game_helpers import act, offers

pytestmark = pytest.mark.usefixtures("printed_pack")


def test_costs_in_gold_souls_and_cards_are_all_paid():
    match = table()
    filler(match, ANNA)
    cast(match, ANNA, "toll_of_three")
    assert (gold(match)[ANNA], souls(match)[ANNA], hands(match)[ANNA]) == (3, 0, 3)


def test_hand_over_gives_what_there_is():
    match = table()
    set_player(match, BELA, gold=1)
    summon(match, ANNA, "tithe_collector")
    assert gold(match) == [6, 0]


def test_a_sacrifice_is_a_cost_or_an_effect():
    match = table()
    monk = fighter(match, ANNA, name="monk")
    cast(match, ANNA, "burnt_offering")
    assert monk not in match.state.cards
    assert souls(match)[ANNA] == 2
    match = table()
    victim = fighter(match, BELA, name="victim")
    cast(match, ANNA, "forced_penance")
    assert victim not in match.state.cards


@pytest.mark.parametrize("has", [0, 2])
def test_a_way_that_cannot_be_fulfilled_is_not_offered(has: int):
    match = table()
    set_player(match, BELA, gold=has)
    cast(match, ANNA, "two_roads")
    assert len(offers(match, Choose)) == (2 if has else 0)
    assert gold(match)[ANNA] == (5 if has else 6)


def test_a_second_weapon_takes_the_place_of_the_first():
    match = table()
    monk = match.state.players[ANNA].damned
    cast(match, ANNA, "rusty_halberd")
    assert stat(match, monk, "damage") == 4
    (first,) = [name for name in match.state.cards if name.startswith("rusty")]
    cast(match, ANNA, "rusty_halberd")
    assert first not in match.state.cards
    assert stat(match, monk, "damage") == 4


def test_an_attachment_for_an_opposing_character_keeps_it_from_blocking():
    match = table()
    cast(match, ANNA, "iron_collar")
    continue_until(match, "act")
    act(match, Announce("plunder"))
    waive(match)
    act(match, Join(match.state.players[ANNA].damned))
    assert match.state.man is None  # the manoeuvre ended without a question, because no one could block it


def test_a_story_can_last_for_the_round_and_an_event_for_the_conflict():
    match = table()
    monk = heretic(match, ANNA, "monk", icons={"recruit": 1})
    (story,) = hold(match, ANNA, "long_watch")
    fight(match, "recruit", team=[monk], anna=[story])
    pay(match)
    assert stat(match, monk, "recruit") == 2
    assert story in match.state.cards
    match = table()
    (event,) = hold(match, ANNA, "smoke_and_shouts")
    fight(match, "recruit", anna=[event])
    pay(match)
    continue_until(match, "act")
    assert event in match.state.players[ANNA].pyre


def test_a_hunter_has_both_blocks_and_may_stay():
    match = table()
    monk = heretic(match, BELA, "monk", health=2)
    judge, inquisitor = hold(match, ANNA, "itinerant_judge", "resident_inquisitor")
    location(match, "crossroads_shrine", ANNA)
    act(match, Pass())
    hunt(match, ANNA, judge)
    assert monk not in match.state.cards
    assert soul_number(match) == 0
    hunt(match, ANNA, inquisitor)
    assert gold(match)[BELA] == 4
    waive(match)
    act(match, Pass(), BELA)
    continue_to_action(match)
    assert judge not in match.state.cards
    assert inquisitor in match.state.cards


def test_a_heresy_may_turn_its_card():
    match = table()
    oracle = put(match, ANNA, "spent_oracle")
    use(match, oracle)
    assert not match.state.cards[oracle].ready
    assert (souls(match)[ANNA], gold(match)[ANNA]) == (2, 4)


def test_deus_ex_machina_is_used_in_its_window_from_play_or_hand():
    match = table()
    warden = put(match, ANNA, "gate_warden")
    act(match, Pass())
    act(match, UseDem(f"{warden}/0"))
    assert gold(match)[ANNA] == 6
    assert not offers(match, UseDem)
    match = table()
    (flood,) = hold(match, BELA, "sudden_flood")
    act(match, Announce("recruit"))
    act(match, PlayDem(flood), BELA)
    waive(match)
    act(match, Join(match.state.players[ANNA].damned))
    continue_to_action(match)
    assert souls(match)[ANNA] == 1  # the manoeuvre failed, although no one blocked it


def test_in_medias_res_status_quo_and_the_start_of_the_round():
    match = table()
    summon(match, ANNA, "new_blood")
    assert hands(match)[ANNA] == 1
    match = table()
    pillar, monk = put(match, ANNA, "pillar_of_the_sect"), heretic(match, ANNA, "monk")
    assert (stat(match, pillar, "health"), stat(match, monk, "health")) == (3, 4)
    match = table()
    put(match, ANNA, "morning_bell")
    next_round(match)
    assert hands(match) == [10, 9]


def test_camps_and_gold_icons_make_the_income():
    match = table()
    camp = put(match, ANNA, "hollow_hill")
    put(match, ANNA, "hungry_mercenary")
    assert income(match, ANNA) == 2
    filler(match, ANNA)
    use(match, camp)
    assert (gold(match)[ANNA], hands(match)[ANNA]) == (7, 0)


def test_only_its_placer_uses_the_heresy_of_a_location():
    match = table()
    place = location(match, "crossroads_shrine", ANNA)
    set_card(match, match.state.players[ANNA].damned, damage=3)
    use(match, place)
    assert match.state.cards[match.state.players[ANNA].damned].damage == 1
    assert UseHeresy(f"{place}/0") not in offers(match)


def test_a_skull_deals_the_casters_damage_and_the_modifier():
    match = table()
    victim = heretic(match, BELA, "victim", health=4, icons={"plunder": 1})
    (blow,) = hold(match, ANNA, "axe_blow")
    fight(match, "plunder", block=[victim], anna=[blow])
    pay(match)
    continue_until(match, "act")
    assert victim not in match.state.cards  # the victim took 2 damage from the caster and 2 from the card


@pytest.mark.parametrize(("kind", "more"), [("plunder", 1), ("recruit", 0), ("accuse", 0)])
def test_black_icons_only_fill_a_chapter(kind: str, more: int):
    match = table()
    (tale,) = hold(match, ANNA, "half_told_tale")
    fight(match, kind, anna=[tale])
    if more:
        pay(match)
    continue_until(match, "conflict_draw")
    assert gold(match)[ANNA] == 5 + more


def test_stories_strengthen_later_chapters_and_are_stronger_in_them():
    match = table()
    victim = heretic(match, BELA, "victim", health=6, icons={"plunder": 1})
    fury, blow, word = hold(match, ANNA, "rising_fury", "axe_blow", "last_word")
    fight(match, "plunder", block=[victim], anna=[fury, blow, word])
    pay(match)
    assert victim in match.state.cards
    pay(match)
    # the victim took 6 damage: 2 from the caster, 2 from the card, and 2 from the card in the previous Chapter
    assert victim not in match.state.cards
    pay(match)
    assert gold(match)[ANNA] == 8


def test_a_story_may_target_outside_the_conflict():
    match = table()
    away = heretic(match, BELA, "away")
    (curse,) = hold(match, ANNA, "far_reaching_curse")
    fight(match, "plunder", anna=[curse])
    pay(match, away)
    waive(match)
    assert not match.state.cards[away].ready


def test_a_location_may_let_the_first_chapter_hold_two_cards():
    match = table()
    location(match, "twin_pulpit", ANNA)
    filler(match, ANNA, 2)
    enlisting(match)
    act(match, offers(match, Lay)[0])
    assert offers(match, LayBeside)


def test_an_event_with_times_of_day_gives_gold_as_they_come():
    match = table()
    cast(match, ANNA, "candle_clock")
    continue_until(match, "act")
    before = gold(match)[ANNA]
    manoeuvre(match, "accuse", [match.state.players[ANNA].damned])
    continue_to_action(match)
    assert gold(match)[ANNA] == before + 1


def test_a_card_of_the_background_deck_comes_by_another_cards_text():
    match = table()
    (wraith,) = background(match, ANNA, "hungry_wraith")
    cast(match, ANNA, "voice_from_the_crypt")
    assert match.state.cards[wraith].controller == ANNA


def test_control_goes_back_at_the_end_of_the_round():
    match = table()
    monk = heretic(match, BELA, "monk")
    cast(match, ANNA, "turned_coat")
    assert match.state.cards[monk].controller == ANNA
    continue_until(match, "act")
    next_round(match)
    assert match.state.cards[monk].controller == BELA


def test_a_cost_may_be_forgone_in_part():
    match = table()
    cast(match, ANNA, "writ_of_exemption")
    cast(match, ANNA, "letter_to_the_bishop")
    assert gold(match)[ANNA] == 4
    assert match.state.players[BELA].execution == 1


def test_a_location_may_leave_before_its_night():
    match = table()
    before = match.state.location
    cast(match, ANNA, "burning_village")
    continue_until(match, "location")
    assert before not in match.state.cards


def test_a_card_comes_back_from_the_pyre():
    match = table()
    robber = put(match, ANNA, "grave_robber")
    (levy,) = put_into_pyre(match, ANNA, "levy")
    use(match, robber)
    waive(match)
    act(match, Choose(levy))
    assert match.state.players[ANNA].plot[-1] == levy


def test_unopposed_accusations_may_be_barred():
    match = table()
    cast(match, BELA, "safe_conduct")
    continue_until(match, "act")
    manoeuvre(match, "accuse", [match.state.players[ANNA].damned])
    continue_to_action(match)
    assert match.state.players[BELA].execution == 0
