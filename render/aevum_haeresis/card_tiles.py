"""Tiles of cards in play, of both sides and of the current manoeuvre, as one seat sees them."""

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from render.aevum_haeresis.card_wording import band_of, icons_of, income_of, lines_of
from render.aevum_haeresis.choice_lists import current_cost
from render.emblem.aevum_haeresis import emblem
from render.pen import theme
from render.sheets.choice_tiles import Art, Part, Tile, heading, tile_rows, title_fits
from render.sheets.row_stack import Row
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import CardView, HaeresisView, ManoeuvreView
from rules.aevum_haeresis.words.names import (
    ability_number,
    card_name,
    card_view,
    content_of,
    kind_of,
    manoeuvre_name,
    placed_name,
)
from rules.kernel.words.translation import Translator

ACCENT = theme.ACCENTS["aevum_haeresis"]
#: The icon of each time of day.
TIMES = ("dawn", "noon", "dusk", "night")


def _portrait(seed: str, kind: str, faction: str, side: int) -> Image.Image:
    return emblem(seed, kind, faction, side, side)


def _art(record: Card) -> Art:
    return Art(_portrait, (record.id, record.type, record.faction))


def as_rows(tiles: Sequence[Tile], columns: int) -> list[Row]:
    """Return tiles in rows, in the game's colours."""
    return tile_rows(tiles, columns, ACCENT)


