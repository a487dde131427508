"""Starting positions of the lessons. The learner is Agent Monday, an investigator; Agent Tuesday is a cultist."""

from __future__ import annotations

from collections.abc import Callable

from rules.dark_providence.examples.position_builder import (
    MONDAY,
    TUESDAY,
    agent,
    control,
    fill_bag,
    hold,
    lay,
    leave,
    mark,
    show,
    sides,
    turn,
)
from rules.dark_providence.state.state import Providence
from rules.kernel import registry
from rules.kernel.engine.match import arrange


def _turn(*hand: str) -> Providence:
    """Return a match in the learner's turn, with these cards in hand."""
    match = turn(2)
    sides(match, "investigator", "cultist")
    with arrange(match):
        hold(match, MONDAY, *(f"monday_{card}" for card in hand))
    return match


def setup() -> Providence:
    """Return a match before the choice of lead agents. The learner will be an investigator."""
    return registry.GAMES["dark_providence"].new(2, "two", {"starting_player": 1})


def influence() -> Providence:
    """Return a match at the learner's first turn."""
    return _turn("favour", "contacts_1", "petty_cash", "revolver", "second_thoughts")


def acquiring() -> Providence:
    """Return a match in the learner's turn. The learner has the most influence on Wyatt Earp in Arkham."""
    match = _turn("petty_cash", "contacts_1")
    with arrange(match):
        lay(match, "arkham", "wyatt_earp", "dynamite")
        mark(match, MONDAY, "wyatt_earp", 2)
        mark(match, TUESDAY, "wyatt_earp", 1)
    return match


def city() -> Providence:
    """Return a match in the learner's turn. In New York, the learner has an agent, and as many markers as Tuesday."""
    match = _turn("second_thoughts", "revolver")
    with arrange(match) as state:
        state.agents["monday"].city = "new_york"
        mark(match, MONDAY, "new_york", 2)
        mark(match, TUESDAY, "new_york", 2)
        leave(match, MONDAY, supply=2)
    return match


def tracks() -> Providence:
    """Return a match in the learner's turn, with a card that advances the investigation."""
    return _turn("warding_rite", "contacts_1")


def gate() -> Providence:
    """Return a match in the learner's turn in Arkham, with the cards to close its gate. The next token is SANE."""
    match = _turn("warding_rite", "occult_notes", "skeleton_key")
    with arrange(match):
        fill_bag(match, 6, 0)
    return match


def mythos() -> Providence:
    """Return a match in the learner's turn, with the most influence on the Necronomicon. The next token is MADNESS."""
    match = _turn("contacts_1")
    with arrange(match):
        show(match, "necronomicon", "silver_key", "nikola_tesla", "offering")
        mark(match, MONDAY, "necronomicon", 2)
        fill_bag(match, 0, 12)
    return match


def killing() -> Providence:
    """Return a match in the learner's turn, with Wyatt Earp, two other agents and Tuesday's Herbert West in Boston."""
    match = _turn("contacts_1", "revolver")
    with arrange(match):
        agent(match, MONDAY, "wyatt_earp", "boston", zone="hand")
        agent(match, MONDAY, "inspector_legrasse", "boston")
        agent(match, TUESDAY, "herbert_west", "boston")
        fill_bag(match, 6, 6)
        match.state.agents["monday"].city = "boston"
    return match


def last() -> Providence:
    """Return a match in the learner's turn, with the investigation marker two spaces before the end of its track."""
    match = _turn("warding_rite", "contacts_1")
    with arrange(match) as state:
        state.investigation, state.ritual = 10, 3
        for owner, cities in ((MONDAY, ("arkham", "boston")), (TUESDAY, ("atlanta", "new_orleans"))):
            for name in cities:
                control(match, owner, name)
        hold(match, MONDAY, "monday_warding_rite", "monday_contacts_1")
    return match


#: The functions that build the positions, by position name in data/dark_providence/lessons.json.
POSITIONS: dict[str, Callable[[], Providence]] = {
    "setup": setup,
    "influence": influence,
    "acquiring": acquiring,
    "city": city,
    "tracks": tracks,
    "gate": gate,
    "mythos": mythos,
    "killing": killing,
    "last": last,
}
