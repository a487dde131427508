"""Icons in texts: sentences that use icons instead of words, and the icon before each action.

A game's table maps a sentence to its form with icons, where `:coin:` stands for the icon `coin`. The form with icons is
translated as a separate sentence, because word order and inflection differ by language. A form that has only numbers
and icons needs no translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator

_SIGN = re.compile(r" ?:([a-z_]+):")
#: A space that keeps a number and its icon on one line.
_TOGETHER = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class ByField:
    """The icons for an action, by the value of one of its fields."""

    field: str
    icons: Mapping[Any, str]


#: The icon or icons for each action type. Types without an icon are left out.
Leading = Mapping[type[Action], str | ByField]


def leading_icon(leading: Leading, action: Action) -> str:
    """Return the name of the icon to show before an action's text; "" if there is none."""
    found = leading.get(type(action), "")
    return found if isinstance(found, str) else found.icons.get(getattr(action, found.field), "")


def icon_names(signed: Mapping[str, str], leading: Leading) -> set[str]:
    """Return the names of all icons that a game's texts use."""
    found = {name for sentence in signed.values() for name in _SIGN.findall(sentence)}
    for icon in leading.values():
        found |= {icon} if isinstance(icon, str) else set(icon.icons.values())
    return found


def with_icons(locale: str, signed: Iterable[tuple[str, str]], marks: Mapping[str, str]) -> dict[str, str]:
    """Return a language's sentences with icons, by message id; `marks` contains the text that displays each icon.

    Sentences with an icon that isn't in `marks` are left out.
    """
    say, found = Translator(locale), dict[str, str]()
    for sentence, with_signs in signed:
        if marks.keys() >= set(_SIGN.findall(with_signs)):
            found[sentence] = _SIGN.sub(lambda sign: _put(sign, marks), say.t(with_signs))
    return found


def _put(sign: re.Match[str], marks: Mapping[str, str]) -> str:
    return (_TOGETHER if sign[0][0] == " " else "") + marks[sign[1]]
