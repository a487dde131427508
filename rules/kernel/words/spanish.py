"""Spanish words that depend on the word after them: the article of a title, and "y" and "o" before a like sound."""

from __future__ import annotations

import re

#: "(el)" before a name in Spanish translations. Only a name that starts with a title takes the article.
_TITLE = re.compile(r"(\ba )?\(el\) (?!\{)(Agente )?")
#: "y(e)" and "o(u)" in Spanish translations, and the sound at the start of the next word that changes them. "Hielo" and
#: "Iago" don't start with the vowel i, so they keep "y".
_CONJUNCTION = re.compile(
    r"\b(?:(?P<y>[Yy])\(e\)|(?P<o>[Oo])\(u\))(?=[^\w{<]*(?:(?P<i>h?[ií](?![aeo])|y(?![aeiouáéíóú]))|(?P<u>h?[oó]|8|11\b))?)",
    re.I,
)


def with_spanish_forms(text: str) -> str:
    """Replace each "(el)", "y(e)" and "o(u)" with the form that fits the next word."""
    if "(el)" in text:
        text = _TITLE.sub(_article, text)
    return _CONJUNCTION.sub(_conjunction, text) if "(e)" in text or "(u)" in text else text


def _article(found: re.Match[str]) -> str:
    """Return the article before a title: "con el agente Lunes", "al agente Lunes", but "con Keziah", "a Keziah"."""
    to = found[1] or ""
    return f"{'al' if to else 'el'} agente " if found[2] else to


def _conjunction(found: re.Match[str]) -> str:
    """Return "y" or "o", or "e" and "u" before a like sound: "Ana e Ilario", "siete u ocho"."""
    if found["y"]:
        return "e" if found["i"] else found["y"]
    return "u" if found["u"] else found["o"]
