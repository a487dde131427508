"""The search finds the rule that answers a question, in the reader's language."""

from __future__ import annotations

import pytest

import rules
from bot.features.rulebook.service.search import search
from rules.kernel.words.rule_conditions import Table
from rules.kernel.words.translation import LOCALES

EDGE = rules.GAMES["edge_of_darkness"]
PROVIDENCE = rules.GAMES["dark_providence"]
HAERESIS = rules.GAMES["aevum_haeresis"]


def first(game: object, locale: str, question: str) -> str:
    """Return the id of the rule that the search ranks first."""
    return search(game, locale, question)[0].id  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("written", ["EOD-DRAFT.5", "eod-draft.5", "DRAFT.5", "draft 5", " Draft-5 "])
def test_a_rule_is_found_by_its_id_however_it_is_written(written: str, locale: str) -> None:
    assert [rule.id for rule in search(EDGE, locale, written)] == ["EOD-DRAFT.5"]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_chapter_is_read_from_its_beginning_under_its_letters_and_its_title(locale: str) -> None:
    chapter = EDGE.book(locale).chapters["DRAFT"]
    for title in ("draft", chapter[0].chapter, chapter[0].chapter.upper()):
        assert search(EDGE, locale, title, 3) == list(chapter[:3])


@pytest.mark.parametrize(
    ("game", "word", "chapter"),
    [
        (EDGE, "védőzés", "SLEEVE"),
        (HAERESIS, "konfliktus", "CONFLICT"),
        (PROVIDENCE, "merénylet", "ASSASSINATE"),
        (HAERESIS, "Kárhozott", "LIFE"),
    ],
)
def test_words_of_the_printed_rulebook_are_found(game: object, word: str, chapter: str) -> None:
    assert search(game, "hu", word)[0].code == chapter  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("locale", "asked", "typed"),
    [
        ("en", "skipping a card costs Influence", "skiping a card costs influense"),
        ("hu", "mikor támad a tálca", "mikor tamad a talca"),
        ("es", "¿cuándo ataca la bandeja?", "cuando ataca la bandega"),
    ],
)
def test_slips_of_the_pen_and_missing_accents_find_the_same(locale: str, asked: str, typed: str) -> None:
    assert first(EDGE, locale, asked) in [rule.id for rule in search(EDGE, locale, typed, 3)]


def test_one_word_of_the_rulebook_finds_the_main_rule_about_it() -> None:
    assert first(EDGE, "hu", "védőzés") == "EOD-SLEEVE.1"


@pytest.mark.parametrize(
    ("locale", "polite", "plain"),
    [
        ("en", "sorry guys, who starts the next round, thanks", "who starts the next round"),
        ("hu", "bocsi, ki kezdi a következő kört, köszi", "ki kezdi a következő kört"),
        ("es", "perdona, quién va primero en la próxima ronda, gracias", "quién va primero en la próxima ronda"),
    ],
)
def test_words_of_courtesy_change_nothing(locale: str, polite: str, plain: str) -> None:
    assert search(EDGE, locale, polite) == search(EDGE, locale, plain)
    assert first(EDGE, locale, plain) in ("EOD-ENDRND.2", "EOD-ENDRND.5")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("nothing", ["xyzzy plugh quux", "", "   ", "@#!?"])
def test_what_no_rule_speaks_of_finds_none(nothing: str, locale: str) -> None:
    assert search(EDGE, locale, nothing) == []


def test_a_word_of_another_game_finds_none() -> None:
    assert search(EDGE, "hu", "merénylet") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_present_situation_comes_first_where_words_do_not_decide(locale: str) -> None:
    asked = {"en": "what may I do now?", "hu": "mit tehetek most?", "es": "¿qué puedo hacer ahora?"}[locale]
    now = ["AH-CONFLICT.9", "AH-CONFLICT.10"]
    assert [rule.id for rule in search(HAERESIS, locale, asked, now=now)] == now
    paid = {"en": "when is a card paid", "hu": "mikor kell kifizetni egy lapot", "es": "cuándo se paga una carta"}[
        locale
    ]
    places = [[rule.id for rule in search(HAERESIS, locale, paid, 700, ids)].index(now[0]) for ids in (now, [])]
    assert places[0] < places[1]


def test_the_longest_question_takes_no_longer_than_its_beginning() -> None:
    assert search(EDGE, "en", "skip " * 4_000) == search(EDGE, "en", "skip " * 40)


HOW_TO_WIN = {"en": "how do I win", "hu": "hogyan nyerek", "es": "cómo gano"}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_way_to_win_is_that_of_the_readers_table(locale: str) -> None:
    asked = HOW_TO_WIN[locale]
    for table in (None, Table(3), Table(5)):
        assert search(PROVIDENCE, locale, asked, table=table)[0].id == "DP-WIN.7"
    assert "SOLO" not in [rule.code for rule in search(PROVIDENCE, locale, asked, 3, table=Table(3))]
    assert search(PROVIDENCE, locale, asked, table=Table(1))[0].code == "SOLO"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_number_that_depends_on_the_seats_is_that_of_the_readers_table(locale: str) -> None:
    asked = {
        "en": "how many mythos cards lie face up at the start",
        "hu": "hány mítoszkártya van felfordítva az elején",
        "es": "cuántas cartas de mitos hay boca arriba al empezar",
    }[locale]
    for seats, rule in ((1, "DP-SOLO.4"), (2, "DP-SETUP.11"), (3, "DP-SETUP.11"), (4, "DP-SETUP.12")):
        others = {"DP-SOLO.4", "DP-SETUP.11", "DP-SETUP.12"} - {rule}
        found = [one.id for one in search(PROVIDENCE, locale, asked, 700, table=Table(seats))]
        assert all(found.index(rule) < found.index(other) for other in others)


def test_rules_for_an_option_rank_behind_where_it_is_off() -> None:
    asked = "points lost for being revealed"
    places = [
        [rule.id for rule in search(PROVIDENCE, "en", asked, 700, table=Table(4, {"dissenters": dealt}))].index(
            "DP-SCORE.22"
        )
        for dealt in (True, False)
    ]
    assert places[0] < places[1]
    formats = {
        chosen: [rule.code for rule in search(HAERESIS, "en", "build my deck", 700, table=Table(2, {"format": chosen}))]
        for chosen in ("decks", "draft")
    }
    assert formats["decks"].index("FMT") > formats["draft"].index("FMT")


def test_what_is_asked_about_by_name_is_found_at_any_table() -> None:
    assert search(PROVIDENCE, "en", "goal of the great old one in solo play", table=Table(3))[0].code == "SOLO"
