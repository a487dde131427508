"""The texts for a first match match its options, and together cover the rulebook's round and turn summaries."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.lessons import POSITIONS
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.words.summary_sheets import sheets
from rules.kernel.words.translation import LOCALES, Translator
from tests.game_helpers import each

LESSONS = Path(__file__).parents[3] / "data" / "aevum_haeresis" / "lessons.json"

#: The numbers of the lines in the rulebook's summary of the course of play (sections 1.0 to 5.4).
PRINTED = [
    *(f"1.{n}" for n in range(1, 8)),
    *(f"2.{n}" for n in range(1, 5)),
    *(f"3.{n}" for n in range(1, 7)),
    "4", "4.1", "4.1.1", "4.1.2", "4.1.3", "4.1.4",
    "4.2", "4.2.1", "4.2.2", "4.2.3", "4.2.4", *(f"4.2.4.{n}" for n in range(1, 16)),
    "4.2.5", "4.2.5.1", "4.2.5.2", "4.2.5.3", "4.2.5.4",
    "4.3", "4.3.1", "4.3.2",
    "5.1", "5.2", "5.3", "5.4",
]  # fmt: skip
#: The opportunities for Deus Ex Machina that the summary prints between its lines.
PRINTED_WINDOWS = ["after 2", "in 3", "in 4.1", "in 4.2", "in 4.3", "after 5.1"]

TURN, HOW, AID, END = "turn", "how", "aid", "end"
#: For each line: the text that covers it, and a part of its English sentence. "lesson" is the interactive lesson.
COVERED: dict[str, tuple[str, str]] = {
    "1.1": (HOW, "a Damned and a Camp in play"),
    # The bot shuffles, so players needn't know it.
    "1.2": ("automatic", ""),
    "1.3": (HOW, "draws 5 Plot cards and 4 Heretics"),
    "1.4": (HOW, "5 gold and 1 soul"),
    "1.5": ("lesson", "You decide who is Active first"),
    "1.6": (HOW, "take a new hand once, with one card fewer"),
    "1.7": (HOW, "The Active player puts the first Location"),
    "2.1": (TURN, "Draw 2 cards from the Heretic deck, then from the Plot deck until you hold 9"),
    "2.2": (TURN, "Gain gold: your Camp's number, and + and − on your other cards"),
    "2.3": (TURN, "All characters become Ready"),
    "2.4": (TURN, "then effects at the start of the Round"),
    "3.1": (TURN, "The Active player lays any number of cards face down"),
    "3.2": (TURN, "then the Passive player"),
    "3.3": (TURN, "Both reveal Chapter by Chapter"),
    "3.4": (TURN, "The Active player decides first: pay, or the card goes to the Pyre"),
    "3.5": (TURN, "The Active player decides first: pay, or the card goes to the Pyre"),
    "3.6": (TURN, "Chapter by Chapter"),
    "4": (TURN, "Plot: one action each, in turn"),
    "4.1": (TURN, "**Heresy:** pay what the card says; each once a Round"),
    "4.1.1": (TURN, "**Heresy:**"),
    "4.1.2": (TURN, "pay what the card says"),
    "4.1.3": (AID, "**Heresy:** as a Plot action, once a Round"),
    "4.1.4": (TURN, "After any other action the time of day moves on"),
    "4.2": (TURN, "**Manoeuvre:**"),
    "4.2.1": (HOW, "**Recruit** gives as many souls"),
    "4.2.2": (HOW, "Choose a team of Ready characters with the manoeuvre's icon"),
    "4.2.3": (HOW, "Your opponent may block with characters that have the same icon"),
    "4.2.4": (TURN, "succeeds if no one blocks; otherwise a Conflict"),
    "4.2.4.1": (TURN, "A Conflict"),
    "4.2.4.2": (TURN, "Each lays 0 to 3 cards face down, the Active player first"),
    "4.2.4.3": (TURN, "Each lays 0 to 3 cards face down"),
    "4.2.4.4": (TURN, "Chapter by Chapter: reveal"),
    "4.2.4.5": (TURN, "pay or let it go, take effect; the Active player first"),
    "4.2.4.6": (TURN, "pay or let it go"),
    "4.2.4.7": (TURN, "take effect; the Active player first"),
    "4.2.4.8": (TURN, "Chapter by Chapter"),
    "4.2.4.9": (TURN, "Count the manoeuvre's icons. The initiator wins ties"),
    "4.2.4.10": (TURN, "Each may draw a card, from either deck"),
    "4.2.4.11": (TURN, "The winner gains 1 gold"),
    "4.2.4.12": (TURN, "All participants become Spent"),
    "4.2.4.13": (TURN, "A successful initiator gets the Consequence"),
    "4.2.4.14": (END, "counted at the end of each Plot action"),
    "4.2.4.15": (TURN, "the time of day moves on"),
    "4.2.5": (TURN, "succeeds if no one blocks"),
    "4.2.5.1": (HOW, "they become Spent"),
    "4.2.5.2": (AID, "**Plunder:** your opponent discards 4 cards from the Plot deck"),
    "4.2.5.3": (END, "counted at the end of each Plot action"),
    "4.2.5.4": (TURN, "the time of day moves on"),
    "4.3": (TURN, "**Pass:**"),
    "4.3.1": (TURN, "the time stays the same"),
    "4.3.2": (TURN, "2 in a row end the phase"),
    "5.1": (TURN, "Each may discard one card"),
    "5.2": (TURN, "Cards and effects that last for the Round end"),
    "5.3": (TURN, "The Active player becomes Passive, the other Active"),
    "5.4": ("lesson", "Two passes in a row end the Round"),
    "after 2": (TURN, "At the end of the Prologue, Enlistment and Conflict rows"),
    "in 3": (TURN, "After a Chapter is revealed, and after each payment"),
    "in 4.1": (TURN, "After a Heresy is paid for, and after its effect"),
    "in 4.2": (TURN, "After a manoeuvre is announced, a Conflict's Consequence and its time change"),
    "in 4.3": (TURN, "after a Pass"),
    "after 5.1": (TURN, "after the Epilogue's discards"),
}
#: Other facts that decide a first match: three ways to win, damage, and where cards may go.
DECISIVE: list[tuple[str, str]] = [
    (HOW, "There are three ways to win: 10 souls; your opponent's Plot deck is empty; your opponent's Execution is 3"),
    ("short", "10 souls win. You lose with an empty Plot deck or at Execution 3"),
    ("lesson", "your Plot deck is also your life"),
    (END, "If both win or both lose, the Active player wins"),
    (AID, "at most once a Round"),
    (AID, "**Health:** this much damage at once sends a Heretic to the Pyre; less does nothing"),
    (AID, "On a Damned, damage adds up"),
    (AID, "**Story:** for Conflicts whose icon is white on it; needs a caster from your team"),
    (HOW, "Heretics enter play only here"),
    (TURN, "After Night, a new Location comes: you take turns putting one"),
    ("lesson", "a tie is enough for the initiator"),
]


def lines(options: dict[str, Any] | None = None, locale: str = "en") -> dict[str, str]:
    """Return the text of each sheet by kind."""
    return {
        sheet.kind.name.lower(): "\n".join(
            part for section in sheet.sections for part in (section.title, *(one.text for one in section.lines))
        )
        for sheet in sheets(Translator(locale), 2, options or {})
    }


@cache
def texts() -> dict[str, str]:
    lesson = "\n".join(re.findall(r'"en": "([^"]*)"', LESSONS.read_text("utf-8")))
    short = "\n".join(GAME.in_short(Translator("en"), 2, {}))
    return {**lines(), "lesson": lesson, "short": short, "automatic": ""}


def test_every_line_of_the_printed_summary_is_covered() -> None:
    assert set(COVERED) == {*PRINTED, *PRINTED_WINDOWS}
    missing = {line: place for line, place in COVERED.items() if place[1].lower() not in texts()[place[0]].lower()}
    assert missing == {}


@pytest.mark.parametrize(("place", "words"), DECISIVE)
def test_what_decides_a_first_match_is_said(place: str, words: str) -> None:
    assert words.lower() in texts()[place].lower()


def test_the_sheet_names_as_many_windows_as_there_are() -> None:
    """The twelve windows are in four lines. A new window needs a place in one of them."""
    assert len(WINDOWS) == 12


@each("locale", LOCALES)
def test_the_end_depends_on_the_options_of_the_match(locale: str) -> None:
    say = Translator(locale)
    plain, strict = lines({"format": "decks"}, locale)[END], lines({"damned_death_loses": True}, locale)[END]
    loses, keeps = say.t("as soon as your Damned goes to the Pyre."), say.t("because a Damned is in the Pyre.")
    assert (loses in plain, keeps in plain) == (False, True)
    assert (loses in strict, keeps in strict) == (True, False)
    at_once = say.t("with 10 souls or more, at that moment.")
    assert at_once in lines({"souls_at_once": True}, locale)[END]
    assert at_once not in plain


def test_the_lesson_uses_the_game_s_words() -> None:
    text = json.dumps(json.loads(LESSONS.read_text("utf-8")), ensure_ascii=False)
    assert not re.search(r"exhausted|blokkol|bloque|podéis", text, re.IGNORECASE)
    assert "Spent" in text


def test_the_lesson_enlists_and_acts_at_the_location_that_the_learner_has_put_into_play() -> None:
    for position in ("enlistment", "plot"):
        assert POSITIONS[position]().state.location.startswith("toll_bridge")
