"""Section 35.1 of RULES.md: public, private and unknown information."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    enlisting,
    hold,
    new,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Done, DrawFrom, Lay, Pass, Throw, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import PayStep
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.table import background, card, exchange, heretic, lay, put_into_pyre, waive
from tests.aevum_haeresis.window_helpers import (
    close_window,
    dem,
    fight,
    heresy,
    hunter,
    is_asked,
    opened,
    scene_with_cards,
    use,
)
from tests.game_helpers import act, look, offers, rule

#: All viewers except Anna, for tests of information that only Anna may see.
OTHERS = [BELA, None]
#: The fields of a player's view that only this player can see.
PRIVATE_FIELDS = {"hand", "own_row", "own_locations", "own_background", "own_plot", "own_heretics", "peeked"}


def hidden(match: Haeresis, seat: int) -> set[str]:
    """Return the ids of this seat's cards that are hidden from all other viewers."""
    player = match.state.players[seat]
    told = {step.card for step in match.state.stack if isinstance(step, PayStep) and step.how == "dem"}
    cards = {*player.plot, *player.heretics, *player.locations, *player.background, *player.hand}
    return (cards | {name for chapter in player.row for name in chapter}) - told


def texts(data: Any) -> set[str]:
    """Return every text in plain data such as lists and dictionaries."""
    if isinstance(data, dict):
        return set().union(*map(texts, data.keys()), *map(texts, data.values()), set())
    if isinstance(data, list | tuple):
        return set().union(*map(texts, data), set())
    return {data} if isinstance(data, str) else set()


@rule("AH-INFO.1", "AH-ZONE.16", "AH-HC.38")
def test_what_lies_open_is_the_same_in_every_view():
    match = scene_with_cards()
    monk = heretic(match, ANNA, "monk", icons={"recruit": 2}, damage=2, health=4)
    blade = put(match, BELA, card(match, "blade", type="event", attachment={"type": "weapon"}), host=monk)
    set_card(match, match.state.players[BELA].damned, damage=5)
    set_player(match, BELA, execution=2)
    (burned,) = put_into_pyre(match, ANNA, "hired_knife")
    witch = heretic(match, ANNA, "witch", abilities=heresy())
    act(match, UseHeresy(f"{witch}/0"))
    waive(match)
    set_card(match, monk, ready=False)
    views = [look(match, seat).model_dump() for seat in (ANNA, BELA, None)]
    for seen in views:
        for private in ("viewer", "pending", "costs", "fitting", "affordable", "stakes"):
            seen.pop(private)
        for player in seen["players"]:
            for name in PRIVATE_FIELDS:
                player.pop(name)
    assert views[0] == views[1] == views[2]
    seen = views[2]
    cards = {one["id"]: one for one in seen["cards"]}
    assert (cards[monk]["ready"], cards[monk]["health"], cards[monk]["recruit"]) == (False, 4, 2)
    assert (cards[blade]["host"], cards[blade]["controller"]) == (monk, BELA)
    assert cards[seen["players"][BELA]["damned"]]["wounds"] == 5
    assert cards[witch]["used"] == [0]
    assert burned in seen["players"][ANNA]["pyre"]
    assert [player["execution"] for player in seen["players"]] == [0, 2]
    assert [player["gold"] for player in seen["players"]] == [6, 5]
    assert [player["souls"] for player in seen["players"]] == [1, 1]
    assert (seen["location"], seen["placer"], seen["time"]) == (match.state.location, ANNA, 1)
    assert (seen["round"], seen["phase"], seen["active"], seen["actor"], seen["passes"]) == (2, "plot", ANNA, BELA, 0)


