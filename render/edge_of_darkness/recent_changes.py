"""Finds the latest changes: which parts of the board to outline, and the text of the news line."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from render.sheets.board_news import NEWS_LINES, Marks
from rules.edge_of_darkness.content.load import Content, base, pack
from rules.edge_of_darkness.state import events as ev
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.events import event_line
from rules.kernel.data.events import Event
from rules.kernel.words.translation import Translator


@dataclass(slots=True)
class Changes:
    """The labels of changed cards, spots of the tower, Locations and seats.

    If one of them changes repeatedly, its first label stays, except at a spot that has got a new card.
    """

    #: The match's content pack.
    content: Content = field(default_factory=base)
    cards: dict[str, str] = field(default_factory=dict[str, str])
    spots: dict[int, str] = field(default_factory=dict[int, str])
    places: dict[str, str] = field(default_factory=dict[str, str])
    seats: dict[int, str] = field(default_factory=dict[int, str])
    winners: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def mark(
        self,
        label: str,
        *,
        cards: Iterable[str] = (),
        spots: Iterable[int] = (),
        place: str | None = None,
        slip: str | None = None,
        seat: int | None = None,
    ) -> None:
        """Label changed cards, spots, a Location (given its id or an advancement's id), and a player's strip."""
        for card in cards:
            self.cards.setdefault(card, label)
        for spot in spots:
            self.spots.setdefault(spot, label)
        if slip is not None:
            home = self.content.slip_home.get(slip)
            self.places.setdefault(home.id if home else "", label)
        if place is not None:
            self.places.setdefault(place, label)
        if seat is not None:
            self.seats.setdefault(seat, label)


MARKS = Marks[Changes]()


def _drafted(changes: Changes, say: Translator, event: ev.Drafted) -> None:
    changes.mark(say.t("drafted"), cards=event.cards, seat=event.seat)
    changes.mark(say.t("skipped"), cards=event.skipped)


def _dropped(changes: Changes, say: Translator, event: ev.DroppedCubes) -> None:
    for spot, count in enumerate(event.trays, 1):
        if count:
            changes.mark(f"+{count}", spots=[spot])


def _used(changes: Changes, say: Translator, event: ev.Used) -> None:
    if event.slot:
        changes.mark(say.t("used"), cards=[event.what.split("/")[0]], seat=event.seat)
    else:
        changes.mark(say.t("used"), place=event.what)


def _hunted(changes: Changes, say: Translator, event: ev.Hunted) -> None:
    changes.spots.update(dict.fromkeys(event.spots, say.t("hunted")))
    changes.mark(say.t("hunted"), seat=event.seat)


def _filled(changes: Changes, say: Translator, event: ev.TowerFilled) -> None:
    # An earlier label is about the card that was there before, such as the one that has attacked.
    changes.spots[event.spot] = say.t("new threat")


def _ended(changes: Changes, say: Translator, event: ev.Ended) -> None:
    changes.winners = event.winners


MARKS.on(ev.Picked, lambda found, say, e: found.mark(say.t("picked"), cards=[e.card], seat=e.seat, slip=e.slip))
MARKS.on(ev.Kept, lambda found, say, e: found.mark(say.t("kept"), seat=e.seat))
MARKS.on(ev.Drafted, _drafted)
MARKS.on(ev.DrewCubes, lambda found, say, e: found.mark(say.t("drew cubes"), seat=e.seat))
MARKS.on(ev.DroppedCubes, _dropped)
MARKS.on(ev.Attacked, lambda found, say, e: found.spots.update({e.spot: say.t("attacked")}))
MARKS.on(ev.Defended, lambda found, say, e: found.mark(say.t("defended") if e.success else say.t("hit"), seat=e.seat))
MARKS.on(ev.TowerFilled, _filled)
MARKS.on(ev.Sleeved, lambda found, say, e: found.mark(say.t("sleeved"), cards=[e.card], seat=e.seat, slip=e.slip))
MARKS.on(ev.Used, _used)
MARKS.on(
    ev.MovedAgents,
    lambda found, say, e: found.mark(say.t("dispatched") if e.count > 0 else say.t("returned"), place=e.location),
)
MARKS.on(ev.Trained, lambda found, say, e: found.mark(say.t("trained"), seat=e.seat))
MARKS.on(ev.Claimed, lambda found, say, e: found.mark(say.t("claimed"), cards=[e.card], seat=e.seat))
MARKS.on(ev.Hunted, _hunted)
MARKS.on(ev.Drew, lambda found, say, e: found.mark(say.t("drawn"), cards=e.cards, seat=e.seat))
MARKS.on(ev.MovedCard, lambda found, say, e: found.mark(say.t("moved"), cards=[e.card]))
MARKS.on(
    ev.MovedCube,
    lambda found, say, e: found.mark(say.t("cube moved"), spots=[spot for spot in (e.source, e.target) if spot > 0]),
)
MARKS.on(ev.EmptiedTray, lambda found, say, e: found.mark(say.t("emptied"), spots=[e.spot]))
MARKS.on(ev.Discarded, lambda found, say, e: found.mark(say.t("discarded"), seat=e.seat))
MARKS.on(ev.Ended, _ended)


#: The end of a sentence. A full stop after a number may be part of an ordinal, such as "1. kör".
_SENTENCE_END = re.compile(r"(?<=\D)\. ")


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without its full stop."""
    return _SENTENCE_END.split(text, 1)[0].removesuffix(".")


def read_changes(view: EdgeView, say: Translator, events: Sequence[Event]) -> Changes:
    """Return the changes made by the events that this viewer may know about."""
    changes = Changes(pack(view.pack))
    event_lines = MARKS.read(changes, say, events, view.viewer, event_line)
    changes.news = tuple(first_sentence(line) for _, line in event_lines[:NEWS_LINES])
    return changes
