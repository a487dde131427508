"""Statistics for the balance report: Locations used and advancements sleeved in a match."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content.load import PACKS
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch
from rules.kernel.data.events import Event

#: The players' places in the turn order of the first round.
PLACES = ("first", "second", "third", "fourth")


def variety(number: int, pack: str) -> dict[str, Any]:
    """Return the options of match `number` in a series. Together, the matches of a series use every Location.

    Every other match has a random set-up; the remaining matches cycle through the recommended set-ups.
    """
    setups = list(PACKS.shown(pack).setups)
    setup = setups[number // 2 % len(setups)] if number % 2 else "random"
    return {"setup": setup, "guilds": "random"}


def groups(match: EdgeMatch, seat: int) -> dict[str, str]:
    """Return a seat's place in the turn order of the first round.

    The place is computed from the First Player marker, which moves every round.
    """
    state = match.state
    return {"plays": PLACES[(seat - state.first - ROUNDS) % state.seats]}


def length(match: EdgeMatch) -> float:
    """Return the number of rounds played."""
    return match.state.round


def pieces(match: EdgeMatch) -> dict[str, list[str]]:
    """Return a match's Locations and the ids of their advancements."""
    locations = match.state.locations
    return {
        "Locations whose contact or ability somebody used, after the prologue": list(locations),
        "Advancements that somebody sleeved": [
            slip.id for name in locations for slip in match.content.locations[name].slips
        ],
    }


def used(match: EdgeMatch, event: Event) -> list[str]:
    """Return the Location whose effect an event resolves, or the advancement that it sleeves; [] for other events."""
    match body := event.body:
        case events.Used() if body.where != "prologue":
            if body.slip:
                return [match.content.slip_home[body.slip].id]
            return [body.what] if body.what in match.content.locations else []
        case events.Picked() | events.Sleeved():
            return [body.slip]
        case _:
            return []
