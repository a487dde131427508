"""Finds the latest changes: which parts of the board to outline, and the text of the news line."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from render.sheets.board_news import NEWS_LINES, Marks
from rules.dark_providence.state import events as ev
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.events import event_line
from rules.dark_providence.words.names import ICON_NAMES
from rules.kernel.data.events import Body, Event
from rules.kernel.words.translation import Translator

#: Events that are left out of the news, because they belong to another event or happen every turn.
MINOR_EVENTS = (ev.PaidWith, ev.DrewHidden, ev.DrewCards, ev.Reshuffled)
#: Events that short news mention first.
GREAT_EVENTS = (
    ev.Acquired, ev.Assassinated, ev.CultistRevealed, ev.EndCalled, ev.GateWorked, ev.GoalReached, ev.MatchEnded,
    ev.Revealed, ev.RevealFailed, ev.StackRanOut, ev.WentMad,
)  # fmt: skip
#: Events that short news mention last, because they follow from other events or are marked on the map.
CONSEQUENCES = (
    ev.CardDestroyed, ev.ControlChanged, ev.ControlDrawn, ev.CultistFailed, ev.CultistResource, ev.Discarded,
    ev.GotCard, ev.MarkersLeft, ev.Milled, ev.RowGrew, ev.SpentMarkers, ev.TurnedUp, ev.Used,
)  # fmt: skip
#: The orders of cultists that only use a resource of a card that they acquired.
RESOURCE_ORDERS = tuple(ICON_NAMES)
#: The number that stands for the Great Old One as an owner.
OLD_ONE = -1


@dataclass(slots=True)
class Changes:
    """The labels of changed cities, cards, strips and tracks. If one changes repeatedly, its first label stays.

    Owners are seats. In solo play, owners 1 and 2 are the cultists.
    """

    #: The labels of cities, primary assets and mythos cards, by id.
    targets: dict[str, str] = field(default_factory=dict[str, str])
    agents: set[str] = field(default_factory=set[str])
    owners: dict[int, str] = field(default_factory=dict[int, str])
    tracks: dict[str, str] = field(default_factory=dict[str, str])
    winners: tuple[int, ...] = ()
    news: tuple[str, ...] = ()
    #: The lines of all events that matter to readers, each with its importance.
    told: tuple[tuple[int, str], ...] = ()
    #: The changes of VP, by seat.
    gains: dict[int, int] = field(default_factory=dict[int, int])

    def gain(self, seat: int) -> str:
        """Return the change of a seat's VP with its sign, or "" if it didn't change."""
        gain = self.gains.get(seat, 0)
        return _signed(gain) if gain else ""

    def owner(self, owner: int, label: str) -> None:
        """Mark an owner's strip as changed, with a label."""
        self.owners.setdefault(owner, label)

    def target(self, target: str, label: str) -> None:
        """Mark a city or a card as changed, with a label."""
        self.targets.setdefault(target, label)


MARKS = Marks[Changes]()


def _placed(changes: Changes, say: Translator, event: ev.Placed) -> None:
    changes.target(event.target, say.t("placed {n}", n=event.count))
    changes.owner(event.owner, say.t("placed influence"))


def _recovered(changes: Changes, say: Translator, event: ev.Recovered) -> None:
    changes.target(event.target, say.t("recovered {n}", n=event.count))
    changes.owner(event.owner, say.t("recovered"))


def _drove_off(changes: Changes, say: Translator, event: ev.DroveOff) -> None:
    changes.target(event.target, say.t("drove off {n}", n=event.count))
    changes.owner(event.seat, say.t("drove off influence"))


def _acquired(changes: Changes, say: Translator, event: ev.Acquired) -> None:
    changes.target(event.target, say.t("acquired"))
    changes.owner(event.seat, say.t("acquired"))


def _arrived(changes: Changes, say: Translator, event: ev.Travelled | ev.AgentJoined) -> None:
    changes.agents.add(event.agent)
    changes.target(event.city, say.t("arrived"))


def _control(changes: Changes, say: Translator, event: ev.ControlChanged) -> None:
    changes.targets[event.city] = say.t("new control") if event.owner >= 0 else say.t("control lost")


def _gate(changes: Changes, say: Translator, event: ev.GateWorked) -> None:
    changes.targets[event.city] = say.t("gate opened") if event.face == "open" else say.t("gate closed")
    changes.agents.add(event.actor)


def _assassinated(changes: Changes, say: Translator, event: ev.Assassinated) -> None:
    changes.targets[event.city] = say.t("assassination")
    changes.agents.add(event.actor)


def _track(changes: Changes, say: Translator, event: ev.MovedTrack) -> None:
    changes.tracks[event.track] = _signed(event.by)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")


def _vp(changes: Changes, _say: Translator, event: ev.Vp) -> None:
    changes.gains[event.seat] = changes.gains.get(event.seat, 0) + event.amount


def _cultist_failed(changes: Changes, say: Translator, event: ev.CultistFailed) -> None:
    # An order that succeeded stays so, even if the resource action that followed it failed.
    if not event.order.startswith(RESOURCE_ORDERS):
        changes.owners[event.who] = say.t("failed")