class CardTiles:
    """Builds the tiles of cards as one seat sees them."""

    def __init__(self, view: HaeresisView, seat: int, say: Translator) -> None:
        self.view, self.seat, self.say = view, seat, say
        self.content = content_of(view)

    def counts(self) -> Tile:
        """Return both players' counts, each as a line of icons."""
        lines: list[Part] = []
        for seat in (self.seat, 1 - self.seat):
            player = self.view.players[seat]
            shown = (
                ("soul", f"{player.souls}/10"), ("gold", player.gold), ("execution", f"{player.execution}/3"),
                ("hand", player.hand_count), ("plot", player.plot),
            )  # fmt: skip
            counts = "   ".join(f"{count}{{{icon}}}" for icon, count in shown)
            lines.append(Part(f"{{seat{seat}}}  {counts}", "" if seat == self.seat else "soft"))
        name = " · ".join(self.say.seat(seat) for seat in self.seats())
        return Tile("", tuple(lines), look="panel", key="counts", name=name)

    def stage(self) -> list[Row]:
        """Return tiles for the current situation.

        The tiles show the Conflict, or both sides of the Verge, and the Location.
        """
        view = self.view
        if view.manoeuvre is not None:
            return [*self.teams(), *self.location()]
        sides = [self.side(seat) for seat in self.seats()]
        return [*as_rows([self.counts()], 1), *as_rows(sides, 2), *self.location()]

    def teams(self) -> list[Row]:
        """Return tiles for both teams of the current manoeuvre, or nothing if there is no manoeuvre.

        While neither team is known, the tiles show all characters of both sides, because any of them may take part.
        """
        man = self.view.manoeuvre
        if man is None:
            return []
        title = heading(f"{{{man.type}}} {manoeuvre_name(self.say, man.type)}")
        tiles = [self.team(man, seat) if any(man.teams) else self.side(seat) for seat in self.seats()]
        if not all(title_fits(tile, 2) for tile in tiles):
            # Both totals stay on the same line.
            tiles = [replace(tile, below=bool(tile.plate)) for tile in tiles]
        return [title, *as_rows(tiles, 2)]

    def seats(self) -> tuple[int, int]:
        """Return the seat of these tiles, then the other one."""
        return self.seat, 1 - self.seat

    def team(self, man: ManoeuvreView, seat: int) -> Tile:
        """Return the tile of a team: its members with their manoeuvre icons, and the total."""
        members = [card for card in man.teams[seat] if card_view(self.view, card)]
        # To win, the initiator needs as many icons as the blockers, but the blockers need one more than the initiator.
        behind = man.icons[1 - seat] - (seat == man.initiator)
        role = self.say.t("Initiator") if seat == man.initiator else self.say.t("Blockers")
        # A badge would leave too little room for the Hungarian word for the initiator.
        return Tile(
            f"{{seat{seat}}} {role}",
            tuple(self._member(card, man.type) for card in members) or (Part("—", "soft"),),
            plate=f"{man.icons[seat]}{{{man.type}}}",
            look="panel",
            use="now" if man.icons[seat] > max(0, behind) else "",
            key=f"team:{seat}",
            name=role,
        )

    def _member(self, card: str, manoeuvre: str) -> Part:
        placed = card_view(self.view, card)
        assert placed is not None
        count = getattr(placed, manoeuvre)
        text = f"{card_name(self.say, card)} {count}{{{manoeuvre}}} {placed.damage}{{damage}}{placed.health}{{health}}"
        return Part(text, "", _art(self.content.cards[placed.kind]))

    def side(self, seat: int) -> Tile:
        """Return the tile of a seat's characters with their icons. Spent characters are faded."""
        parts: list[Part] = []
        for card in self.view.cards:
            if card.controller == seat and card.type in ("damned", "heretic"):
                icons = " ".join(f"{n}{{{icon}}}" for icon in MANOEUVRES if (n := getattr(card, icon)))
                spent = "" if card.ready else " {turn}"
                text = f"{card_name(self.say, card.kind)} {icons}{spent}"
                parts.append(Part(text, "" if card.ready else "soft", _art(self.content.cards[card.kind])))
        shown = tuple(parts) or (Part("—", "soft"),)
        name = self.say.t("{name}: cards in play", name=self.say.seat(seat))
        return Tile("", shown, badge=f"{{seat{seat}}}", look="panel", key=f"verge:{seat}", name=name)

    def location(self) -> list[Row]:
        """Return the tile of the Location with its current soul number."""
        placed = card_view(self.view, self.view.location)
        if placed is None:
            return []
        name, number = card_name(self.say, placed.kind), f"{self.view.soul_number}{{soul}}"
        hunters = tuple(Part(f"{{hunter}} {card_name(self.say, card.kind)}") for card in self._hunters())
        badge = f"{{{TIMES[self.view.time]}}}"
        return as_rows([Tile(name, hunters, badge=badge, plate=number, look="panel", key="location")], 1)

    def _hunters(self) -> list[CardView]:
        return [card for card in self.view.cards if card.type == "hunter"]

    # -- cards ------------------------------------------------------------------------------------------------

    def card(self, name: str, full: bool) -> Tile:
        """Return the tile of a card: with its current numbers if it is a character in play, otherwise as printed.

        If `name` names an ability of the card, the tile includes the card's text.
        """
        record, placed, number = self.content.cards[kind_of(name)], card_view(self.view, name), ability_number(name)
        if placed is None or placed.type not in ("damned", "heretic"):
            return self.record(record, full or number >= 0)
        icons = " ".join(f"{n}{{{icon}}}" for icon in MANOEUVRES if (n := getattr(placed, icon)))
        parts = [Part(f"{placed.damage}{{damage}} {placed.health}{{health}}  {icons}".rstrip())]
        if number >= 0:
            parts += self.lines(record)
        badge = f"{{seat{placed.controller}}}"
        title = placed_name(self.say, self.view, name)
        return Tile(title, tuple(parts), badge=badge, art=_art(record), key=f"card:{record.id}")

    def full_card(self, name: str) -> Tile:
        """Return the tile of a card in play with its current numbers and full text. A Spent card is faded."""
        placed, tile = card_view(self.view, name), self.card(name, True)
        lines = (
            ()
            if placed is None or placed.type not in ("damned", "heretic")
            else tuple(self.lines(self.content.cards[placed.kind]))
        )
        spent = placed is not None and not placed.ready
        return replace(tile, parts=(*tile.parts, *lines), use="idle" if spent else "")

    def record(self, record: Card, full: bool, *, copies: int = 1, use: str = "", note: str = "") -> Tile:
        """Return the tile of a card as printed, but with its current cost. If `full`, include its text.

        `note` is written below the card's numbers.
        """
        lines = self.lines(record) if full else []
        # The text of an Event begins with the icon of its type, which would otherwise take a line above.
        is_icon_repeated = bool(lines) and lines[0].text.startswith(f"{self.facts(record)} ")
        parts = [Part(text) for text in (self.facts(record),) if text and not is_icon_repeated]
        parts += [Part(note, "soft")] if note else []
        name = self.say.name(record.name)
        return Tile(
            f"{name} ×{copies}" if copies > 1 else name,
            (*parts, *lines),
            plate=current_cost(self.view, record),
            art=_art(record),
            use=use,
            key=f"card:{record.id}",
        )

    def lines(self, record: Card) -> list[Part]:
        return [Part(f"{{{line.icon}}} {line.text}") for line in lines_of(self.say, self.content, record)]

    def facts(self, record: Card) -> str:
        """Return the numbers of a character or a Location, or the possible manoeuvres of a Story, as text."""
        if record.type in ("damned", "heretic"):
            numbers = f"{record.damage}{{damage}} {record.health}{{health}}"
            return "  ".join(filter(None, [numbers, icons_of(record), income_of(record)]))
        if record.type == "location" and record.track:
            return "  ".join(f"{{{time}}}{number}" for time, number in zip(TIMES, record.track, strict=True))
        band = [
            f"{{{place.icon}}}{'{skull}' if place.skull else ''}"
            for place in band_of(record)
            if place.colour == "white"
        ]
        return "  ".join(filter(None, [f"{{{record.type}}}", " ".join(band), income_of(record)]))
