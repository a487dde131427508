"""Section 16 of RULES.md: announcing manoeuvres, teams, and unblocked manoeuvres."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, EVENING, NOON, put, set_player
from rules.aevum_haeresis.state.actions import Announce, Done, Join, Pass, PlayDem, Waive
from rules.aevum_haeresis.state.steps import TeamStep
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.plot_helpers import (
    TYPES,
    both_waive,
    continue_to_action,
    duel,
    fighter,
    filler,
    join,
    manoeuvre,
    script,
)
from tests.aevum_haeresis.table import card, heretic, take_away, time, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

KILL = [{"op": "destroy", "target": {"what": "character", "scope": "anywhere"}}]
SPEND = [{"op": "spend", "target": {"what": "heretic", "scope": "anywhere"}}]
each_type = pytest.mark.parametrize("kind", TYPES)


def leaderless(match):
    """Remove both Damned from the match, so only a test's own Heretics can take part."""
    for player in match.state.players:
        take_away(match, player.damned)
    return match


def kinds_offered(match):
    return {action.manoeuvre for action in offers(match, Announce)}


def team(match, seat):
    return {action.card for action in offers(match, Join, seat)}


def teams_seen(match, seat):
    shown = look(match, seat).manoeuvre
    assert shown is not None
    return shown.teams


@rule("AH-MAN.1")
def test_there_are_three_manoeuvres():
    match = leaderless(duel())
    fighter(match, ANNA)
    assert kinds_offered(match) == {"plunder", "recruit", "accuse"}


@rule("AH-MAN.2", "AH-MAN.18")
@each_type
def test_a_manoeuvre_is_an_action_after_which_the_opponent_acts(kind):
    match = duel()
    manoeuvre(match, kind, [fighter(match, ANNA)])
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))


@rule("AH-MAN.3", "AH-MAN.4", "AH-HC.42")
@pytest.mark.parametrize("seat", [ANNA, BELA])
@each_type
def test_an_announcement_names_the_type_and_aims_at_the_opponent(kind, seat):
    match = leaderless(duel(seat))
    name = fighter(match, seat)
    events = act(match, Announce(kind))
    (told_of,) = of_kinds(events, "announced")
    assert (told_of.seat, told_of.manoeuvre) == (seat, kind)
    plots, levels = zip(*[(len(player.plot), player.execution) for player in match.state.players], strict=True)
    join(match, name)
    own, other = match.state.players[seat], match.state.players[1 - seat]
    assert (len(own.plot), own.execution) == (plots[seat], levels[seat])
    assert (len(other.plot) < plots[1 - seat]) == (kind == "plunder")
    assert (other.execution > levels[1 - seat]) == (kind == "accuse")
    assert (own.souls > 1) == (kind == "recruit")


@rule("AH-MAN.5", "AH-CARD.9")
def test_without_an_eligible_character_a_manoeuvre_cannot_be_announced():
    match = leaderless(duel())
    assert kinds_offered(match) == set()
    heretic(match, ANNA, "robber", icons={"plunder": 1})
    assert kinds_offered(match) == {"plunder"}
    with pytest.raises(IllegalAction):
        match.apply(ANNA, Announce("recruit"))
    fighter(match, ANNA, ready=False)
    fighter(match, BELA)
    assert kinds_offered(match) == {"plunder"}


@rule("AH-MAN.6", "AH-MAN.11", "AH-MAN.23", "AH-DEM.16", "AH-DIS.11")
def test_a_window_opens_between_the_announcement_and_the_teams_and_none_after_them():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    for seat in (ANNA, BELA):
        filler(match, seat)
    script(match, (ANNA, "act", Announce("plunder")))
    assert match.state.man is not None
    assert match.state.man.teams == [[], []]
    script(
        match,
        *both_waive("manoeuvre_announced"),
        (ANNA, "team", Join(mine)),
        (ANNA, "team", Done()),
        (BELA, "team", Join(other)),
        (BELA, "team", Done()),
        (ANNA, "row", Done()),
    )
    assert match.state.man.type == "plunder"


@rule("AH-MAN.7", "AH-MAN.10")
def test_a_team_has_one_or_more_characters_without_limit():
    match = leaderless(duel())
    names = [fighter(match, ANNA) for _ in range(7)]
    act(match, Announce("recruit"))
    assert Done() not in offers(match)
    for number, name in enumerate(names):
        assert team(match, ANNA) == set(names[number:])
        act(match, Join(name))
    assert match.state.players[ANNA].souls == 1 + 2
    assert not any(match.state.cards[name].ready for name in names)


@rule("AH-MAN.7")
def test_one_character_is_enough_and_the_others_stay_out():
    match = leaderless(duel())
    first, second = fighter(match, ANNA), fighter(match, ANNA)
    act(match, Announce("recruit"))
    join(match, second)
    assert match.state.cards[first].ready
    assert not match.state.cards[second].ready


