"""Finds the latest changes: which parts of the board to outline, and the text of the news line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from render.sheets.board_news import NEWS_LINES, Marks
from rules.aevum_haeresis.state import events as ev
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.events import event_line
from rules.aevum_haeresis.words.names import manoeuvre_name, time_name
from rules.kernel.data.events import Event
from rules.kernel.words.translation import Translator

#: Events that are left out of the news, because the event that caused them is reported.
MINOR_EVENTS = (
    ev.GoldChanged, ev.Turned, ev.Drew, ev.DrewCards, ev.Changed, ev.TimeAdvanced, ev.Burned, ev.SawHand,
)  # fmt: skip
LABELS = 3


@dataclass(slots=True)
class Changes:
    """The labels of changed cards, seats and piles.

    A card keeps its first label. Several labels of a seat are joined.
    """

    cards: dict[str, str] = field(default_factory=dict[str, str])
    #: The cards whose label is their current state, such as "Spent" or "Noon". Such a label changes with the state.
    standing: set[str] = field(default_factory=set[str])
    seats: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    piles: dict[int, str] = field(default_factory=dict[int, str])
    winners: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def seat(self, seat: int, label: str) -> None:
        """Mark a seat's status bar as changed, with a label."""
        found = self.seats.setdefault(seat, [])
        if label not in found and len(found) < LABELS:
            found.append(label)

    def label(self, seat: int) -> str:
        """Return all labels of a seat, joined into one."""
        return " · ".join(self.seats.get(seat, ()))

    def amount(self, seat: int, amount: int, icon: str) -> None:
        """Mark a seat's status bar as changed, with the amount as its label."""
        if amount:
            self.seat(seat, _signed(amount, icon))

    def card(self, card: str, label: str) -> None:
        """Mark a card in play as changed, with a label."""
        self.cards.setdefault(card, label)

    def set_state(self, card: str, label: str) -> None:
        """Mark a card in play as changed, with its new state as its label.

        If an earlier event gave the card a label that isn't a state, that label is kept.
        """
        if card not in self.cards or card in self.standing:
            self.cards[card] = label
            self.standing.add(card)

    def pile(self, seat: int, label: str) -> None:
        """Mark a seat's piles as changed, with a label."""
        self.piles.setdefault(seat, label)


MARKS = Marks[Changes]()


def _signed(amount: int, icon: str) -> str:
    return f"{amount:+d}{{{icon}}}".replace("-", "\N{MINUS SIGN}")


def _drew(changes: Changes, say: Translator, event: ev.Drew) -> None:
    changes.seat(event.seat, f"+{event.count}{{{'heretics' if event.deck == 'heretic' else 'plot'}}}")


def _entered(changes: Changes, say: Translator, event: ev.Entered) -> None:
    for card in (event.card, event.host):
        if card:
            changes.card(card, say.t("new"))


def _used(changes: Changes, say: Translator, event: ev.UsedDem | ev.UsedHeresy) -> None:
    changes.card(event.card.partition("/")[0], say.t("used"))


def _team(changes: Changes, say: Translator, event: ev.TeamChosen) -> None:
    if event.blocking:
        changes.seat(event.seat, say.t("blocks") if event.cards else say.t("no blockers"))


def _ended(changes: Changes, say: Translator, event: ev.MatchEnded) -> None:
    changes.winners = event.winners


MARKS.on(ev.Drew, _drew)
MARKS.on(ev.Milled, lambda found, say, e: found.pile(e.seat, _signed(-len(e.cards), "plot")))
MARKS.on(ev.Discarded, lambda found, say, e: found.seat(e.seat, say.t("discarded")))
MARKS.on(ev.GoldChanged, lambda found, say, e: found.amount(e.seat, e.amount, "gold"))
MARKS.on(ev.SoulsChanged, lambda found, say, e: found.amount(e.seat, e.amount, "soul"))
MARKS.on(ev.ExecutionChanged, lambda found, say, e: found.amount(e.seat, e.amount, "execution"))
MARKS.on(ev.Entered, _entered)
MARKS.on(ev.Damaged, lambda found, say, e: found.card(e.card, f"{e.amount}{{damage}}"))
MARKS.on(ev.Healed, lambda found, say, e: found.card(e.card, _signed(e.amount, "health")))
MARKS.on(ev.Turned, lambda found, say, e: found.set_state(e.card, say.t("Ready") if e.ready else say.t("Spent")))
MARKS.on(ev.ControlChanged, lambda found, say, e: found.cards.update({e.card: say.t("new control")}))
MARKS.on(ev.TimeAdvanced, lambda found, say, e: found.set_state(e.card, time_name(say, e.time)))
MARKS.on(ev.Changed, lambda found, say, e: found.card(e.what, say.t("changed")))
MARKS.on(ev.NotPaid, lambda found, say, e: found.seat(e.seat, say.t("not paid for")))
MARKS.on(ev.Sacrificed, lambda found, say, e: found.seat(e.seat, say.t("sacrificed")))
MARKS.on(ev.Raised, lambda found, say, e: found.pile(e.seat, say.t("raised")))
MARKS.on(ev.Peeked, lambda found, say, e: found.seat(e.seat, say.t("looked")))
MARKS.on(ev.Rolled, lambda found, say, e: found.seat(e.seat, say.t("rolled {n}", n=e.result)))
MARKS.on(ev.PlayedDem, lambda found, say, e: found.seat(e.seat, say.t("Deus Ex Machina")))
MARKS.on(ev.UsedDem, _used)
MARKS.on(ev.UsedHeresy, _used)
MARKS.on(ev.LaidRow, lambda found, say, e: found.seat(e.seat, say.t("row laid")))
MARKS.on(ev.Passed, lambda found, say, e: found.seat(e.seat, say.t("passed")))
MARKS.on(ev.Announced, lambda found, say, e: found.seat(e.seat, manoeuvre_name(say, e.manoeuvre)))
MARKS.on(ev.TeamChosen, _team)
MARKS.on(ev.MulliganDecided, lambda found, say, e: found.seat(e.seat, say.t("decided")))
MARKS.on(ev.MatchEnded, _ended)


def read_changes(view: HaeresisView, say: Translator, events: Sequence[Event]) -> Changes:
    """Return the changes made by the events that this viewer may know about."""
    changes = Changes()
    event_lines = MARKS.read(changes, say, events, view.viewer, event_line)
    deeds = [line for body, line in event_lines if not isinstance(body, MINOR_EVENTS)]
    changes.news = tuple((deeds or [line for _, line in event_lines])[:NEWS_LINES])
    return changes
