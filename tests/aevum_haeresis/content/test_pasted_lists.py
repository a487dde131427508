"""Card lists as people paste them: from phones, chats, tables and other programs."""

from __future__ import annotations

import pytest

from bot.discord.ui.errors import deck_faults
from rules.aevum_haeresis.game import GAME
from rules.kernel.content.decks import DeckError
from rules.kernel.words.translation import LOCALES, Later, Translator
from tests.game_helpers import each

assert GAME.decks is not None
DECKS = GAME.decks
WRATH, BOY, HANDS = "leaders_wrath", "witch_finders_boy", "cold_hands"

#: Lines of a pasted list, each with the number of copies of The Leader's Wrath that it stands for.
LINES = {
    # different apostrophes and other punctuation
    "The Leader's Wrath": 1,
    "The Leader’s Wrath": 1,
    "The Leader‘s Wrath": 1,
    "The Leader´s Wrath": 1,
    "The Leader`s Wrath": 1,
    "The Leaderʼs Wrath": 1,
    "The Leader′s Wrath": 1,
    "The Leaders Wrath": 1,
    "THE LEADER’S WRATH": 1,
    "the  leader's   wrath": 1,
    "The\u00a0Leader’s\u00a0Wrath": 1,
    "\u200bThe Leader’s Wrath\u200b": 1,
    "“The Leader’s Wrath”": 1,
    "„The Leader’s Wrath”": 1,
    "«The Leader's Wrath»": 1,
    '"The Leader\'s Wrath"': 1,
    "leaders_wrath": 1,
    # a number at the start of the line
    "2 The Leader's Wrath": 2,
    "2x The Leader’s Wrath": 2,
    "2xThe Leader’s Wrath": 2,
    "2X The Leader's Wrath": 2,
    "2 x The Leader's Wrath": 2,
    "2× The Leader's Wrath": 2,
    "2 × The Leader's Wrath": 2,
    "2×The Leader's Wrath": 2,
    "2* The Leader's Wrath": 2,
    "2\u00a0×\u00a0The Leader's Wrath": 2,
    "x2 The Leader's Wrath": 2,
    "×2 The Leader's Wrath": 2,
    "(2) The Leader's Wrath": 2,
    "(2x) The Leader's Wrath": 2,
    "[2] The Leader's Wrath": 2,
    "2: The Leader's Wrath": 2,
    "2 - The Leader's Wrath": 2,
    "2 copies of The Leader's Wrath": 2,
    "2 db The Leader's Wrath": 2,
    "2 copias de The Leader's Wrath": 2,
    # a number at the end of the line
    "The Leader's Wrath x2": 2,
    "The Leader’s Wrath ×2": 2,
    "The Leader’s Wrath×2": 2,
    "The Leader's Wrath x 2": 2,
    "The Leader's Wrath 2x": 2,
    "The Leader's Wrath 2": 2,
    "The Leader's Wrath (2)": 2,
    "The Leader's Wrath (x2)": 2,
    "The Leader's Wrath [2]": 2,
    "The Leader's Wrath *2": 2,
    "The Leader's Wrath: 2": 2,
    "The Leader's Wrath - 2": 2,
    "The Leader's Wrath – 2 copies": 2,
    "The Leader's Wrath, 2": 2,
    "The Leader's Wrath = 2": 2,
    "The Leader's Wrath 2 db": 2,
    # bullet points and bold text
    "- The Leader's Wrath": 1,
    "- 2x The Leader's Wrath": 2,
    "-\t2x The Leader's Wrath": 2,
    "* 2x The Leader's Wrath": 2,
    "+ 2x The Leader's Wrath": 2,
    "• 2x The Leader's Wrath": 2,
    "•2x The Leader's Wrath": 2,
    "– 2x The Leader’s Wrath": 2,
    "— The Leader’s Wrath": 1,
    "> 2x The Leader's Wrath": 2,
    "1. The Leader's Wrath": 1,
    "3) 2x The Leader's Wrath": 2,
    "12. The Leader's Wrath x2": 2,
    "- [ ] 2x The Leader's Wrath": 2,
    "- [x] The Leader's Wrath": 1,
    "⁃ 1x The Leader's Wrath": 1,
    "● The Leader's Wrath": 1,
    "○ 2x The Leader's Wrath": 2,
    "✓ The Leader's Wrath x2": 2,
    "✔️ 2 The Leader's Wrath": 2,
    "1. 2 The Leader's Wrath": 2,
    "12) 2 The Leader's Wrath": 2,
    # full-width digits and letters
    "２ The Leader's Wrath": 2,
    "２ｘ\u3000The Leader's Wrath": 2,
    "**2x The Leader's Wrath**": 2,
    "2x **The Leader's Wrath**": 2,
    "_The Leader's Wrath_ (2)": 2,
    "`2x The Leader's Wrath`": 2,
    "||2x The Leader's Wrath||": 2,
    # lines of tables
    "2,The Leader's Wrath": 2,
    "2;The Leader's Wrath": 2,
    "2\tThe Leader's Wrath": 2,
    "The Leader's Wrath,2": 2,
    "The Leader's Wrath;2": 2,
    "The Leader's Wrath\t2": 2,
    '2,"The Leader\'s Wrath"': 2,
    '"2","The Leader\'s Wrath"': 2,
    '"The Leader’s Wrath","2"': 2,
    "2\tThe Leader's Wrath\tEvent": 2,
    "Event;The Leader's Wrath;2": 2,
    "| 2 | The Leader's Wrath |": 2,
    "2,The Leader's Wrath,base,17": 2,
    # trailing remarks
    "2x The Leader's Wrath # the best": 2,
    "2x The Leader's Wrath // the best": 2,
    "2x The Leader's Wrath (promo)": 2,
    "The Leader's Wrath (promo) x2": 2,
    "2x The Leader's Wrath,": 2,
}

