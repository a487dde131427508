"""Statistics for the balance report: Locations used and advancements sleeved."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content.load import PACKS
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch
from rules.kernel.data.events import Event

#: Names of the places in the turn order of the first round.
PLACES = ("first", "second", "third", "fourth")


def variety(number: int, pack: str) -> dict[str, Any]:
    """Return options that cover all Locations in a series: every other match random, the rest recommended set-ups."""
    setups = list(PACKS.shown(pack).setups)
    setup = setups[number // 2 % len(setups)] if number % 2 else "random"
    return {"setup": setup, "guilds": "random"}


def groups(match: EdgeMatch, seat: int) -> dict[str, str]:
    """Return a seat's place in the turn order of the first round; the marker moves after each round."""
    state = match.state
    return {"plays": PLACES[(seat - state.first - ROUNDS) % state.seats]}


def length(match: EdgeMatch) -> float:
    """Return the number of rounds played."""
    return match.state.round


def pieces(match: EdgeMatch) -> dict[str, list[str]]:
    """Return the Locations of a match and their advancements, one of each kind."""
    locations = match.state.locations
    return {
        "Locations whose contact or ability somebody used, after the prologue": list(locations),
        "Advancements that somebody sleeved": [
            slip.id for name in locations for slip in match.content.locations[name].slips
        ],
    }


def used(match: EdgeMatch, event: Event) -> list[str]:
    """Return the Location or advancement in use in an event: its effect was resolved, or a copy was sleeved."""
    match body := event.body:
        case events.Used() if body.where != "prologue":
            if body.slip:
                return [match.content.slip_home[body.slip].id]
            return [body.what] if body.what in match.content.locations else []
        case events.Picked() | events.Sleeved():
            return [body.slip]
        case _:
            return []
