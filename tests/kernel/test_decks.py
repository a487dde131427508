"""The text format of decks: valid lines, messages about invalid lines, and lossless round trips."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.content import deck_lines
from rules.kernel.content.decks import Deck, DeckError, load, save
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import LOCALES, Translator
from tests.kernel.duel import GAME as DUEL
from tests.kernel.hunt import HUNT

DECKS = HUNT.decks


def faults(text: str) -> list[str]:
    with pytest.raises(DeckError) as caught:
        DECKS.read(text)
    told = [Translator().error(fault) for fault in caught.value.faults]
    assert all(line.endswith((".", "?")) and "{" not in line for line in told)
    return told


@pytest.mark.parametrize(
    "line",
    ["4x Crow", "4 Crow", "4 x crow", "4× CROW", "4* crow", "  4x\tcrow  ", "4x Crow # best", "4x crow-hu", "4 Crow é"],
)
def test_a_card_may_be_written_in_many_ways(line: str):
    assert DECKS.read(line).cards == {"crow": 4}


def test_what_is_no_card_is_passed_over():
    text = "\ufeffName: My # deck\r\n\r\n# a comment\n[Animals]\nAnimals:\nCrow\n2x Crow\n1 Elk"
    assert DECKS.read(text) == Deck({"crow": 3, "elk": 1}, "My # deck")
    assert DECKS.read("") == Deck()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("pack", ["base", "far"])
def test_what_is_written_reads_the_same(pack: str, locale: str):
    deck = Deck({"gnat": 2, "elk": 1, "crow": 99}, "Mine", pack)
    assert DECKS.read(DECKS.write(Translator(locale), deck)) == deck
    assert load(save(deck)) == deck


def test_two_cards_of_one_name_are_told_apart_by_id():
    text = DECKS.write(Translator(), Deck({"gnat": 2, "elk": 1}, pack="far"))
    assert text == "Pack: far\n\n# Animals (3)\n2x gnat\n1x elk\n"
    assert faults("Pack: far\nTwin") == [
        "Line 2: several cards are called “Twin”; write one of these instead: elk, gnat."
    ]


def test_a_card_that_is_gone_is_kept_by_its_id():
    deck = Deck({"unicorn": 1, "elk": 1})
    assert "1x unicorn" in DECKS.write(Translator(), deck)
    assert "1x unicorn" in DECKS.write(Translator(), Deck({"unicorn": 1}, pack="lost"))


def test_every_line_at_fault_is_named_and_close_names_are_suggested():
    told = faults("1x Crow\n\n2x Bager\n0x Elk\n100 Elk\n1x Qqqqq\n" + "9" * 80 + " Elk")
    assert told == [
        "Line 3: there is no card called “Bager”; did you mean Badger?",
        "Line 4: the number of copies goes from 1 to 99.",
        "Line 5: the number of copies goes from 1 to 99.",
        "Line 6: there is no card called “Qqqqq”; `/card` finds its name.",
        "Line 7: the number of copies goes from 1 to 99.",
    ]
    assert faults("60 Elk\n60 Elk") == ["Line 2: the number of copies goes from 1 to 99."]


def test_of_many_faults_a_few_are_told():
    told = faults("\n".join(["2x Bager"] * 20))
    assert len(told) == deck_lines.MOST_FAULTS + 1
    assert told[-1] == "More lines with errors: 12."


@pytest.mark.parametrize(
    "text",
    ["x" * 20_000, "\n" * 400, "ű" * 9000, "\ud800" * 20_000],
    ids=["long", "lines", "bytes", "halves"],
)
def test_what_is_no_list_is_refused_at_once(text: str):
    (told,) = faults(text)
    assert told.startswith("A list can have at most")


def test_odd_letters_do_no_harm():
    assert faults("x" * 300)[0].startswith("Line 1 is longer than")
    assert faults("1x \u202eworC\n٣x Crow\n\ud800")[0].startswith("Line 1: there is no card")
    assert DECKS.read("1x C̷r̷o̷w̷") == Deck({"crow": 1})


def test_unknown_packs_and_damaged_decks_are_refused():
    assert faults("Pack: <@1>\nCrow") == ["The content pack “<@1>” is not installed here."]
    for damaged in ("", "[]", '{"cards": {"crow": 0}}', '{"cards": {"crow": 100}}', '{"cards": 3}'):
        with pytest.raises(DeckError, match="damaged"):
            load(damaged)


def test_a_game_without_decks_takes_none():
    with pytest.raises(IllegalAction, match="bring your own deck"):
        DUEL.new_with_decks(2, 1, None, (None, None))


@given(
    st.text(max_size=400)
    | st.lists(st.sampled_from(["4x ", "crow", "Elk", "\n", "#", "[", ":", "name:", "99"])).map("".join)
)
def test_any_text_is_a_deck_or_refused_in_sentences(text: str):
    with suppress(DeckError):
        deck = DECKS.read(text)
        assert load(save(deck)).cards == deck.cards


@given(
    st.dictionaries(st.sampled_from(sorted(DECKS.cards("far"))), st.integers(1, 99)),
    st.text(st.characters(exclude_categories=("C", "Z")), max_size=40),
    st.sampled_from(LOCALES),
)
def test_any_deck_is_written_and_read_back(cards: dict[str, int], name: str, locale: str):
    deck = Deck(cards, name, "far")
    assert DECKS.read(DECKS.write(Translator(locale), deck)) == deck
