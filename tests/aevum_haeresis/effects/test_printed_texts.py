"""Printed card texts other than the rulebook's examples are entered as a custom pack and played."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from rules.aevum_haeresis.board.card_lookup import eligible, stat
from rules.aevum_haeresis.content.load import pack
from rules.aevum_haeresis.effects.cost_rules import cost_of
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, NIGHT, hold, put, scene, set_card
from rules.aevum_haeresis.state.actions import Choose, Pass, UseDem, UseHeresy
from rules.aevum_haeresis.state.steps import PayStep
from rules.aevum_haeresis.words.card_language import known
from rules.aevum_haeresis.words.cards import card_text
from rules.kernel.words.translation import LOCALES, Translator
from tests.aevum_haeresis.plot_helpers import (
    TYPES,
    continue_to_action,
    fighter,
    filler,
    manoeuvre,
    next_round,
    passes,
    use,
)
from tests.aevum_haeresis.printed_cards import NAME, cast, gold, hands, hunt, souls, summon, table
from tests.aevum_haeresis.scenes import continue_until, fight, pay
from tests.aevum_haeresis.table import card, heretic, waive
from tests.aevum_haeresis.window_helpers import story
from tests.game_helpers import act, of_kinds, offers

PAGE = Path(__file__).parents[3] / "docs" / "cards" / "aevum_haeresis.md"
HERE = [Path(__file__), Path(__file__).with_name("test_printed_rules.py")]


pytestmark = pytest.mark.usefixtures("printed_pack")


def test_every_effect_of_the_table_is_played_and_says_what_its_page_tells():
    played = "".join(file.read_text("utf-8") for file in HERE)
    page = PAGE.read_text("utf-8")
    for entry in known():
        assert f'"{entry.card.id}"' in played, entry.id
        for locale in LOCALES:
            assert " ".join(card_text(Translator(locale), pack(NAME), pack(NAME).cards[entry.card.id]).split()) in page


# -- dice, counters, keywords -----------------------------------------------------------------------------------


def rolls(events: list) -> list[int]:
    return [body.result for body in of_kinds(events, "rolled")]


def test_what_happens_depends_on_a_roll_of_either_die():
    seen: set[int] = set()
    for seed in range(30):
        match = table()
        match.state.chance.seed = f"roll {seed}"
        (result,) = rolls(cast(match, ANNA, "knucklebones"))
        assert (gold(match)[ANNA], souls(match)[ANNA]) == ((4, 1) if result < 3 else (7, 1) if result < 6 else (5, 2))
        match = table()
        match.state.chance.seed = f"roll {seed}"
        (high,) = rolls(cast(match, ANNA, "wheel_of_fortune"))
        assert gold(match)[ANNA] == 5 + min(high, 6)
        seen.add(high)
    assert max(seen) > 6
    assert seen <= {*range(1, 11)}


def test_the_higher_of_two_rolls_decides():
    ways: set[bool] = set()
    for seed in range(8):
        match = table()
        match.state.chance.seed = f"contest {seed}"
        own, other = rolls(cast(match, ANNA, "trial_by_lot"))
        assert (souls(match)[ANNA], gold(match)[ANNA]) == ((2, 5) if own > other else (1, 4))
        ways.add(own > other)
    assert ways == {True, False}


def test_counters_come_with_a_card_are_put_on_it_and_counted():
    match = scene(pack=NAME)
    cellar = summon(match, ANNA, "rat_cellar")
    assert match.state.cards[cellar].counters == 1
    continue_until(match, "act")
    next_round(match)
    assert match.state.cards[cellar].counters == 2
    assert stat(match, cellar, "damage") == 3
    (seen,) = [card for card in match.view(BELA).cards if card.id == cellar]
    assert seen.counters == 2
    assert "2 counters" in rules.GAMES["aevum_haeresis"].board_text(Translator("en"), match.view(None))


def test_a_heresy_of_an_attachment_may_cost_its_counters():
    match = table()
    cast(match, ANNA, "relic_box")
    continue_until(match, "act")
    (box,) = [card for card in match.state.cards if card.startswith("relic_box")]
    use(match, box)
    assert (gold(match)[ANNA], match.state.cards[box].counters) == (8, 1)
    set_card(match, box, used=[], counters=0)
    act(match, Pass(), BELA)
    assert UseHeresy(f"{box}/0") not in offers(match)


def test_counters_are_put_on_another_card():
    match = table()
    monk = heretic(match, BELA, "monk")
    cast(match, ANNA, "plague_mark")
    assert match.state.cards[monk].counters == 2


def test_texts_refer_to_keywords_and_factions():
    match = table()
    crone, plain_one = put(match, ANNA, "old_crone"), heretic(match, ANNA, "monk")
    assert (stat(match, crone, "accuse"), stat(match, plain_one, "accuse")) == (1, 0)
    cast(match, BELA, "witch_hunt")
    assert (crone in match.state.cards, plain_one in match.state.cards) == (False, True)
    match = table()
    for seat in (ANNA, BELA):
        heretic(match, seat, f"lord_{seat}", faction="lords")
    summon(match, ANNA, "court_spy")
    assert gold(match)[ANNA] == 7


# -- triggers and times ------------------------------------------------------------------------------------------


def test_each_heretic_that_goes_to_the_pyre_counts_but_not_the_mourner():
    match = table()
    put(match, ANNA, "mourner")
    for name in ("one", "two"):
        heretic(match, ANNA, name, health=1)
    cast(match, BELA, "mob_justice", "one.0.1")  # Béla has no Heretic, so no damage is dealt
    assert gold(match)[ANNA] == 5
    heretic(match, BELA, "three")
    cast(match, BELA, "mob_justice", "one.0.1")
    assert gold(match)[ANNA] == 7
    cast(match, BELA, "forced_penance")
    act(match, Choose(next(one.option for one in offers(match, Choose) if one.option.startswith("mourner"))))
    assert gold(match)[ANNA] == 7


def test_a_card_does_something_at_its_own_end():
    match = table()
    put(match, ANNA, "martyr")
    events = cast(match, BELA, "forced_penance")
    assert souls(match)[ANNA] == 2
    assert match.state.cards[match.state.players[BELA].damned].damage == 1
    assert [body.card for body in of_kinds(events, "set_off")] == ["martyr.0.1"]


def test_that_amount_is_the_damage_taken():
    match = table()
    put(match, BELA, "thick_skin")
    (blow,) = hold(match, ANNA, "axe_blow")
    fight(match, "recruit", anna=[blow])
    pay(match)
    assert hands(match)[BELA] == 3  # Thick Skin took 4 damage, but it draws at most 3 cards


def test_a_character_becomes_ready_again_once_a_round():
    match = table()
    soul = put(match, ANNA, "restless_soul")
    manoeuvre(match, "recruit", [soul])
    continue_to_action(match)
    assert match.state.cards[soul].ready
    act(match, Pass(), BELA)
    waive(match)
    manoeuvre(match, "recruit", [soul])
    continue_to_action(match)
    assert not match.state.cards[soul].ready


def test_it_is_the_card_that_came_into_play():
    match = table()
    put(match, ANNA, "ambusher")
    assert summon(match, BELA, "court_spy") in match.state.cards  # the spy has Health 3, so 2 damage doesn't kill it
    weak = summon(match, BELA, card(match, "weak", health=2))
    assert weak not in match.state.cards


def test_a_time_of_day_sets_it_off():
    match = table()
    put(match, ANNA, "night_watch")
    set_card(match, match.state.location, time=EVENING)
    manoeuvre(match, "accuse", [match.state.players[ANNA].damned])
    continue_to_action(match)
    assert hands(match)[ANNA] == 1


def test_the_end_of_the_round_and_the_start_of_the_plot_phase():
    match = table()
    put(match, ANNA, "tax_day")
    put(match, BELA, "council_of_elders")
    before = gold(match)[ANNA]
    passes(match)
    waive(match)
    assert gold(match)[ANNA] >= before
    continue_to_action(match)
    assert hands(match) == [10, 10]
    assert gold(match)[ANNA] == before + 1 + 3


def test_the_start_and_the_end_of_a_conflict():
    match = table()
    drummer = put(match, ANNA, "war_drummer")
    put(match, ANNA, "field_surgeon")
    damned = match.state.players[ANNA].damned
    set_card(match, damned, damage=3)
    fight(match, "recruit", team=[drummer], block=[match.state.players[BELA].damned])
    assert match.view(ANNA).manoeuvre.icons == [2, 1]
    continue_until(match, "act")
    assert match.state.cards[damned].damage == 1


@pytest.mark.parametrize(("kind", "more"), [("plunder", 2), ("recruit", 0)])
def test_a_manoeuvre_of_one_type_that_succeeds(kind: str, more: int):
    match = table()
    put(match, ANNA, "loot_wagon")
    manoeuvre(match, kind, [match.state.players[ANNA].damned])
    continue_to_action(match)
    assert gold(match)[ANNA] == 5 + more


def test_a_blocker_has_more_health_and_its_side_gains_from_success():
    match = table()
    bearer = put(match, BELA, "shield_bearer")
    put(match, BELA, "trophy_hunter")
    strong = heretic(match, BELA, "strong", icons={"recruit": 3})
    fight(match, "recruit", block=[bearer, strong])
    assert stat(match, bearer, "health") == 5
    continue_until(match, "act")
    assert stat(match, bearer, "health") == 3
    assert hands(match)[BELA] == 1


def test_what_the_opponent_plays_sets_it_off():
    match = table()
    put(match, BELA, "heckler")
    tale = story(match, ANNA, do=[{"op": "gold", "amount": 1}])
    fight(match, "recruit", anna=[tale])
    pay(match)
    assert gold(match)[ANNA] == 5  # the Story gave Anna 1 gold, but the heckler took 1 away
    match = table()
    put(match, BELA, "soul_taster")
    manoeuvre(match, "recruit", [match.state.players[ANNA].damned])
    gained = souls(match)[ANNA] - 1
    continue_to_action(match)
    assert gold(match)[BELA] == 5 + gained > 5


def test_an_attachment_answers_for_its_bearer():
    match = table()
    cast(match, ANNA, "poison_blade")
    continue_until(match, "act")
    damned = match.state.players[ANNA].damned
    fight(match, "recruit", team=[damned])
    assert stat(match, damned, "damage") == 4
    continue_until(match, "act")
    assert stat(match, damned, "damage") == 2


def test_the_lower_block_of_a_hunter_may_wait():
    match = table()
    (hunter,) = hold(match, ANNA, "patient_hunter")
    act(match, Pass())
    hunt(match, ANNA, hunter)
    waive(match)
    events = act(match, Pass(), BELA)
    assert [(body.seat, len(body.cards)) for body in of_kinds(events, "milled")] == [(BELA, 1)]


# -- conditions, amounts, limits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("own", [0, 2, 3])
def test_damage_for_each_heretic(own: int):
    match = table()
    victim = heretic(match, BELA, "victim", health=3)
    for number in range(own):
        heretic(match, ANNA, f"own_{number}")
    cast(match, ANNA, "mob_justice")
    assert (victim in match.state.cards) == (own < 3)


def test_an_amount_may_have_a_most_and_count_the_pyre():
    match = table()
    assert len(match.state.players[BELA].pyre) > 3
    summon(match, ANNA, "gravedigger")
    assert gold(match)[ANNA] == 8


def test_successes_are_counted_over_the_round():
    match = table()
    put(match, ANNA, "growing_legend")
    manoeuvre(match, "accuse", [match.state.players[ANNA].damned])
    continue_to_action(match)
    before = gold(match)[ANNA]
    next_round(match)
    assert gold(match)[ANNA] == before + 2 + 3


@pytest.mark.parametrize(("time", "found"), [(EVENING, (6, 1)), (NIGHT, (5, 2))])
def test_a_condition_decides_between_two_things(time: int, found: tuple[int, int]):
    match = table()
    set_card(match, match.state.location, time=time)
    cast(match, ANNA, "midnight_mass")
    assert (gold(match)[ANNA], souls(match)[ANNA]) == found


def test_a_heresy_is_offered_only_while_its_condition_holds():
    match = table()
    preacher = put(match, ANNA, "desperate_preacher")
    heresy = UseHeresy(f"{preacher}/0")
    assert heresy in offers(match)
    filler(match, ANNA, 3)
    match.forget()
    assert heresy not in offers(match)
    assert "condition isn't met" in str(match.why_illegal(ANNA, heresy))


def test_passives_hold_while_their_conditions_do():
    match = table()
    beast = put(match, ANNA, "cornered_beast")
    assert stat(match, beast, "damage") == 1
    for name in ("one", "two"):
        heretic(match, BELA, name)
    assert stat(match, beast, "damage") == 4
    match = table()
    for seat in (ANNA, BELA):
        put(match, seat, "first_among_equals")
    monk = heretic(match, ANNA, "monk", health=2, icons=dict.fromkeys(TYPES, 1))
    (blow,) = hold(match, BELA, "last_word")
    fight(match, "recruit", team=[monk], bela=[blow])
    assert match.state.active == ANNA
    raid = put(match, BELA, "counter_raid")
    # the card has more Plunder icons only in a Plunder, but this Conflict is a Recruit
    assert stat(match, raid, "plunder") == 1


def test_more_icons_only_to_block_one_type():
    match = table()
    raid = put(match, BELA, "counter_raid")
    fight(match, "plunder", block=[raid])
    assert stat(match, raid, "plunder") == 3


def test_an_ability_is_used_up_for_the_game():
    match = table()
    will = put(match, ANNA, "last_will")
    act(match, Pass())
    act(match, UseDem(f"{will}/0"))
    assert gold(match)[ANNA] == 8
    waive(match)
    act(match, Pass(), BELA)
    continue_to_action(match)
    act(match, Pass())
    assert UseDem(f"{will}/0") not in offers(match)


# -- prohibitions and costs --------------------------------------------------------------------------------------


def test_a_character_that_the_other_player_cannot_name():
    match = table()
    put(match, BELA, "faceless_one")
    open_one = heretic(match, BELA, "open")
    cast(match, ANNA, "turned_coat")
    assert match.state.cards[open_one].controller == ANNA


def test_a_character_stays_spent_in_the_prologue():
    match = table()
    damned = match.state.players[BELA].damned
    cast(match, ANNA, "heavy_chains")
    continue_until(match, "act")
    set_card(match, damned, ready=False)
    next_round(match)
    assert not match.state.cards[damned].ready


def test_heretics_cannot_initiate_what_is_forbidden_and_the_damned_can():
    match = table()
    monk = fighter(match, ANNA, name="monk")
    cast(match, BELA, "oath_of_peace")
    continue_until(match, "act")
    assert monk not in eligible(match, ANNA, "accuse")
    assert monk in eligible(match, ANNA, "recruit")
    assert match.state.players[ANNA].damned in eligible(match, ANNA, "accuse")


def test_stories_cost_less():
    match = table()
    put(match, ANNA, "patron")
    (tale,) = hold(match, ANNA, "eel_sermon")
    full = match.content.cards["eel_sermon"].cost.gold
    assert cost_of(match, PayStep(ANNA, tale, "row")).gold == full - 1
