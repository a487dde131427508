"""Translation: `Translator` puts sentences into a language, with the players' names."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from rules.kernel.data.view import BASE
from rules.kernel.errors import TenebraeError

LOCALES = ("en", "hu", "es")
DOMAIN = "tenebrae"
#: Discord's limits for a button's label and for a choice, in characters.
MAX_LABEL_LENGTH = 80
MAX_CHOICE_LENGTH = 100
#: The most characters of each value quoted in an error.
MAX_QUOTE_LENGTH = 300


def N_(msgid: str) -> str:  # noqa: N802 - the name extraction tools look for
    """Mark a string for translation without translating it yet."""
    return msgid


def capital(text: str) -> str:
    """Return words with a capital first letter."""
    return text[:1].upper() + text[1:]


#: A sign in a text, and a sign that was cut off.
_SIGN, _CUT_SIGN = re.compile(r"<:\w+:\d+>"), re.compile(r"<:?\w{0,32}:?\d{0,20}$")
#: The width of a sign, in characters.
_ICON_PLACEHOLDER = "mm"


def width(text: str) -> int:
    """Return the visible width of a text in characters: a reader sees a sign where Discord counts its whole name."""
    return len(_SIGN.sub(_ICON_PLACEHOLDER, text)) if "<:" in text else len(text)


def truncate_keeping_icons(text: str, limit: int) -> str:
    """Return the first `limit` characters of a text; a sign is kept whole or left out."""
    return _CUT_SIGN.sub("", text[:limit])


def truncate(text: str, limit: int = MAX_LABEL_LENGTH) -> str:
    """Cut a text that is too long, at the end of a word if possible, and add an ellipsis."""
    if len(text) <= limit:
        return text
    cut = truncate_keeping_icons(text, limit - 1)
    if " " in cut[limit * 2 // 3 :]:
        cut = cut[: cut.rfind(" ")]
    return cut.rstrip(" ,;:(") + "…"


Name = Annotated[str, Field(min_length=1, max_length=400)]


@dataclass(frozen=True, slots=True)
class Localised:
    """A name in each language of the project; a content pack must give all of them."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    en: Name
    hu: Name
    es: Name


@dataclass(frozen=True, slots=True)
class ActionText:
    """How an action is shown: a short label, its effect, its group, and its place within the group."""

    label: str
    detail: str = ""
    group: str = ""
    place: int = 0
    #: Whether this one is a sentence with a button, although other actions of its verb are in a menu.
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An item for look-up: a card, a place, a contact, a threat."""

    id: str
    name: str
    kind: str
    text: str
    #: The parts that the rulebook fixes: "name", "effect", "numbers"; empty for a card of the pack's own.
    printed: tuple[str, ...] = ()
    #: Lines of flavour, which say nothing about the rules.
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table, such as a row of cards or a hand, and its contents: ids for look-up."""

    title: str
    ids: tuple[str, ...]


def non_empty_zones(found: Iterable[tuple[str, Iterable[str]]]) -> list[Zone]:
    """Return the non-empty parts of a table, without duplicates within a part."""
    laid = [Zone(title, tuple(dict.fromkeys(filter(None, ids)))) for title, ids in found]
    return [shelf for shelf in laid if shelf.ids]


#: The Hungarian article as translations write it, an article inside a name, and the word that decides which form is
#: used: not a field, which is filled in later where a sentence is translated without its fields.
_ARTICLE = re.compile(r"\b([Aa])\(z\)(?: Az?(?= ))?(?=[^\w{]*(\w+))")
#: Beginnings of words that take *az*: a vowel; an abbreviation whose first letter's name begins with one; a number that
#: starts with one or five, or one thousand.
_AZ = re.compile(r"[aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ]|[FLMNRSX][A-Z]+$|5|1(\d{3})?$")


def _with_articles(text: str) -> str:
    """Replace each "a(z)" by the article for the next word."""
    return _ARTICLE.sub(lambda found: found[1] + ("z" if _AZ.match(found[2]) else ""), text)


