"""Every text exists in every language, with the same placeholders and punctuation as in English."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import rules
from rules.kernel.data.actions import summary
from rules.kernel.words.translation import LOCALES, Translator
from tools import catalogues

ROOT = Path(__file__).parents[2]
TRANSLATED = [locale for locale in LOCALES if locale != catalogues.SOURCE]
#: Maximum length that Discord allows for the description of a command or an option, in characters.
DESCRIPTION = 100

every_language = pytest.mark.parametrize("locale", TRANSLATED)
Words = str | tuple[str, ...]


def folder(locale: str) -> Path:
    return ROOT / "data" / "locale" / locale / "LC_MESSAGES"


@cache
def catalogue(locale: str) -> Catalog:
    with (folder(locale) / "tenebrae.po").open("rb") as file:
        return read_po(file, locale=locale)


@cache
def extracted() -> dict[str, Words]:
    return {_key(message.id): _words(message.id) for message in catalogues.extract(ROOT) if message.id}


def _words(value: object) -> Words:
    return tuple(value) if isinstance(value, list | tuple) else str(value)


def _key(words: object) -> str:
    """Return the key that gettext uses for a sentence: the sentence itself, or its singular if it has a plural."""
    return words[0] if isinstance(words, list | tuple) else str(words)


def translations(locale: str) -> dict[str, tuple[str, ...]]:
    return {
        _key(message.id): tuple(message.string) if isinstance(message.string, list | tuple) else (message.string,)
        for message in catalogue(locale)
        if message.id
    }


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@every_language
def test_every_sentence_is_translated(locale: str) -> None:
    known = translations(locale)
    assert [key for key in extracted() if not all(known.get(key, ("",)))] == []


@every_language
def test_no_translation_is_left_over(locale: str) -> None:
    assert set(translations(locale)) - set(extracted()) == set()
    assert not catalogue(locale).obsolete


@every_language
def test_no_translation_is_a_guess(locale: str) -> None:
    assert [message.id for message in catalogue(locale) if message.id and message.fuzzy] == []


@every_language
def test_translations_have_the_fields_of_their_sentence(locale: str) -> None:
    wrong: list[str] = []
    for key, forms in translations(locale).items():
        source = extracted()[key]
        wanted = fields(source if isinstance(source, str) else source[-1])
        wrong += [form for form in forms if fields(form) != wanted]
    assert wrong == []


@every_language
def test_plurals_have_all_their_forms(locale: str) -> None:
    known = translations(locale)
    plural = [key for key, words in extracted().items() if isinstance(words, tuple)]
    assert [key for key in plural if len(known[key]) != catalogue(locale).num_plurals] == []


@every_language
def test_translations_end_as_their_sentence_does(locale: str) -> None:
    """A translation ends with the same punctuation as its sentence. Ordinals are an exception: "5th" becomes "5."."""
    wrong: list[str] = []
    for key, forms in translations(locale).items():
        ends = {text[-1:] if text.endswith((".", "?", ":", "…")) else "" for text in (key, *forms)}
        if len(ends) > 1 and not re.fullmatch(r"\d(st|nd|rd|th)", key):
            wrong.append(key)
        wrong += [key for text in forms if text.strip() != text]
    assert wrong == []


@every_language
def test_the_compiled_catalogue_is_in_step(locale: str) -> None:
    with (folder(locale) / "tenebrae.mo").open("rb") as file:
        compiled = {_key(message.id): message.string for message in read_mo(file) if message.id}
    for key, forms in translations(locale).items():
        assert (tuple(compiled[key]) if isinstance(compiled[key], list | tuple) else (compiled[key],)) == forms


@every_language
def test_few_sentences_are_the_same_in_two_languages(locale: str) -> None:
    """A translation may equal the English text only if it is a name, consists of placeholders, or is listed below.

    The lists in the test have the words that really are the same in the other language.
    """
    same = [key for key, forms in translations(locale).items() if forms[0] == key]
    told = [key for key in same if re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", key))]
    titles = [name(Translator()) for game in rules.GAMES.values() for name in (game.title, game.short or game.title)]
    names = {f"{title}{more}" for title in titles for more in ("", ": {phase}.")}
    commands = {f"/{game.command}" for game in rules.GAMES.values()}
    assert set(told) <= names | commands | {
        "/dem",
        "/mulligan",
        "/plan",
        "No",
        "{n} min",
        "Total",
        "Neutral",
        "control",
        "Limbo",
        "Ritual",
        "Deus Ex Machina",
        "{window}: Deus Ex Machina?",
        "Draft",
        "draft",
        "In Medias Res",
        "Status Quo",
    }


# -- texts from tables ----------------------------------------------------------------------------------------


@every_language
def test_what_actions_do_is_translated(locale: str) -> None:
    known = translations(locale)
    for game in rules.GAMES.values():
        for kind in game.actions:
            text = known[summary(kind.__doc__ or "")][0]
            assert 1 <= len(text) <= DESCRIPTION, text


@every_language
def test_match_options_are_translated(locale: str) -> None:
    known = translations(locale)
    for game in rules.GAMES.values():
        for field in game.options.model_fields.values():
            if get_args(field.annotation) == (field.default,):
                continue  # only old saves use an option with a single value: players aren't asked for it
            assert field.title in known
            assert field.description in known


@every_language
def test_standing_orders_are_translated(locale: str) -> None:
    for game in rules.GAMES.values():
        assert set(game.orders.values()) <= set(translations(locale))


def described() -> set[str]:
    """Return the descriptions of all slash commands and their options, as found in the source code."""
    found: set[str] = set()
    for file in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "described":
                found |= {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
    return {text for text in found if isinstance(text, str) and " " in text}


@every_language
def test_descriptions_of_commands_are_not_cut(locale: str) -> None:
    known = translations(locale)
    texts = described()
    assert texts
    assert [known[text][0] for text in texts if len(known[text][0]) > DESCRIPTION] == []
    assert [
        len(game.blurb(Translator(locale)))
        for game in rules.GAMES.values()
        if len(game.blurb(Translator(locale))) > DESCRIPTION
    ] == []
