"""Every string and number in the pictures of a match is also in the words that the panel shows (*In words*)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

import rules
from rules.kernel.words.translation import LOCALES
from tests.conformance.picture_words import Moment, drawn_texts, moments, said, unsaid, with_other_number
from tests.render.text_only_pictures import text_only

#: The number of positions per game and options in a plain test run, of positions per game in `make soak`, and of
#: changed numbers in each of these.
FEW, MANY, CHANGES = 2, 1000, 3
#: Options that lead to other steps and pictures, by game.
OPTIONS: dict[str, Sequence[Sequence[tuple[str, Any]]]] = {
    "edge_of_darkness": ((), (("setup", "random"), ("guilds", "chosen"))),
    "dark_providence": ((), (("colours", "chosen"),)),
    "aevum_haeresis": ((), (("format", "draft"),), (("format", "sealed"),)),
}


def each_question(game: str, seats: int, seed: int, options: Sequence[tuple[str, Any]] = ()) -> list[Moment]:
    """Play a match and return the first moment of each question, in a random order, and the end."""
    found = {
        "" if one.decision is None else one.decision.prompt.key: one for one in moments(game, seats, seed, options)
    }
    shuffled = list(found.values())
    random.Random(seed).shuffle(shuffled)
    return shuffled


def many_moments(game: str) -> Iterator[Moment]:
    """Yield moments of many matches with all player counts and options, so that each match gives some of every kind."""
    tables = cycle([(seats, options) for seats in rules.GAMES[game].seats for options in OPTIONS.get(game, [{}])])
    for seed, (seats, options) in enumerate(tables):
        yield from each_question(game, seats, seed, options)
        played = list(moments(game, seats, seed, options))
        yield from random.Random(seed).sample(played, min(20, len(played)))


def assert_all_is_said(moment: Moment, locale: str) -> None:
    decision = moment.decision
    assert unsaid(moment, locale) == {}, (moment.view.game, locale, decision and decision.prompt.key)


@pytest.mark.parametrize("game", rules.GAMES)
def test_what_a_picture_says_is_said_in_words(game: str) -> None:
    chosen = [
        moment
        for number, options in enumerate(OPTIONS.get(game, [{}]))
        for moment in each_question(game, max(rules.GAMES[game].seats), 3 + number, options)[:FEW]
    ]
    with text_only():
        for moment, locale in zip(chosen, cycle(LOCALES), strict=False):
            assert_all_is_said(moment, locale)


def test_the_choice_of_a_guild_is_said_in_words() -> None:
    moment = next(
        one
        for one in moments("edge_of_darkness", 2, 3, (("guilds", "chosen"),))
        if one.decision is not None and one.decision.prompt.key == "guild"
    )
    with text_only():
        for locale in LOCALES:
            assert_all_is_said(moment, locale)


def assert_changes_are_said(moment: Moment, dice: random.Random, changes: int) -> int:
    """Change numbers in a moment's view one by one. Where a picture changes, the words must change.

    Return how many changes a picture showed.
    """
    private = replace(moment, public=moment.view)
    before, told, shown = drawn_texts(private, "en"), said(private, "en"), 0
    for _ in range(changes):
        other = with_other_number(private, dice)
        if other is None:
            continue
        try:
            after, words = drawn_texts(other, "en"), said(other, "en")
        except (IndexError, KeyError, AssertionError):
            continue  # no match has such a position
        differ = {name for name, texts in after.items() if texts != before.get(name)}
        shown += bool(differ)
        assert not differ or words != told, [(name, after[name] ^ before.get(name, frozenset())) for name in differ]
    return shown


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_number_that_changes_in_a_picture_changes_in_the_words(game: str) -> None:
    dice = random.Random(4)
    with text_only():
        chosen = each_question(game, max(rules.GAMES[game].seats), 6)[:1]
        shown = sum(assert_changes_are_said(moment, dice, 12) for moment in chosen)
        assert shown > 0 or game not in OPTIONS, "a simple picture may show no number"


def test_the_comparison_notices_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = each_question("edge_of_darkness", 2, 3)[0]
    with text_only():
        assert unsaid(moment, "en") == {}
        game = rules.GAMES["edge_of_darkness"]
        monkeypatch.setitem(
            rules.GAMES,
            "edge_of_darkness",
            replace(game, whole_board_text=lambda _say, _view: "", look_up=lambda _: []),
        )
        lacking = unsaid(moment, "en")
    assert {"channel", "board", "street", "tower", "places", "players"} <= set(lacking) | {"street"}


@pytest.mark.soak
@pytest.mark.parametrize("game", rules.GAMES)
def test_a_thousand_positions_are_said_in_words(game: str) -> None:
    dice = random.Random(1)
    with text_only():
        for number, (moment, locale) in enumerate(zip(many_moments(game), cycle(LOCALES), strict=False)):
            if number == MANY:
                break
            assert_all_is_said(moment, locale)
            assert_changes_are_said(moment, dice, CHANGES)
