"""Signs in text: the sentences that can use icons in place of words, and the icon before each action.

A table of signed sentences maps a sentence to its form with signs: `:coin:` is the icon `coin`. Translators get that
form as a separate sentence, so that a language can order and inflect it. A form of only numbers and signs needs no
translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator

_SIGN = re.compile(r" ?:([a-z_]+):")
#: Keeps a number and its sign on one line.
_TOGETHER = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class ByField:
    """An action's icons by the value of one of its fields."""

    field: str
    icons: Mapping[Any, str]


#: The icon of each kind of action that has one.
Leading = Mapping[type[Action], str | ByField]


def leads(leading: Leading, action: Action) -> str:
    """Return the icon before an action's words, or ""."""
    found = leading.get(type(action), "")
    return found if isinstance(found, str) else found.icons.get(getattr(action, found.field), "")


def used(signed: Mapping[str, str], leading: Leading) -> set[str]:
    """Return the names of all icons that a game needs as signs."""
    found = {name for sentence in signed.values() for name in _SIGN.findall(sentence)}
    for icon in leading.values():
        found |= {icon} if isinstance(icon, str) else set(icon.icons.values())
    return found


def ready(locale: str, signed: Iterable[tuple[str, str]], marks: Mapping[str, str]) -> dict[str, str]:
    """Return a language's sentences by message id, with the mark of each sign; without those that lack a sign."""
    say, found = Translator(locale), dict[str, str]()
    for sentence, with_signs in signed:
        if marks.keys() >= set(_SIGN.findall(with_signs)):
            found[sentence] = _SIGN.sub(lambda sign: _put(sign, marks), say.t(with_signs))
    return found


def _put(sign: re.Match[str], marks: Mapping[str, str]) -> str:
    return (_TOGETHER if sign[0][0] == " " else "") + marks[sign[1]]