def _ended(changes: Changes, say: Translator, event: ev.MatchEnded) -> None:
    # Only in solo play, a match can have no winner among the players.
    changes.winners = event.winners or (OLD_ONE,)


MARKS.on(ev.ChoseColour, lambda found, say, e: found.owner(e.seat, say.t("colour chosen")))
MARKS.on(ev.ChoseLead, lambda found, say, e: found.owner(e.seat, say.t("lead agent chosen")))
MARKS.on(ev.Placed, _placed)
MARKS.on(ev.Recovered, _recovered)
MARKS.on(ev.DroveOff, _drove_off)
MARKS.on(ev.Bought, lambda found, say, e: found.owner(e.seat, say.t("bought influence")))
MARKS.on(ev.TookFromPool, lambda found, say, e: found.owner(e.seat, say.t("took influence")))
MARKS.on(ev.Acquired, _acquired)
MARKS.on(ev.TurnedUp, lambda found, say, e: found.target(e.card, say.t("new")))
MARKS.on(ev.StackRanOut, lambda found, say, e: found.target(e.city, say.t("stack ran out")))
MARKS.on(ev.RowGrew, lambda found, say, e: found.target(e.card, say.t("new")))
MARKS.on(ev.Travelled, _arrived)
MARKS.on(ev.AgentJoined, _arrived)
MARKS.on(ev.ControlChanged, _control)
MARKS.on(ev.GateWorked, _gate)
MARKS.on(ev.Assassinated, _assassinated)
MARKS.on(ev.AgentLost, lambda found, say, e: found.target(e.city, say.t("agent lost")))
MARKS.on(ev.AgentReturned, lambda found, say, e: found.agents.add(e.agent))
MARKS.on(ev.Locked, lambda found, say, e: found.target(e.target, say.t("locked")))
MARKS.on(ev.Unlocked, lambda found, say, e: found.target(e.target, say.t("unlocked")))
MARKS.on(ev.MarkerPut, lambda found, say, e: found.target(e.city, say.t("new marker")))
MARKS.on(ev.MovedTrack, _track)
MARKS.on(ev.Vp, _vp)
MARKS.on(ev.TookToken, lambda found, say, e: found.owner(e.seat, say.t("sanity test")))
MARKS.on(ev.TokensCalmed, lambda found, say, e: found.owner(e.seat, say.t("calmed")))
MARKS.on(ev.WentMad, lambda found, say, e: found.owner(e.seat, say.t("went mad")))
MARKS.on(ev.Discarded, lambda found, say, e: found.owner(e.seat, say.t("discarded")))
MARKS.on(ev.Passed, lambda found, say, e: found.owner(e.seat, say.t("passed")))
MARKS.on(ev.Revealed, lambda found, say, e: found.owner(e.seat, say.t("revealed")))
MARKS.on(ev.RevealFailed, lambda found, say, e: found.owner(e.seat, say.t("reveal failed")))
MARKS.on(ev.CultistActs, lambda found, say, e: found.owner(e.who, say.t("acts")))
MARKS.on(ev.CultistFailed, _cultist_failed)
MARKS.on(ev.CultistRevealed, lambda found, say, e: found.owner(e.who, say.t("acts")))
MARKS.on(ev.MatchEnded, _ended)


def read_changes(view: ProvidenceView, say: Translator, events: Sequence[Event]) -> Changes:
    """Return the changes made by the events that this viewer may know about."""
    changes = Changes()
    event_lines = _with_failures(say, MARKS.read(changes, say, events, view.viewer, event_line))
    changes.news = tuple([line for body, line in event_lines if not isinstance(body, MINOR_EVENTS)][:NEWS_LINES])
    return changes


def read_public_changes(say: Translator, events: Sequence[Event]) -> Changes:
    """Return the changes made by the events that everyone may know about, with the lines for short news."""
    changes = Changes()
    shown_events = [_without_cards(event) for event in events]
    event_lines = _with_failures(say, MARKS.read(changes, say, shown_events, None, event_line))
    # Labels beside the VP show their changes.
    left_out = (*MINOR_EVENTS, ev.Vp)
    changes.told = tuple((_importance(body), line) for body, line in event_lines if not isinstance(body, left_out))
    return changes


def _with_failures(say: Translator, event_lines: Sequence[tuple[Body, str]]) -> list[tuple[Body, str]]:
    """Say in the line about a cultist's order whether it failed, so that short news can't leave that out."""
    failed = {(body.who, body.order) for body, _ in event_lines if isinstance(body, ev.CultistFailed)}
    told: list[tuple[Body, str]] = []
    for body, line in event_lines:
        if isinstance(body, ev.CultistActs) and (body.who, body.order) in failed:
            told.append((body, f"{line} ({say.t('failed')})"))
            failed.remove((body.who, body.order))
        else:
            told.append((body, line))
    return told


def _without_cards(event: Event) -> Event:
    """Leave out the cards that an agent's deed was paid with, which would make its line too long for short news."""
    if isinstance(event.body, ev.GateWorked | ev.Assassinated):
        return Event(event.to, replace(event.body, cards=()))
    return event


def _importance(body: Body) -> int:
    """Return how much an event matters: 0 if it only follows from another event."""
    return 2 if isinstance(body, GREAT_EVENTS) else 0 if isinstance(body, CONSEQUENCES) else 1
