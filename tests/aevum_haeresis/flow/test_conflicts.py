"""Section 17 of RULES.md, steps 1 to 8: the rows of a Conflict, Chapter by Chapter."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, hold, put
from rules.aevum_haeresis.state.actions import Choose, Decline, Done, Lay, PayFor, PlayDem, Waive
from rules.aevum_haeresis.state.steps import OfferStep
from tests.aevum_haeresis.plot_helpers import (
    both_waive,
    continue_to_action,
    duel,
    fighter,
    filler,
    lay_row,
    manoeuvre,
    script,
)
from tests.aevum_haeresis.table import card, heretic, lay, pay, set_team, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter, story
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

GAIN = [{"op": "gold", "amount": 1}]
SOUL = [{"op": "souls", "amount": 1}]
HIT = [{"op": "damage", "amount": 9, "target": {}}]


def conflict(active=ANNA, initiator=None, icons=(1, 1)):
    """Start a Recruit Conflict between two Heretics, with no card laid yet. Return the match and the Heretics."""
    match = duel(active)
    starter = active if initiator is None else initiator
    names = [fighter(match, seat, icons[seat], health=5) for seat in (ANNA, BELA)]
    for seat in (ANNA, BELA):
        filler(match, seat, 5)
    acting(match, starter)
    manoeuvre(match, "recruit", [names[starter]], [names[1 - starter]])
    return match, names


@rule("AH-CONFLICT.1", "AH-CONFLICT.2", "AH-KEY.20")
def test_a_blocked_manoeuvre_is_a_conflict_of_its_type_between_the_two_teams():
    match, names = conflict()
    man = match.state.man
    assert man is not None
    assert (man.type, man.blocked, man.teams) == ("recruit", True, [[names[0]], [names[1]]])


@rule("AH-CONFLICT.3", "AH-CONFLICT.4", "AH-STORY.3", "AH-STORY.9")
@pytest.mark.parametrize("active", [ANNA, BELA])
@pytest.mark.parametrize("initiator", [ANNA, BELA])
def test_the_active_player_lays_first_regardless_of_the_initiator_up_to_three(active, initiator):
    match, _ = conflict(active, initiator)
    for seat in (active, 1 - active):
        for _ in range(3):
            assert asked(match) == (seat, "row")
            assert Done() in offers(match)
            act(match, offers(match, Lay)[0])
        assert offers(match) == [Done()]
        act(match, Done())
    assert window(match) == "chapter_revealed"


@rule("AH-CONFLICT.3", "AH-CONFLICT.4", "AH-ENLIST.3")
def test_both_may_lay_nothing_at_all():
    match, _ = conflict()
    script(match, (ANNA, "row", Done()), (BELA, "row", Done()), *both_waive("conflict_end"))


@rule("AH-CONFLICT.4", "AH-STORY.17")
def test_the_passive_player_knows_only_how_many_cards_were_laid():
    match, _ = conflict()
    script(match, *lay_row(ANNA, *match.state.players[ANNA].hand[:2]))
    shown = look(match, BELA).players[ANNA]
    assert (shown.row, shown.own_row, shown.hand) == ([1, 1], None, None)


@rule("AH-CONFLICT.5", "AH-CONFLICT.6", "AH-STORY.10")
def test_both_cards_of_a_chapter_are_revealed_together_and_then_a_window_opens():
    match, _ = conflict()
    mine, other = story(match, ANNA, "mine"), story(match, BELA, "other")
    lay(match, ANNA, mine)
    events = lay(match, BELA, other)
    assert {body.seat: body.cards for body in of_kinds(events, "chapter_revealed")} == {ANNA: (mine,), BELA: (other,)}
    assert match.state.open == [[mine], [other]]
    script(match, *both_waive("chapter_revealed"))


@rule("AH-CONFLICT.7", "AH-CONFLICT.8", "AH-STORY.11")
@pytest.mark.parametrize("active", [ANNA, BELA])
@pytest.mark.parametrize("initiator", [ANNA, BELA])
def test_the_active_player_decides_first_then_the_passive_one_who_sees_it(active, initiator):
    match, names = conflict(active, initiator)
    cards = [story(match, seat, f"tale_{seat}", cost={"gold": 2}) for seat in (ANNA, BELA)]
    for seat in (active, 1 - active):
        lay(match, seat, cards[seat])
    waive(match)
    assert asked(match) == (active, "offer")
    pay(match)
    assert asked(match) == (1 - active, "offer")
    assert match.state.players[active].gold == 3
    (shown,) = look(match, 1 - active).paid
    assert (shown.seat, shown.card, shown.caster) == (active, cards[active], names[active])


@rule("AH-CONFLICT.7", "AH-COST.7", "AH-COST.8")
def test_a_payment_takes_gold_souls_caster_and_target_as_one():
    match, names = conflict()
    second = fighter(match, BELA, health=5)
    set_team(match, BELA, names[BELA], second)
    name = story(match, ANNA, "tale", skull=True, cost={"gold": 1, "souls": 1, "cards": 1})
    hold(match, ANNA, card(match, "other_filler", type="event", rows=[]))
    script(match, *lay_row(ANNA, name), (BELA, "row", Done()), *both_waive("chapter_revealed"))
    act(match, PayFor(name))
    act(match, Choose(second))
    assert match.state.players[ANNA].gold == 5
    events = act(match, offers(match)[0])
    (paid,) = of_kinds(events, "paid_for")
    assert (paid.caster, paid.targets) == (names[ANNA], (second,))
    player = match.state.players[ANNA]
    assert (player.gold, player.souls, len(player.hand)) == (4, 0, 5)


@rule("AH-CONFLICT.7", "AH-CONFLICT.8", "AH-COST.21")
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_who_declines_loses_the_card_to_the_pyre(seat):
    match, _ = conflict()
    name = story(match, seat, "tale", do=GAIN)
    lay(match, ANNA, *[name] * (seat == ANNA))
    lay(match, BELA, *[name] * (seat == BELA))
    waive(match)
    act(match, Decline())
    assert name in match.state.players[seat].pyre
    assert match.state.players[seat].gold == 5


@rule("AH-CONFLICT.9", "AH-HC.12", "AH-HC.13", "AH-DIS.5", "AH-DIS.23", "AH-CONFLICT.10")
@pytest.mark.parametrize("payers", [{ANNA}, {BELA}, {ANNA, BELA}])
def test_one_window_after_both_decisions_and_before_any_effect(payers):
    match, _ = conflict()
    cards = [story(match, seat, f"tale_{seat}", do=GAIN) for seat in (ANNA, BELA)]
    lay(match, ANNA, cards[ANNA])
    lay(match, BELA, cards[BELA])
    waive(match)
    for seat in (ANNA, BELA):
        act(match, PayFor(cards[seat]) if seat in payers else Decline(), seat)
    assert [player.gold for player in match.state.players] == [5, 5]
    script(match, *both_waive("chapter_paid"))
    assert [player.gold for player in match.state.players] == [5 + (seat in payers) for seat in (ANNA, BELA)]
    assert window(match) == "conflict_end"


@rule("AH-CONFLICT.9", "AH-HC.11")
def test_no_payment_window_when_nothing_was_paid():
    match, _ = conflict()
    lay(match, ANNA, story(match, ANNA, "tale"))
    lay(match, BELA, match.state.players[BELA].hand[0])
    script(match, *both_waive("chapter_revealed"), (ANNA, "offer", Decline()), *both_waive("conflict_end"))


@rule("AH-CONFLICT.10", "AH-GEN.7")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_active_players_card_takes_effect_completely_before_the_passive_players(active):
    match, _ = conflict(active)
    first = story(match, active, "first", do=[*GAIN, {"op": "souls", "amount": 1}])
    second = story(match, 1 - active, "second", do=GAIN)
    lay(match, active, first)
    lay(match, 1 - active, second)
    waive(match)
    pay(match)
    pay(match)
    events = waive(match, 2)
    changed = [(b.seat, b.kind) for b in events if b.kind in ("gold_changed", "souls_changed")]
    assert changed == [(active, "gold_changed"), (active, "souls_changed"), (1 - active, "gold_changed")]


@rule("AH-CONFLICT.11", "AH-STORY.12")
def test_chapters_go_on_until_both_rows_are_empty():
    match, _ = conflict()
    laid = [story(match, ANNA, f"tale_{number}", do=GAIN) for number in range(3)]
    lay(match, ANNA, *laid)
    lay(match, BELA, match.state.players[BELA].hand[0])
    for number, name in enumerate(laid):
        assert (window(match), match.state.chapter) == ("chapter_revealed", number + 1)
        script(match, *both_waive("chapter_revealed"), (ANNA, "offer", PayFor(name)), *both_waive("chapter_paid"))
    assert window(match) == "conflict_end"
    assert match.state.players[ANNA].gold == 8


@rule("AH-CONFLICT.11", "AH-STORY.12", "AH-STORY.13")
def test_the_passive_players_longer_row_is_played_out_alone():
    match, _ = conflict()
    laid = [story(match, BELA, f"tale_{number}", do=GAIN) for number in range(3)]
    lay(match, ANNA)
    lay(match, BELA, *laid)
    for name in laid:
        script(match, *both_waive("chapter_revealed"), (BELA, "offer", PayFor(name)), *both_waive("chapter_paid"))
    assert match.state.players[BELA].gold == 8


@rule("AH-CONFLICT.12", "AH-PLAY.9", "AH-HC.47", "AH-HUNT.8")
@pytest.mark.parametrize("kind", ["heretic", "hunter"])
def test_heretics_and_hunters_of_the_row_go_to_the_pyre_unasked(kind):
    match, _ = conflict()
    name = hold(match, ANNA, card(match, "stray", type=kind))[0]
    lay(match, ANNA, name)
    lay(match, BELA)
    script(match, *both_waive("chapter_revealed"), *both_waive("conflict_end"))
    assert name in match.state.players[ANNA].pyre


@rule("AH-CONFLICT.13", "AH-COST.3", "AH-COST.16")
@pytest.mark.parametrize(
    "fields",
    [
        {"cost": {"gold": 6}},
        {"cost": {"souls": 2}},
        {"cost": {"cards": 6}},
        {"cost": {"sacrifice": True, "gold": 1}, "need": {"what": "damned"}},
        {"need": {"stat": "recruit", "least": 2}},
    ],
)
def test_a_card_that_cannot_be_paid_for_completely_goes_to_the_pyre_and_nothing_is_taken(fields):
    match, _ = conflict()
    name = story(match, ANNA, "tale", do=GAIN, **fields)
    lay(match, ANNA, name)
    lay(match, BELA)
    script(match, *both_waive("chapter_revealed"), *both_waive("conflict_end"))
    player = match.state.players[ANNA]
    assert name in player.pyre
    assert (player.gold, player.souls, len(player.hand)) == (5, 1, 5)


@rule("AH-CONFLICT.13", "AH-PLAY.5")
def test_an_event_for_the_enlistment_row_is_not_playable_here_one_for_conflicts_is():
    match, _ = conflict()
    wrong = event(match, ANNA, "wrong", rows=["enlistment"], do=GAIN)
    right = event(match, ANNA, "right", rows=["conflict"], do=GAIN)
    lay(match, ANNA, wrong, right)
    lay(match, BELA)
    script(match, *both_waive("chapter_revealed"), *both_waive("chapter_revealed"), (ANNA, "offer", PayFor(right)))
    assert wrong in match.state.players[ANNA].pyre


@rule("AH-CONFLICT.14", "AH-COST.10")
@pytest.mark.parametrize("damned_only", [False, True])
def test_stories_reach_participants_only(damned_only):
    match, names = conflict()
    heretic(match, BELA, "bystander")
    target = {"what": "damned"} if damned_only else {}
    name = story(match, ANNA, "tale", do=[{"op": "damage", "amount": 9, "target": target}])
    lay(match, ANNA, name)
    lay(match, BELA)
    waive(match, 2)
    if damned_only:  # the Damned doesn't take part in this Conflict, so there is no target
        assert name in match.state.players[ANNA].pyre
        assert window(match) == "conflict_end"
    else:
        (paid,) = of_kinds(pay(match), "paid_for")
        assert paid.targets == (names[BELA],)


@rule("AH-CONFLICT.14")
def test_a_story_that_says_so_reaches_further():
    match, names = conflict()
    outside = heretic(match, BELA, "bystander")
    name = story(match, ANNA, "tale", do=[{"op": "damage", "amount": 9, "target": {"scope": "anywhere"}}])
    lay(match, ANNA, name)
    lay(match, BELA)
    waive(match, 2)
    act(match, PayFor(name))
    damned = match.state.players[BELA].damned
    assert {action.option for action in offers(match, Choose)} == {outside, names[BELA], damned}


@rule("AH-CONFLICT.15")
def test_events_of_the_row_reach_everyone():
    match, names = conflict()
    outside = heretic(match, BELA, "bystander")
    name = event(match, ANNA, do=HIT)
    lay(match, ANNA, name)
    lay(match, BELA)
    waive(match, 2)
    act(match, PayFor(name))
    damned = match.state.players[BELA].damned
    assert {action.option for action in offers(match, Choose)} == {outside, names[BELA], damned}


@rule("AH-CONFLICT.16", "AH-HC.53")
@pytest.mark.parametrize(
    ("do", "inside"),
    [
        ([{"op": "spend", "target": {"what": "heretic"}}], True),
        ([{"op": "control", "target": {"what": "heretic", "scope": "anywhere"}}], False),
        ([{"op": "destroy", "target": {"what": "heretic"}}], False),
    ],
)
def test_leaving_play_or_changing_controller_ends_taking_part_becoming_spent_does_not(do, inside):
    match, names = conflict()
    stalker = hunter(match, BELA, "stalker", do=do)
    lay(match, ANNA)
    lay(match, BELA)
    script(match, (ANNA, "conflict_end", Waive()), (BELA, "conflict_end", PlayDem(stalker)))
    man = match.state.man
    assert man is not None
    assert man.teams == [[names[ANNA]] * inside, [names[BELA]]]
    events = act(match, Waive())
    (found,) = of_kinds(events, "evaluated")
    assert (found.own, found.other) == (int(inside), 1)


@rule("AH-CONFLICT.16", "AH-COST.18")
def test_a_story_passes_over_a_target_that_no_longer_takes_part():
    match, names = conflict()
    name = story(match, ANNA, "tale", do=HIT)
    rescue = [{"op": "control", "target": {"what": "heretic", "scope": "anywhere", "whose": "any"}}]
    lent = put(match, ANNA, card(match, "lent"), controller=BELA)
    set_team(match, BELA, lent)
    taker = hunter(match, ANNA, "taker", do=rescue)
    lay(match, ANNA, name)
    lay(match, BELA)
    waive(match)
    pay(match)
    act(match, PlayDem(taker))
    act(match, Choose(lent))
    waive(match, 2)
    assert lent in match.state.cards
    assert names[ANNA] in match.state.cards


@rule("AH-CONFLICT.17", "AH-HC.8", "AH-COST.7")
def test_a_conflict_is_played_out_though_a_team_is_gone():
    match, names = conflict()
    kill = story(match, ANNA, "kill", do=HIT)
    mine = [story(match, ANNA, f"tale_{number}", do=GAIN) for number in range(2)]
    lost, relief = story(match, BELA, "lost", do=GAIN), event(match, BELA, "relief", do=GAIN)
    lay(match, ANNA, kill, *mine)
    lay(match, BELA, match.state.players[BELA].hand[0], lost, relief)
    script(match, *both_waive("chapter_revealed"), (ANNA, "offer", PayFor(kill)), *both_waive("chapter_paid"))
    assert names[BELA] in match.state.players[BELA].pyre
    script(match, *both_waive("chapter_revealed"), (ANNA, "offer", PayFor(mine[0])), *both_waive("chapter_paid"))
    assert lost in match.state.players[BELA].pyre
    script(match, *both_waive("chapter_revealed"), (ANNA, "offer", PayFor(mine[1])), (BELA, "offer", PayFor(relief)))
    waive(match, 2)
    assert [player.gold for player in match.state.players] == [7, 6]


@rule("AH-CONFLICT.8")
def test_a_passive_card_without_an_active_one_is_asked_about_at_once():
    match, _ = conflict()
    lay(match, ANNA)
    lay(match, BELA, story(match, BELA, "tale"))
    waive(match)
    assert isinstance(match.state.stack[-1], OfferStep)
    assert asked(match) == (BELA, "offer")
    continue_to_action(match)