@rule("AH-INFO.2", "AH-STORY.17", "AH-BACK.4")
@pytest.mark.parametrize("viewer", OTHERS)
def test_of_hands_decks_and_rows_others_see_how_many_cards_and_nothing_else(viewer: int | None):
    match = enlisting(scene_with_cards())
    lay(match, ANNA, *hold(match, ANNA, "cold_hands", "eel_sermon"))
    hold(match, ANNA, "levy", "levy")
    background(match, ANNA, "drowned_pilgrim")
    seen = look(match, viewer).players[ANNA]
    assert (seen.hand_count, seen.row, seen.plot, seen.heretics) == (3, [1, 1], 30, 12)
    assert (seen.locations, seen.background) == (3, 1)
    assert {name: getattr(seen, name) for name in PRIVATE_FIELDS} == dict.fromkeys(PRIVATE_FIELDS)


@rule("AH-INFO.4", "AH-STORY.17")
def test_the_owner_sees_the_own_hand_row_locations_background_and_what_is_left_in_the_decks():
    match = enlisting(scene_with_cards())
    laid = hold(match, ANNA, "cold_hands")
    lay(match, ANNA, *laid)
    seen = look(match, ANNA).players[ANNA]
    player = match.state.players[ANNA]
    assert seen.hand == player.hand == ["old_road_tale.0.1"]
    assert seen.own_row == [laid]
    assert seen.own_locations == player.locations
    assert seen.own_background == sorted(name.partition(".")[0] for name in player.background)
    assert seen.own_plot == sorted(name.partition(".")[0] for name in player.plot)
    assert seen.own_heretics == sorted(name.partition(".")[0] for name in player.heretics)


@rule("AH-INFO.5", "AH-INFO.7", "AH-ZONE.9", "AH-ZONE.10")
@pytest.mark.parametrize("seat", [ANNA, BELA, None])
def test_the_order_of_a_deck_is_in_no_ones_view(seat: int | None):
    match = scene_with_cards()
    before = look(match, seat)
    with arrange(match) as state:
        for player in state.players:
            player.plot.reverse()
            player.heretics.reverse()
    assert look(match, seat) == before
    assert not texts(before.model_dump()) & {*match.state.players[0].plot, *match.state.players[0].heretics}


@rule("AH-INFO.3")
def test_everyone_is_told_from_which_deck_how_many_are_drawn_and_only_the_drawer_which():
    match = scene()
    events = [event for event in _draw(match) if event.body.kind in ("drew", "drew_cards")]
    public = [event.body for event in events if event.to is None]
    assert [(body.kind, body.seat, body.deck, body.count) for body in public] == [
        ("drew", ANNA, "plot", 2),
        ("drew", ANNA, "heretic", 1),
    ]
    private = [event for event in events if event.to is not None]
    assert [(event.to, event.body.seat, len(event.body.cards)) for event in private] == [
        ((ANNA,), ANNA, 2),
        ((ANNA,), ANNA, 1),
    ]


def _draw(match: Haeresis) -> list[Any]:
    ops = {"op": "draw", "count": 2}, {"op": "draw", "deck": "heretic"}
    witch = heretic(match, ANNA, abilities=heresy(*ops))
    return match.apply(ANNA, UseHeresy(f"{witch}/0"))


@rule("AH-INFO.3", "AH-STORY.10", "AH-EPILOGUE.2")
def test_every_reveal_payment_and_discard_is_told_to_everyone():
    match = enlisting(scene_with_cards())
    (knight,) = hold(match, ANNA, card(match, "knight", cost={"gold": 1, "cards": 1}))
    lay(match, ANNA, knight)
    events: list[Any] = match.apply(BELA, Done())
    close_window(match)
    (payment,) = [action for action in offers(match) if action.verb == "pay"]
    events += match.apply(ANNA, payment)
    told = {event.body.kind: event.body for event in events if event.to is None}
    assert told["chapter_revealed"].cards == (knight,)
    assert told["paid_for"].card == knight
    assert told["discarded"].cards == ("old_road_tale.0.1",)
    assert {"gold_changed", "entered"} <= told.keys()


