"""Section 19 of RULES.md: the Epilogue."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, put, set_card, set_player
from rules.aevum_haeresis.state.actions import Done, PlayDem, Throw, Waive
from rules.aevum_haeresis.state.state import Modifier
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.plot_helpers import (
    answer_sealed,
    both_waive,
    camp,
    continue_to_action,
    duel,
    fighter,
    filler,
    manoeuvre,
    next_round,
    passes,
    remove_abilities,
    script,
    sorcerer,
    use,
)
from tests.aevum_haeresis.table import card, heretic, lay, modify, pay, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter, story
from tests.game_helpers import act, asked, look, of_kinds, rule

CONTROL = [{"op": "control", "target": {"what": "heretic", "scope": "anywhere"}}]


def ending(match):
    """Give both players cards, and play until the sealed discards of the Epilogue."""
    for seat in (ANNA, BELA):
        filler(match, seat, 2)
    passes(match)
    assert isinstance(match.state.stack[-1], Sealed)
    return match


@rule("AH-EPILOGUE.1")
@pytest.mark.parametrize("throws", [0, 1])
def test_each_may_discard_one_card_to_the_own_pyre(throws):
    match = ending(duel())
    card_a, card_b = (player.hand[0] for player in match.state.players)
    answer_sealed(match, Throw(card_a) if throws else Done(), Throw(card_b))
    anna, bela = match.state.players
    assert (card_a in anna.pyre, card_b in bela.pyre) == (bool(throws), True)
    assert (len(anna.hand), len(bela.hand)) == (2 - throws, 1)
    assert window(match) == "epilogue_discard"


@rule("AH-EPILOGUE.1", "AH-DCS.16")
def test_no_more_than_one_and_none_of_the_opponents():
    match = ending(duel())
    with pytest.raises(IllegalAction):
        match.apply(ANNA, Throw(match.state.players[BELA].hand[0]))
    answer_sealed(match, Throw(match.state.players[ANNA].hand[0]))
    assert asked(match) == (ANNA, "window")


@rule("AH-EPILOGUE.2", "AH-GEN.9", "AH-HC.31", "AH-INFO.9")
@pytest.mark.parametrize("first", [ANNA, BELA])
def test_both_choose_sealed_in_any_order_and_are_revealed_together(first):
    match = ending(duel())
    assert set(match.decisions()) == {ANNA, BELA}
    thrown = [player.hand[0] for player in match.state.players]
    events = act(match, Throw(thrown[first]), first)
    assert events == []
    assert thrown[first] not in look(match, 1 - first).players[first].pyre
    events = act(match, Throw(thrown[1 - first]), 1 - first)
    assert [(body.seat, body.cards) for body in of_kinds(events, "discarded")] == [
        (ANNA, (thrown[ANNA],)),
        (BELA, (thrown[BELA],)),
    ]


@rule("AH-EPILOGUE.3", "AH-EPILOGUE.9", "AH-DEM.21", "AH-SM.102")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_then_one_window_and_no_other_until_the_prologue_is_over(active):
    match = ending(remove_abilities(duel(active)))
    answer_sealed(match)
    script(match, *both_waive("epilogue_discard", active), *both_waive("prologue_end", 1 - active))
    assert asked(match) == (1 - active, "row")


@rule("AH-EPILOGUE.4", "AH-LIFE.8", "AH-LIFE.10", "AH-LIFE.14", "AH-ATT.3")
def test_cards_that_last_for_the_round_go_after_that_window():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    tale = put(match, ANNA, card(match, "tale", type="story", duration="round"), until="round")
    feast = put(match, BELA, card(match, "feast", type="event", duration="round"), until="round")
    blade = put(match, ANNA, card(match, "blade", type="event"), host=mine, until="round")
    badge = put(match, BELA, card(match, "badge", type="event"), host=other)
    stays = put(match, BELA, card(match, "inquisitor", type="hunter", stays=True), host=match.state.location)
    lasting = [tale, feast, blade]
    chaser = hunter(match, BELA, "chaser")
    for seat in (ANNA, BELA):
        filler(match, seat)
    passes(match)
    answer_sealed(match)
    act(match, Waive())
    act(match, PlayDem(chaser))
    assert all(name in match.state.cards for name in (*lasting, chaser))
    waive(match, 1)
    assert not any(name in match.state.cards for name in (*lasting, chaser))
    assert all(name in match.state.cards for name in (badge, stays, mine, other))
    assert chaser in match.state.players[BELA].pyre
    assert blade in match.state.players[ANNA].pyre


@rule("AH-EPILOGUE.4", "AH-LIFE.10")
def test_a_round_long_story_and_event_played_really_last_until_then():
    match = duel()
    levy = event(match, ANNA, "levy_made", do=[{"op": "free", "gold": 2}], duration="round")
    enlisting(match)
    lay(match, ANNA, levy)
    waive(match)
    pay(match)
    waive(match)
    continue_to_action(match)
    assert levy in match.state.cards
    assert match.state.players[ANNA].free == 2
    passes(match)
    on_round_end(match)
    assert levy in match.state.players[ANNA].pyre
    assert match.state.players[ANNA].free == 0


def on_round_end(match):
    """Discard nothing if the match is at the discards of the Epilogue, then waive the window."""
    if isinstance(match.state.stack[-1], Sealed):
        answer_sealed(match)
    waive(match)


@rule("AH-EPILOGUE.5")
def test_all_effects_of_the_round_end_there_and_lasting_ones_do_not():
    match = duel()
    name = fighter(match, ANNA)
    modify(
        match,
        Modifier("recruit", 1, "round", ANNA, card=name),
        Modifier("damage", 1, "game", ANNA, card=name),
        Modifier("shield", 1, "round", ANNA),
    )
    ending(match)
    assert len(match.state.mods) == 3
    answer_sealed(match)
    assert len(match.state.mods) == 3
    waive(match)
    assert [mod.until for mod in match.state.mods] == ["game"]


@rule("AH-EPILOGUE.5", "AH-CTRL.2")
def test_control_for_the_round_goes_back():
    match = duel()
    taken = heretic(match, BELA, "knight")
    use(match, sorcerer(match, ANNA, CONTROL))
    assert match.state.cards[taken].controller == ANNA
    ending(match)
    answer_sealed(match)
    assert match.state.cards[taken].controller == ANNA
    waive(match)
    assert match.state.cards[taken].controller == BELA


@rule("AH-EPILOGUE.5", "AH-CTRL.2")
def test_control_taken_and_taken_back_in_one_round_ends_with_the_first_controller():
    match = duel()
    taken = heretic(match, BELA, "knight")
    use(match, sorcerer(match, ANNA, CONTROL, "first"))
    back = sorcerer(match, BELA, CONTROL, "second")
    use(match, back, taken)
    assert match.state.cards[taken].controller == BELA
    next_round(match)
    assert match.state.cards[taken].controller == BELA


@rule("AH-EPILOGUE.5", "AH-DMG.8")
def test_things_that_end_together_do_not_kill_who_lives_without_either():
    match = duel()
    name = heretic(match, ANNA, "pilgrim", health=2)
    passive = {"passive": "alter", "stat": "health"}
    for number, amount in enumerate((2, -3)):
        curse = card(match, f"change_{number}", type="event", passives=[{**passive, "amount": amount}])
        put(match, ANNA, curse, host=name, until="round")
    next_round(match)
    assert name in match.state.cards


@rule("AH-EPILOGUE.5", "AH-DMG.8")
def test_health_lent_for_the_round_is_gone_and_so_may_be_who_lived_by_it():
    match = duel(damned_death_loses=True)
    damned = match.state.players[BELA].damned
    modify(match, Modifier("health", 3, "round", BELA, card=damned))
    set_card(match, damned, damage=18)
    ending(match)
    answer_sealed(match)
    assert damned in match.state.cards
    waive(match)
    assert damned in match.state.players[BELA].pyre
    assert (match.over, match.state.winner, match.state.round) == (True, ANNA, 2)


@rule("AH-EPILOGUE.6")
def test_uses_and_rises_of_the_round_are_renewed_for_both():
    match = duel()
    names = [camp(match, seat, [{"op": "execution", "amount": 1}]) for seat in (ANNA, BELA)]
    use(match, names[ANNA])
    use(match, names[BELA])
    assert [match.state.cards[name].used for name in names] == [["0"], ["0"]]
    next_round(match)
    assert [match.state.cards[name].used for name in names] == [[], []]
    assert [player.rose for player in match.state.players] == [False, False]


@rule("AH-EPILOGUE.7", "AH-EPILOGUE.8", "AH-ROUND.5", "AH-ROUND.6")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_roles_change_and_the_next_round_begins_with_its_prologue(active):
    match = ending(remove_abilities(duel(active)))
    answer_sealed(match)
    assert match.state.active == active
    events = waive(match, 2)
    (began,) = of_kinds(events, "round_began")
    assert (began.round, began.active) == (3, 1 - active)
    assert (match.state.phase, window(match)) == ("prologue", "prologue_end")
    assert all(len(player.hand) == 9 for player in match.state.players)


@rule("AH-EPILOGUE.3", "AH-WIN.9")
def test_a_dem_in_that_window_is_followed_by_a_soul_check():
    match = duel()
    saint = hunter(match, ANNA, "saint", do=[{"op": "souls", "amount": 1}])
    set_player(match, ANNA, souls=9)
    passes(match)
    answer_sealed(match)
    act(match, PlayDem(saint))
    assert (match.over, match.state.winner) == (True, ANNA)


@rule("AH-EPILOGUE.1", "AH-EPILOGUE.3")
def test_who_holds_no_card_is_asked_for_none_and_the_window_opens_all_the_same():
    match = duel()
    filler(match, BELA)
    passes(match)
    assert set(match.decisions()) == {BELA}
    answer_sealed(match)
    assert (window(match), asked(match)) == ("epilogue_discard", (BELA, "window"))


@rule("AH-LIFE.11", "AH-EPILOGUE.4")
def test_round_long_stories_of_a_conflict_outlast_it():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    health = {"op": "modify", "stat": "health", "amount": 1, "until": "round", "of": "heretics"}
    vigil = story(match, ANNA, "vigil", do=[health], duration="round")
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, vigil)
    waive(match)
    pay(match)
    continue_to_action(match)
    assert vigil in match.state.cards
    assert match.state.mods
    next_round(match)
    assert vigil in match.state.players[ANNA].pyre
    assert not match.state.mods