@rule("AH-MAN.8", "AH-CARD.9")
@each_type
def test_eligible_are_own_ready_characters_in_play_with_the_icon(kind):
    match = leaderless(duel())
    fit = heretic(match, ANNA, "fit", icons={kind: 1})
    lent = put(match, BELA, card(match, "lent", icons={kind: 2}), controller=ANNA)
    heretic(match, ANNA, "tired", icons={kind: 2}, ready=False)
    heretic(match, ANNA, "other", icons={other: 3 for other in TYPES if other != kind})
    fighter(match, BELA)
    put(match, ANNA, card(match, "away", icons={kind: 1}), controller=BELA)
    act(match, Announce(kind))
    assert team(match, ANNA) == {fit, lent}


@rule("AH-MAN.8", "AH-CARD.9")
def test_icons_count_as_they_are_now():
    match = leaderless(duel())
    name = heretic(match, ANNA, "preacher", icons={"recruit": 1})
    put(match, BELA, card(match, "brand", type="event", passives=[
        {"passive": "alter", "stat": "recruit", "amount": -1}], duration="attached", attachment={"type": "curse"}),
        host=name)  # fmt: skip
    assert kinds_offered(match) == set()
    put(match, ANNA, card(match, "badge", type="event", passives=[
        {"passive": "alter", "stat": "plunder", "amount": 1}], duration="attached", attachment={"type": "relic"}),
        host=name)  # fmt: skip
    assert kinds_offered(match) == {"plunder"}


@rule("AH-MAN.9")
def test_the_damned_may_join_either_team():
    match = duel()
    leaders = [player.damned for player in match.state.players]
    manoeuvre(match, "plunder", [leaders[ANNA]], [leaders[BELA]])
    assert match.state.man is not None
    assert match.state.man.teams == [[leaders[ANNA]], [leaders[BELA]]]


@rule("AH-MAN.12")
def test_the_blocker_knows_the_team_and_may_leave_it_at_that():
    match = leaderless(duel())
    mine, more = fighter(match, ANNA), fighter(match, ANNA)
    other = heretic(match, BELA, "preacher", icons={"recruit": 1})
    heretic(match, BELA, "robber", icons={"plunder": 1})
    act(match, Announce("recruit"))
    act(match, Join(mine))
    assert teams_seen(match, BELA) == [[], []]
    act(match, Done())
    assert teams_seen(match, BELA) == [[mine], []]
    assert set(offers(match, seat=BELA)) == {Join(other), Done()}
    act(match, Done())
    assert match.state.players[ANNA].souls == 3
    assert match.state.cards[more].ready


@rule("AH-MAN.13", "AH-CONFLICT.1", "AH-KEY.20", "AH-MAN.14")
@pytest.mark.parametrize("blockers", [0, 1, 2])
def test_with_blockers_a_conflict_arises_without_the_manoeuvre_succeeds(blockers):
    match = duel()
    mine = fighter(match, ANNA)
    others = [fighter(match, BELA, 2) for _ in range(2)]
    manoeuvre(match, "recruit", [mine], others[:blockers])
    assert isinstance(match.state.stack[-1], Sealed) == bool(blockers)
    continue_to_action(match)
    assert match.state.players[ANNA].souls == (1 if blockers else 3)


@rule("AH-MAN.15", "AH-MAN.22", "AH-READY.5")
def test_the_team_becomes_spent_only_when_no_one_blocks_and_before_the_consequence():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    act(match, Announce("recruit"))
    join(match, mine)
    assert match.state.cards[mine].ready
    events = act(match, Done())
    kinds = [body.kind for body in events]
    assert kinds.index("turned") < kinds.index("souls_changed")
    assert not match.state.cards[mine].ready
    assert match.state.cards[other].ready


@rule("AH-MAN.16", "AH-CONS.2", "AH-CONS.3", "AH-CONS.7")
@each_type
def test_an_unopposed_manoeuvre_brings_its_consequence(kind):
    match = duel()
    manoeuvre(match, kind, [fighter(match, ANNA)])
    anna, bela = match.state.players
    found = (anna.souls - 1, 30 - len(bela.plot), bela.execution)
    assert found == {"recruit": (2, 0, 0), "plunder": (0, 6, 0), "accuse": (0, 0, 1)}[kind]


@rule("AH-MAN.17", "AH-HC.2", "AH-WIN.9")
def test_souls_are_looked_at_when_an_unopposed_manoeuvre_ends_before_time_advances():
    match = duel(time=2)
    set_player(match, ANNA, souls=7)
    manoeuvre(match, "recruit", [fighter(match, ANNA)])
    assert (match.over, match.state.winner, time(match)) == (True, ANNA, EVENING)


