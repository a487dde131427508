"""Section 13 of RULES.md: building and revealing Story rows, in Enlistment and in Conflicts."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, enlisting, hold, scene, set_player
from rules.aevum_haeresis.state.actions import Announce, Decline, Done, Join, Lay, PayFor, Waive
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.scenes import enlist, fight, hold_unplayable, is_in_pyre, pay, question, recruit, skulls
from tests.aevum_haeresis.table import heretic, lay, put_into_pyre, waive, window
from tests.aevum_haeresis.window_helpers import GAIN, event, scene_with_cards, seats_of, story
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

LEVEL = pytest.mark.parametrize("place", ["enlistment", "conflict"])
TYPES = pytest.mark.parametrize("name", ["candle_thief", "cold_hands", "friar_with_the_lantern", "gathered_tithes"])


def begin(match, place):
    """Continue to the question about the first row, in an Enlistment or in a Conflict."""
    if place == "enlistment":
        return enlisting(match)
    act(match, Announce("plunder"))
    waive(match)
    for seat in (question(match)[0], 1 - question(match)[0]):
        act(match, Join(match.state.players[seat].damned), seat)
    return match


def hold_unaffordable(match, seat, count):
    """Give a seat this many different cards that it can't pay for. Return their ids."""
    return [event(match, seat, f"blank_{seat}_{number}", cost={"gold": 20}, do=[GAIN]) for number in range(count)]


def laid(match, place, *, anna=(), bela=()):
    begin(match, place)
    for seat in (match.state.active, 1 - match.state.active):
        lay(match, seat, *(anna if seat == ANNA else bela))
    return match


@rule("AH-STORY.1", "AH-STORY.7")
@LEVEL
def test_a_row_is_built_from_the_hand_only_and_not_taken_back(place):
    match = scene()
    mine = hold_unplayable(match, ANNA, 2)
    heretic(match, ANNA, "monk")
    put_into_pyre(match, ANNA, "candle_thief")
    hold_unplayable(match, BELA, 1)
    begin(match, place)
    assert {one.card for one in offers(match, Lay)} == {mine[0]}
    act(match, Lay(mine[0]))
    assert {type(one) for one in offers(match)} == {Lay, Done}
    act(match, Done())
    assert asked(match) == (BELA, "row")
    with pytest.raises(IllegalAction):
        match.apply(ANNA, Lay(mine[1]))


@rule("AH-STORY.3", "AH-STORY.11", "AH-HC.35")
@LEVEL
@seats_of
@pytest.mark.parametrize("actor", [ANNA, BELA])
def test_the_active_lays_and_decides_first_regardless_of_the_initiator(place, seat, actor):
    match = scene(seat)
    alms = {one: event(match, one, f"alms_{one}", do=[GAIN]) for one in (ANNA, BELA)}
    acting(match, actor)
    begin(match, place)
    order = []
    for one in (seat, 1 - seat):
        order.append(asked(match))
        lay(match, one, alms[one])
    for _ in range(2):
        order.append(asked(match))
        pay(match)
    assert order == [(seat, "row"), (1 - seat, "row"), (seat, "offer"), (1 - seat, "offer")]


@rule("AH-STORY.4", "AH-STORY.17", "AH-HC.38", "AH-INFO.6")
@LEVEL
@TYPES
def test_a_laid_card_is_hidden_from_the_other_in_every_respect(place, name):
    match = scene()
    (mine,) = hold(match, ANNA, name)
    hold_unaffordable(match, ANNA, 1)
    hold_unplayable(match, BELA, 1)
    begin(match, place)
    act(match, Lay(mine))
    before = look(match, BELA).players[ANNA]
    # while Anna is building her row, Béla doesn't even learn its length
    assert (before.row, before.hand_count) == ([], 2)
    events = act(match, Done())
    assert mine not in repr(events)
    for viewer in (BELA, None):
        shown = look(match, viewer).players[ANNA]
        assert (shown.row, shown.own_row, shown.hand, shown.hand_count) == ([1], None, None, 1)
        assert mine not in repr(shown)
    assert look(match, ANNA).players[ANNA].own_row == [[mine]]


@rule("AH-STORY.4", "AH-STORY.17", "AH-HC.38", "AH-INFO.6")
def test_views_of_the_other_do_not_differ_by_what_was_laid():
    shown = []
    for number in range(3):
        match = scene()
        mine = hold(match, ANNA, "candle_thief", "cold_hands", "friar_with_the_lantern")[number]
        hold_unplayable(match, BELA, 1)
        begin(match, "enlistment")
        lay(match, ANNA, mine)
        shown.append(look(match, BELA))
    assert shown[0] == shown[1] == shown[2]


@rule("AH-STORY.5", "AH-STORY.12", "AH-STORY.13", "AH-HC.36")
@LEVEL
@seats_of
def test_a_longer_row_goes_on_chapter_by_chapter_with_the_same_windows(place, seat):
    match = scene(seat)
    cards = {one: hold_unaffordable(match, one, 3) for one in (ANNA, BELA)}
    lengths = {seat: 3, 1 - seat: 1}
    begin(match, place)
    for one in (ANNA, BELA):
        hold(match, one, "cold_hands")
    found, events = [], []
    for one in (seat, 1 - seat):
        events += lay(match, one, *cards[one][: lengths[one]])
    while window(match) == "chapter_revealed":
        assert asked(match)[0] == seat
        found.append(match.state.chapter)
        events += act(match, Waive())
        assert asked(match) == (1 - seat, "window")
        events += act(match, Waive())
    assert found == [1, 2, 3]
    revealed = [(one.chapter, one.seat) for one in of_kinds(events, "chapter_revealed")]
    assert sorted(revealed) == sorted([(1, seat), (1, 1 - seat), (2, seat), (3, seat)])


