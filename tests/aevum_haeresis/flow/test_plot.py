"""Section 14 of RULES.md: alternating actions, Passes and the end of the Plot phase."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, MORNING, NOON, enlisting, set_player
from rules.aevum_haeresis.state.actions import Announce, Pass, PlayDem, UseHeresy, Waive
from rules.aevum_haeresis.state.events import Passed
from rules.aevum_haeresis.words.events import LINES
from rules.aevum_haeresis.words.recap import RECAP
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.plot_helpers import (
    both_waive,
    continue_to_action,
    duel,
    fighter,
    filler,
    manoeuvre,
    next_round,
    script,
    sorcerer,
    use,
)
from tests.aevum_haeresis.table import take_away, time, waive, window
from tests.aevum_haeresis.window_helpers import hunter
from tests.game_helpers import act, asked, offers, rule

GAIN = [{"op": "gold", "amount": 1}]


@rule("AH-PLOT.1")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_active_player_takes_the_first_action_of_a_plot_phase(active):
    match = duel(active)
    continue_to_action(enlisting(match))
    assert asked(match) == (active, "act")


@rule("AH-PLOT.1")
def test_the_first_action_is_the_active_players_also_after_an_odd_number_of_actions_the_round_before():
    match = duel()
    use(match, sorcerer(match, ANNA, GAIN))
    next_round(match)  # after Anna's action, Béla passes first and then Anna
    assert (match.state.active, asked(match)) == (BELA, (BELA, "act"))


@rule("AH-PLOT.2", "AH-PLOT.6", "AH-HERESY.14", "AH-MAN.18", "AH-CONFLICT.31")
def test_after_every_kind_of_action_it_is_the_other_players_turn_to_act():
    match = duel()
    anna = [fighter(match, ANNA) for _ in range(2)]
    bela = fighter(match, BELA)
    sorcerer(match, BELA, GAIN, "b_sorcerer")
    act(match, Pass())
    assert asked(match) == (BELA, "act")
    act(match, UseHeresy("b_sorcerer.1.1/0"))
    assert asked(match) == (ANNA, "act")
    manoeuvre(match, "recruit", anna[:1])
    assert asked(match) == (BELA, "act")
    act(match, Pass())
    manoeuvre(match, "recruit", anna[1:], [bela])
    continue_to_action(match)
    assert asked(match) == (BELA, "act")


@rule("AH-PLOT.3", "AH-GEN.15")
def test_exactly_heresies_manoeuvres_and_pass_are_offered():
    match = duel()
    fighter(match, ANNA)
    name = sorcerer(match, ANNA, GAIN)
    hunter(match, ANNA)
    assert UseHeresy(f"{name}/0") in offers(match)
    assert set(offers(match, Announce)) == {Announce(kind) for kind in ("plunder", "recruit", "accuse")}
    assert {action.verb for action in offers(match)} == {"heresy", "manoeuvre", "pass"}


@rule("AH-PLOT.3")
def test_pass_is_always_possible_and_then_nothing_else_has_to_be():
    match = duel()
    state = match.state
    for seat in (ANNA, BELA):
        player = state.players[seat]
        take_away(match, player.camp)
        take_away(match, player.damned)
        set_player(match, seat, gold=0, souls=0)
    assert offers(match) == [Pass()]


@rule("AH-PLOT.4", "AH-HERESY.14", "AH-MAN.18", "AH-CONFLICT.30", "AH-TIME.2")
def test_every_kind_of_action_but_pass_takes_one_time_of_day():
    match = duel()
    anna, bela = fighter(match, ANNA), fighter(match, BELA)
    other = fighter(match, BELA)
    use(match, sorcerer(match, ANNA, GAIN))
    assert time(match) == NOON
    manoeuvre(match, "accuse", [bela])
    assert time(match) == EVENING
    manoeuvre(match, "plunder", [anna], [other])
    continue_to_action(match)
    assert time(match) == EVENING + 1


@rule("AH-PLOT.5", "AH-TIME.7")
def test_passes_never_advance_the_time_not_even_two():
    match = duel()
    next_round(match)
    assert (match.state.round, time(match)) == (3, MORNING)


@rule("AH-PLOT.7", "AH-ROUND.4")
def test_two_passes_in_a_row_end_the_phase():
    match = duel()
    filler(match, ANNA)
    act(match, Pass())
    waive(match)
    assert match.state.phase == "plot"
    act(match, Pass())
    waive(match)
    assert match.state.phase == "epilogue"


@rule("AH-PLOT.7")
@pytest.mark.parametrize("kind", ["heresy", "manoeuvre"])
def test_two_passes_with_an_action_between_do_not_end_it(kind):
    match = duel()
    act(match, Pass())
    if kind == "heresy":
        use(match, sorcerer(match, BELA, GAIN))
    else:
        manoeuvre(match, "recruit", [fighter(match, BELA)])
    act(match, Pass())
    assert (match.state.phase, asked(match)) == ("plot", (BELA, "act"))
    assert match.state.passes == 1


@rule("AH-PLOT.8")
def test_who_passed_may_act_again_when_the_opponent_did_not_pass_in_answer():
    match = duel()
    mine = fighter(match, ANNA)
    act(match, Pass())
    manoeuvre(match, "recruit", [fighter(match, BELA)])
    manoeuvre(match, "recruit", [mine])
    assert match.state.players[ANNA].souls == 1 + 1
    assert asked(match) == (BELA, "act")


@rule("AH-PLOT.9", "AH-PLOT.11", "AH-HC.49")
@pytest.mark.parametrize("second", [False, True])
def test_a_dem_between_two_passes_or_after_the_second_does_not_keep_the_phase_open(second):
    match = duel()
    card = hunter(match, BELA)
    filler(match, ANNA)
    act(match, Pass())
    if second:
        waive(match)
        act(match, Pass())
    script(match, (ANNA, "pass_declared", Waive()), (BELA, "pass_declared", PlayDem(card)))
    assert card in match.state.cards
    waive(match)
    if not second:
        act(match, Pass())
        waive(match)
    assert match.state.phase == "epilogue"


@rule("AH-PLOT.10", "AH-DEM.20", "AH-DIS.8")
def test_after_each_pass_a_window_opens_the_active_players_half_first():
    match = duel()
    for seat in (ANNA, BELA):
        filler(match, seat)
    script(match, (ANNA, "act", Pass()), *both_waive("pass_declared"))
    script(match, (BELA, "act", Pass()), *both_waive("pass_declared"))


@rule("AH-PLOT.11")
def test_the_window_of_the_second_pass_comes_before_the_phase_ends():
    match = duel()
    filler(match, ANNA)
    act(match, Pass())
    waive(match)
    act(match, Pass())
    assert (match.state.phase, window(match)) == ("plot", "pass_declared")


@rule("AH-PLOT.12", "AH-MAN.24")
def test_a_player_may_act_as_often_as_characters_and_heresies_allow():
    match = duel()
    team = [fighter(match, ANNA) for _ in range(5)]
    for name in team:
        manoeuvre(match, "accuse", [name])
        continue_to_action(match)
        act(match, Pass())
    used = sorcerer(match, ANNA, GAIN)
    use(match, used)
    assert match.state.round == 2
    assert f"{used}/0" not in {action.card for action in offers(match, UseHeresy, BELA)}


@rule("AH-HC.52", "AH-PLOT.6")
def test_two_heresies_of_one_player_in_a_row_only_with_the_opponents_pass_between():
    match = duel()
    first, second = (sorcerer(match, ANNA, GAIN, name) for name in ("first", "second"))
    use(match, first)
    assert asked(match) == (BELA, "act")
    with pytest.raises(IllegalAction):
        match.apply(ANNA, UseHeresy(f"{second}/0"))
    act(match, Pass())
    use(match, second)
    assert match.state.players[ANNA].gold == 5 + 2


@rule("AH-ROUND.4", "AH-PLOT.2")
def test_the_round_goes_on_while_the_players_act():
    match = duel()
    for seat in (ANNA, BELA) * 3:
        assert asked(match) == (seat, "act")
        manoeuvre(match, "accuse", [fighter(match, seat)])
        continue_to_action(match)
    assert match.state.round == 2


@rule("AH-PLOT.9")
def test_dem_activations_give_no_one_the_right_to_act():
    match = duel()
    card = hunter(match, BELA)
    act(match, Pass())
    act(match, PlayDem(card))
    assert asked(match) == (BELA, "act")
    assert match.state.passes == 1


@pytest.mark.parametrize("forced", [True, False])
def test_the_log_says_whether_a_player_could_only_pass(forced: bool):
    match = duel()
    take_away(match, match.state.players[ANNA].camp)
    if forced:
        take_away(match, match.state.players[ANNA].damned)
    assert (offers(match) == [Pass()]) is forced
    (passed,) = [body for body in act(match, Pass()) if isinstance(body, Passed)]
    say = Translator()
    reason = "nothing else was possible"
    assert (reason in (LINES[Passed](say, passed) or "")) is forced
    assert (reason in RECAP.parts[Passed].tell(say, [passed])) is forced
