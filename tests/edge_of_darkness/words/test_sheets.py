"""The sheets, the welcome and the lessons cover everything that decides a first match, for its seats and options."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.edge_of_darkness.board.cubes import PER_COLOUR, THRESHOLD
from rules.edge_of_darkness.content.load import base as pack
from rules.edge_of_darkness.words import worked_score
from rules.kernel.words.summary_sheets import Kind
from rules.kernel.words.translation import LOCALES, Translator
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import each

LESSONS = Path(__file__).parents[3] / "data" / "edge_of_darkness" / "lessons.json"
HOW, TURN, AID, END = Kind.HOW, Kind.TURN, Kind.AID, Kind.END


class Covered(NamedTuple):
    """A line of the book, and the place of the text that covers it: a sheet, a section, and words of the line."""

    book: str
    sheet: Kind
    section: str
    words: str


#: The lines of the rulebook's summaries of the game, the round, the turn and the end, in its order.
BOOK = [
    Covered("a prologue followed by eight rounds (p. 10)", HOW, "The aim", "After eight rounds"),
    Covered("prologue: two advancements, three with two players (p. 10)", HOW, "The prologue", "{picks} advancements"),
    Covered("prologue: onto your Starters, with the effect at once", HOW, "The prologue", "use what works already"),
    Covered("prologue: a Starter goes into the Guild Hall", HOW, "The prologue", "waits in your Guild Hall"),
    Covered("a round: Assembly Phase (p. 11)", HOW, "A round", "**Assembly turn.**"),
    Covered("a round: Action Phase (p. 12)", HOW, "A round", "**Action turn.**"),
    Covered("all take the cards of their Guild Halls", TURN, "The round begins", "all cards from their Guild Hall"),
    Covered("all take the cubes of their Threat Zones", TURN, "The round begins", "leave the Threat Zone"),
    Covered("draft until a hand of 3", TURN, "Assembly turn", "Draft until you hold 3 cards"),
    Covered("draft nothing with 3 or more", TURN, "Assembly turn", "3 or more, draft nothing"),
    Covered("the rightmost card first", TURN, "Assembly turn", "farthest from the deck"),
    Covered("skip for Influence, never the top of the deck", TURN, "Assembly turn", "can't skip the top card"),
    Covered("Influence on a drafted card becomes Goodwill", TURN, "Assembly turn", "becomes your Goodwill"),
    Covered("draw cubes for the icons in hand", TURN, "Assembly turn", "for each cube icon in your hand"),
    Covered("an empty bag gets the cubes set aside", TURN, "Assembly turn", "with the cubes set aside"),
    Covered("the Street slides and is refilled", TURN, "Assembly turn", "the deck fills its 5 spaces"),
    Covered("drop the cubes into the tower", TURN, "Action turn", "Drop your cubes"),
    Covered("resolve attacks, from left to right", TURN, "Action turn", "attack at once, from left to right"),
    Covered("a tray attacks with 6, 7 or 8 cubes", AID, "An attack", "{threshold} cubes"),
    Covered("the player with most cubes, in a tie each", AID, "An attack", "If players tie, it attacks each"),
    Covered("most or tied black cubes attack everyone", AID, "An attack", "black cubes are the most or tied for most"),
    Covered("each faces the whole Damage", AID, "An attack", "faces the whole Damage"),
    Covered("Battle Strength doesn't reduce Damage", AID, "An attack", "Battle Strength doesn't help"),
    Covered("defended: 1 Reputation", AID, "An attack", "it's defended: 1 Reputation"),
    Covered("not defended: one space, whatever is left", AID, "An attack", "drops 1 space, however much is left"),
    Covered("a new card from the bottom of the deck", AID, "An attack", "the bottom card of the deck"),
    Covered("sleeve an advancement; mandatory if one fits", TURN, "Action turn", "You must, if one fits"),
    Covered("covering a Citizen or Patrician is optional", TURN, "Action turn", "Citizen or Patrician is up to you"),
    Covered("use effects in hand, also the one just sleeved", TURN, "Action turn", "even of what you've just sleeved"),
    Covered("pay 1 Coin to the owner first", TURN, "Action turn", "first pay its owner 1 Coin"),
    Covered("use abilities of Locations", TURN, "Action turn", "abilities of Locations"),
    Covered("hunt threats with a permission", TURN, "Action turn", "With permission to hunt"),
    Covered("a hunt costs the Damage and gives the rewards", AID, "Hunting", "Spend as much Battle Strength"),
    Covered("claim Allegiance with a slip", AID, "What things are for", "claims a Neutral card"),
    Covered("discard an unresolved card for an Agent", TURN, "Action turn", "1 brings back an Agent"),
    Covered("discard 2 unresolved cards for a Street effect", TURN, "Action turn", "2 give you one effect"),
    Covered("discard your hand (p. 16)", TURN, "Action turn", "At the end, discard your hand"),
    Covered("other players' cards go to their Guild Halls", TURN, "Action turn", "other players' cards to their Guild"),
    Covered("your cards return from anywhere but your hand", AID, "What things are for", "except from your own hand"),
    Covered("unused Battle Strength is lost", TURN, "Action turn", "Battle Strength left over is lost"),
    Covered("a depleted deck is reshuffled (p. 12)", TURN, "Afterwards", "6 cards or fewer"),
    Covered("the First Player marker goes to the right", TURN, "Afterwards", "to the player on the right"),
    Covered("the 8th round is the last", TURN, "Afterwards", "Round 8 is the last"),
    Covered("Goodwill for slots in Guild Hall and Street", END, "After round 8", "1 Goodwill for each filled"),
    Covered("four awards of 2 Reputation, 1 in a tie", END, "After round 8", "Each gives 2 Reputation, or 1"),
    Covered("trained Agents: 1 each (p. 17)", END, "Victory Points", "**1** for each trained Agent"),
    Covered("Reputation: 1 each", END, "Victory Points", "**1** for each Reputation"),
    Covered("filled slots of Guild cards: 1 each", END, "Victory Points", "**1** for each filled slot"),
    Covered("Defense track: its value", END, "Victory Points", "value of your Defense token's space"),
    Covered("Coins, Influence, Goodwill: 1/4 each", END, "Victory Points", "**1/4** for each Coin"),
    Covered("you can win by 1/4 point", END, "Victory Points", "You can win by 1/4"),
    Covered("the example of a score", END, "An example", "Together: **48**"),
    Covered("ties: cards, Agents, Coins and Influence", END, "Who wins", "most Guild cards, then trained Agents"),
    Covered("then the victory is shared", END, "Who wins", "you share the victory"),
]  # fmt: skip


def section_text(kind: Kind, title: str, seats: int, options: dict[str, Any] | None = None) -> str:
    """Return the text of a section of an English sheet."""
    sheet = next(sheet for sheet in GAME.sheets(Translator(), seats, options or {}) if sheet.kind is kind)
    return " ".join(" ".join(section.texts()) for section in sheet.sections if section.title == title)


@each("seats", GAME.seats)
@pytest.mark.parametrize("line", BOOK, ids=lambda line: line.book)
def test_each_line_of_the_books_summaries_is_covered(line: Covered, seats: int) -> None:
    words = line.words.format(picks=3 if seats == 2 else 2, threshold=THRESHOLD[seats])
    assert words in section_text(line.sheet, line.section, seats)


#: The rules that decide a first match, with the step of the lesson (from 1) that says so, and its words by language.
TAUGHT = {
    "black cubes": (5, "a third of the cubes are black", "harmada fekete", "un tercio de los cubos son negros"),
    "thresholds": (15, "7 with three players, 8 with four", "hárman 7, négyen 8", "con tres, 7; con cuatro, 8"),
    "ties": (15, "each of them in a tie", "holtversenyben mindegyiküket", "a cada uno si hay empate"),
    "black attacks all": (15, "everyone if black cubes", "mindenkit, ha a fekete", "y a todos si los negros"),
    "a failed defence": (16, "2 points at the end", "a végén 2 pont", "2 puntos al final"),
    "claiming": (12, "claim a Neutral card", "hűségét követelheted", "reclamar una carta neutral"),
    "the Guild Hall": (14, "back into their hand next round", "a következő körben vissza", "vuelve a su mano la ronda"),
    "the score": (17, "7 + 12 + 15 + 10 + 4 = 48", "7 + 12 + 15 + 10 + 4 = 48", "7 + 12 + 15 + 10 + 4 = 48"),
}


@each("topic", TAUGHT)
def test_the_lesson_teaches_what_decides_a_match(topic: str) -> None:
    steps = json.loads(LESSONS.read_text("utf-8"))["steps"]
    number, *words = TAUGHT[topic]
    for locale, part in zip(LOCALES, words, strict=True):
        assert part in steps[number - 1]["words"][locale]


def test_the_worked_score_adds_up_as_the_game_counts() -> None:
    points = [worked_score.AGENTS, worked_score.REPUTATION, worked_score.SLOTS, worked_score.DEFENCE]
    assert worked_score.COINS + worked_score.INFLUENCE + worked_score.GOODWILL == 16
    assert worked_score.TOTAL == sum(points) + 16 / 4 == 48
    assert worked_score.SLOTS <= 3 * worked_score.CARDS
    track = pack().board.defence_track
    assert track[2] == worked_score.DEFENCE, "after two failed defences"
    assert {high - low for high, low in pairwise(track)} == {2}, "a failed defence costs 2 points"


@each("seats", GAME.seats)
def test_the_texts_fit_the_seats(seats: int) -> None:
    short = " ".join(GAME.in_short(Translator(), seats, {}))
    assert f"{THRESHOLD[seats]} cubes" in short
    assert "everyone if most are black" in short
    cubes = f"{PER_COLOUR} of the {PER_COLOUR * (seats + 1)} cubes are black"
    assert cubes in section_text(HOW, "The Blight", seats)
    assert cubes in section_text(AID, "An attack", seats)


def test_a_lobby_whose_seats_are_unknown_reads_all_thresholds() -> None:
    assert "6 cubes (7 with three players, 8 with four)" in section_text(HOW, "The Blight", 0)
    assert "2 advancements (3 with two players)" in section_text(HOW, "The prologue", 0)


@pytest.mark.parametrize(
    ("options", "kind", "section", "words"),
    [
        ({}, TURN, "Action turn", "Locations, each once"),
        ({"location_uses": "unlimited"}, TURN, "Action turn", "Locations as often as you can pay"),
        ({}, TURN, "Action turn", "as often as you like this turn"),
        ({"hunt_repeatable": False}, TURN, "Action turn", "in one hunt"),
        ({}, AID, "An attack", "waits for its next card"),
        ({"empty_spot_waits": False}, AID, "An attack", "is emptied, and nothing attacks"),
        ({}, END, "After round 8", "the top card of the deck counts too"),
        ({"sixth_card_counts_at_end": False}, END, "After round 8", "5 spaces of the Street"),
    ],
)
def test_the_sheets_follow_the_options_of_the_match(
    options: dict[str, Any], kind: Kind, section: str, words: str
) -> None:
    assert words in section_text(kind, section, 3, options)
