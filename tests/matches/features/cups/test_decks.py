"""In cups, players submit decks when they enter or before a tie; a deck stays fixed, and secret until the end."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

import rules
from bot.features.cups.service.actions import Cups
from bot.store.store import Store
from rules.kernel.content.decks import Deck
from rules.kernel.words.translation import Translator
from tests.kernel.duel import CARDS
from tests.kernel.hunt import HUNT, READY
from tests.matches.cup_room import HOST, CupRoom, fixture_between
from tests.matches.features.decks.test_decks import CROWS, HALF
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA

FOXES = Deck(dict.fromkeys(("adder", "crow", "heron", "kite"), 1), "Foxes")


@pytest.fixture
async def hall(path: Path):
    async with await Store.open(path) as store:
        hall = CupRoom(store)
        hall.service.matches.games = {"hunt": HUNT}
        yield hall


async def hands(hall: CupRoom, match_id: int) -> dict[int, set[str]]:
    """Return each user's hand, which in the test's game is the user's whole deck at the start of a match."""
    table = await hall.service.matches.table(match_id)
    held = table.match.state.hands
    return {seat.user_id: {CARDS[number - 1].lower() for number in held[seat.seat]} for seat in table.info.seats}


async def open_sealed_cup(hall: CupRoom, **rules: object) -> int:
    """Open a cup that requires decks at entry and has Anna and Béla as entrants; return its id."""
    view = await hall.cup(game="hunt", begun=False, sealed=True, options={}, **rules)
    await hall.service.part(Cups).enter(view.id, ANNA, "Anna", CROWS)
    await hall.service.part(Cups).enter(view.id, BELA, "Béla", FOXES)
    return view.id


async def test_entering_a_sealed_cup_requires_a_legal_deck(hall: CupRoom) -> None:
    view = await hall.cup(game="hunt", begun=False, sealed=True, options={})
    for deck, why in ((None, "choose yours to enter"), (HALF, "can't play with"), (Deck(pack="far"), "pack")):
        async with refused(why):
            await hall.service.part(Cups).enter(view.id, ANNA, "Anna", deck)
    assert (await hall.service.part(Cups).view(view.id)).entrants == ()
    view = await hall.service.part(Cups).enter(view.id, ANNA, "Anna", CROWS)
    assert view.entrants[0].has_deck


async def test_a_sealed_deck_is_played_in_every_match(hall: CupRoom) -> None:
    cup_id = await open_sealed_cup(hall, series=3)
    await hall.service.part(Cups).begin(cup_id, HOST)
    view = await hall.kept(cup_id)
    async with refused("the deck they entered with"):
        await hall.service.part(Cups).bring_deck(cup_id, ANNA, FOXES)
    for _ in range(3):
        match_id = fixture_between(view, ANNA, BELA).match_ids[-1]
        assert await hands(hall, match_id) == {ANNA: set(CROWS.cards), BELA: set(FOXES.cards)}
        await hall.service.votes.ask(match_id, ANNA, "draw")
        await hall.service.votes.answer(match_id, BELA, yes=True)
        view = await hall.kept(cup_id)
    assert len(fixture_between(view, ANNA, BELA).match_ids) == 4


async def test_nothing_of_a_deck_is_shown_before_the_cup_is_over(hall: CupRoom) -> None:
    cup_id = await open_sealed_cup(hall)
    shown = json.dumps(asdict(await hall.service.part(Cups).view(cup_id)))
    assert not any(card in shown for card in CROWS.cards | FOXES.cards)
    assert "Crows" not in shown
    async with refused("when the cup is over"):
        await hall.service.part(Cups).decks(cup_id)
    assert await hall.service.part(Cups).deck_of(cup_id, ANNA) == CROWS
    async with refused("not in this cup"):
        await hall.service.part(Cups).deck_of(cup_id, HOST)
    await hall.service.part(Cups).end(cup_id, HOST)
    assert await hall.service.part(Cups).decks(cup_id) == {ANNA: CROWS, BELA: FOXES}


async def test_a_computer_has_a_ready_deck_for_the_whole_cup(hall: CupRoom) -> None:
    view = await hall.cup(game="hunt", begun=False, sealed=True, options={})
    await hall.service.part(Cups).enter(view.id, ANNA, "Anna", CROWS)
    view = await hall.service.part(Cups).enter_computer(view.id, HOST, "easy")
    assert all(one.has_deck for one in view.entrants)
    view = await hall.service.part(Cups).begin(view.id, HOST)
    view = await hall.kept(view.id)
    found = await hands(hall, view.fixtures[0].match_ids[0])
    assert found[ANNA] == set(CROWS.cards)
    assert found[-1] in [set(cards) for cards in READY.values()]


async def test_where_decks_are_open_one_is_chosen_before_each_tie_and_kept_in_it(hall: CupRoom) -> None:
    view = await hall.cup(game="hunt", begun=False, options={})
    await hall.service.part(Cups).enter(view.id, ANNA, "Anna", CROWS)
    await hall.service.part(Cups).enter(view.id, BELA, "Béla")
    await hall.service.part(Cups).bring_deck(view.id, ANNA, FOXES)
    await hall.service.part(Cups).begin(view.id, HOST)
    view = await hall.kept(view.id)
    found = await hands(hall, view.fixtures[0].match_ids[0])
    assert found[ANNA] == set(FOXES.cards)
    assert found[BELA] in [set(cards) for cards in READY.values()]
    async with refused("the deck you began it with"):
        await hall.service.part(Cups).bring_deck(view.id, ANNA, CROWS)


async def test_a_cup_whose_decks_are_built_in_each_match_takes_none(hall: CupRoom) -> None:
    game = rules.GAMES["aevum_haeresis"]
    hall.service.matches.games = {game.id: game}
    options = {"format": "draft"}
    async with refused("open the cup without sealed decks"):
        await hall.cup(game=game.id, begun=False, sealed=True, options=options)
    view = await hall.cup(game=game.id, begun=False, options=options)
    await hall.service.part(Cups).enter(view.id, ANNA, "Anna", None)
    async with refused("can't bring one"):
        await hall.service.part(Cups).bring_deck(view.id, ANNA, game.decks.ready(Translator())[0].deck)
