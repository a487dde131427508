"""Every card in the base pack is played or used once in a full scene, and ends up where cards of its type belong."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    enlisting,
    hold,
    location,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import (
    Announce,
    Choose,
    Done,
    Join,
    Lay,
    Pass,
    PayFor,
    PlayDem,
    UseDem,
    UseHeresy,
    Waive,
)
from rules.aevum_haeresis.state.state import Haeresis, Modifier
from tests.aevum_haeresis.table import background, card, modify, put_into_pyre, take_away
from tests.aevum_haeresis.window_helpers import GAIN, fight, is_asked, minimal_action, opened, until
from tests.game_helpers import act, assert_sound, each, offers, rule

CARDS = base().cards


def kinds(*types: str) -> list[str]:
    return [name for name, record in CARDS.items() if record.type in types]


@cache
def _table() -> Haeresis:
    """Return the shared scene where every effect has a target. The function `table` copies it."""
    match = scene()
    brave = card(match, "brave", icons=dict.fromkeys(MANOEUVRES, 3), health=3, damage=3)
    meek = card(match, "meek", health=2)
    blade = card(match, "blade", type="event", duration="attached", attachment={"type": "vow"})
    hound = card(match, "hound", type="hunter")
    for seat, player in enumerate(match.state.players):
        set_player(match, seat, gold=20, souls=6, execution=1)
        for place in range(3):
            put(match, seat, brave, ready=place < 2)
        put(match, seat, meek)
        put(match, seat, blade, host=f"brave.{seat}.1")
        put(match, seat, hound, host=match.state.location, until="round")
        set_card(match, player.damned, damage=3)
        hold(match, seat, *(card(match, f"dross_{number}", type="story") for number in range(3)))
        put_into_pyre(match, seat, "cold_hands", "candle_thief", "friar_with_the_lantern", "saints_knuckle")
    return match


def table() -> Haeresis:
    """Return a new scene where every effect has a target."""
    made = _table()
    match = made.copy()
    match.content = made.content
    return match


def choose_until_action(match: Haeresis, *wanted: Any, most: int = 60) -> list[Any]:
    """Play on to the next action, choosing the wanted options whenever they are offered. Return the events.

    All other decisions are answered with as little effect as possible.
    """
    found: list[Any] = []
    rng = random.Random(len(wanted))
    for _ in range(most):
        if match.over or is_asked(match, "act"):
            return found
        seat, decision = next(iter(match.decisions().items()))
        offered = [one for one in decision.actions if one in wanted]
        if not offered and decision.prompt.key in ("name", "choose", "count_first", "start"):
            offered = [one for one in decision.actions if one != Done()] or decision.actions
            offered = [rng.choice(offered)]
        found += act(match, offered[0] if offered else minimal_action(match), seat)
    raise AssertionError("this did not end")


def check_place(match: Haeresis, record: Card, name: str) -> None:
    """Check that a played card is where a card of its type belongs."""
    state = match.state
    if match.over:
        return
    assert_sound(match)
    assert name not in state.table
    if name in state.cards:
        placed = state.cards[name]
        if record.type == "hunter":
            assert placed.host == state.location
        elif record.attachment is not None:
            assert placed.host in state.cards
        elif record.type == "event":
            assert record.duration in ("round", "track", "conflict")
        else:
            assert (
                record.type == "heretic" or record.duration == "round" or (state.man and record.duration == "conflict")
            )
    else:
        assert any(name in pile for player in state.players for pile in (player.pyre, player.hand, player.plot))


def open_window_for_anna(record: Card, match: Haeresis) -> Haeresis:
    """Open a window where Anna can play this card, and continue to her half of the window."""
    place = (record.dem or ["conflict_end"])[0]
    if record.type == "story":
        (manoeuvre, *_) = [kind for kind in MANOEUVRES if getattr(record.band, kind).colour == "white"]
        fight(match, manoeuvre)
        act(match, next(one for one in offers(match) if one.verb == "lay"))
        until(match, place)
    else:
        opened(place, match)
    while ANNA not in match.decisions():
        act(match, Waive())
    return match


@rule("AH-HUNT.3", "AH-HUNT.4", "AH-DEM.5", "AH-DATA.4")
@each("name", kinds("hunter"))
def test_every_hunter_can_be_played_and_is_attached(name: str):
    match = table()
    (mine,) = hold(match, ANNA, name)
    match = open_window_for_anna(CARDS[name], match)
    assert PlayDem(mine) in offers(match)
    act(match, PlayDem(mine))
    while match.decisions() and not match.over and not is_asked(match, "window"):
        seat, decision = next(iter(match.decisions().items()))
        act(match, decision.actions[0], seat)
    check_place(match, CARDS[name], mine)
    assert mine in match.state.cards
    assert match.state.cards[mine].until == ("" if CARDS[name].stays else "round")


@rule("AH-PLAY.8", "AH-PLAY.6", "AH-DEM.7")
@each("name", [name for name in kinds("story", "event") if CARDS[name].dem])
def test_every_story_and_event_with_dem_can_be_played_from_the_hand(name: str):
    match = table()
    background(match, ANNA, *cards_called(name))
    (mine,) = hold(match, ANNA, name)
    match = open_window_for_anna(CARDS[name], match)
    assert PlayDem(mine) in offers(match)
    act(match, PlayDem(mine))
    while match.decisions() and not match.over and not is_asked(match, "window"):
        seat, decision = next(iter(match.decisions().items()))
        act(match, decision.actions[0], seat)
    check_place(match, CARDS[name], mine)


def cards_called(name: str) -> list[str]:
    """Return the cards that this card calls from the Background deck."""
    return [op.card for op in CARDS[name].do if op.op == "call"]


@rule("AH-PLAY.5", "AH-ENLIST.7", "AH-IMR.1")
@each("name", [n for n in kinds("heretic", "event") if not CARDS[n].background and "enlistment" in CARDS[n].rows])
def test_every_heretic_and_event_for_it_can_be_played_from_an_enlistment_row(name: str):
    match = table()
    background(match, ANNA, *cards_called(name))
    (mine,) = hold(match, ANNA, name)
    enlisting(match)
    act(match, Lay(mine))
    act(match, Done())
    events = choose_until_action(match, PayFor(mine))
    assert mine in [body.card for body in events if body.kind == "paid_for"]
    check_place(match, CARDS[name], mine)


@rule("AH-ICON.2", "AH-CONFLICT.10", "AH-STORY.14")
@each("name", [n for n in kinds("story", "event") if CARDS[n].type == "story" or CARDS[n].rows == ["conflict"]])
@each("manoeuvre", MANOEUVRES)
def test_every_story_is_playable_in_the_conflicts_of_its_white_icons_and_in_no_other(name: str, manoeuvre: str):
    record = CARDS[name]
    match = table()
    (mine,) = hold(match, ANNA, name)
    act(match, Announce(manoeuvre))
    joined = [Join(f"brave.{seat}.{copy}") for seat in (ANNA, BELA) for copy in (1, 2)]
    joined += [Join(player.damned) for player in match.state.players]
    events = choose_until_action(match, *joined, Lay(mine), PayFor(mine))
    playable = record.type == "event" or getattr(record.band, manoeuvre).colour == "white"
    paid = mine in [body.card for body in events if body.kind == "paid_for"]
    assert paid == playable
    assert (mine in [body.card for body in events if body.kind == "not_paid"]) != playable
    check_place(match, record, mine)


ABLE = [(name, number) for name, record in CARDS.items() for number, _ in enumerate(record.abilities)]


@rule("AH-DATA.4", "AH-HERESY.1", "AH-DEM.7")
@each(("name", "number"), ABLE)
def test_every_ability_works(name: str, number: int):
    record = CARDS[name]
    ability = record.abilities[number]
    match = table()
    raised: list[str] = []
    if record.type == "location":
        for hound in [one for one, placed in match.state.cards.items() if placed.host == match.state.location]:
            take_away(match, hound)
        source = location(match, name, ANNA)
    elif ability.kind == "imr":
        raised = (background if record.background else put_into_pyre)(match, ANNA, name)
        call = {"op": "call", "card": name} if record.background else {"op": "raise", "what": "heretic", "to": "verge"}
        source = put(match, ANNA, card(match, "caller", abilities=[{"kind": "heresy", "do": [call]}]))
    else:
        source = put(match, ANNA, name, **({"damage": 3} if record.type == "damned" else {}))
    if ability.kind in ("heresy", "imr"):
        used: Any = UseHeresy(f"{source}/{number if ability.kind == 'heresy' else 0}")
    elif ability.kind == "dem":
        place = (ability.windows or ["pass_declared"])[0]
        used = UseDem(f"{source}/{number}")
        if record.type == "damned":  # give the Damned a Recruit icon, so the window can open
            modify(match, Modifier("recruit", 1, "game", ANNA, card=source))
        match = opened(place + ("+" if place.startswith("chapter") else ""), match)
    else:
        used = None
    if used is None:
        start(match, source, number)
    else:
        assert used in offers(match, seat=ANNA)
        act(match, used, ANNA)
        choose_until_action(match, *map(Choose, raised))
    assert_sound(match)


def start(match: Haeresis, source: str, number: int) -> None:
    """Pass until a Prologue with two start-of-Round effects, and choose the effect of `source` first."""
    put(match, ANNA, card(match, "other", abilities=[{"kind": "start", "do": [GAIN]}]))
    for _ in range(2):
        act(match, Pass())
        while is_asked(match, "window"):
            act(match, Waive())
    chosen = Choose(f"{source}/{number}")
    for _ in range(60):
        if match.over or is_asked(match, "row"):
            break
        seat, decision = next(iter(match.decisions().items()))
        if decision.prompt.key == "start" and seat == ANNA and chosen:
            assert chosen in decision.actions
            act(match, chosen, seat)
            chosen = None
        else:
            act(match, minimal_action(match) if decision.prompt.key == "window" else decision.actions[0], seat)
    assert chosen is None
    assert match.state.round == 3


@rule("AH-DATA.10", "AH-DATA.8", "AH-SQ.1")
@each("name", [name for name, record in CARDS.items() if record.passives])
def test_every_passive_holds_while_a_match_goes_on_around_it(name: str):
    record = CARDS[name]
    match = table()
    if record.type == "location":
        for one, placed in [*match.state.cards.items()]:
            if placed.host == match.state.location:
                take_away(match, one)
        location(match, name, ANNA)
    else:
        host = {"hunter": match.state.location, "event": "brave.0.1" if record.attachment else ""}.get(record.type, "")
        until: Any = record.duration if record.duration in ("conflict", "round") else ""
        put(match, ANNA, name, host=host, until=until)
    GAME.view(match, BELA)
    for manoeuvre in MANOEUVRES:
        if not match.over and Announce(manoeuvre) in offers(match):
            act(match, Announce(manoeuvre))
            choose_until_action(match, Join("brave.0.1"), Join("brave.1.1"), Join("brave.0.2"), Join("brave.1.2"))
    assert_sound(match)
