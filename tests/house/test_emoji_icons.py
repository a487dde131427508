"""The games' emoji icons: each has a picture, and the words it replaces occur in the game's texts in every language."""

from __future__ import annotations

import re
import string
from dataclasses import fields
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import rules
from render.icons import ICONS
from rules.kernel.words import text_icons
from rules.kernel.words.text_icons import ByField
from rules.kernel.words.translation import LOCALES, Translator
from tools import catalogues

ROOT = Path(__file__).parents[2]
GAMES = list(rules.GAMES.values())
PAIRS = sorted({pair for game in GAMES for pair in game.signed.items()})

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def filled(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def marked(text: str) -> list[str]:
    return sorted(re.findall(r":([a-z_]+):", text))


@every_game
def test_every_sign_is_drawn(game: Any) -> None:
    found = text_icons.icon_names(game.signed, game.leading)
    assert found <= ICONS.keys()
    # Discord allows at most 32 characters for the name of an emoji.
    assert all(len(f"{name}_123abc") <= 32 for name in found)


def test_every_sentence_with_signs_stands_for_one_that_is_said() -> None:
    said = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogues.extract(ROOT)}
    assert [sentence for sentence, _ in PAIRS if sentence not in said] == []
    assert [sentence for sentence, signed in PAIRS if filled(sentence) != filled(signed)] == []
    assert [sentence for sentence, signed in PAIRS if not marked(signed)] == []


def test_all_games_say_a_sentence_with_the_same_signs() -> None:
    assert [key for key, group in groupby(PAIRS, lambda pair: pair[0]) if len(list(group)) > 1] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_the_same_signs(locale: str) -> None:
    say = Translator(locale)
    assert [signed for _, signed in PAIRS if marked(say.t(signed)) != marked(signed)] == []


@every_game
def test_what_stands_before_a_verb_is_of_this_game(game: Any) -> None:
    assert set(game.leading) <= set(game.actions)
    for kind, icon in game.leading.items():
        assert not isinstance(icon, ByField) or icon.field in {one.name for one in fields(kind)}


def test_a_sign_stands_for_its_words() -> None:
    table, marks = [("{n} Coin", "{n} :coin:"), ("{n} soul", "{n} :soul:")], {"coin": "<:coin_123abc:7>"}
    say = Translator("hu", (), text_icons.with_icons("hu", table, marks))
    assert say.n("{n} Coin", "{n} Coins", 2) == "2\N{NO-BREAK SPACE}<:coin_123abc:7>"
    assert say.n("{n} soul", "{n} souls", 2) == Translator("hu").n("{n} soul", "{n} souls", 2)
    assert say.without_icons().n("{n} Coin", "{n} Coins", 2) == Translator("hu").n("{n} Coin", "{n} Coins", 2)
    assert say.with_names(["Ana"]).n("{n} Coin", "{n} Coins", 2) == say.n("{n} Coin", "{n} Coins", 2)
