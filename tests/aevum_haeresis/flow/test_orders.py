"""Standing orders in section 36 of RULES.md: what they answer, when they end, and that no window reveals a hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.aevum_haeresis.content.ops import MANOEUVRES, WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, enlisting, hold, set_player
from rules.aevum_haeresis.flow.standing_orders import CONDITIONS, DEFAULT_ORDERS, SOULS, SPANS
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Join, Pass, PayFor, PlayDem, UseDem, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.order_helpers import (
    SAY,
    act_minimally,
    continue_to_half,
    is_standing,
    offered,
    only_order,
    ordered_action,
)
from tests.aevum_haeresis.scenes import continue_until
from tests.aevum_haeresis.table import card, heretic, lay
from tests.aevum_haeresis.table import window as window_of
from tests.aevum_haeresis.window_helpers import (
    announce,
    close_window,
    dem,
    event,
    every_window,
    fight,
    hunter,
    opened,
    play,
    scene_with_cards,
    seats_of,
    until,
    use,
)
from tests.game_helpers import act, asked, rule

# -- available and initial orders -------------------------------------------------------------------------------


def test_every_order_offered_stands_and_has_words_of_its_own():
    match = scene_with_cards()
    hunter(match, ANNA)
    heretic(match, ANNA, abilities=dem(), icons={"recruit": 1})
    enlisting(match)
    lay(match, ANNA, *hold(match, ANNA, "cold_hands", "eel_sermon"))
    acting = fight(scene_with_cards())
    for table, seat in ((match, ANNA), (match, BELA), (acting, ANNA), (opened("conflict_end"), BELA)):
        for group in GAME.order_groups(SAY, table, seat):
            ids = [order for order, _ in group.choices]
            assert GAME.standing(table, seat, ids[:1]) == ids[:1]
            assert all(is_standing(table, seat, order) for order in ids)
            assert len({text for _, text in group.choices}) == len(ids)
            assert all(len(order) <= 100 and ":" not in group.id and "\n" not in order for order in ids)
            assert group.title
            assert group.explanation
            if not ids[0].startswith(("draw", "discard")):
                assert group.nothing


@rule("AH-PBP.11")
def test_everyone_starts_with_a_short_public_list():
    match = scene_with_cards()
    assert set(DEFAULT_ORDERS) <= set(offered(match, ANNA))
    assert [order for order in DEFAULT_ORDERS if order.startswith("stop:")] == ["stop:opening"]
    assert GAME.default_orders(match) == DEFAULT_ORDERS


@pytest.mark.parametrize(
    "order", ["", "stop:", "stop:nowhere", "rest:week", "if:rain", "do:x:y", "draw:both", "win:now"]
)
def test_what_is_no_order_does_not_stand(order: str):
    assert not is_standing(scene_with_cards(), ANNA, order)


# -- stops ------------------------------------------------------------------------------------------------------


@rule("AH-PBP.1", "AH-PBP.7")
@every_window
@seats_of
def test_a_window_without_a_stop_is_let_go_whatever_the_hand_holds(place: str, seat: int):
    for reacts in (False, True):
        match = opened(place)
        if reacts:
            hunter(match, seat)
            heretic(match, seat, abilities=dem())
        continue_to_half(match, seat)
        name = place.rstrip("+")
        others = [f"stop:{window}" for window in WINDOWS if window != name]
        assert ordered_action(match, seat, *others) == Waive()
        assert ordered_action(match, seat, f"stop:{name}") is None
        assert len(match.decisions()[seat].actions) == (3 if reacts else 1)


@rule("AH-PBP.3", "AH-PBP.4")
def test_a_stop_asks_also_who_can_do_nothing():
    match = continue_to_half(opened("pass_declared"), BELA)
    assert match.decisions()[BELA].actions == [Waive()]
    assert ordered_action(match, BELA, "stop:pass_declared") is None


@rule("AH-PBP.12")
@pytest.mark.parametrize("pace", ["ask_all", "trust"])
def test_at_other_paces_stops_say_nothing(pace: str):
    match = scene_with_cards(pace=pace)
    hunter(match, ANNA)
    act(match, Pass())
    assert ordered_action(match, ANNA) is None
    assert ordered_action(match, ANNA, "rest:round@2") == Waive()
    assert not any(order.startswith("stop:") for order in offered(match, ANNA))


# -- waiving windows ----------------------------------------------------------------------------------------------


@rule("AH-PBP.4")
@pytest.mark.parametrize("name", SPANS)
def test_a_rest_lets_windows_with_a_stop_go_by_until_its_end(name: str):
    match = opened("chapter_revealed+")
    order = only_order(match, ANNA, f"rest:{name}")
    assert ordered_action(match, ANNA, order, "stop:chapter_revealed") == Waive()
    ends: dict[str, Callable[[Haeresis], bool]] = {
        "chapter": lambda m: window_of(m) == "conflict_end",
        "conflict": lambda m: m.state.man is None,
        "phase": lambda m: m.state.phase == "epilogue",
        "round": lambda m: m.state.round == 3,
        "game": lambda m: m.state.round == 4,
    }
    for _ in range(60):
        if ends[name](match):
            break
        seat, key = asked(match) if len(match.decisions()) == 1 else (ANNA, "")
        if key == "window" and seat == ANNA:
            assert ordered_action(match, ANNA, order, *(f"stop:{window}" for window in WINDOWS)) == Waive()
        act_minimally(match)
    else:
        raise AssertionError(name)
    if name == "chapter":
        assert ordered_action(continue_to_half(match, ANNA), ANNA, order, "stop:conflict_end") is None
    else:
        assert is_standing(match, ANNA, order) == (name == "game")


@rule("AH-PBP.4")
def test_a_rest_for_a_chapter_ends_with_the_next_one():
    match = enlisting(scene_with_cards())
    for seat in (ANNA, BELA):
        lay(match, seat, *hold(match, seat, card(match, f"first_{seat}"), card(match, f"second_{seat}")))
    order = only_order(match, ANNA, "rest:chapter")
    assert ordered_action(match, ANNA, order, "stop:chapter_revealed") == Waive()
    while match.state.chapter == 1:
        act_minimally(match)
    assert not is_standing(match, ANNA, order)
    assert ordered_action(match, ANNA, order, "stop:chapter_revealed") is None


def test_there_is_no_rest_for_what_is_not_under_way():
    spans = {order.partition("@")[0] for order in offered(scene_with_cards(), ANNA) if order.startswith("rest:")}
    assert spans == {"rest:phase", "rest:round", "rest:game"}


# -- orders that ask despite other orders ---------------------------------------------------------------------------


def _rival_reacts(match: Haeresis) -> None:
    play(match, hunter(match, ANNA))


def _rich(match: Haeresis) -> None:
    set_player(match, BELA, souls=8)


def _doomed(match: Haeresis) -> None:
    set_player(match, ANNA, execution=2)


@rule("AH-PBP.3")
@pytest.mark.parametrize(
    ("condition", "bring"),
    [("dem", _rival_reacts), ("hunter", _rival_reacts), ("souls", _rich), ("execution", _doomed)],
)
def test_a_public_fact_asks_all_the_same(condition: str, bring: Callable[[Haeresis], None]):
    match = opened("pass_declared")
    rest = "rest:round@2"
    assert ordered_action(continue_to_half(match, BELA), BELA, rest, f"if:{condition}") == Waive()
    match = opened("pass_declared")
    bring(match)
    continue_to_half(match, BELA)
    assert ordered_action(match, BELA, rest, f"if:{condition}") is None
    assert ordered_action(match, BELA, rest) == Waive()
    assert ordered_action(match, BELA, rest, *(f"if:{other}" for other in MANOEUVRES)) == Waive()


@rule("AH-PBP.3")
@pytest.mark.parametrize("kind", MANOEUVRES)
def test_a_manoeuvre_of_the_rival_asks_and_ones_own_does_not(kind: str):
    match = scene_with_cards()
    for seat in (ANNA, BELA):
        heretic(match, seat, icons=dict.fromkeys(MANOEUVRES, 1))
    announce(match, kind)
    assert ordered_action(match, ANNA, f"if:{kind}") == Waive()
    continue_to_half(match, BELA)
    assert ordered_action(match, BELA, f"if:{kind}") is None
    assert ordered_action(match, BELA, *(f"if:{other}" for other in MANOEUVRES if other != kind)) == Waive()


@rule("AH-PBP.3")
@pytest.mark.parametrize("condition", ["heretic", "story", "event"])
def test_a_card_the_rival_has_paid_for_asks(condition: str):
    match = paid_for(condition, ANNA)
    continue_to_half(match, BELA)
    for other in ("heretic", "story", "event", "hunter"):
        assert (ordered_action(match, BELA, f"if:{other}") is None) == (other == condition)
    match = paid_for(condition, ANNA)
    assert ordered_action(match, ANNA, f"if:{condition}") == Waive(), "one's own card asked"
    # The order lets Béla decide in the window after the payment, but waives every later window for him.
    while window_of(match):
        close_window(match)
    until(match, "pass_declared")
    assert ordered_action(continue_to_half(match, BELA), BELA, f"if:{condition}") == Waive()


def paid_for(kind: str, seat: int) -> Haeresis:
    """Return a match in the window after this seat has paid for a card of this type."""
    if kind == "story":
        return opened("chapter_paid+")
    match = scene_with_cards()
    mine = event(match, seat, rows=["enlistment"]) if kind == "event" else hold(match, seat, card(match, "novice"))[0]
    enlisting(match)
    lay(match, seat, mine)
    continue_until(match, "offer")
    act(match, PayFor(mine))
    assert window_of(match) == "chapter_paid"
    return match


def test_the_conditions_are_all_offered():
    assert {f"if:{name}" for name in CONDITIONS} <= set(offered(scene_with_cards(), ANNA))


# -- prepared reactions -----------------------------------------------------------------------------------------------


def prepared(match: Haeresis, seat: int, name: str, card_id: str) -> str:
    return only_order(match, seat, f"do:{name}:{card_id.split('.')[0]}")


@rule("AH-PBP.5")
def test_a_card_is_played_the_next_time_its_window_opens_and_once():
    match = scene_with_cards()
    first, second = hunter(match, BELA), hunter(match, BELA)
    order = prepared(match, BELA, "pass_declared", first)
    act(match, Pass())
    continue_to_half(match, BELA)
    rest = "rest:game"
    action = ordered_action(match, BELA, order, rest)
    assert action in (PlayDem(first), PlayDem(second))
    assert action is not None
    act(match, action)
    # The order was for one use, so it has ended, although Béla has another copy of the card.
    assert not is_standing(match, BELA, order)
    assert ordered_action(match, BELA, order, rest) == Waive()


@rule("AH-PBP.5", "AH-PBP.15")
def test_a_reaction_is_prepared_while_the_rival_has_the_first_half():
    match = scene_with_cards()
    mine = hunter(match, BELA)
    act(match, Pass())
    order = prepared(match, BELA, "pass_declared", mine)
    continue_to_half(match, BELA)
    assert ordered_action(match, BELA, order) == PlayDem(mine)
    close_window(match)
    assert not is_standing(match, BELA, order)


@rule("AH-PBP.5")
def test_an_ability_is_used_and_other_windows_do_not_count():
    match = scene_with_cards()
    mine = heretic(match, ANNA, abilities=dem())
    order = prepared(match, ANNA, "conflict_end", mine)
    announce(match)
    assert ordered_action(match, ANNA, order) == Waive()
    fought = continue_to_conflict_end(match)
    assert ordered_action(fought, ANNA, order) == UseDem(f"{mine}/0")
    use(fought, mine)
    assert not is_standing(fought, ANNA, order)


def continue_to_conflict_end(match: Haeresis) -> Haeresis:
    """Turn the announced manoeuvre into a Conflict and continue to the window at the end of the Conflict."""
    while window_of(match) != "conflict_end":
        seat = next(iter(match.decisions()))
        joins = [action for action in match.decisions()[seat].actions if isinstance(action, Join)]
        act(match, joins[0], seat) if joins and not match.state.man.teams[seat] else act_minimally(match)  # type: ignore[union-attr]
    return match


@rule("AH-PBP.5")
def test_what_has_become_impossible_is_asked_about():
    match = scene_with_cards()
    mine = hunter(match, BELA, cost={"gold": 3})
    order = prepared(match, BELA, "pass_declared", mine)
    set_player(match, BELA, gold=2)
    act(match, Pass())
    continue_to_half(match, BELA)
    assert ordered_action(match, BELA, order, "rest:game") is None
    close_window(match)
    assert not is_standing(match, BELA, order)


@rule("AH-PBP.5")
def test_a_reaction_is_done_only_if_its_condition_holds():
    match = scene_with_cards()
    mine = hunter(match, BELA)
    order = prepared(match, BELA, "pass_declared", mine)
    when = only_order(match, BELA, "when:dem"), only_order(match, BELA, "when:souls")
    act(match, Pass())
    continue_to_half(match, BELA)
    assert ordered_action(match, BELA, order) == PlayDem(mine)
    # The condition is not met, so the window is waived. If Béla also left an order to stop at this window, he is asked.
    assert ordered_action(match, BELA, order, *when) == Waive()
    assert ordered_action(match, BELA, order, *when, "stop:pass_declared") is None
    set_player(match, ANNA, souls=SOULS)
    assert ordered_action(match, BELA, order, *when) == PlayDem(mine)


@rule("AH-PBP.5")
def test_a_reaction_with_a_condition_waits_for_it():
    match = scene_with_cards()
    for seat in (ANNA, BELA):
        heretic(match, seat, icons=dict.fromkeys(MANOEUVRES, 1))
        heretic(match, seat, icons=dict.fromkeys(MANOEUVRES, 1))
    mine = hunter(match, BELA)
    left = [prepared(match, BELA, "manoeuvre_announced", mine), only_order(match, BELA, "when:accuse")]
    announce(match, "recruit")
    continue_to_half(match, BELA)
    assert ordered_action(match, BELA, *left) == Waive()
    close_window(match)
    left = GAME.standing(match, BELA, left)
    acting(match, ANNA)
    left = GAME.standing(match, BELA, left)
    assert [order.partition("@")[0] for order in left] == [
        f"do:manoeuvre_announced:{mine.split('.')[0]}",
        "when:accuse",
    ]
    announce(match, "accuse")
    continue_to_half(match, BELA)
    left = GAME.standing(match, BELA, left)
    assert ordered_action(match, BELA, *left) == PlayDem(mine)
    act(match, PlayDem(mine))
    # The order to play a card was for one use and has ended, so only its condition is left.
    assert GAME.standing(match, BELA, left) == ["when:accuse"]


@rule("AH-PBP.5")
def test_a_waiting_reaction_ends_with_its_card_or_its_condition():
    match = scene_with_cards()
    mine = hunter(match, BELA)
    order, when = prepared(match, BELA, "pass_declared", mine), only_order(match, BELA, "when:dem")
    act(match, Pass())
    close_window(match)
    (kept, _) = GAME.standing(match, BELA, [order, when])
    assert kept != order
    assert not is_standing(match, BELA, order)
    assert is_standing(match, BELA, kept)
    with arrange(match) as state:
        state.players[BELA].hand.remove(mine)
        state.players[BELA].pyre.append(mine)
    act(match, Pass())
    close_window(match)
    assert GAME.standing(match, BELA, [kept, when]) == [when]


@rule("AH-PBP.5")
def test_a_payment_with_a_choice_is_asked():
    match = scene_with_cards()
    for seat in (ANNA, BELA):
        heretic(match, seat)
    wound = {"op": "damage", "amount": 1, "target": {"what": "heretic", "whose": "any", "scope": "anywhere"}}
    mine = hunter(match, ANNA, do=[wound])
    order = prepared(match, ANNA, "pass_declared", mine)
    act(match, Pass())
    action = ordered_action(match, ANNA, order)
    assert action is not None
    act(match, action)
    assert asked(match) == (ANNA, "name")
    assert ordered_action(match, ANNA, order, "rest:game", "plan:pay") is None
