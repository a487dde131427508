"""The players' rulebook is in plain words, and has the same ids, numbers, references and names in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import rules
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from rules.kernel.words import rulebook
from rules.kernel.words.rulebook import REFERENCE, Rule
from rules.kernel.words.translation import LOCALES, Translator
from tests.rulebooks.games_with_books import WITH_BOOK

#: The sections of each game's RULES.md that players don't need: lists of components, the engine's decisions and
#: invariants, differences between printings, and gaps in the printed rulebook.
LEFT_OUT = {
    "edge_of_darkness": {"COMP", "DEC", "INFO", "PBP", "DIFF", "MISS"},
    "dark_providence": {"COMP", "DEC", "CONT", "INV"},
    "aevum_haeresis": {"DCS", "DIS", "DATA"},
}
OTHERS = [locale for locale in LOCALES if locale != "en"]
#: Patterns that may occur in RULES.md, which is for developers, but not in the players' rulebook: line and page numbers
#: of sources, levels of confidence, the word MUST, and code.
TRACES = re.compile(r"\bL\d+\b|\bp\.\s?~?\d|\[[PDRESX]\b|\b(?:MUST|MAY|EN|HU|ES)\b|digest|`|\bengine\b")

games = pytest.mark.parametrize("game", WITH_BOOK, ids=lambda game: game.id)


def digested(game: AnyGame) -> dict[str, str]:
    """Return the text of each rule of play in RULES.md, by the rule's id."""
    found: dict[str, str] = {}
    for line in game.digest().splitlines():
        defined = re.match(r"^(?:\s*[-*]\s+|\|\s*)\*{0,2}([A-Z]+-([A-Z]+)\.\d+[a-z]?)\b\*{0,2}(.*)", line)
        if defined and defined[2] not in LEFT_OUT[game.id]:
            found.setdefault(defined[1], defined[3])
    return found


def in_all_languages(game: AnyGame) -> Iterator[tuple[Rule, Rule, str]]:
    """Yield each English rule, its translation, and the translation's language."""
    for locale in OTHERS:
        translated = game.book(locale).by_id
        for rule in game.book("en").rules:
            yield rule, translated[rule.id], locale


def numbers(rule: Rule) -> set[str]:
    """Return the numbers in a rule's text, except those in rule ids."""
    return set(re.findall(r"\d+", REFERENCE.sub("", rule.text)))


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_of_play_is_there_once(game: AnyGame, locale: str) -> None:
    assert game.book(locale).locale == locale
    assert sorted(rule.id for rule in game.book(locale).rules) == sorted(digested(game))


@games
def test_every_language_has_the_same_rules_in_the_same_order(game: AnyGame) -> None:
    wrong = [
        f"{rule.id} in {locale}"
        for locale in OTHERS
        for rule, other in zip(game.book("en").rules, game.book(locale).rules, strict=True)
        if (rule.id, rule.code, bool(rule.heading)) != (other.id, other.code, bool(other.heading))
    ]
    assert wrong == []


@games
def test_a_ruling_says_that_it_is_one_and_nothing_else_does(game: AnyGame) -> None:
    lines = digested(game)
    ours = {rule for rule, line in lines.items() if "-HC." in rule or re.match(r"\s*\[R\b", line)}
    for locale in LOCALES:
        assert {rule.id for rule in game.book(locale).rules if rule.ruling} == ours


@games
def test_numbers_are_the_same_in_every_language(game: AnyGame) -> None:
    wrong = [
        f"{rule.id}: {sorted(numbers(rule))}, in {locale} {sorted(numbers(other))}"
        for rule, other, locale in in_all_languages(game)
        if numbers(rule) != numbers(other)
    ]
    assert wrong == []


@games
def test_rules_refer_to_rules_that_players_can_read_and_alike_in_every_language(game: AnyGame) -> None:
    known = game.book("en").by_id
    wrong = [rule.id for rule in known.values() if not set(rule.references) <= known.keys() - {rule.id}]
    wrong += [
        f"{rule.id} in {locale}"
        for rule, other, locale in in_all_languages(game)
        if set(rule.references) != set(other.references)
    ]
    assert wrong == []


@games
def test_names_of_cards_and_places_are_those_of_the_language(game: AnyGame) -> None:
    """If an English rule contains the name of a card or place, its translation contains the translated name.

    The translated name may have suffixes.
    """
    named = {locale: {entry.id: entry.name for entry in game.look_up(Translator(locale))} for locale in LOCALES}
    wanted = {
        entry: (plain, re.compile(rf"\b{re.escape(plain)}(?!\w)"))
        for entry, name in named["en"].items()
        if " " in (plain := name.removeprefix("The "))
    }
    wrong: list[str] = []
    for rule, other, locale in in_all_languages(game):
        text = other.text.casefold()
        for entry, (plain, name) in wanted.items():
            if plain in rule.text and name.search(rule.text):
                called = re.sub(r"^(?:el|la|los|las|az?) ", "", named[locale][entry].casefold())
                stems = [word[: max(3, len(word) - 2)] for word in re.findall(r"\w+", called)]
                if not all(stem in text for stem in stems):
                    wrong.append(f"{rule.id} in {locale}: {named[locale][entry]}")
    assert wrong == []


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_of_the_developers_page_is_left(game: AnyGame, locale: str) -> None:
    assert [rule.id for rule in game.book(locale).rules if TRACES.search(rule.text)] == []


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_rules_are_short_sentences_that_end(game: AnyGame, locale: str) -> None:
    unfinished = [
        rule.id for rule in game.book(locale).rules if not rule.text.rstrip('*)”»"').endswith((".", "?", "!"))
    ]
    assert unfinished == []
    assert max(len(rule.text) for rule in game.book(locale).rules) < 1_200


@games
def test_the_developers_page_says_where_the_words_for_players_stand(game: AnyGame) -> None:
    head = game.digest().partition("\n## ")[0]
    assert f"data/{game.id}/rules/" in head


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- **EOD-GEN.1** A rule above every chapter.", 1),
        ("## GEN General\n- EOD-GEN.1 Not bold.", 2),
        ("## GEN General\n- **EOD-GEN.1** One.\n- **EOD-GEN.1** Twice.", 3),
    ],
)
def test_a_line_that_is_no_rule_is_named(text: str, line: int) -> None:
    with pytest.raises(ContentError, match=f"rules.md, line {line}:"):
        rulebook.parse(text, "en", "rules.md")


def test_a_game_without_rules_for_players_shows_those_of_its_developers() -> None:
    page = "## 1. Drafting (DRAFT)\n\n- **EOD-DRAFT.1** [P p.1 L2] You draft.\n  Two lines.\n"
    (rule,) = rulebook.digest(page).rules
    assert (rule.id, rule.code, rule.chapter, rule.text) == (
        "EOD-DRAFT.1", "DRAFT", "1. Drafting (DRAFT)", "You draft. Two lines.",
    )  # fmt: skip


def test_examples_are_found_by_the_rules_they_show() -> None:
    book = rules.GAMES["edge_of_darkness"].book("hu")
    assert "EOD-EX.10" in book.shown_by["EOD-DRAFT.3"]
