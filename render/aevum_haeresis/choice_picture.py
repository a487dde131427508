"""Draws the options of a decision as a Conflict, revealed cards, both sides of the Verge, or a compact hand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from PIL import Image

from render.aevum_haeresis.card_wording import band_of, cost_of, cost_signs, icons_of, income_of, lines_of
from render.emblem.aevum_haeresis import emblem
from render.pen import theme
from render.sheets.choice_tiles import Art, Part, Tile, first_that_fits, heading, tile_rows
from render.sheets.row_stack import Row, Rows
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state import actions
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
from rules.kernel.data.actions import Action, field_names
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import Translator

ACCENT = theme.ACCENTS["aevum_haeresis"]
#: The icon of each time of day.
TIMES = ("dawn", "noon", "dusk", "night")
#: The order of card types in a hand.
TYPES = ("heretic", "story", "event", "hunter")


def draw_choice(view: HaeresisView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
    """Draw the options of a decision, or a seat's hand if there is no decision."""
    return CardTiles(view, seat, say).rows(decision)


def _portrait(seed: str, kind: str, faction: str, side: int) -> Image.Image:
    return emblem(seed, kind, faction, side, side)


def _art(record: Card) -> Art:
    return Art(_portrait, (record.id, record.type, record.faction))


def _tiles(tiles: Sequence[Tile], columns: int) -> list[Row]:
    return tile_rows(tiles, columns, ACCENT)


