"""Compares the strings and numbers in the pictures of a match with the words that *In words* shows in the panel."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import render
import rules
from bot.table.play import match_words
from render.dark_providence import solo_reader
from render.pen import text_audit
from rules.kernel.data.view import View
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import Translator
from tests.render.matches_to_draw import random_moves

NAMES = ("Annabella", "Bertalan", "Csűrős", "Ñuñoz", "Dorottya")
#: Sentences of the pictures that the words put differently, by game. Their words aren't looked for, their numbers are.
OTHER_WORDS: dict[str, tuple[str, ...]] = {
    "": (
        "{player}'s turn",
        "{name}'s turn",
        "Both players decide",
        "{names} decides",
        "no cards in hand",
        "The game is over",
        "Final scores",
    ),
    "edge_of_darkness": (
        "It goes into one of these",
        "{n} or more: attack",
        "Threat tower",
        "slips",
        "City side",
        "Blight side",
        "no card",
        "If you do nothing",
        "Reduced to 0: {gain}",
    ),
    "dark_providence": (
        *("ends at {n} VP", "no lead agent yet", "Discards", "Set-up", "Scores at the end", "{n} actions"),
        "no mythos cards in the row",
        *solo_reader.GOALS.values(),
    ),
    "aevum_haeresis": (
        *("{name} acts", "Seen in the opponent's hand", "Passive", "Initiator", "Blockers", "Souls", "no one blocks"),
        *("no Location yet", "no Story row", "Your Story row", "Left in the Plot deck", "Left in the Heretic deck"),
        *("{change} each Round", "The caster deals its {damage} to {target}.", "In its Deus Ex Machina windows."),
    ),
}
#: The fields of views whose numbers identify seats, colours, decisions and the like.
NAMES_OF_PIECES = frozenset(
    (
        *("seat", "seats", "viewer", "to_act", "owner", "controller", "colour", "active", "first", "initiator"),
        *("winner", "actor", "placer", "gate_owner", "card_owner", "spot", "pending", "successful"),
    )
)
#: The share of a word at its start that identifies it in languages that inflect it.
STEM = 0.6
#: A word or number; an icon, which the legend explains in words; the ending of an ordinal number.
_WORD, _ICON, _ORDINAL = (
    re.compile(r"[^\W_]+"),
    re.compile(r"\{[^}]*\}"),
    re.compile(r"(\d+)(?:st|nd|rd|th|º|ª|\.[ªº])"),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as one seat sees it, with the seat's decision if it has one."""

    view: View
    public: View
    decision: Decision | None


def moments(game: str, seats: int, seed: int, options: Sequence[tuple[str, Any]] = ()) -> Iterator[Moment]:
    """Play a random match and yield the position before each move, for a seat that decides, and the last position."""
    for match, _ in random_moves(game, seats, "words", seed, options=tuple(options)):
        decisions = match.decisions()
        seat = sorted(decisions)[0] if decisions else 0
        yield Moment(match.view(seat), match.view(None), decisions.get(seat))


def drawn_texts(moment: Moment, locale: str) -> dict[str, frozenset[str]]:
    """Return the lines of text in each picture of a moment that players see, by the picture's name."""
    view, names = moment.view, NAMES[: moment.view.seats]
    drawings = {
        "channel": lambda: render.chat_board(moment.public, locale, names),
        "board": lambda: render.board(view, None, locale, names),
        "hand": lambda: render.hand(view, locale, names),
        "choice": lambda: render.choice(view, moment.decision, locale, names),
    }
    if render.lists_decks(view.game):
        drawings["decks"] = lambda: render.lists_png(view, locale, names)
    for part in render.part_names(view, locale, names):
        drawings[part] = lambda part=part: render.part(view, part, locale, names)
    found: dict[str, frozenset[str]] = {}
    for name, draw in drawings.items():
        with text_audit.audit() as audited:
            draw()
        found[name] = frozenset(audited.texts)
    return found


def said(moment: Moment, locale: str) -> str:
    """Return everything that *In words* says about a moment."""
    game = rules.GAMES[moment.view.game]
    say = Translator(locale, list(NAMES[: moment.view.seats]), pack=getattr(moment.view, "pack", None) or "base")
    parts = match_words.sections(game, say, moment.view, moment.decision)
    # The post in the channel doesn't show a choice that only the seat knows yet, so it may differ in numbers.
    public = match_words.board(game, say, moment.public, None, whole=True)
    return "\n".join([*(f"{part.title}\n{part.text}" for part in parts), public])


def words_in(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case, without icons and the endings of ordinal numbers."""
    return [word.casefold() for word in _WORD.findall(_ORDINAL.sub(r"\1", _ICON.sub(" ", text)))]


def unsaid(moment: Moment, locale: str) -> dict[str, dict[str, list[str]]]:
    """Return the words and numbers that pictures show and *In words* lacks: by picture, then by line."""
    say = Translator(locale)
    known = set(words_in(said(moment, locale)))
    for sentence in (*OTHER_WORDS[""], *OTHER_WORDS.get(moment.view.game, ())):
        known |= {word for word in words_in(say.t(sentence)) if not word.isdecimal()}
    found: dict[str, dict[str, list[str]]] = {}
    for picture, lines in drawn_texts(moment, locale).items():
        for line in lines:
            if lacking := [word for word in words_in(line) if not _is_known(word, line, known, stems=locale != "en")]:
                found.setdefault(picture, {})[line] = lacking
    return found


def _is_known(word: str, line: str, known: set[str], *, stems: bool) -> bool:
    """Return whether a word is known, or is a part of a known word that a picture hyphenates or shortens.

    If `stems`, another form of a word is enough.
    """
    if word in known or word.isdecimal():
        return word in known
    is_part = re.search(rf"{re.escape(word)}(-$|…)", line.casefold()) or line.casefold().startswith(word)
    stem = word[: max(3, round(len(word) * STEM))]
    return any((is_part and word in one) or (stems and one.startswith(stem)) for one in known)


def with_other_number(moment: Moment, dice: random.Random) -> Moment | None:
    """Return the moment with one number in its view one higher; None if the view has no such number."""
    data = moment.view.model_dump(mode="json")
    places = list(_numbers(data))
    if not places:
        return None
    path = dice.choice(places)
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] += 1
    return replace(moment, view=type(moment.view).model_validate(data))


def _numbers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths to the numbers in a view that count something. Seats and colours are only names."""
    if isinstance(data, dict):
        for name, value in cast("dict[str, Any]", data).items():
            if name not in NAMES_OF_PIECES:
                yield from _numbers(value, (*path, name))
    elif isinstance(data, list):
        for place, value in enumerate(cast("list[Any]", data)):
            yield from _numbers(value, (*path, place))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path
