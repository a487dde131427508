"""What changed last: which parts of the board to outline, and the line of news."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from render.edge_of_darkness import wording
from render.sheets.news import NEWS_LINES, read_events
from rules.edge_of_darkness.content.load import Content, base, pack
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.events import Event
from rules.kernel.words.text import Say


@dataclass(slots=True)
class Changes:
    """Labels by what they hang on: cards, tower spots, Locations, seats; the first label of each stays."""

    #: The content pack the events speak of.
    content: Content = field(default_factory=base)
    cards: dict[str, str] = field(default_factory=dict[str, str])
    spots: dict[int, str] = field(default_factory=dict[int, str])
    places: dict[str, str] = field(default_factory=dict[str, str])
    seats: dict[int, str] = field(default_factory=dict[int, str])
    winners: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def mark_cards(self, cards: Iterable[str], label: str) -> None:
        """Outline cards, wherever they lie now."""
        for card in cards:
            self.cards.setdefault(card, label)


Reader = Callable[[Changes, Say, Any], None]


def _picked(found: Changes, say: Say, event: Any) -> None:
    found.mark_cards([event.card], say.t("picked"))
    found.seats.setdefault(event.seat, say.t("picked"))
    found.places.setdefault(wording.home_of(found.content, event.slip), say.t("picked"))


def _kept(found: Changes, say: Say, event: Any) -> None:
    found.seats.setdefault(event.seat, say.t("kept"))


def _drafted(found: Changes, say: Say, event: Any) -> None:
    found.mark_cards(event.cards, say.t("drafted"))
    found.mark_cards(event.skipped, say.t("skipped"))
    found.seats.setdefault(event.seat, say.t("drafted"))


def _drew_cubes(found: Changes, say: Say, event: Any) -> None:
    found.seats.setdefault(event.seat, say.t("drew cubes"))


def _dropped(found: Changes, say: Say, event: Any) -> None:
    for spot, count in enumerate(event.trays, 1):
        if count:
            found.spots.setdefault(spot, f"+{count}")


def _attacked(found: Changes, say: Say, event: Any) -> None:
    found.spots[event.spot] = say.t("attacked")


def _defended(found: Changes, say: Say, event: Any) -> None:
    found.seats.setdefault(event.seat, say.t("defended") if event.success else say.t("hit"))


def _filled(found: Changes, say: Say, event: Any) -> None:
    found.spots.setdefault(event.spot, say.t("new threat"))


def _sleeved(found: Changes, say: Say, event: Any) -> None:
    found.mark_cards([event.card], say.t("sleeved"))
    found.seats.setdefault(event.seat, say.t("sleeved"))
    found.places.setdefault(wording.home_of(found.content, event.slip), say.t("sleeved"))


def _used(found: Changes, say: Say, event: Any) -> None:
    if not event.slot:
        found.places.setdefault(event.what, say.t("used"))
    else:
        found.mark_cards([event.what.split("/")[0]], say.t("used"))
        found.seats.setdefault(event.seat, say.t("used"))


def _agents(found: Changes, say: Say, event: Any) -> None:
    found.places.setdefault(event.location, say.t("dispatched") if event.count > 0 else say.t("returned"))


def _trained(found: Changes, say: Say, event: Any) -> None:
    found.seats.setdefault(event.seat, say.t("trained"))


def _claimed(found: Changes, say: Say, event: Any) -> None:
    found.mark_cards([event.card], say.t("claimed"))
    found.seats.setdefault(event.seat, say.t("claimed"))


def _hunted(found: Changes, say: Say, event: Any) -> None:
    for spot in event.spots:
        found.spots[spot] = say.t("hunted")
    found.seats.setdefault(event.seat, say.t("hunted"))


def _drew(found: Changes, say: Say, event: Any) -> None:
    found.mark_cards(event.cards, say.t("drawn"))
    found.seats.setdefault(event.seat, say.t("drawn"))


def _moved_card(found: Changes, say: Say, event: Any) -> None:
    found.mark_cards([event.card], say.t("moved"))


def _moved_cube(found: Changes, say: Say, event: Any) -> None:
    for spot in (event.source, event.target):
        if spot > 0:
            found.spots.setdefault(spot, say.t("cube moved"))


def _emptied(found: Changes, say: Say, event: Any) -> None:
    found.spots.setdefault(event.spot, say.t("emptied"))


def _discarded(found: Changes, say: Say, event: Any) -> None:
    found.seats.setdefault(event.seat, say.t("discarded"))


def _ended(found: Changes, say: Say, event: Any) -> None:
    found.winners = tuple(event.winners)


READERS: dict[str, Reader] = {
    "picked": _picked,
    "kept": _kept,
    "drafted": _drafted,
    "drew_cubes": _drew_cubes,
    "dropped_cubes": _dropped,
    "attacked": _attacked,
    "defended": _defended,
    "tower_filled": _filled,
    "sleeved": _sleeved,
    "used": _used,
    "moved_agents": _agents,
    "trained": _trained,
    "claimed": _claimed,
    "hunted": _hunted,
    "drew": _drew,
    "moved_card": _moved_card,
    "moved_cube": _moved_cube,
    "emptied_tray": _emptied,
    "discarded": _discarded,
    "ended": _ended,
}


def read_changes(view: EdgeView, say: Say, events: Sequence[Event]) -> Changes:
    """Read the events this viewer may know."""
    found = Changes(pack(view.pack))
    told = read_events(found, say, events, view.viewer, READERS, wording.event_line)
    found.news = tuple([line for _, line in told][:NEWS_LINES])
    return found
