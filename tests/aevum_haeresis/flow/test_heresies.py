"""Section 15 of RULES.md: activating Heresies."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, NOON, location, put, set_player
from rules.aevum_haeresis.state.actions import Choose, Pass, PlayDem, UseHeresy, Waive
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.plot_helpers import (
    both_waive,
    camp,
    continue_to_action,
    duel,
    fighter,
    filler,
    next_round,
    script,
    sorcerer,
    use,
)
from tests.aevum_haeresis.table import card, heretic, time, waive, window
from tests.aevum_haeresis.window_helpers import hunter
from tests.game_helpers import act, asked, of_kinds, offers, rule

GAIN = [{"op": "gold", "amount": 1}]
SOUL = [{"op": "souls", "amount": 1}]
KILL = [{"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}]


def can_use(match, name, number=0):
    """Return whether this Heresy is offered to the seat that must act."""
    return UseHeresy(f"{name}/{number}") in offers(match)


def altar(match, placer, **cost):
    """Put a Location with a Heresy into play. Return its id."""
    abilities = [{"kind": "heresy", "do": GAIN, "cost": cost}]
    return location(match, card(match, "altar", type="location", track=[1, 1, 1, 1], abilities=abilities), placer)


@rule("AH-HERESY.1", "AH-DIS.18", "AH-CARD.14")
def test_a_heresy_is_an_action_of_the_plot_phase_in_the_place_of_another():
    match = duel()
    use(match, sorcerer(match, ANNA, GAIN))
    assert match.state.players[ANNA].gold == 6
    assert asked(match) == (BELA, "act")


@rule("AH-HERESY.1")
def test_abilities_of_other_kinds_are_no_actions():
    match = duel()
    kinds = [{"kind": kind, "do": GAIN} for kind in ("dem", "imr", "start")]
    name = heretic(match, ANNA, "mixed", abilities=kinds)
    assert not any(can_use(match, name, number) for number in range(3))


@rule("AH-HERESY.2", "AH-CTRL.4")
@pytest.mark.parametrize("controller", [ANNA, BELA])
def test_only_the_controller_activates_regardless_of_the_owner(controller):
    match = duel()
    name = put(match, BELA, card(match, "witch", abilities=[{"kind": "heresy", "do": GAIN}]), controller=controller)
    assert can_use(match, name) == (controller == ANNA)
    act(match, Pass())
    assert can_use(match, name) == (controller == BELA)


@rule("AH-HERESY.2")
def test_what_a_heresy_gives_goes_to_the_controller():
    match = duel()
    name = put(match, BELA, card(match, "witch", abilities=[{"kind": "heresy", "do": GAIN}]), controller=ANNA)
    use(match, name)
    assert [player.gold for player in match.state.players] == [6, 5]


@rule("AH-HERESY.3", "AH-HC.57", "AH-LIFE.21")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_locations_heresy_belongs_to_its_placer_regardless_of_the_active_player(active):
    match = duel(active)
    name = altar(match, BELA)
    if active == ANNA:
        assert not can_use(match, name)
        act(match, Pass())
    assert asked(match) == (BELA, "act")
    use(match, name)
    assert match.state.players[BELA].gold == 6


@rule("AH-HERESY.3", "AH-HC.57")
def test_the_placer_stays_when_control_of_other_cards_changes():
    match = duel()
    name = altar(match, BELA)
    thief = sorcerer(match, ANNA, [{"op": "control", "target": {"what": "heretic", "scope": "anywhere"}}], "thief")
    fighter(match, BELA)
    use(match, thief)
    assert can_use(match, name)
    assert asked(match) == (BELA, "act")


@rule("AH-HERESY.4", "AH-EPILOGUE.6", "AH-LIFE.18")
def test_a_heresy_is_used_once_a_round_and_is_back_in_the_next():
    match = duel()
    name = camp(match, ANNA, GAIN)
    use(match, name)
    act(match, Pass())
    assert not can_use(match, name)
    with pytest.raises(IllegalAction):
        match.apply(ANNA, UseHeresy(f"{name}/0"))
    next_round(match)
    act(match, Pass())
    waive(match)
    assert can_use(match, name)


@rule("AH-HERESY.4", "AH-HC.50")
def test_two_copies_have_one_use_each():
    match = duel()
    first = sorcerer(match, ANNA, GAIN)
    second = put(match, ANNA, "sorcerer")
    use(match, first)
    act(match, Pass())
    assert not can_use(match, first)
    assert can_use(match, second)


@rule("AH-HERESY.4", "AH-HC.50")
def test_two_heresies_on_one_card_have_one_use_each():
    match = duel()
    name = heretic(match, ANNA, "twice", abilities=[{"kind": "heresy", "do": do} for do in (GAIN, SOUL)])
    use(match, name)
    act(match, Pass())
    assert not can_use(match, name)
    assert can_use(match, name, 1)


@rule("AH-HERESY.5")
def test_activating_turns_no_card():
    match = duel()
    name = sorcerer(match, ANNA, GAIN)
    use(match, name)
    assert match.state.cards[name].ready


@rule("AH-HERESY.6", "AH-READY.7", "AH-HC.26")
def test_a_spent_character_can_use_its_heresy():
    match = duel()
    name = sorcerer(match, ANNA, GAIN, ready=False)
    use(match, name)
    assert match.state.players[ANNA].gold == 6


@rule("AH-HERESY.6", "AH-READY.7", "AH-COST.15", "AH-HC.26")
def test_a_heresy_that_turns_its_character_needs_it_ready_and_turns_it():
    match = duel()
    spent = sorcerer(match, ANNA, GAIN, "spent", cost={"turn": True}, ready=False)
    ready = sorcerer(match, ANNA, GAIN, "ready", cost={"turn": True})
    assert not can_use(match, spent)
    use(match, ready)
    assert not match.state.cards[ready].ready


@rule("AH-HERESY.7", "AH-HERESY.8", "AH-HERESY.10", "AH-HERESY.11", "AH-HERESY.12", "AH-HERESY.14", "AH-DIS.18")
def test_announcement_costs_window_effect_window_time_in_this_order():
    match = duel()
    for seat in (ANNA, BELA):
        filler(match, seat)
    name = sorcerer(match, ANNA, SOUL, cost={"gold": 2})
    events = act(match, UseHeresy(f"{name}/0"))
    kinds = [body.kind for body in events]
    assert kinds.index("used_heresy") < kinds.index("paid_for") < kinds.index("gold_changed")
    assert (match.state.players[ANNA].gold, match.state.players[ANNA].souls) == (3, 1)
    script(match, *both_waive("heresy_paid"))
    assert (window(match), match.state.players[ANNA].souls, time(match)) == ("heresy_resolved", 2, 0)
    script(match, *both_waive("heresy_resolved"))
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))


@rule("AH-HERESY.10", "AH-HERESY.12", "AH-DEM.24")
def test_both_windows_serve_the_active_player_first_though_the_passive_one_acts():
    match = duel(BELA)
    for seat in (ANNA, BELA):
        filler(match, seat)
    script(match, (BELA, "act", Pass()), *both_waive("pass_declared", BELA))
    name = sorcerer(match, ANNA, GAIN)
    script(
        match,
        (ANNA, "act", UseHeresy(f"{name}/0")),
        *both_waive("heresy_paid", BELA),
        *both_waive("heresy_resolved", BELA),
        (BELA, "act", Pass()),
    )


@rule("AH-HERESY.8", "AH-COST.14")
def test_all_costs_of_a_heresy_are_paid_before_its_first_window():
    match = duel()
    filler(match, ANNA, 3)
    victim = heretic(match, ANNA, "victim")
    name = sorcerer(match, ANNA, GAIN, cost={"gold": 1, "souls": 1, "cards": 1, "turn": True, "sacrifice": True})
    use(match, name, victim)
    player = match.state.players[ANNA]
    assert window(match) == "heresy_paid"
    assert (player.gold, player.souls, len(player.hand)) == (4, 0, 2)
    assert victim in player.pyre
    assert not match.state.cards[name].ready


@rule("AH-HERESY.9")
@pytest.mark.parametrize(
    ("cost", "help_by"),
    [
        ({"gold": 6}, lambda match: set_player(match, ANNA, gold=6)),
        ({"souls": 2}, lambda match: set_player(match, ANNA, souls=2)),
        ({"cards": 1}, lambda match: filler(match, ANNA)),
    ],
)
def test_a_heresy_whose_cost_cannot_be_met_cannot_be_announced(cost, help_by):
    match = duel()
    name = camp(match, ANNA, GAIN)
    costly = sorcerer(match, ANNA, GAIN, cost=cost)
    assert can_use(match, name)
    assert not can_use(match, costly)
    with pytest.raises(IllegalAction):
        match.apply(ANNA, UseHeresy(f"{costly}/0"))
    help_by(match)
    assert can_use(match, costly)


@rule("AH-HERESY.9")
def test_without_a_legal_target_a_heresy_cannot_be_announced():
    match = duel()
    name = sorcerer(match, ANNA, KILL)
    assert not can_use(match, name)
    heretic(match, BELA, "victim")
    assert can_use(match, name)


@rule("AH-HERESY.9", "AH-SAC.4")
def test_without_a_heretic_to_sacrifice_a_heresy_cannot_be_announced():
    match = duel()
    place = altar(match, ANNA, sacrifice=True)
    assert not can_use(match, place)
    heretic(match, BELA, "not_mine")
    assert not can_use(match, place)
    heretic(match, ANNA, "mine")
    assert can_use(match, place)


@rule("AH-HERESY.13", "AH-WIN.9", "AH-WIN.10", "AH-HC.2")
def test_ten_souls_win_only_after_the_second_window():
    match = duel()
    filler(match, ANNA)
    set_player(match, ANNA, souls=9)
    use(match, sorcerer(match, ANNA, SOUL))
    script(match, (ANNA, "heresy_paid", Waive()))
    assert (match.state.players[ANNA].souls, match.over, window(match)) == (10, False, "heresy_resolved")
    act(match, Waive())
    assert (match.over, match.state.winner) == (True, ANNA)


@rule("AH-HERESY.13", "AH-HC.2")
def test_the_soul_check_comes_before_time_advances():
    match = duel(time=3)
    set_player(match, ANNA, souls=9)
    old = match.state.location
    use(match, sorcerer(match, ANNA, SOUL))
    assert (match.over, match.state.location) == (True, old)


@rule("AH-HERESY.13", "AH-WIN.10")
def test_souls_lost_again_in_the_second_window_do_not_win():
    match = duel()
    set_player(match, ANNA, souls=9)
    taker = hunter(match, BELA, "taker", do=[{"op": "souls", "amount": -1, "who": "opponent"}])
    use(match, sorcerer(match, ANNA, SOUL))
    script(match, (BELA, "heresy_paid", Waive()), (BELA, "heresy_resolved", PlayDem(taker)))
    continue_to_action(match)
    assert (match.over, match.state.players[ANNA].souls) == (False, 9)


@rule("AH-HERESY.15", "AH-HC.16", "AH-COST.17")
def test_the_effect_comes_though_the_card_has_left_play():
    match = duel()
    name = sorcerer(match, ANNA, SOUL)
    killer = hunter(match, BELA, "killer", do=KILL)
    act(match, UseHeresy(f"{name}/0"))
    script(match, (BELA, "heresy_paid", PlayDem(killer)))
    waive(match)
    assert name in match.state.players[ANNA].pyre
    assert match.state.players[ANNA].souls == 2
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))


@rule("AH-HERESY.15", "AH-HC.16")
def test_the_effect_comes_though_the_card_was_its_own_sacrifice():
    match = duel()
    name = sorcerer(match, ANNA, SOUL, cost={"sacrifice": True})
    use(match, name)
    assert name in match.state.players[ANNA].pyre
    assert match.state.players[ANNA].souls == 2


@rule("AH-HERESY.15", "AH-COST.18", "AH-HC.16")
def test_a_target_gone_in_the_window_is_left_out_and_no_other_is_taken():
    match = duel()
    first, second = heretic(match, BELA, "first"), heretic(match, BELA, "second")
    name = sorcerer(match, ANNA, [*KILL, *SOUL])
    escape = hunter(match, BELA, "escape", do=[{"op": "destroy", "target": {"whose": "own", "what": "heretic"}}])
    use(match, name, first)
    act(match, PlayDem(escape))
    act(match, Choose(first))
    waive(match)
    assert second in match.state.cards
    assert match.state.players[ANNA].souls == 2


@rule("AH-HERESY.16", "AH-TIME.3")
def test_a_heresy_that_changes_nothing_is_used_up_and_takes_its_time():
    match = duel()
    name = sorcerer(match, ANNA, [{"op": "heal"}])
    events = use(match, name)
    assert not of_kinds(events, "healed")
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))
    act(match, Pass())
    assert not can_use(match, name)


@rule("AH-HERESY.17", "AH-HC.50")
def test_a_change_of_controller_does_not_renew_the_use():
    match = duel()
    name = sorcerer(match, ANNA, GAIN)
    thief = sorcerer(match, BELA, [{"op": "control", "target": {"what": "heretic", "scope": "anywhere"}}], "thief")
    use(match, name)
    use(match, thief)
    assert match.state.cards[name].controller == BELA
    act(match, Pass())
    assert not can_use(match, name)


@rule("AH-HERESY.17", "AH-HC.50")
def test_leaving_and_entering_again_renews_the_use():
    match = duel()
    name = sorcerer(match, ANNA, GAIN)
    raiser = sorcerer(match, ANNA, [{"op": "raise", "what": "heretic", "to": "verge"}], "raiser")
    use(match, name)
    use(match, sorcerer(match, BELA, KILL, "killer"), name)
    use(match, raiser)
    act(match, Choose(name))
    act(match, Pass())
    assert can_use(match, name)


@rule("AH-HERESY.4", "AH-PLOT.4")
def test_both_players_heresies_take_time_one_after_the_other():
    match = duel()
    use(match, sorcerer(match, ANNA, GAIN, "one"))
    use(match, sorcerer(match, BELA, GAIN, "two"))
    assert (time(match), asked(match)) == (EVENING, (ANNA, "act"))


@rule("AH-HERESY.7")
def test_announcing_a_heresy_ends_a_run_of_passes():
    match = duel()
    act(match, Pass())
    use(match, sorcerer(match, BELA, GAIN))
    assert match.state.passes == 0