@rule("AH-MAN.20", "AH-HC.23", "AH-DIS.12")
@pytest.mark.parametrize("do", [KILL, SPEND])
@pytest.mark.parametrize("how", ["gone", "spent"])
def test_without_an_eligible_character_left_a_manoeuvre_is_unsuccessful(do, how):
    match = leaderless(duel())
    mine = heretic(match, ANNA, "witness", icons={"accuse": 1})
    heretic(match, ANNA, "robber", icons={"plunder": 1}, ready=False)
    fighter(match, BELA)
    killer = hunter(match, BELA, "killer", do=KILL if how == "gone" else SPEND)
    act(match, Announce("accuse"))
    events = act(match, PlayDem(killer))
    if asked(match)[1] == "name":
        events += act(match, next(action for action in offers(match) if action.option == mine))
    events += waive(match)
    assert of_kinds(events, "failed")
    assert not of_kinds(events, "succeeded")
    assert match.state.players[BELA].execution == 0
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))
    assert match.state.man is None


@rule("AH-MAN.20")
def test_another_eligible_character_takes_the_place_of_one_lost_in_the_window():
    match = leaderless(duel())
    heretic(match, ANNA, "witness", icons={"accuse": 1}, health=1)
    spare = heretic(match, ANNA, "spare", icons={"accuse": 1}, health=9)
    target = {"what": "heretic", "scope": "anywhere", "most_health": 1}
    killer = hunter(match, BELA, do=[{"op": "destroy", "target": target}])
    act(match, Announce("accuse"))
    act(match, PlayDem(killer))
    assert team(match, ANNA) == {spare}
    act(match, Join(spare))
    assert match.state.players[BELA].execution == 1


@rule("AH-MAN.21", "AH-DIS.12")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_card_may_make_an_unopposed_manoeuvre_unsuccessful_but_no_conflict(blocked):
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    put(match, BELA, card(match, "bar", type="hunter", passives=[{"passive": "bar", "manoeuvre": "recruit"}]))
    events = manoeuvre(match, "recruit", [mine], [other] if blocked else [])
    events += continue_to_action(match)
    assert match.state.players[ANNA].souls == (3 if blocked else 1)
    assert bool(of_kinds(events, "failed")) != blocked
    assert not match.state.cards[mine].ready
    assert (time(match), asked(match)) == (NOON, (BELA, "act"))


@rule("AH-MAN.21")
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_it_does_so_for_its_type_and_the_opponent_only(kind, seat):
    match = duel()
    put(match, seat, card(match, "bar", type="hunter", passives=[{"passive": "bar", "manoeuvre": "recruit"}]))
    events = manoeuvre(match, kind, [fighter(match, ANNA)])
    assert bool(of_kinds(events, "failed")) == (kind == "recruit" and seat == BELA)


@rule("AH-MAN.21")
def test_an_event_in_the_window_can_make_it_unsuccessful():
    match = duel()
    shut = event(match, BELA, do=[{"op": "fail"}], rows=[], dem=["manoeuvre_announced"])
    act(match, Announce("plunder"))
    act(match, PlayDem(shut))
    join(match, fighter(match, ANNA))
    assert len(match.state.players[BELA].plot) == 30


@rule("AH-MAN.22", "AH-MAN.15")
def test_being_chosen_does_not_make_spent():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    filler(match, ANNA)
    manoeuvre(match, "recruit", [mine], [other])
    assert asked(match) == (ANNA, "row")
    assert match.state.cards[mine].ready
    assert match.state.cards[other].ready


@rule("AH-MAN.23", "AH-PLAY.9", "AH-HC.47")
def test_no_one_reinforces_a_team_once_it_is_chosen():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    fighter(match, ANNA, 5)
    events = manoeuvre(match, "recruit", [mine], [other])
    assert not any(isinstance(step, TeamStep) for step in match.state.stack)
    assert [(body.own, body.other) for body in of_kinds(events, "evaluated")] == [(1, 1)]


@rule("AH-MAN.24")
def test_the_same_manoeuvre_may_be_initiated_again_in_the_round():
    match = duel()
    for name in [fighter(match, ANNA) for _ in range(2)]:
        manoeuvre(match, "recruit", [name])
        act(match, Pass())
    assert match.state.players[ANNA].souls == 1 + 2 + 1


@rule("AH-MAN.19", "AH-DEM.22")
def test_no_window_opens_after_an_unopposed_manoeuvre():
    match = duel()
    mine = fighter(match, ANNA)
    filler(match, BELA)
    script(match, (ANNA, "act", Announce("accuse")), (BELA, "manoeuvre_announced", Waive()))
    join(match, mine)
    assert (window(match), asked(match)) == ("", (BELA, "team"))
    act(match, Done())
    assert asked(match) == (BELA, "act")
