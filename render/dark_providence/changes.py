"""What changed last: which parts of the board to outline, and the line of news."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from render.sheets.news import NEWS_LINES, read_events
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.door import event_line
from rules.kernel.data.events import Event
from rules.kernel.words.text import N_, Say

#: What explains a deed, or follows every turn, is no news: the deed itself is told.
ASIDES = frozenset({"paid_with", "drew_hidden", "drew_cards", "reshuffled"})
#: The Great Old One among the owners.
OLD_ONE = -1


@dataclass(slots=True)
class Changes:
    """Labels by what they hang on; the first label of each stays. Owners are seats; in solo 1 and 2 are cultists."""

    #: Cities, primary assets and mythos cards by id.
    targets: dict[str, str] = field(default_factory=dict[str, str])
    agents: set[str] = field(default_factory=set[str])
    owners: dict[int, str] = field(default_factory=dict[int, str])
    tracks: dict[str, str] = field(default_factory=dict[str, str])
    winners: tuple[int, ...] = ()
    news: tuple[str, ...] = ()

    def owner(self, owner: int, label: str) -> None:
        """Outline an owner's strip."""
        self.owners.setdefault(owner, label)

    def target(self, target: str, label: str) -> None:
        """Outline a city or a card."""
        self.targets.setdefault(target, label)


Reader = Callable[[Changes, Say, Any], None]


def _placed(found: Changes, say: Say, event: Any) -> None:
    found.target(event.target, say.t("placed {n}", n=event.count))
    found.owner(event.owner, say.t("placed influence"))


def _recovered(found: Changes, say: Say, event: Any) -> None:
    found.target(event.target, say.t("took back {n}", n=event.count))
    found.owner(event.owner, say.t("recovered"))


def _drove_off(found: Changes, say: Say, event: Any) -> None:
    found.target(event.target, say.t("drove off {n}", n=event.count))
    found.owner(event.seat, say.t("drove off influence"))


def _acquired(found: Changes, say: Say, event: Any) -> None:
    found.target(event.target, say.t("acquired"))
    found.owner(event.seat, say.t("acquired"))


def _turned_up(found: Changes, say: Say, event: Any) -> None:
    found.target(event.card, say.t("new"))


def _ran_out(found: Changes, say: Say, event: Any) -> None:
    found.target(event.city, say.t("stack ran out"))


def _row_grew(found: Changes, say: Say, event: Any) -> None:
    found.target(event.card, say.t("new"))


def _arrived(found: Changes, say: Say, event: Any) -> None:
    found.agents.add(event.agent)
    found.target(event.city, say.t("arrived"))


def _control(found: Changes, say: Say, event: Any) -> None:
    found.targets[event.city] = say.t("new control") if event.owner >= 0 else say.t("control lost")


def _gate(found: Changes, say: Say, event: Any) -> None:
    found.targets[event.city] = say.t("gate opened") if event.face == "open" else say.t("gate closed")
    found.agents.add(event.actor)


def _assassinated(found: Changes, say: Say, event: Any) -> None:
    found.targets[event.city] = say.t("assassination")
    found.agents.add(event.actor)


def _agent_lost(found: Changes, say: Say, event: Any) -> None:
    found.target(event.city, say.t("agent lost"))


def _returned(found: Changes, say: Say, event: Any) -> None:
    found.agents.add(event.agent)


def _locked(found: Changes, say: Say, event: Any) -> None:
    found.target(event.target, say.t("locked"))


def _unlocked(found: Changes, say: Say, event: Any) -> None:
    found.target(event.target, say.t("unlocked"))


def _marker(found: Changes, say: Say, event: Any) -> None:
    found.target(event.city, say.t("new marker"))


def _track(found: Changes, say: Say, event: Any) -> None:
    found.tracks[event.track] = f"{event.by:+d}".replace("-", "\N{MINUS SIGN}")


def _token(found: Changes, say: Say, event: Any) -> None:
    found.owner(event.seat, say.t("sanity test"))


def _cultist(found: Changes, say: Say, event: Any) -> None:
    found.owner(event.who, say.t("acts"))


def _cultist_failed(found: Changes, say: Say, event: Any) -> None:
    found.owners[event.who] = say.t("failed")


def _ended(found: Changes, say: Say, event: Any) -> None:
    found.winners = tuple(event.winners)


def _seat(label: str) -> Reader:
    """Give a reader that only outlines the strip of the event's seat."""

    def read(found: Changes, say: Say, event: Any) -> None:
        found.owner(event.seat, say.t(label))

    return read


READERS: dict[str, Reader] = {
    "chose_colour": _seat(N_("colour chosen")),
    "chose_lead": _seat(N_("lead agent chosen")),
    "placed": _placed,
    "recovered": _recovered,
    "drove_off": _drove_off,
    "bought": _seat(N_("bought influence")),
    "took_from_pool": _seat(N_("took influence")),
    "acquired": _acquired,
    "turned_up": _turned_up,
    "stack_ran_out": _ran_out,
    "row_grew": _row_grew,
    "travelled": _arrived,
    "agent_joined": _arrived,
    "control_changed": _control,
    "gate_worked": _gate,
    "assassinated": _assassinated,
    "agent_lost": _agent_lost,
    "agent_returned": _returned,
    "locked": _locked,
    "unlocked": _unlocked,
    "marker_put": _marker,
    "moved_track": _track,
    "took_token": _token,
    "tokens_calmed": _seat(N_("calmed")),
    "went_mad": _seat(N_("went mad")),
    "discarded": _seat(N_("discarded")),
    "passed": _seat(N_("passed")),
    "revealed": _seat(N_("revealed")),
    "reveal_failed": _seat(N_("reveal failed")),
    "cultist_acts": _cultist,
    "cultist_failed": _cultist_failed,
    "cultist_revealed": _cultist,
    "match_ended": _ended,
}


def read_changes(view: ProvidenceView, say: Say, events: Sequence[Event]) -> Changes:
    """Read the events this viewer may know."""
    found = Changes()
    told = read_events(found, say, events, view.viewer, READERS, event_line)
    found.news = tuple([line for kind, line in told if kind not in ASIDES][:NEWS_LINES])
    return found
