"""Hostile deck lists: every fault gets one plain sentence, and nothing is saved."""

from __future__ import annotations

import random
import time

import pytest

import rules
from bot.discord.ui import errors, limits
from bot.features.decks.panel import personal_decks as deck_parsing
from bot.features.decks.service import MAX_NAME_LENGTH
from rules.kernel.content import decks
from rules.kernel.content.deck_lines import LONGEST_LINE, MOST_BYTES, MOST_LINES
from rules.kernel.errors import Refusal
from rules.kernel.game import Game
from rules.kernel.words.translation import Translator
from tests.game_helpers import each
from tests.hostile.hostile_inputs import WORDS

DECKS = [game for game in rules.GAMES.values() if game.decks is not None]
SAY = Translator("en")

LISTS: dict[str, str] = {
    "a thousand million copies": "1000000000x Camp",
    "copies beyond 64 bits": f"{2**64}x Camp",
    "more digits than Python reads": "9" * 199 + "x Camp",
    "copies that add up": "99x Camp\n" * 5,
    "less than none": "-5x Camp",
    "digits of another script": "٣x Camp",
    "a huge list": "1x Camp\n" * (MOST_LINES + 1),
    "a huge text": "x" * (MOST_BYTES + 1),
    "a wide text": "\U0001f409" * (MOST_BYTES // 4 + 1),
    "a long line": "1x " + "y" * LONGEST_LINE,
    "only heads": "Name: x\n" * 200,
    "another pack": "Pack: ../../etc/passwd\n1x Camp",
    "a pack that pings": "Pack: @everyone\n1x Camp",
    "nothing": "",
    "blanks": " \n\t\n\u3000\n",
    "NUL": "\0" * 500,
    "JSON": decks.save(decks.Deck({"x": 1}, "x")),
    "ends of lines": "1x Camp\r1x @everyone\r\n\x0b\x0c\x1c\u20281x <@1>",
    "half characters": "1x \ud800\nName: \udfff",
    **{f"cards called by {name}": "\n".join([f"1x {words[:150]}"] * 12) for name, words in WORDS.items()},
}


def told(game: Game, text: str, name: str = "") -> str:
    """Return the refusal of a deck list, and assert that refusing it didn't take too long."""
    begun = time.process_time()
    with pytest.raises(Refusal) as caught:
        deck_parsing.parse_deck(game, text, name)
    assert time.process_time() - begun < 10
    return errors.error_sentence(caught.value, SAY) or ""


@pytest.mark.parametrize("game", DECKS, ids=lambda game: game.id)
@each("case", LISTS)
def test_a_list_made_to_do_harm_is_refused_in_plain_sentences(game: Game, case: str) -> None:
    text = told(game, LISTS[case])
    assert 0 < len(text) <= limits.CONTENT
    for line in text.splitlines():
        assert line.endswith((".", "?", "…")), line
        assert line[0].isupper()
    assert "@everyone" not in text
    assert "<@" not in text.replace("\\<", "")
    assert "```" not in text
    assert not set("\u202e\u2066\u2067\x00\x1b\u200b") & set(text.replace("@\u200b", ""))
    text.encode()


@pytest.mark.parametrize("game", DECKS, ids=lambda game: game.id)
@each("case", WORDS)
def test_a_decks_name_means_nothing_to_discord(game: Game, case: str) -> None:
    rules_of = game.decks
    assert rules_of is not None
    card = next(iter(rules_of.cards(decks.BASE)))
    deck = deck_parsing.parse_deck(game, f"1x {card}", WORDS[case][:MAX_NAME_LENGTH])
    found = deck_parsing.FoundDeck(game, deck)
    assert "@everyone" not in found.title
    assert "<" not in found.title.replace("\\<", "")
    assert "://" not in found.title
    label = deck_parsing.label(SAY, found)
    assert 0 < len(label) <= limits.CHOICE_NAME
    # Writing the deck as a list and reading that list gives the same deck.
    again = rules_of.read(rules_of.write(SAY, deck))
    assert again.cards == deck.cards


@pytest.mark.parametrize("game", DECKS, ids=lambda game: game.id)
def test_any_text_is_a_deck_or_is_refused(game: Game) -> None:
    rules_of, rng = game.decks, random.Random("lists")
    assert rules_of is not None
    pieces = [
        *WORDS.values(),
        "1x",
        "Name:",
        "Pack:",
        "#",
        "\n",
        "\r",
        " ",
        "99",
        "x",
        ":",
        *rules_of.cards(decks.BASE),
    ]
    for _ in range(150):
        text = "".join(rng.choice(pieces)[:60] for _ in range(rng.randrange(1, 25)))
        deck, refusal = read(game, text)
        if deck is None:
            assert 0 < len(refusal) <= limits.CONTENT
        else:
            assert deck.cards
            rules_of.faults(SAY, deck)
            decks.load(decks.save(deck))


def read(game: Game, text: str) -> tuple[decks.Deck | None, str]:
    """Return the deck that a list describes, or the refusal of the list."""
    try:
        return deck_parsing.parse_deck(game, text), ""
    except Refusal as fault:
        return None, errors.error_sentence(fault, SAY) or ""


@pytest.mark.parametrize(
    "text", ["", "{}x", "[" * 9000, '{"cards": {"a": 1000000}}', '{"cards": {"a": -1}}', "1" * 5000]
)
def test_a_kept_deck_that_was_damaged_is_refused(text: str) -> None:
    with pytest.raises(decks.DeckError):
        decks.load(text)