#: Lines of a pasted list that name no card.
LINES_WITHOUT_CARDS = (
    *("", "   ", "\u00a0", "# a comment", "// a comment", "```", "```text", "~~~", "---", "====", "***", "* * *"),
    *("[Locations]", "Locations:", "**Locations:**", "Locations (4):", "--- Locations ---", "== Locations (4) =="),
    *("Locations", "Locations (4)", "Locations: 4", "Locations – 4 cards", "**Locations** (4)", "Damned", "Camp (10)"),
    *("Plot deck: Stories (5)", "Stories (5)", "Plot deck", "## Locations", "| Count | Name |", "|---|---|"),
    *("count,name", "Qty\tCard", "db;név", '"Cantidad","Carta"'),
    *("Count,Name,Set,Number", "Darab;Név;Kiadás;Sorszám", "Cantidad,Nombre,Edición,Número"),
    *("Deck", "Decklist", "Main deck", "**Deck list** (60)", "Pakli", "Fő pakli:", "Mazo", "Mazo principal (40)"),
)


@each("line", list(LINES))
def test_a_card_is_read_in_every_form(line: str) -> None:
    assert DECKS.read(line).cards == {WRATH: LINES[line]}


@each("line", list(LINES_WITHOUT_CARDS))
def test_what_asks_for_no_card_is_passed_over(line: str) -> None:
    assert DECKS.read(line).cards == {}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_whole_list_of_a_chat_is_read(end: str) -> None:
    lines = [
        "\ufeff```",
        "Name: Wrath’s deck",
        "**Plot deck: Events (3)**",
        "- 2x The Leader’s Wrath",
        "- Cold Hands x3",
        "",
        "Damned (1)",
        "• Witch–Finder’s Boy",
        "```",
    ]
    deck = DECKS.read(end.join(lines))
    assert deck.name == "Wrath’s deck"
    assert deck.cards == {WRATH: 2, HANDS: 3, BOY: 1}


def test_every_card_is_found_by_every_name_as_a_phone_types_it() -> None:
    cards = DECKS.cards("base")
    for card, name in cards.items():
        for locale in LOCALES:
            said = getattr(name, locale).replace("'", "’").replace("-", "–")
            for line in (said, f"2x {said}", f"- {said} (2)", f"{said}\t2", f"{said} x2"):
                assert list(DECKS.read(line).cards) == [card], line


@each(
    "line", [f"{name} (4)" for name in ("Locatoins", "Leader Wrath of All")] + ["4x Camp", "-2x Cold Hands", "Camp x"]
)
def test_what_is_neither_a_card_nor_a_heading_is_refused(line: str) -> None:
    with pytest.raises(DeckError):
        DECKS.read(line)


def test_a_misspelt_card_is_named_without_its_number() -> None:
    for line in ("2xThe Leadr’s Wrath", "- The Leadr’s Wrath x2", "The Leadr’s Wrath (2)", "The Leadr’s Wrath\t2"):
        with pytest.raises(DeckError) as caught:
            DECKS.read(line)
        told = Translator().error(caught.value)
        assert told.startswith("Line 1: there is no card called “The Leadr’s Wrath”; did you mean The Leader's Wrath")


@each("line", ["The Leader's Wrath x100", "0 The Leader's Wrath", "The Leader's Wrath (0)", "100xThe Leader's Wrath"])
def test_a_number_out_of_bounds_is_refused_in_every_form(line: str) -> None:
    with pytest.raises(DeckError, match="the number of copies goes from 1 to"):
        DECKS.read(line)


@each("locale", list(LOCALES))
def test_cards_are_suggested_in_the_language_of_the_reader(locale: str) -> None:
    say = Translator(locale)
    own = {say.name(name) for name in DECKS.cards("base").values()}
    for words in ("The Leadr’s Wrath", "Contrabandista de rio X", "Hidden Counting"):
        with pytest.raises(DeckError) as caught:
            DECKS.read(words)
        (told,) = deck_faults(caught.value, say)
        field = caught.value.args_by_name["names"]
        assert isinstance(field, Later)
        assert set(field.words(say).split(" / ")) <= own
        assert field.words(say) in told
