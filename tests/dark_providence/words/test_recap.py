"""The recap ties what players gain to its cause, in the order of causes, and leaves routine to the log."""

from __future__ import annotations

import pytest

from rules.dark_providence.state import events as e
from rules.kernel.data.events import EVERYONE, Body, Event
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import Translator
from tests.dark_providence.table import GAME

NAMES = ("Ana", "Computer (easy) 1", "Carla")
#: Events of one turn, and the line that describes it.
TURNS: dict[str, tuple[list[Body], str]] = {
    "a city taken from another player": (
        [
            e.Acquired(0, "boston", ""), e.MarkersLeft(0, "boston", 2, True), e.MarkersLeft(1, "boston", 1, False),
            e.ControlChanged("boston", 0, 1), e.Vp(1, -4, 7), e.Vp(0, 4, 15), e.CardLeft(1, "boston", "discard"),
            e.PaidWith(0, "buy", ("fbi",)), e.Bought(0, 1, ("fbi",)), e.DrewHidden(0, 2),
        ],
        (
            "Ana: took Boston from Computer (easy) 1: +4 VP, now 15; Computer (easy) 1: −4 VP, now 7; "
            "recovered 1 influence from Boston; Ana: bought 1 influence."
        ),
    ),
    "an agent with its sanity test": (
        [
            e.Acquired(0, "joseph_curwen", "detroit"), e.MarkersLeft(0, "joseph_curwen", 1, True),
            e.AgentJoined(0, "joseph_curwen", "detroit"), e.TurnedUp("detroit", "speakeasy"), e.TookToken(0, True, 2),
        ],
        "Ana: acquired Joseph Curwen in Detroit (next there: Speakeasy): drew a Madness token, now 2.",
    ),
    "a used card with what it does": (
        [e.Used(0, "speakeasy", "action"), e.DrewHidden(0, 3), e.Reshuffled(0, 6), e.DrewHidden(0, 2)],
        "Ana: used Speakeasy: drew 3 cards.",
    ),
    "a gate instead of the card used for it": (
        [
            e.Used(0, "monday_warding_rite", "action"), e.PaidWith(0, "gate", ("fbi",)),
            e.GateWorked(0, "boston", "close", "monday", ("fbi",)), e.TookToken(0, False, 0),
            e.CardDestroyed("monday_warding_rite"),
        ],
        "Ana: closed the gate of Boston with Agent Monday: drew no Madness.",
    ),
    "two payments of one kind": (
        [
            e.PaidWith(0, "influence", ("fbi",)), e.Placed(0, "boston", 1, ("fbi",)),
            e.PaidWith(0, "influence", ("speakeasy",)), e.Placed(0, "boston", 2, ("speakeasy",)),
        ],
        "Ana: placed 3 influence on Boston.",
    ),
    "a price, which is news": (
        [e.Used(0, "speakeasy", "action"), e.PaidWith(0, "cost", ("fbi",)), e.Vp(0, 2, 9)],
        "Ana: used Speakeasy; paid with FBI: +2 VP, now 9.",
    ),
}  # fmt: skip


def test_what_is_next_in_another_city_is_told_with_that_city() -> None:
    bodies: list[Body] = [e.Used(0, "speakeasy", "action"), e.TurnedUp("detroit", "fbi")]
    assert told(bodies) == "Ana: used Speakeasy: next in Detroit is FBI."


def test_a_sentence_in_a_turn_stands_alone() -> None:
    bodies: list[Body] = [e.Acquired(0, "fbi", ""), e.Revealed(2, "cultist", "card"), e.TookToken(0, False, 0)]
    assert told(bodies) == (
        "Ana: acquired FBI. A card made Carla reveal their allegiance: Cultist. Ana: drew no Madness."
    )


def test_limbo_has_its_article_in_spanish() -> None:
    bodies: list[Body] = [e.Recovered(0, "boston", 2), e.Recovered(0, "limbo", 1)]
    assert told(bodies, "es") == "Ana: recuperó 3 de influencia de Boston y del Limbo."
    assert told(bodies[:1]) == "Ana: recovered 2 influence from Boston."


def told(bodies: list[Body], locale: str = "en", names: tuple[str, ...] = NAMES) -> str:
    moves = [RecapMove([Event(EVERYONE, body)]) for body in [e.TurnBegan(0), *bodies]]
    (line,) = recap.turn_lines(Translator(locale, names), GAME.recap, GAME.event_line, moves, 2000)
    return line.text


@pytest.mark.parametrize(("bodies", "line"), TURNS.values(), ids=TURNS)
def test_a_gain_follows_its_cause(bodies: list[Body], line: str) -> None:
    assert told(bodies) == line


@pytest.mark.parametrize("locale", ["hu", "es"])
@pytest.mark.parametrize("bodies", [bodies for bodies, _ in TURNS.values()], ids=TURNS)
def test_no_name_that_ends_in_a_number_stands_before_a_number(locale: str, bodies: list[Body]) -> None:
    line = told(bodies, locale, ("Computer 1", "Computer 2", "Carla"))
    assert not any(f"{name}{gap} {digit}" in line for name in ("1", "2") for gap in ("", ":") for digit in "123456789")


@pytest.mark.parametrize("bodies", [bodies for bodies, _ in TURNS.values()], ids=TURNS)
def test_the_log_loses_nothing(bodies: list[Body]) -> None:
    """Events that the recap leaves out still have their own lines in the log."""
    say = Translator("en", NAMES)
    silent = {type(body) for body in bodies if not GAME.event_line(say, Event(EVERYONE, body))}
    # The gate's line names the cards that were played for it.
    assert silent <= {e.PaidWith}


def test_a_cultists_acquisition_has_what_it_brings() -> None:
    bodies = [
        e.ControlDrawn("control_1"), e.CultistActs(1, "acquire_city", "boston"), e.Acquired(-1, "boston", ""),
        e.ControlChanged("boston", 1, 0), e.Vp(-1, 4, 9), e.CultistResource(1, "travel", "boston"),
        e.Travelled(1, "cultist_1", "boston", "chicago"), e.Travelled(1, "cultist_1", "chicago", "detroit"),
    ]  # fmt: skip
    line = told(bodies, names=("Ana",))
    assert line == (
        "The Great Old One: turned up a control card; acquired Boston: +4 VP, now 9;"
        " First Cultist went from Boston to Detroit."
    )
