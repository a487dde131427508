"""The enlarged parts of the board: each side of the Verge with card texts, and the area between them."""

from collections.abc import Sequence

from render.aevum_haeresis.card_tiles import ACCENT, CardTiles
from render.aevum_haeresis.view_reader import seats_of
from render.sheets.board_part_interface import BoardPart
from render.sheets.choice_tiles import Tile, tile_rows
from render.sheets.row_stack import Row
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import kind_of
from rules.kernel.words.translation import Translator


def _tiles(tiles: Sequence[Tile], columns: int) -> list[Row]:
    return tile_rows(tiles, columns, ACCENT)


def _side(view: HaeresisView, say: Translator, seat: int) -> Sequence[Row]:
    """Return rows with one side's cards: the Damned and the Camp, then characters, then cards that last for a time.

    During deck building, when there are no sides yet, return no rows.
    """
    if view.limited is not None:
        return []
    card_tiles, order = CardTiles(view, seat, say), ("damned", "camp", "heretic")
    side_cards = [card for card in view.cards if card.controller == seat and card.type not in ("location", "hunter")]
    side_cards.sort(key=lambda card: order.index(card.type) if card.type in order else len(order))
    return [*_tiles([card_tiles.counts()], 1), *_tiles([card_tiles.full_card(card.id) for card in side_cards], 2)]


def near(view: HaeresisView, say: Translator) -> Sequence[Row]:
    """Return rows with the cards of the viewer's side, which is at the bottom of the board."""
    return _side(view, say, seats_of(view)[1])


def far(view: HaeresisView, say: Translator) -> Sequence[Row]:
    """Return rows with the cards of the opponent's side."""
    return _side(view, say, seats_of(view)[0])


def middle(view: HaeresisView, say: Translator) -> Sequence[Row]:
    """Return rows with the Location, the Conflict with both teams, and the revealed cards with their texts."""
    if view.limited is not None:
        return []
    card_tiles = CardTiles(view, seats_of(view)[1], say)
    revealed = [card for player in view.players for card in player.open]
    revealed += [entry.card for entry in view.paid if entry.ability < 0 and entry.card not in revealed]
    location_cards = [card.id for card in view.cards if card.id == view.location or card.type == "hunter"]
    tiles = [card_tiles.record(card_tiles.content.cards[kind_of(card)], True) for card in (*location_cards, *revealed)]
    conflict = (
        [*card_tiles.stage()]
        if view.manoeuvre is not None
        else [*_tiles([card_tiles.counts()], 1), *card_tiles.location()]
    )
    return [*conflict, *_tiles(tiles, 2)]


def _named(upper: bool) -> BoardPart[HaeresisView]:
    place, rows = (0, far) if upper else (1, near)
    return BoardPart(lambda view, say: say.t("{name}: cards in play", name=say.seat(seats_of(view)[place])), rows)


PARTS: dict[str, BoardPart[HaeresisView]] = {
    "near": _named(False),
    "far": _named(True),
    "middle": BoardPart(lambda view, say: say.t("Location, Conflict and revealed cards"), middle),
}
