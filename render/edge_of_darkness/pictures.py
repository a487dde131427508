"""Edge of Darkness as the registry knows it: from views and ids to pictures."""

from collections.abc import Sequence

from PIL import Image

from render.edge_of_darkness.board import draw_board
from render.edge_of_darkness.changes import Changes
from render.edge_of_darkness.hand import HandWords, draw_hand
from render.edge_of_darkness.legend import draw_legend
from render.edge_of_darkness.lookup import Copies, PlaceSheet, draw_card_sheet, draw_place_sheet
from render.edge_of_darkness.read import banner_of, read_board, read_player, slip_of, starter_of
from render.edge_of_darkness.scene import SLOTS, Banner, Card, Slip
from render.edge_of_darkness.score import Column, draw_score
from render.sheets.score import Row
from render.sheets.voice import ending, speaker
from rules.edge_of_darkness.content.load import Content, Location, base, pack
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.cards import ability_text
from rules.edge_of_darkness.words.names import TYPE_NAMES, slot_name
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.words.text import N_, Say

CATEGORIES = {
    "agents": ("agent", N_("Trained agents")),
    "reputation": ("reputation", N_("Reputation")),
    "slots": ("card", N_("Filled slots on own cards")),
    "defence": ("defence", N_("Defense track")),
    "quarters": ("coin", N_("Coins, Influence, Goodwill (a quarter each)")),
}
COUNTS = (
    N_("Coins"), N_("Influence"), N_("Goodwill"), N_("Reputation"), N_("Agents"), N_("untrained"), N_("slips"),
    N_("Defense"),
)  # fmt: skip


def _edge(view: View) -> EdgeView:
    if not isinstance(view, EdgeView):
        raise TypeError(f"not a view of Edge of Darkness: {type(view).__name__}")
    return view


class EdgePictures:
    """All pictures of this game."""

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        """Draw the board."""
        edge = _edge(view)
        return draw_board(read_board(edge, speaker(locale, names, edge.seats), events))

    def hand(self, view: View, locale: str, names: Sequence[str] | None, seat: int | None) -> Image.Image:
        """Draw a hand: of the seat asked for, else the viewer's, else of whoever is to act."""
        edge = _edge(view)
        say = speaker(locale, names, edge.seats)
        chosen = next(s for s in (seat, edge.viewer, edge.active, edge.first) if s is not None)
        player = read_player(edge, edge.players[chosen], say, Changes())
        words = HandWords(
            title=say.seat(chosen),
            counts=tuple(say.t(word) for word in COUNTS),
            owners=tuple(say.seat(other) for other in range(edge.seats)),
            neutral=say.t("Neutral"),
            empty=say.t("no cards in hand"),
        )
        return draw_hand(player, words)

    def card(self, entry_id: str, say: Say) -> Image.Image:
        """Draw what can be looked up: a starter, a Location, or one of its advancements."""
        content = base()
        known = entry_id.removesuffix("_contact")
        if known in content.locations:
            return draw_place_sheet(_place_sheet(content, content.locations[known], say))
        if known in content.slips:
            slot = content.slips[known].slot
            return draw_card_sheet(_lone(known, {slot: slip_of(known, say.locale)}, None))
        starter = content.starters[known]
        banner = None
        if starter.guild is not None:
            banner = Banner(list(content.guilds).index(starter.guild), content.guilds[starter.guild].sigil)
        return draw_card_sheet(_lone(known, {"top": starter_of(known, say.locale)}, banner))

    def score(self, view: View, result: Result, locale: str, names: Sequence[str] | None) -> Image.Image:
        """Draw the score sheet."""
        edge = _edge(view)
        say = speaker(locale, names, edge.seats)
        columns: list[Column] = []
        for row in sorted(result.rows, key=lambda row: row.seat):
            banner = banner_of(edge, pack(edge.pack), row.seat)
            assert banner is not None
            scores = tuple(row.scores[category] for category in result.categories)
            rank = say.t("place {rank}", rank=row.rank)
            columns.append(Column(say.seat(row.seat), banner, scores, row.total, rank, row.seat in result.winners))
        categories = tuple(
            Row(CATEGORIES[name][0], say.t(CATEGORIES[name][1])) if name in CATEGORIES else Row("points", name)
            for name in result.categories
        )
        return draw_score(
            say.t("Final scores"), ending(say, result.winners), say.t("Total"), categories, tuple(columns)
        )

    def legend(self, say: Say) -> Image.Image:
        """Draw the meaning of the icons."""
        return draw_legend(say)


def _lone(seed: str, slips: dict[str, Slip], banner: Banner | None) -> Card:
    """Give a card that shows only the slips named."""
    total = sum(slip.damage for slip in slips.values())
    return Card(seed, banner, tuple(slips.get(slot) for slot in SLOTS), max(0, total))


def _place_sheet(content: Content, place: Location, say: Say) -> PlaceSheet:
    slips = sorted(place.slips, key=lambda slip: SLOTS.index(slip.slot))
    copies = tuple(
        Copies(slip.slot, slot_name(say, slip.slot), slip.copies, slip_of(slip.id, say.locale)) for slip in slips
    )
    kinds = " · ".join(say.t(TYPE_NAMES[kind]) for kind in place.types)
    return PlaceSheet(place.id, say.name(place.name), kinds, ability_text(say, content, place, icons=True), copies)


PICTURES = EdgePictures()