#: The Spanish article as translations write it before a name; only a name that starts with a title takes it.
_TITLE = re.compile(r"\(el\) (?!\{)(Agente )?")


def _with_titles(text: str) -> str:
    """Replace each "(el)" by the article that a title takes within a sentence: "con el agente Lunes", but "con Keziah
    Mason".
    """
    return _TITLE.sub(lambda found: "el agente " if found[1] else "", text)


#: The table of a translator without signs.
_NO_SIGNS: Mapping[str, str] = {}


@cache
def _catalogue(locale: str) -> gettext.NullTranslations:
    with as_file(files("data").joinpath("locale")) as folder:
        return gettext.translation(DOMAIN, folder, [locale], fallback=True)


class Translator:
    """Translates sentences into one language and fills in the players' names.

    `names` are the players' display names by seat, already escaped for their destination. `signed` are sentences with
    icons in place of words, by message id, in this language: see `text_icons`. `pack` is the match's content pack: it
    names the cards that are given only by id.
    """

    __slots__ = ("_catalogue", "locale", "names", "pack", "signed")

    def __init__(
        self,
        locale: str = "en",
        names: Sequence[str] = (),
        signed: Mapping[str, str] = _NO_SIGNS,
        pack: str = BASE,
    ) -> None:
        self.locale = locale if locale in LOCALES else "en"
        self.names = tuple(names)
        self.signed = signed
        self.pack = pack
        self._catalogue = _catalogue(self.locale)

    def with_names(self, names: Sequence[str]) -> Translator:
        """Return the same translator with other names."""
        return Translator(self.locale, names, self.signed, self.pack)

    def without_icons(self) -> Translator:
        """Return the same translator without signs."""
        return Translator(self.locale, self.names, pack=self.pack) if self.signed else self

    def for_pack(self, pack: str) -> Translator:
        """Return the same translator for a match with this content pack."""
        return self if pack == self.pack else Translator(self.locale, self.names, self.signed, pack)

    def t(self, msgid: str, /, **args: Any) -> str:
        """Translate a sentence and fill in its named fields."""
        text = self.signed.get(msgid) or self._catalogue.gettext(msgid)
        return self._ready(text.format(**args) if args else text)

    def n(self, singular: str, plural: str, count: int, /, **args: Any) -> str:
        """Translate a sentence that depends on a number, passed as the field `n`."""
        text = self.signed.get(singular) or self._catalogue.ngettext(singular, plural, count)
        return self._ready(text.format(n=count, **args))

    def _ready(self, text: str) -> str:
        if text.endswith("..") and not text.endswith("..."):
            text = text[:-1]  # the last value already ends in a full stop: Washington D.C.
        if self.locale == "es" and "(el)" in text:
            return _with_titles(text)
        return _with_articles(text) if self.locale == "hu" and "(z)" in text else text

    def error(self, error: TenebraeError) -> str:
        """Translate an error's sentence; quoted values are cut to a maximum length."""
        fields = {name: at.words(self) if isinstance(at, Later) else at for name, at in error.args_by_name.items()}
        fields = {name: truncate(at, MAX_QUOTE_LENGTH) if isinstance(at, str) else at for name, at in fields.items()}
        return self.t(error.msgid, **fields)

    def join(self, parts: Sequence[str]) -> str:
        """Join words as a list in a sentence: "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        return self.t("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])

    def seat(self, seat: int) -> str:
        """Return the name of the player in this seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.t("Player {n}", n=seat + 1)

    def name(self, localised: Localised) -> str:
        """Return a content record's name in this language."""
        return getattr(localised, self.locale)

    def flavour(self, *lines: Localised | None) -> str:
        """Return a content record's lines of flavour in this language, "" if there are none."""
        return "\n".join(self.name(line) for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class Later:
    """An error field that is worded when the reader's language is known; as a string it is English."""

    words: Callable[[Translator], str]

    def __str__(self) -> str:
        return self.words(Translator())
