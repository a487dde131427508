"""What changed last: which parts of the board to outline, and the line of news."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from render.sheets.news import NEWS_LINES, read_events
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.events import event_line
from rules.aevum_haeresis.words.names import manoeuvre_name, time_name
from rules.kernel.data.events import Event
from rules.kernel.words.text import N_, Say

#: What follows from a deed is no news: the deed itself is told.
ASIDES = frozenset({"gold_changed", "turned", "drew", "drew_cards", "changed", "time_advanced", "burned", "saw_hand"})
LABELS = 3


@dataclass(slots=True)
class Changes:
    """Labels by what they hang on; the first label of each card stays, a seat's are put together."""

    cards: dict[str, str] = field(default_factory=dict[str, str])
    seats: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    piles: dict[int, str] = field(default_factory=dict[int, str])
    winners: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def seat(self, seat: int, label: str) -> None:
        """Outline a seat's bar."""
        found = self.seats.setdefault(seat, [])
        if label not in found and len(found) < LABELS:
            found.append(label)

    def label(self, seat: int) -> str:
        """Give all that changed for a seat."""
        return "  ".join(self.seats.get(seat, ()))

    def card(self, card: str, label: str) -> None:
        """Outline a card in play."""
        self.cards.setdefault(card, label)

    def pile(self, seat: int, label: str) -> None:
        """Outline a seat's piles."""
        self.piles.setdefault(seat, label)


Reader = Callable[[Changes, Say, Any], None]


def _signed(amount: int, icon: str) -> str:
    return f"{amount:+d}{{{icon}}}".replace("-", "\N{MINUS SIGN}")


def _amount(icon: str) -> Reader:
    """Give a reader for what is counted on a seat's bar."""

    def read(found: Changes, say: Say, event: Any) -> None:
        if event.amount:
            found.seat(event.seat, _signed(event.amount, icon))

    return read


def _drew(found: Changes, say: Say, event: Any) -> None:
    found.seat(event.seat, f"+{event.count}{{{'heretics' if event.deck == 'heretic' else 'plot'}}}")


def _milled(found: Changes, say: Say, event: Any) -> None:
    found.pile(event.seat, _signed(-len(event.cards), "plot"))


def _entered(found: Changes, say: Say, event: Any) -> None:
    found.card(event.card, say.t("new"))
    if event.host:
        found.card(event.host, say.t("new"))


def _damaged(found: Changes, say: Say, event: Any) -> None:
    found.card(event.card, f"{event.amount}{{damage}}")


def _healed(found: Changes, say: Say, event: Any) -> None:
    found.card(event.card, _signed(event.amount, "health"))


def _turned(found: Changes, say: Say, event: Any) -> None:
    found.card(event.card, say.t("Ready") if event.ready else say.t("Spent"))


def _control(found: Changes, say: Say, event: Any) -> None:
    found.cards[event.card] = say.t("new control")


def _time(found: Changes, say: Say, event: Any) -> None:
    found.card(event.card, time_name(say, event.time))


def _changed(found: Changes, say: Say, event: Any) -> None:
    found.card(event.what, say.t("changed"))


def _rolled(found: Changes, say: Say, event: Any) -> None:
    found.seat(event.seat, say.t("rolled {n}", n=event.result))


def _used(found: Changes, say: Say, event: Any) -> None:
    found.card(event.card.partition("/")[0], say.t("used"))


def _laid(found: Changes, say: Say, event: Any) -> None:
    found.seat(event.seat, say.t("row laid"))


def _announced(found: Changes, say: Say, event: Any) -> None:
    found.seat(event.seat, manoeuvre_name(say, event.manoeuvre))


def _team(found: Changes, say: Say, event: Any) -> None:
    if event.blocking:
        found.seat(event.seat, say.t("blocks") if event.cards else say.t("no blockers"))


def _raised(found: Changes, say: Say, event: Any) -> None:
    found.pile(event.seat, say.t("raised"))


def _ended(found: Changes, say: Say, event: Any) -> None:
    found.winners = tuple(event.winners)


def _seat(label: str) -> Reader:
    """Give a reader that only outlines the bar of the event's seat."""

    def read(found: Changes, say: Say, event: Any) -> None:
        found.seat(event.seat, say.t(label))

    return read


READERS: dict[str, Reader] = {
    "drew": _drew,
    "milled": _milled,
    "discarded": _seat(N_("discarded")),
    "gold_changed": _amount("gold"),
    "souls_changed": _amount("soul"),
    "execution_changed": _amount("execution"),
    "entered": _entered,
    "damaged": _damaged,
    "healed": _healed,
    "turned": _turned,
    "control_changed": _control,
    "time_advanced": _time,
    "changed": _changed,
    "not_paid": _seat(N_("not paid for")),
    "sacrificed": _seat(N_("sacrificed")),
    "raised": _raised,
    "peeked": _seat(N_("looked")),
    "rolled": _rolled,
    "played_dem": _seat(N_("Deus Ex Machina")),
    "used_dem": _used,
    "used_heresy": _used,
    "laid_row": _laid,
    "passed": _seat(N_("passed")),
    "announced": _announced,
    "team_chosen": _team,
    "mulligan_decided": _seat(N_("decided")),
    "match_ended": _ended,
}


def read_changes(view: HaeresisView, say: Say, events: Sequence[Event]) -> Changes:
    """Read the events this viewer may know."""
    found = Changes()
    told = read_events(found, say, events, view.viewer, READERS, event_line)
    deeds = [line for kind, line in told if kind not in ASIDES]
    found.news = tuple((deeds or [line for _, line in told])[:NEWS_LINES])
    return found