@rule("AH-INFO.6", "AH-HC.38", "AH-STORY.17")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_heretic_a_story_and_a_hunter_face_down_or_in_hand_look_alike_to_others(viewer: int | None):
    seen: list[Any] = []
    for number in range(3):
        match = enlisting(scene_with_cards())
        names = hold(match, ANNA, "hired_knife", "cold_hands", "parish_accuser")
        shown = [look(match, viewer)]
        told: list[Any] = []
        for action in [Lay(names[number]), Done()]:
            told += [event for event in match.apply(ANNA, action) if event.to is None]
            shown.append(look(match, viewer))
        seen.append((shown, [event.body for event in told]))
    assert repr(seen[0]) == repr(seen[1]) == repr(seen[2])


@rule("AH-INFO.2", "AH-DCS.6", "AH-DCS.12", "AH-STORY.7")
@pytest.mark.parametrize("fighting", [False, True])
def test_of_a_row_being_laid_others_see_nothing_before_it_lies_and_then_only_how_many(fighting: bool):
    match = scene_with_cards()
    names = hold(match, ANNA, "cold_hands", "eel_sermon")
    match = fight(match) if fighting else enlisting(match)
    before = look(match, BELA)
    for name in names:
        assert act(match, Lay(name)) == []
        assert look(match, BELA) == before
    assert look(match, ANNA).players[ANNA].own_row == [[name] for name in names]
    events = act(match, Done())
    assert [(body.kind, body.seat, body.count) for body in events] == [("laid_row", ANNA, 2)]
    assert look(match, BELA).players[ANNA].row == [1, 1]
    assert look(match, BELA).players[ANNA].hand_count == 1


@rule("AH-INFO.9", "AH-DCS.16", "AH-EPILOGUE.2", "AH-GEN.9")
@pytest.mark.parametrize("first", [ANNA, BELA])
def test_a_sealed_discard_is_shown_to_no_one_before_both_have_answered(first: int):
    seen: list[Any] = []
    for discard in (False, True):
        match = scene_with_cards()
        act(match, Pass())
        close_window(match)
        act(match, Pass())
        close_window(match)
        assert is_asked(match, "epilogue_discard")
        held = match.state.players[first].hand[0]
        assert act(match, Throw(held) if discard else Done(), first) == []
        seen.append([look(match, seat) for seat in (1 - first, None)])
        assert look(match, None).to_act == [1 - first]
        assert match.state.players[first].hand == [held]
    assert seen[0] == seen[1]
    events = act(match, Done(), 1 - first)
    assert [(body.seat, body.cards) for body in events if body.kind == "discarded"] == [(first, (held,))]


@rule("AH-INFO.9", "AH-DCS.14", "AH-CONFLICT.23")
def test_a_sealed_draw_shows_its_deck_when_both_have_answered_and_its_card_never():
    match = fight(scene())
    assert {decision.prompt.key for decision in match.decisions().values()} == {"conflict_draw"}
    before = look(match, BELA)
    assert act(match, DrawFrom("heretic"), ANNA) == []
    after = look(match, BELA)
    assert after.model_copy(update={"to_act": before.to_act}) == before
    top = match.state.players[ANNA].heretics[0]
    told: list[Any] = match.apply(BELA, DrawFrom("none"))
    public = [event.body for event in told if event.to is None or BELA in event.to]
    assert [(b.seat, b.deck, b.count) for b in public if b.kind == "drew"] == [(ANNA, "heretic", 1)]
    assert top not in texts([[getattr(body, field.name) for field in fields(body)] for body in public])


@rule("AH-INFO.8", "AH-PBP.21")
def test_what_could_be_done_now_is_in_the_own_view_and_offer_alone():
    match = scene_with_cards()
    bell = heretic(match, ANNA, abilities=dem())
    hound = hunter(match, ANNA)
    act(match, Pass())
    assert set(match.decisions()) == {ANNA}
    mine = look(match, ANNA).pending
    assert mine is not None
    assert mine.key == "window"
    with_hunter = [look(match, seat) for seat in OTHERS]
    assert [seen.pending for seen in with_hunter] == [None, None]
    player = match.state.players[ANNA]
    exchange(match, ANNA, hound, next(name for name in player.plot if kind(name) == "cold_hands"))
    assert [look(match, seat) for seat in OTHERS] == with_hunter
    use(match, bell)
    assert [seen.pending for seen in (look(match, seat) for seat in OTHERS)] == [None, None]


