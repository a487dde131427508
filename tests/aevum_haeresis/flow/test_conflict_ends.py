"""Section 17 of RULES.md, steps 9 to 18: from the end of a Conflict to the advance of time."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, MORNING, NOON, deck, put, set_card, set_player
from rules.aevum_haeresis.state.actions import DrawFrom, PlayDem, Waive
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.plot_helpers import (
    answer_sealed,
    both_waive,
    duel,
    fighter,
    filler,
    manoeuvre,
    script,
    to_draw,
)
from tests.aevum_haeresis.table import card, heretic, lay, pay, take_away, time, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter, story
from tests.game_helpers import act, asked, look, of_kinds, rule

DRAW = ["none", "plot", "heretic"]


def fight(kind="recruit", own=1, other=1, active=ANNA, at=MORNING):
    """Play a Conflict of the Active seat up to the sealed draw. Return the match, the two fighters and the events."""
    match = duel(active, at)
    names = [fighter(match, seat, icons) for seat, icons in ((active, own), (1 - active, other))]
    events = manoeuvre(match, kind, names[:1], names[1:])
    return match, names, events


def conflict_without_teams(kind, own, other, at=MORNING):
    """Let one or both teams leave a Conflict before it is evaluated. Return the match and the fighters."""
    match = duel(time=at)
    names = [fighter(match, ANNA), fighter(match, BELA)]
    filler(match, ANNA)
    manoeuvre(match, kind, names[:1], names[1:])
    lay(match, ANNA)
    for gone, name in zip((own, other), names, strict=True):
        if gone:
            take_away(match, name)
    assert window(match) == "conflict_end"
    waive(match)
    return match, names


@rule("AH-CONFLICT.18", "AH-DIS.6", "AH-HC.10", "AH-DEM.17")
def test_when_the_rows_are_empty_a_window_opens_before_the_evaluation():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA, 2)
    late = event(match, ANNA, "late", do=[{"op": "team", "amount": 3}], rows=[], dem=["conflict_end"])
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA)
    events = script(match, (ANNA, "conflict_end", PlayDem(late)))
    (found,) = of_kinds(events, "evaluated")
    assert (found.own, found.other) == (4, 2)


@rule("AH-CONFLICT.19", "AH-CARD.9")
@pytest.mark.parametrize("kind", ["plunder", "recruit", "accuse"])
def test_only_icons_of_the_type_on_the_remaining_participants_count(kind):
    match = duel()
    others = {one: 5 for one in ("plunder", "recruit", "accuse") if one != kind}
    mine = [heretic(match, ANNA, f"mine_{number}", icons={kind: 2, **others}) for number in range(2)]
    blocker = heretic(match, BELA, "blocker", icons={kind: 3, **others})
    fighter(match, BELA, 5)
    events = manoeuvre(match, kind, mine, [blocker])
    (found,) = of_kinds(events, "evaluated")
    assert (found.own, found.other) == (4, 3)


@rule("AH-CONFLICT.20", "AH-CONFLICT.21", "AH-CONFLICT.22", "AH-CONS.1")
@pytest.mark.parametrize(("own", "other", "wins"), [(1, 2, False), (2, 2, True), (3, 2, True), (1, 1, True)])
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_initiator_succeeds_with_as_many_icons_or_more(own, other, wins, active):
    match, _, _ = fight("recruit", own, other, active)
    man = match.state.man
    assert man is not None
    assert man.successful == (active if wins else 1 - active)
    answer_sealed(match)
    assert match.state.players[active].souls == (3 if wins else 1)
    assert match.state.players[1 - active].souls == 1


@rule("AH-CONFLICT.22", "AH-HC.8")
@pytest.mark.parametrize(("own", "other", "wins"), [(True, False, False), (False, True, True)])
def test_with_one_team_gone_the_other_decides(own, other, wins):
    match, _ = conflict_without_teams("recruit", own, other)
    answer_sealed(match)
    assert match.state.players[ANNA].souls == (3 if wins else 1)
    assert [player.gold for player in match.state.players] == ([6, 5] if wins else [5, 6])


@rule("AH-CONFLICT.22")
def test_icons_that_a_card_adds_to_a_team_without_characters_do_not_count():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    kill = [{"op": "destroy", "target": {"what": "heretic"}}]
    banner = story(match, BELA, "banner", do=[{"op": "team", "amount": 2}], duration="conflict")
    tale = story(match, ANNA, "tale", do=kill)
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, tale)
    lay(match, BELA, banner)
    waive(match)
    events = pay(match) + pay(match) + waive(match)
    (found,) = of_kinds(events, "evaluated")
    assert (found.own, found.other) == (1, 0)


@rule("AH-CONFLICT.23", "AH-HC.6", "AH-DIS.9", "AH-INFO.9", "AH-GEN.9")
@pytest.mark.parametrize("anna", DRAW)
@pytest.mark.parametrize("bela", DRAW)
def test_each_may_draw_from_either_deck_or_not_sealed(anna, bela):
    match, _, _ = fight()
    hidden = [list(player.plot) for player in match.state.players]
    act(match, DrawFrom(anna), ANNA)
    assert match.state.players[ANNA].hand == []
    assert {type(action) for action in match.decisions()[BELA].actions} == {DrawFrom}
    with pytest.raises(IllegalAction):
        match.apply(ANNA, DrawFrom("none"))
    act(match, DrawFrom(bela), BELA)
    for seat, drawn in ((ANNA, anna), (BELA, bela)):
        player = match.state.players[seat]
        assert len(player.plot) == 30 - (drawn == "plot")
        assert len(player.heretics) == 12 - (drawn == "heretic")
        assert len(player.hand) == (drawn != "none")
        if drawn == "plot":
            assert player.hand == hidden[seat][:1]


@rule("AH-CONFLICT.23", "AH-GEN.10")
def test_an_empty_heretic_deck_is_not_offered():
    match, _, _ = fight()
    deck(match, ANNA, heretics=0)
    step = Sealed("conflict_draw", [ANNA])
    found = match.game.order_of_play.asker_of(step).choices(match, step, ANNA)
    assert found == [DrawFrom("none"), DrawFrom("plot")]


@rule("AH-CONFLICT.24", "AH-HC.7", "AH-DIS.10", "AH-RES.5")
@pytest.mark.parametrize("survivors", [0, 1, 2])
def test_the_successful_player_gains_one_gold_with_a_survivor(survivors):
    match = duel()
    mine = [fighter(match, ANNA) for _ in range(2)]
    other = fighter(match, BELA)
    manoeuvre(match, "accuse", mine, [other])
    for name in mine[survivors:]:
        take_away(match, name)
    answer_sealed(match)
    assert [player.gold for player in match.state.players] == [5 + bool(survivors), 5]


@rule("AH-CONFLICT.25", "AH-READY.5", "AH-MAN.22")
def test_all_remaining_participants_become_spent_after_the_draw_others_do_not():
    match, names, _ = fight()
    bystander = fighter(match, BELA)
    assert all(match.state.cards[name].ready for name in names)
    answer_sealed(match)
    assert [match.state.cards[name].ready for name in (*names, bystander)] == [False, False, True]


@rule("AH-CONFLICT.26", "AH-HC.32", "AH-LIFE.11")
def test_what_lasts_for_the_conflict_applies_until_the_manoeuvre_ends():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    filler(match, BELA)
    tale = story(match, ANNA, "tale", do=[{"op": "team", "amount": 1}], duration="conflict")
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, tale)
    lay(match, BELA)
    waive(match)
    pay(match)
    to_draw(match)
    assert tale in match.state.cards
    answer_sealed(match)
    assert window(match) == "consequences_done"
    assert tale in match.state.cards
    assert match.state.mods
    act(match, Waive())
    assert window(match) == "conflict_time_advanced"
    assert tale in match.state.players[ANNA].pyre
    assert not match.state.mods


@rule("AH-CONFLICT.26", "AH-HC.32", "AH-DMG.8")
def test_health_lent_for_the_conflict_saves_until_step_sixteen():
    match = duel()
    damned = match.state.players[BELA].damned
    set_card(match, damned, damage=match.content.cards[damned.split(".")[0]].health - 1)
    mine, other = fighter(match, ANNA, damage=1), fighter(match, BELA)
    filler(match, ANNA)
    filler(match, BELA)
    vigil = story(match, ANNA, "strike", do=[{"op": "damage", "amount": 2, "target": {"scope": "anywhere"}}])
    health = {"op": "modify", "stat": "health", "amount": 2, "until": "conflict", "target": {"whose": "own"}}
    shelter = event(match, BELA, "shelter", do=[health], duration="conflict")
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, match.state.players[ANNA].hand[0], vigil)
    lay(match, BELA, shelter)
    waive(match)
    pay(match, damned)
    waive(match)
    pay(match, damned)
    to_draw(match)
    answer_sealed(match)
    assert (window(match), damned in match.state.cards) == ("consequences_done", True)
    waive(match, 1)
    assert damned in match.state.players[BELA].pyre


@rule("AH-CONFLICT.27", "AH-CONFLICT.24", "AH-CONFLICT.25")
def test_gold_then_spent_then_consequence():
    match, _, _ = fight("plunder")
    bodies = answer_sealed(match)
    kinds = [body.kind for body in bodies]
    order = [kinds.index("gold_changed"), kinds.index("turned"), kinds.index("milled")]
    assert order == sorted(order)
    assert bodies[order[0]].conflict


@rule("AH-CONFLICT.28", "AH-DEM.18")
@pytest.mark.parametrize("other", [1, 2])
def test_a_window_follows_with_or_without_a_consequence(other):
    match, _, _ = fight("recruit", 1, other)
    for seat in (ANNA, BELA):
        filler(match, seat)
    answer_sealed(match)
    assert match.state.players[ANNA].souls == (3 if other == 1 else 1)
    script(match, *both_waive("consequences_done"), *both_waive("conflict_time_advanced"))


@rule("AH-CONFLICT.29", "AH-HC.2", "AH-WIN.10", "AH-DIS.15")
@pytest.mark.parametrize("taken", [False, True])
def test_souls_are_looked_at_after_that_window(taken):
    match, _, _ = fight()
    filler(match, BELA)
    set_player(match, ANNA, souls=8)
    taker = hunter(match, BELA, "taker", do=[{"op": "souls", "amount": -1, "who": "opponent"}])
    answer_sealed(match)
    assert (match.state.players[ANNA].souls, match.over) == (10, False)
    if taken:
        act(match, PlayDem(taker))
    waive(match, 1)
    assert match.over != taken


@rule("AH-CONFLICT.30", "AH-CONFLICT.31", "AH-DEM.19", "AH-DIS.7", "AH-HC.10")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_time_advances_then_a_last_window_then_the_opponent_of_the_initiator_acts(active):
    match, _, _ = fight("accuse", active=active)
    filler(match, ANNA)
    filler(match, BELA)
    answer_sealed(match)
    script(match, *both_waive("consequences_done", active))
    assert (window(match), time(match)) == ("conflict_time_advanced", NOON)
    script(match, *both_waive("conflict_time_advanced", active))
    assert asked(match) == (1 - active, "act")


@rule("AH-CONFLICT.31", "AH-DEM.19", "AH-CONFLICT.30")
def test_after_the_night_the_new_location_lies_before_the_last_window():
    match, _, _ = fight("accuse", at=3)
    filler(match, ANNA)
    old = match.state.location
    answer_sealed(match)
    waive(match, 1)
    assert asked(match) == (BELA, "location")
    act(match, match.decisions()[BELA].actions[0])
    assert (window(match), match.state.location != old, time(match)) == ("conflict_time_advanced", True, MORNING)


@rule("AH-CONFLICT.29", "AH-CONFLICT.31", "AH-WIN.9")
def test_the_action_is_over_in_the_last_window_so_a_tenth_soul_wins_at_once():
    match, _, _ = fight("accuse")
    for seat in (ANNA, BELA):
        filler(match, seat)
    set_player(match, BELA, souls=9)
    saint = hunter(match, BELA, "saint", do=[{"op": "souls", "amount": 1}])
    answer_sealed(match)
    waive(match, 3)
    script(match, (BELA, "conflict_time_advanced", PlayDem(saint)))
    assert (match.over, match.state.winner) == (True, BELA)


@rule("AH-CONFLICT.21", "AH-CONFLICT.26")
@pytest.mark.parametrize("seat", [ANNA, BELA])
@pytest.mark.parametrize(("other", "winner"), [(1, ANNA), (2, BELA)])
def test_what_a_card_gives_for_success_goes_to_the_successful_player_only(seat, other, winner):
    match = duel()
    names = [fighter(match, ANNA), fighter(match, BELA, other)]
    prize = {"op": "if_successful", "do": [{"op": "gold", "amount": 2}]}
    tale = story(match, seat, do=[prize], duration="conflict")
    manoeuvre(match, "accuse", names[:1], names[1:])
    lay(match, seat, tale)
    waive(match)
    pay(match)
    answer_sealed(match)
    assert match.state.players[winner].gold == 5 + 1 + 2 * (winner == seat)
    assert match.state.players[1 - winner].gold == 5


@rule("AH-CONFLICT.19", "AH-CONFLICT.16")
def test_icons_are_counted_as_they_are_at_the_evaluation():
    match = duel()
    mine, other = fighter(match, ANNA, 2), fighter(match, BELA, 3)
    put(match, ANNA, card(match, "brand", type="event", passives=[
        {"passive": "alter", "stat": "icons", "amount": -1}], duration="attached", attachment={"type": "curse"}),
        host=other)  # fmt: skip
    manoeuvre(match, "recruit", [mine], [other])
    shown = look(match, ANNA).manoeuvre
    assert shown is not None
    assert (shown.icons, shown.successful) == ([2, 2], ANNA)