@rule("AH-STORY.6")
@LEVEL
def test_the_order_of_cards_is_free(place):
    match = scene()
    names = ["cold_hands", "eel_sermon", "old_road_tale"]
    mine = hold(match, ANNA, *names)
    order = [mine[2], mine[0], mine[1]]
    events = []
    begin(match, place)
    for one in order:
        events += act(match, Lay(one))
    while question(match)[1] == "offer":
        events += act(match, Decline())
    assert [one.cards for one in of_kinds(events, "chapter_revealed")] == [(one,) for one in order]


@rule("AH-STORY.8", "AH-STORY.9")
@LEVEL
def test_only_a_row_of_a_conflict_has_a_greatest_length(place):
    match = scene()
    cards = hold_unaffordable(match, ANNA, 12)
    begin(match, place)
    for number, one in enumerate(cards):
        if place == "conflict" and number == 3:
            assert offers(match) == [Done()]
            return
        act(match, Lay(one))
    assert place == "enlistment"


@rule("AH-STORY.10", "AH-DIS.22")
@LEVEL
def test_the_reveal_asks_no_one(place):
    match = scene()
    mine, theirs = event(match, ANNA, "mine", do=[GAIN]), event(match, BELA, "theirs", do=[GAIN])
    laid(match, place, anna=[mine], bela=[theirs])
    assert match.state.open == [[mine], [theirs]]
    assert asked(match) == (ANNA, "offer")


@rule("AH-STORY.14")
@LEVEL
def test_after_its_effect_a_card_leaves_the_row(place):
    match = scene()
    mine = event(match, ANNA, "mine", do=[GAIN])
    laid(match, place, anna=[mine])
    pay(match)
    assert is_in_pyre(match, ANNA, mine)
    assert not match.state.table
    assert match.state.open == [[], []]


@rule("AH-STORY.14", "AH-LIFE.11", "AH-LIFE.16")
def test_what_stays_goes_aside_or_onto_its_host():
    match = scene()
    aside = event(match, ANNA, "aside", duration="round", do=[{"op": "shield", "until": "round"}])
    bond = event(match, ANNA, "bond", duration="attached", attachment={"type": "relic"})
    monk = recruit(match, ANNA, "monk")
    enlist(match, anna=[aside, bond, monk])
    for _ in range(3):
        pay(match)
    placed = match.state.cards
    assert (placed[aside].host, placed[bond].host, placed[monk].host) == ("", match.state.players[ANNA].damned, "")


@rule("AH-STORY.15")
@pytest.mark.parametrize("chapter", [1, 2, 3])
def test_an_effect_can_refer_to_its_chapter(chapter):
    match = scene()
    do = [{"op": "in_chapter", "least": 2, "do": [{"op": "gold", "amount": 5}]}]
    tale = story(match, ANNA, band=skulls(skull=False), do=do)
    others = hold_unaffordable(match, ANNA, 2)
    fight(match, anna=[*others[: chapter - 1], tale])
    hold(match, BELA, "cold_hands")
    waive(match)
    assert look(match, None).chapter == chapter
    pay(match)
    waive(match)
    assert match.state.players[ANNA].gold >= (10 if chapter > 1 else 5)
    assert match.state.players[ANNA].gold <= (11 if chapter > 1 else 6)


@rule("AH-STORY.15")
def test_an_effect_can_strengthen_the_next_chapter():
    match = scene()
    knight = heretic(match, ANNA, "knight", icons={"plunder": 1}, damage=1)
    do = [{"op": "next_chapter", "damage": 2}]
    spur = story(match, ANNA, "spur", do=do, duration="conflict")
    blows = [story(match, ANNA, f"blow_{number}", band=skulls()) for number in range(2)]
    fight(match, team=[knight], anna=[spur, *blows])
    events = []
    for _ in range(3):
        events += pay(match)
    assert [one.amount for one in of_kinds(events, "damaged")] == [3, 1]


@rule("AH-STORY.16")
@LEVEL
@pytest.mark.parametrize("what", ["gold", "souls", "cards"])
def test_what_an_earlier_chapter_gave_pays_for_a_later_one(place, what):
    match = scene()
    set_player(match, ANNA, gold=0, souls=0)
    op = {"op": "draw"} if what == "cards" else {"op": what, "amount": 1}
    first, second = event(match, ANNA, "first", do=[op]), event(match, ANNA, "second", cost={what: 1}, do=[])
    laid(match, place, anna=[first, second])
    pay(match)
    waive(match)
    assert asked(match) == (ANNA, "offer")
    pay(match)
    player = match.state.players[ANNA]
    assert (player.souls, [one for one in player.hand if what == "cards"]) == (0, [])
    assert is_in_pyre(match, ANNA, second)


@rule("AH-CONFLICT.9", "AH-DIS.23", "AH-HC.12")
@pytest.mark.parametrize("payer", [(), (ANNA,), (BELA,), (ANNA, BELA)])
def test_one_window_follows_both_decisions_of_a_chapter_and_comes_before_its_effects(payer):
    match = scene_with_cards()
    cards = [event(match, seat, f"alms_{seat}", do=[GAIN]) for seat in (ANNA, BELA)]
    fight(match, anna=[cards[ANNA]], bela=[cards[BELA]])
    waive(match, 2)
    for seat in (ANNA, BELA):
        assert asked(match) == (seat, "offer")
        act(match, PayFor(cards[seat]) if seat in payer else Decline())
    assert window(match) == ("chapter_paid" if payer else "conflict_end")
    assert [player.gold for player in match.state.players] == [5, 5]
    waive(match, 2)
    if payer:
        assert [player.gold for player in match.state.players] == [5 + (seat in payer) for seat in (ANNA, BELA)]
        assert window(match) == "conflict_end"