@rule("AH-INFO.8")
def test_a_refusal_names_none_of_the_others_cards():
    match = scene_with_cards()
    hunter(match, ANNA)
    act(match, Pass())
    for action in (Throw("hound.0.1"), Lay("old_road_tale.0.1"), Pass()):
        with pytest.raises(IllegalAction) as caught:
            match.apply(BELA, action)
        assert "There's nothing for you to do right now." in str(caught.value)


@rule("AH-INFO.8", "AH-INFO.4", "AH-INFO.7")
@pytest.mark.parametrize("number", range(3))
def test_no_view_and_no_event_names_a_hidden_card_in_a_whole_match(number: int):
    match = new(f"hidden {number}")
    rng = random.Random(number)
    watched = 0
    while not match.over:
        decisions = match.decisions()
        seat = rng.choice(sorted(decisions))
        if watched % 5 == 0:
            for viewer, owners in ((ANNA, [BELA]), (BELA, [ANNA]), (None, [ANNA, BELA])):
                seen = texts(match.view(viewer).model_dump())
                assert not seen & set().union(*(hidden(match, one) for one in owners))
        for event in match.apply(seat, rng.choice(decisions[seat].actions)):
            named = texts([getattr(event.body, field.name) for field in fields(event.body)])
            for one in (ANNA, BELA):
                if event.to is None or one not in event.to:
                    # In these events, a card moves from a public pile, so its id is public.
                    assert not named & hidden(match, one) or event.body.kind in ("raised", "discarded", "burned")
        watched += 1
    assert watched > 100


@rule("AH-INFO.1")
def test_of_a_team_being_chosen_others_see_nothing_before_it_is():
    match = scene_with_cards()
    heretic(match, ANNA, icons={"recruit": 1})
    opened("manoeuvre_announced", match)
    close_window(match)
    before = look(match, BELA)
    act(match, offers(match)[0])
    assert look(match, BELA) == before
    mine = look(match, ANNA).manoeuvre
    assert mine is not None
    assert len(mine.teams[ANNA]) == 1


@rule("AH-INFO.4", "AH-INFO.8")
def test_a_look_into_a_hand_is_for_who_looks_alone():
    match = scene_with_cards()
    hold(match, BELA, "levy")
    hound = hunter(match, ANNA, do=[{"op": "peek"}])
    act(match, Pass())
    before = [look(match, seat).players[ANNA].peeked for seat in OTHERS]
    events = match.apply(ANNA, next(a for a in offers(match) if a.verb == "play" and a.card == hound))
    assert look(match, ANNA).players[ANNA].peeked == ["levy", "old_road_tale"]
    assert [look(match, seat).players[ANNA].peeked for seat in OTHERS] == before == [None, None]
    assert [event.to for event in events if event.body.kind == "saw_hand"] == [(ANNA,)]


@rule("AH-INFO.1", "AH-HERESY.10")
def test_what_was_paid_for_and_is_still_to_come_is_public():
    match = scene_with_cards()
    witch = heretic(match, ANNA, abilities=heresy())
    act(match, UseHeresy(f"{witch}/0"))
    shown = [[(one.seat, one.card, one.ability) for one in look(match, seat).paid] for seat in (ANNA, BELA, None)]
    assert shown == [[(ANNA, witch, 0)]] * 3
    close_window(match)
    assert look(match, None).paid == []


@rule("AH-INFO.8")
def test_a_view_holds_neither_the_seed_nor_the_rivals_deck_list():
    match = new("a-very-secret-seed")
    for seat in (ANNA, BELA, None):
        text = look(match, seat).model_dump_json()
        assert "a-very-secret-seed" not in text
        if seat != BELA:
            assert "torches_of_the_margrave" not in text
            assert "crown_inquisitor" not in text