class CardTiles:
    """Builds the tiles of cards as one seat sees them."""

    def __init__(self, view: HaeresisView, seat: int, say: Translator) -> None:
        self.view, self.seat, self.say = view, seat, say
        self.content = content_of(view)

    def rows(self, decision: Decision | None) -> Rows:
        """Return the rows of tiles for a decision, or for the hand if there is no decision."""
        key = decision.prompt.key if decision else ""
        if decision is None or key in ("active", "mulligan", "row", "conflict_draw", "epilogue_discard"):
            # In a Conflict, both teams come first, then the hand cards that can be played in the Conflict, then the
            # rest of the hand.
            teams = self._teams()
            variants = [(full, idle) for full in (True, False) for idle in ((True, False) if teams else (True,))]
            hands = [[*teams, *self._hand(full, idle=idle)] for full, idle in variants]
            return first_that_fits(*hands, self._hand(False))
        offered = list(dict.fromkeys(_named(decision.actions)))
        match key:
            case "offer":
                return first_that_fits(*(self._offer(offered, full) for full in (True, False)))
            case "act" | "team" | "window":
                above = self.stage()
                return first_that_fits(*([*above, *self._offered(offered, full)] for full in (True, False)), above)
            case _:
                source = self._source(str(decision.prompt.args.get("card", "")))
                return first_that_fits(
                    *([*source, *self._offered(offered, full)] for full in (True, False)),
                    self._offered(offered, False),
                )

    # -- questions --------------------------------------------------------------------------------------------

    def _hand(self, full: bool, *, idle: bool = True) -> list[Row]:
        """Return both players' counts, the Story row that is being laid, and the hand with full or brief card texts.

        If `idle` is False, leave out cards that can't be played for the open question.
        """
        player = self.view.players[self.seat]
        row_cards = [card for chapter in player.own_row or () for card in chapter]
        row = [f"{number}. {card_name(self.say, card)}" for number, card in enumerate(row_cards, 1)]
        counts = Counter(kind_of(card) for card in player.hand or ())
        records = sorted(
            (card for card in map(self.content.cards.__getitem__, counts) if idle or not self._use(card)),
            key=lambda card: (TYPES.index(card.type), card.cost.gold, card.id),
        )
        tiles = [self.record(card, full, copies=counts[card.id], use=self._use(card)) for card in records]
        shown = [self.counts(), *([Tile("", tuple(map(Part, row)), look="dark")] if row else [])]
        return [*_tiles(shown, 1), *_tiles(tiles, 2)]

    def _use(self, card: Card) -> str:
        """Return "idle" for a card that can't be played for the open question, and "" for other cards."""
        pending = self.view.pending
        idle = pending is not None and pending.key in ("row", "window") and card.id not in self.view.affordable
        return "idle" if idle else ""

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
        return Tile("", tuple(lines), look="panel")

    def _offer(self, offered: Sequence[str], full: bool) -> list[Row]:
        """Return tiles for the offered cards with their full texts, and for the other revealed cards."""
        mine = [self.record(self.content.cards[kind_of(card)], True, use="now") for card in offered]
        open_ones = [card for player in self.view.players for card in player.open if card not in offered]
        paid = [entry.card for entry in self.view.paid if entry.ability < 0 and entry.card not in open_ones]
        others = [self.record(self.content.cards[kind_of(card)], full) for card in (*open_ones, *paid)]
        return [*self._teams(), *_tiles([self.counts(), *mine], 1), *_tiles(others, 2)]

    def stage(self) -> list[Row]:
        """Return tiles for the current situation.

        The tiles show the Conflict, the revealed cards, or both sides of the Verge, and the Location.
        """
        view = self.view
        if view.manoeuvre is not None:
            return [*self._teams(), *self.location()]
        open_ones = [card for player in view.players for card in player.open]
        open_ones += [entry.card for entry in view.paid if entry.card not in open_ones]
        if open_ones and view.phase != "plot":
            cards = [self.record(self.content.cards[kind_of(card)], False) for card in open_ones]
            return [*_tiles([self.counts()], 1), *_tiles(cards, 2)]
        sides = [self._side(seat) for seat in self._seats()]
        return [*_tiles([self.counts()], 1), *_tiles(sides, 2), *self.location()]

    def _teams(self) -> list[Row]:
        """Return tiles for both teams of the current manoeuvre, or nothing if there is no manoeuvre."""
        man = self.view.manoeuvre
        if man is None:
            return []
        title = heading(f"{{{man.type}}} {manoeuvre_name(self.say, man.type)}")
        return [title, *_tiles([self.team(man, seat) for seat in self._seats()], 2)]

    def _seats(self) -> tuple[int, int]:
        return self.seat, 1 - self.seat

    def team(self, man: ManoeuvreView, seat: int) -> Tile:
        """Return the tile of a team: its members with their manoeuvre icons, and the total."""
        members = [card for card in man.teams[seat] if card_view(self.view, card)]
        # To win, the initiator needs as many icons as the blockers, but the blockers need one more than the initiator.
        behind = man.icons[1 - seat] - (seat == man.initiator)
        return Tile(
            self.say.t("Initiator") if seat == man.initiator else self.say.t("Blockers"),
            tuple(self._member(card, man.type) for card in members) or (Part("—", "soft"),),
            badge=f"{{seat{seat}}}",
            plate=f"{man.icons[seat]}{{{man.type}}}",
            look="panel",
            use="now" if man.icons[seat] > max(0, behind) else "",
        )

    def _member(self, card: str, manoeuvre: str) -> Part:
        placed = card_view(self.view, card)
        assert placed is not None
        count = getattr(placed, manoeuvre)
        text = f"{card_name(self.say, card)} {count}{{{manoeuvre}}} {placed.damage}{{damage}}{placed.health}{{health}}"
        return Part(text, "", _art(self.content.cards[placed.kind]))

    def _side(self, seat: int) -> Tile:
        """Return the tile of a seat's characters with their icons. Spent characters are faded."""
        parts: list[Part] = []
        for card in self.view.cards:
            if card.controller == seat and card.type in ("damned", "heretic"):
                icons = " ".join(f"{n}{{{icon}}}" for icon in MANOEUVRES if (n := getattr(card, icon)))
                spent = "" if card.ready else " {turn}"
                text = f"{card_name(self.say, card.kind)} {icons}{spent}"
                parts.append(Part(text, "" if card.ready else "soft", _art(self.content.cards[card.kind])))
        return Tile("", tuple(parts) or (Part("—", "soft"),), badge=f"{{seat{seat}}}", look="panel")

    def location(self) -> list[Row]:
        """Return the tile of the Location with its current soul number."""
        placed = card_view(self.view, self.view.location)
        if placed is None:
            return []
        name, number = card_name(self.say, placed.kind), f"{self.view.soul_number}{{soul}}"
        hunters = tuple(Part(f"{{hunter}} {card_name(self.say, card.kind)}") for card in self._hunters())
        return _tiles([Tile(name, hunters, badge=f"{{{TIMES[self.view.time]}}}", plate=number, look="panel")], 1)

    def _hunters(self) -> list[CardView]:
        return [card for card in self.view.cards if card.type == "hunter"]

    def _source(self, name: str) -> list[Row]:
        """Return the tile of the card that asks the question."""
        record = self.content.cards.get(kind_of(name))
        return [] if record is None else _tiles([self.record(record, True, use="now")], 1)

    def _offered(self, names: Sequence[str], full: bool) -> list[Row]:
        """Return the tiles of the offered cards. Names that aren't names of cards are skipped."""
        shown = [name for name in names if kind_of(name) in self.content.cards]
        return _tiles([self.card(name, full) for name in shown], 2)

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
        return Tile(placed_name(self.say, self.view, name), tuple(parts), badge=badge, art=_art(record))

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
        cost = self.view.costs.get(record.id)
        price = cost_of(record) if cost is None else cost_signs(cost) or "0{gold}"
        parts = [Part(text) for text in (self.facts(record),) if text]
        parts += [Part(note, "soft")] if note else []
        name = self.say.name(record.name)
        return Tile(
            f"{name} ×{copies}" if copies > 1 else name,
            (*parts, *(self.lines(record) if full else ())),
            plate=price,
            art=_art(record),
            use=use,
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


def _named(offered_actions: Iterable[Action]) -> list[str]:
    """Return the strings in actions that may be names of cards."""
    names: list[str] = []
    for action in offered_actions:
        if not isinstance(action, actions.Announce | actions.DrawFrom | actions.CountFirst):
            values = (getattr(action, field) for field in field_names(type(action)))
            names += [value for value in values if isinstance(value, str)]
    return names
