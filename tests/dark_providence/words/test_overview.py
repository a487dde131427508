"""Each line of the printed overview on the rulebook's last page is covered by a text that players read.

The table names the printed line by its subject, and the sheet and the words that cover it.
"""

from __future__ import annotations

import pytest

from rules.dark_providence.words.newcomer_help import THRESHOLDS
from rules.kernel.words.summary_sheets import Kind
from rules.kernel.words.translation import Translator
from tests.dark_providence.table import GAME

AID, END, HOW = Kind.AID, Kind.END, Kind.HOW
#: The lines of the overview (ÖSSZEFOGLALÓ) in their order: the subject, the sheet, and the words that cover it.
OVERVIEW = (
    ("assassination 1: an agent in the victim's city", AID, "you need an agent in the victim's city"),
    ("assassination 1: returned agents can't be assassinated", AID, "Returned agents are safe."),
    (
        "assassination 2: the agent's card, or one for any agent",
        AID,
        "Play the acting agent's own card, or a card that",
    ),
    ("assassination 3: Force equal to the control point", AID, "Force equal to its control point or more"),
    ("assassination 3: agents add theirs, the card doesn't", AID, "All your agents there add theirs; the card that"),
    ("assassination 4: the marker goes to the crypt", AID, "The victim's marker goes to your crypt."),
    ("gate 1: an agent there, and no gate marker yet", AID, "Each gate opens or closes only once."),
    ("gate 2: the agent's card, or one for any agent", AID, "or a card that works for any agent"),
    ("gate 3: Arcane equal to the gate's value", AID, "Arcane equal to the gate's value or more"),
    ("gate 4: the control marker on the gate", END, "the value of the gates they opened"),
    ("gate 5: a sanity test", AID, "Then take a sanity test: Madness destroys the recruited agent"),
    (
        "sanity: a card with the mark, or a gate",
        AID,
        "after acquiring a card that shows one, and after opening or clos",
    ),
    ("sanity 1: draw a token", HOW, "**Sanity test:** you draw a token"),
    (
        "sanity 2: three Madness tokens reveal and may end",
        AID,
        "you go mad and must reveal your allegiance. Unless you",
    ),
    ("end: the VP for the player count", END, "when a player has {threshold} VP"),
    ("end: the third Madness token", END, "when an investigator or a dissenter draws a third Madness token"),
    ("end: a lead agent is assassinated", END, "when the lead agent of an investigator or a dissenter is assass"),
    ("end: a track is full", END, "when the investigation or the ritual reaches its last space"),
    ("end: Deep Ones with all 8 in play", END, "when the Deep Ones card is used with all 8 in play"),
    ("scoring: 3 VP for a hidden allegiance", END, "3 VP if your allegiance wasn't revealed"),
    ("scoring: blue VP", END, "blue VP on cards and agents"),
    ("scoring: mythos cards, VP and ties", END, "end-of-game effects of mythos cards"),
    ("investigators: the track", END, "the investigation track"),
    ("investigators: closed gates", END, "the value of the gates they closed"),
    ("investigators: recruited agents", END, "pink VP of recruited agents"),
    ("cultists: the track", END, "the ritual track"),
    ("cultists: the crypt", END, "1 VP for each agent in their crypt"),
    ("cultists: opened gates", END, "the value of the gates they opened"),
    ("cultists: mythos cards", END, "green VP of mythos cards"),
    ("cultists: returned agents", END, "1 VP for each returned agent"),
    ("cultists: Deep Ones", END, "8 VP for owning the Deep Ones card, if all 8 are in play"),
    ("dissenters: revealed early", END, "−3 VP if revealed before the scoring"),
    ("dissenters: their former track", END, "the track of the side they left"),
    ("dissenters: gates", END, "the value of the gates they opened or closed"),
    ("dissenters: the crypt", END, "1 VP for each agent in their crypt"),
)


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize(("printed", "kind", "words"), OVERVIEW, ids=[line[0] for line in OVERVIEW])
def test_each_line_of_the_printed_overview_is_covered(printed: str, kind: Kind, words: str, seats: int) -> None:
    sheet = next(sheet for sheet in GAME.sheets(Translator(), seats, {}) if sheet.kind is kind)
    assert words.format(threshold=THRESHOLDS[seats]) in sheet.text()


@pytest.mark.parametrize("locale", ["hu", "es"])
@pytest.mark.parametrize("seats", range(6))
def test_sheets_have_as_many_lines_in_each_language(locale: str, seats: int) -> None:
    def shape(language: str) -> list[list[int]]:
        sheets = GAME.sheets(Translator(language), seats, {})
        return [[len(section.lines) for section in sheet.sections] for sheet in sheets]

    assert shape(locale) == shape("en")


# -- the introduction fits the match --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_introduction_names_the_vp_of_this_player_count(seats: int) -> None:
    told = " ".join(GAME.in_short(Translator(), seats, {}))
    assert f"ends at {THRESHOLDS[seats]} VP." in told
    assert "when an investigator or a dissenter goes mad or loses their lead agent" in told
    assert "Cultists can do both and play on." in told
    assert "perhaps dissenters" in told
    assert "Great Old One" not in told


def test_the_introduction_leaves_out_dissenters_where_none_are_dealt() -> None:
    for seats in (0, 2, 3, 4):
        told = " ".join(GAME.in_short(Translator(), seats, {"dissenters": False}))
        assert "dissenter" not in told
        assert "when an investigator goes mad or loses their lead agent" in told
    assert "perhaps dissenters" in " ".join(GAME.in_short(Translator(), 5, {"dissenters": False}))


def test_the_introduction_to_solo_play_has_the_old_ones_goal() -> None:
    told = " ".join(GAME.in_short(Translator(), 1, {}))
    assert "35 VP" in told
    assert "If it reaches its goal, it wins at once." in told
    assert "dissenter" not in told


def test_an_open_lobby_hears_of_every_player_count() -> None:
    """A player who joins an open lobby may still play alone (finding B3)."""
    told = " ".join(GAME.in_short(Translator(), 0, {}))
    assert "33 VP with 2 players, 30 with 3, 26 with 4, 22 with 5, or 35 if you play alone" in told
    assert "Alone, you face a Great Old One." in told


def test_the_solo_sheet_has_the_old_ones_goal() -> None:
    ends = next(sheet for sheet in GAME.sheets(Translator(), 1, {}) if sheet.kind is END).text()
    assert "when the Great Old One reaches its goal and wins" in ends
    assert "The Great Old One wins at once if it reaches its goal." in ends


def test_the_hungarian_aid_counts_an_agent_as_influence() -> None:
    """An agent counts as 1 influence; it isn't worth one more (finding B16)."""
    aid = next(sheet for sheet in GAME.sheets(Translator("hu"), 3, {}) if sheet.kind is AID).text()
    assert "Városban minden ügynök 1 befolyásnak számít." in aid
    assert "többet ér" not in aid
