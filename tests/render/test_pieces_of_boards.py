"""Everything that a view shows is a piece of the board, and a hidden thing has neither a name nor an id there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import render
import rules
from rules.aevum_haeresis.state.view import HaeresisView
from rules.dark_providence.content.load import pack as providence
from rules.dark_providence.state.view import ProvidenceView
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.kernel.words.translation import LOCALES
from tests.render.matches_to_draw import play_random_moves
from tests.render.test_pieces import GAMES, NAMES


def edge_keys(view: EdgeView) -> Counter[str]:
    """Return the keys of the pieces on the board of Edge of Darkness, without the cards in Guild Halls."""
    street = [card for card in (*view.street, view.sixth) if card is not None]
    in_tower = [spot.card for spot in view.tower if spot.card is not None]
    hands = [card for player in view.players for card in player.hand or (*_starters(view, player.starters),)]
    counts = {
        "deck": view.stack_count,
        "discard": len(view.discard),
        "bag": sum(view.bag),
        "aside": sum(view.aside),
    }
    guilds = list(pack(view.pack).guilds)
    return Counter([
        "tower", "rounds",
        *(f"card:{card.id}" for card in (*street, *in_tower, *hands)),
        *(f"street:{number}" for number in range(1, 7) if street),
        *(f"tower:{spot.spot}" for spot in view.tower),
        *(f"place:{place.id}" for place in view.locations),
        *(
            f"agents:{place.id}:{guilds.index(view.players[seat].guild)}"
            for place in view.locations for seat, count in enumerate(place.agents) if count
        ),
        *(key for key, count in counts.items() if count),
        *(f"seat:{player.seat}" for player in view.players),
    ])  # fmt: skip


def _starters(view: EdgeView, cards: list[CardView]) -> list[CardView]:
    return cards if view.phase == "prologue" else []


def providence_keys(view: ProvidenceView) -> Counter[str]:
    """Return the keys of the pieces on the board of Dark Providence, without agents, which may be too many."""
    piles = {"hand": "hand_count", "deck": "deck_count", "discard": "discard_count"}
    cards = [*(city.asset for city in view.cities), *(card.id for card in view.row)]
    foe = view.old_one
    return Counter([
        "track:investigation", "track:ritual",
        *(["deck:mythos"] if view.mythos_deck else []),
        *(f"card:{card}" for card in (*cards, *(card for player in view.players for card in player.mythos)) if card),
        *(f"{kind}:{city.id}" for city in view.cities for kind in ("city", "gate", "control")),
        *providence_signs(view),
        *(f"{kind}:{player.seat}" for player in view.players for kind in ("seat", "allegiance")),
        *(f"{pile}:{one.seat}" for one in view.players for pile, count in piles.items() if getattr(one, count)),
        *(f"route:{city.id}:{route.to}" for city in providence(view.pack).cities.values() for route in city.routes),
        *(["seat:old_one", *(f"cultist:{cultist.id}" for cultist in foe.cultists)] if foe else []),
        *(f"card:{card}" for card in (foe.mythos if foe else ())),
    ])  # fmt: skip


def providence_signs(view: ProvidenceView) -> list[str]:
    """Return the keys of locks, influence and special markers on cities and cards."""
    items = [(city.id, city.lock, city.marks) for city in view.cities]
    items += [(city.asset, city.asset_lock, city.asset_marks) for city in view.cities]
    items += [(card.id, card.lock, card.marks) for card in view.row]
    markers = [
        (city.id, kind)
        for city in view.cities
        for kind, is_there in (
            ("cthulhu", city.cthulhu),
            ("martial_law", city.martial_law),
            ("whateley", city.whateleys),
        )
        if is_there
    ]
    return [
        *(f"lock:{item}" for item, lock, _ in items if lock),
        *(f"influence:{item}" for item, _, marks in items if any(marks)),
        *(f"marker:{kind}:{city}" for city, kind in markers),
    ]


def haeresis_keys(view: HaeresisView) -> Counter[str]:
    """Return the keys of the pieces on the board of Aevum Haeresis that are cards in play, and of the seats."""
    return Counter([
        *(f"card:{card.kind}" for card in view.cards),
        *(f"{kind}:{seat}" for seat in (0, 1) for kind in ("seat", "verge", "soul", "gold", "execution")),
        *(f"hand:{player.seat}" for player in view.players if player.hand_count),
        *(f"plot:{player.seat}" for player in view.players if player.plot),
        *(f"pyre:{player.seat}" for player in view.players if player.pyre),
    ])  # fmt: skip


#: For each game: the keys on a board, and the pattern of other keys that a board may have.
ON_BOARD: dict[str, tuple[Callable[[Any], Counter[str]], str]] = {
    "edge_of_darkness": (edge_keys, r"card:.*"),
    "dark_providence": (providence_keys, r"agent:.*"),
    "aevum_haeresis": (haeresis_keys, r"(card|chapter|fighter|damned|heretics|location|background|conflict)(:.*)?"),
}


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_the_view_shows_is_a_piece_of_the_board_exactly_once(game: str) -> None:
    expected, others = ON_BOARD[game]
    for seats in rules.GAMES[game].seats:
        for number, moves in enumerate((0, 20, 150, 400, 100_000)):
            view = play_random_moves(game, seats, "shown", number, moves)[0].view(None)
            found = Counter(piece.key for piece in render.pieces(render.board(view, None, LOCALES[number % 3], NAMES)))
            keys = expected(view)
            assert not keys - found, moves
            assert not [key for key in found - keys if not re.fullmatch(others, key)], moves


@pytest.mark.parametrize("moves", [60, 150, 400])
@pytest.mark.parametrize("game", GAMES)
def test_chat_boards_have_seats_and_what_is_on_offer_exactly_once(game: str, moves: int) -> None:
    view: Any = play_random_moves(game, max(rules.GAMES[game].seats), "shown", 1, moves)[0].view(None)
    found = Counter(piece.key for piece in render.pieces(render.chat_board(view, "es", NAMES)))
    assert all(found[f"seat:{seat}"] == 1 for seat in range(view.seats))
    if game == "edge_of_darkness" and view.phase in ("assembly", "action"):
        cards = [*view.street, view.sixth, *(spot.card for spot in view.tower)]
        assert all(found[f"card:{card.id}"] == 1 for card in cards if card is not None)
    if game == "dark_providence":
        assert all(found[f"city:{city.id}"] == 1 for city in view.cities)
        assert all(found[f"card:{city.asset}"] == 1 for city in view.cities if city.asset)
        assert all(found[f"{kind}:{city.id}"] == 1 for city in view.cities for kind in ("control", "gate"))
        assert all(found[f"lock:{city.id}"] == city.lock for city in view.cities)
        assert all(found[f"lock:{city.asset}"] == city.asset_lock for city in view.cities if city.asset)
        found_markers = {key for key in found if key.startswith("marker:")}
        assert found_markers == {key for key in providence_signs(view) if key.startswith("marker:")}


def test_a_face_down_card_has_no_name_and_no_key_of_its_own() -> None:
    match, _ = play_random_moves("dark_providence", 3, "shown", 1, 150)
    for viewer in (None, 0, 1):
        for piece in render.pieces(render.board(match.view(viewer), None, "en", NAMES)):
            if piece.key.startswith("allegiance:"):
                assert piece.name == "Allegiance"
    other = [piece.key for piece in render.pieces(render.hand(match.view(0), "en", NAMES, 1))]
    view: Any = match.view(1)
    assert "hand:1" in other
    assert not {f"card:{card}" for card in view.players[1].hand or ()} & set(other)


@pytest.mark.parametrize("moves", [40, 150])
@pytest.mark.parametrize("game", GAMES)
def test_a_chat_board_has_the_same_pieces_for_everyone(game: str, moves: int) -> None:
    match, events = play_random_moves(game, max(rules.GAMES[game].seats), "shown", 2, moves)
    found = [render.pieces(render.chat_board(match.view(viewer), "hu", NAMES, events)) for viewer in (None, 0, 1)]
    assert found[0] == found[1] == found[2]


#: For each game: the parts of the board that share the given kind of pieces among them, each exactly once.
IN_PARTS: dict[str, tuple[tuple[str, ...], Callable[[Any], list[str]]]] = {
    "edge_of_darkness": (("places",), lambda view: [f"place:{place.id}" for place in view.locations]),
    "dark_providence": (
        ("west", "east"),
        lambda view: [
            *(f"city:{city.id}" for city in view.cities),
            *(f"card:{city.asset}" for city in view.cities if city.asset),
            *(f"agent:{agent.id}" for agent in view.agents),
            *(f"gate:{city.id}" for city in view.cities),
            *(f"lock:{city.id}" for city in view.cities if city.lock),
            *(key for key in providence_signs(view) if key.startswith("marker:")),
        ],
    ),
    "aevum_haeresis": (
        ("near", "far"),
        lambda view: [f"card:{card.kind}" for card in view.cards if card.type not in ("location", "hunter")],
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_parts_of_a_board_have_their_pieces_exactly_once(game: str) -> None:
    names, expected = IN_PARTS[game]
    for moves in (60, 200):
        view = play_random_moves(game, max(rules.GAMES[game].seats), "shown", 3, moves)[0].view(None)
        parts = [render.part(view, part, "hu", NAMES) for part in names]
        found = Counter(piece.key for part in parts for piece in render.pieces(part) if piece.key != "counts")
        assert found == Counter(expected(view)), moves
