"""Draws the options of a decision as a Conflict, revealed cards, both sides of the Verge, or a compact hand."""

from collections.abc import Iterable, Iterator, Sequence

from render.aevum_haeresis.card_tiles import CardTiles, as_rows
from render.aevum_haeresis.choice_lists import hand_list, hand_records, offered_list, revealed_list, use_of
from render.sheets.choice_tiles import Part, Tile, first_that_fits
from render.sheets.row_stack import Row, Rows
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import card_name, kind_of
from rules.kernel.data.actions import Action, field_names
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import Translator

#: The questions about a hand during a match.
HAND_QUESTIONS = ("row", "conflict_draw", "epilogue_discard")
#: The largest height of an opening hand, which is there once in a match.
OPENING_HEIGHT = 1224


def draw_choice(view: HaeresisView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
    """Draw the options of a decision, or a seat's hand if there is no decision."""
    return Choices(view, seat, say).rows(decision)


class Choices(CardTiles):
    """Builds the pictures of decisions as one seat sees them."""

    def rows(self, decision: Decision | None) -> Rows:
        """Return the rows of tiles for a decision, or for the hand if there is no decision."""
        key = decision.prompt.key if decision else ""
        if key in ("active", "mulligan"):
            return self._opening_hand()
        if decision is None or key in HAND_QUESTIONS:
            return first_that_fits(self._hands())
        offered = list(dict.fromkeys(_named(decision.actions)))
        match key:
            case "offer":
                return first_that_fits(self._offers(offered))
            case "window":
                return first_that_fits(self._windows(offered))
            case "act" | "team":
                above = self.stage()
                layouts = ([*above, *cards] for cards in (*self._offered(offered), []))
            case _:
                source = self._source(str(decision.prompt.args.get("card", "")))
                cards = self._offered(offered)
                layouts = (rows for rows in (*([*source, *one] for one in cards), cards[-1]))
        return first_that_fits(layouts)

    # -- questions --------------------------------------------------------------------------------------------

    def _opening_hand(self) -> Rows:
        """Return the hand with all its texts, as tiles if there is room for them."""
        lists = (hand_list(self.view, self.seat, self.say, heads=heads, idle=True) for heads in (True, False))
        return first_that_fits([self._hand_tiles(True), *lists], OPENING_HEIGHT)

    def _hands(self) -> Iterator[list[Row]]:
        """Yield layouts of both teams, both players' counts, the Story row that is being laid, and the hand.

        If there is little room, the cards are a list, then cards that can't be played have no text or are left out.
        """
        view, seat, say = self.view, self.seat, self.say
        teams, above = self.teams(), self._above_hand()
        yield [*teams, *above, *self._hand_tiles(True)]
        for heads, idle in ((True, True), (False, True), (False, False)):
            yield [*teams, *above, *hand_list(view, seat, say, heads=heads, idle=idle)]
        if teams:
            yield [*teams, *above, *self._hand_tiles(True, idle=False)]
            yield [*teams, *above, *self._hand_tiles(False, idle=False)]
        yield [*above, *self._hand_tiles(False)]

    def _above_hand(self) -> list[Row]:
        player = self.view.players[self.seat]
        # Chapters that are revealed have left the row.
        chapters = enumerate(player.own_row or (), self.view.chapter + 1)
        row = tuple(Part(f"{number}. {card_name(self.say, card)}") for number, cards in chapters for card in cards)
        return as_rows([self.counts(), *([self._story_row(row)] if row else [])], 1)

    def _story_row(self, parts: tuple[Part, ...]) -> Tile:
        return Tile("", parts, look="dark", key=f"row:{self.seat}", name=self.say.t("Your Story row"))

    def _hand_tiles(self, full: bool, *, idle: bool = True) -> list[Row]:
        """Return the hand as tiles. If `idle` is False, leave out cards that can't be played for the open question."""
        shown = [(card, copies, use_of(self.view, card)) for card, copies in hand_records(self.view, self.seat)]
        return as_rows(
            [self.record(card, full, copies=copies, use=use) for card, copies, use in shown if idle or not use], 2
        )

    def _offers(self, offered: Sequence[str]) -> Iterator[list[Row]]:
        """Yield layouts of the offered cards with their full texts, and of the other revealed cards."""
        view, say = self.view, self.say
        mine = [self.record(self.content.cards[kind_of(card)], True, use="now") for card in offered]
        above = [*self.teams(), *as_rows([self.counts(), *mine], 1)]
        for heads in (True, False):
            yield [*above, *revealed_list(view, say, offered, heads=heads)]
        yield above
        yield as_rows([self.counts(), *mine], 1)

    def _windows(self, offered: Sequence[str]) -> Iterator[list[Row]]:
        """Yield layouts of the cards that a window is about and the possible answers, both with their full texts."""
        view, say = self.view, self.say
        counts, teams = as_rows([self.counts()], 1), self.teams()
        for heads in (True, False):
            about = revealed_list(view, say, offered, heads=heads)
            answers = offered_list(view, say, offered, heads=heads)
            sides = [] if teams or about else as_rows([self.side(seat) for seat in self.seats()], 2)
            yield [*counts, *teams, *sides, *about, *answers, *self.location()]
            yield [*counts, *teams, *about, *answers]
        yield [*counts, *about, *answers]
        yield [*counts, *answers]

    def _source(self, name: str) -> list[Row]:
        """Return the tile of the card that asks the question."""
        record = self.content.cards.get(kind_of(name))
        return [] if record is None else as_rows([self.record(record, True, use="now")], 1)

    def _offered(self, names: Sequence[str]) -> list[list[Row]]:
        """Return layouts of the offered cards, from full to brief. Names that aren't names of cards are skipped."""
        shown = [name for name in names if kind_of(name) in self.content.cards]
        lists = [offered_list(self.view, self.say, shown, heads=heads) for heads in (True, False)]
        full, short = (as_rows([self.card(name, full) for name in shown], 2) for full in (True, False))
        return [full, *lists, short]


def _named(offered_actions: Iterable[Action]) -> list[str]:
    """Return the strings in actions that may be names of cards."""
    names: list[str] = []
    for action in offered_actions:
        if not isinstance(action, actions.Announce | actions.DrawFrom | actions.CountFirst):
            values = (getattr(action, field) for field in field_names(type(action)))
            names += [value for value in values if isinstance(value, str)]
    return names
