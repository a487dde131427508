"""Translation: a `Translator` translates sentences into a language and fills in the names of players."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from rules.kernel.data.view import BASE
from rules.kernel.errors import TenebraeError
from rules.kernel.words.spanish import with_spanish_forms

LOCALES = ("en", "hu", "es")
DOMAIN = "tenebrae"
#: Discord's maximum length of a button's label, and of a choice in a menu, in characters.
MAX_LABEL_LENGTH = 80
MAX_CHOICE_LENGTH = 100
#: Maximum length of each value that an error message quotes.
MAX_QUOTE_LENGTH = 300


def N_(msgid: str) -> str:  # noqa: N802 - the name extraction tools look for
    """Mark a message id for extraction into the translation catalogues, and return it unchanged."""
    return msgid


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


#: A pattern for an icon in a text (a Discord custom emoji), and a pattern for an icon that was cut off at the end.
_SIGN, _CUT_SIGN = re.compile(r"<:\w+:\d+>"), re.compile(r"<:?\w{0,32}:?\d{0,20}$")
#: Stands in for an icon when the width of a text is measured, because an icon is about as wide as two letters.
_ICON_PLACEHOLDER = "mm"


def width(text: str) -> int:
    """Return the visible width of a text in characters. An icon counts as two characters instead of its long code."""
    return len(_SIGN.sub(_ICON_PLACEHOLDER, text)) if "<:" in text else len(text)


def truncate_keeping_icons(text: str, limit: int) -> str:
    """Return the first `limit` characters of a text. An icon that would be cut in half is left out."""
    return _CUT_SIGN.sub("", text[:limit])


def truncate(text: str, limit: int = MAX_LABEL_LENGTH) -> str:
    """Shorten a text that is too long, at the end of a word if possible, and add an ellipsis."""
    if len(text) <= limit:
        return text
    cut = truncate_keeping_icons(text, limit - 1)
    if " " in cut[limit * 2 // 3 :]:
        cut = cut[: cut.rfind(" ")]
    return cut.rstrip(" ,;:.(") + "…"


Name = Annotated[str, Field(min_length=1, max_length=400)]


@dataclass(frozen=True, slots=True)
class Localised:
    """A name in each language of the project. A content pack must provide all of them."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    en: Name
    hu: Name
    es: Name


@dataclass(frozen=True, slots=True)
class ActionText:
    """The texts that present an action: a short label, a detail about its effect, and its place in a group."""

    label: str
    detail: str = ""
    group: str = ""
    place: int = 0
    #: True for an action that has a separate button, although other actions with the same verb are in a menu.
    alone: bool = False
    #: True for an action that doesn't help the player now, as the detail says. It is listed last and not highlighted.
    useless: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry that `/card` can show, such as a card or a place."""

    id: str
    name: str
    kind: str
    text: str
    #: The parts that come from the printed rulebook: "name", "effect" or "numbers". Empty for a card invented for the
    #: pack.
    printed: tuple[str, ...] = ()
    #: The flavour text, which says nothing about the rules.
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """An area of the table, such as a row of cards or a hand, and the ids of its pieces for look-up with `/card`."""

    title: str
    ids: tuple[str, ...]
    #: The names of pieces that the board calls by another name than look-up, by id.
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    #: The sides that the board shows of pieces whose look-up text begins with another side, by id.
    sides: Mapping[str, Entry] = field(default_factory=dict[str, Entry])


def non_empty_zones(
    found: Iterable[tuple[str, Iterable[str]]],
    names: Mapping[str, str] | None = None,
    sides: Mapping[str, Entry] | None = None,
) -> list[Zone]:
    """Return those areas of the table that aren't empty, without duplicate pieces in an area.

    `names` are the board's names of pieces, by id, and `sides` the sides that it shows.
    """
    laid = [Zone(title, tuple(dict.fromkeys(filter(None, ids))), names or {}, sides or {}) for title, ids in found]
    return [shelf for shelf in laid if shelf.ids]


#: "a(z)" in Hungarian translations, an article that the following name may already have, and the word that decides
#: between *a* and *az*. The name's article stays if its next word begins with a small letter, because without a capital
#: letter the start of the name would be unclear. A field in braces doesn't match, because it will be filled in later.
_ARTICLE = re.compile(r"\b([Aa])\(z\)(?: (Az?)(?= ))?(?=[^\w{]*(\w+))")
#: Words that take the article *az*: those that start with a vowel (also "Ysolde"), abbreviations that start with a
#: vowel when spelled out aloud, and numbers that start with a vowel when spoken (1, 1000, and numbers starting with 5).
_AZ = re.compile(r"[aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ]|[Yy][b-df-hj-np-tv-xz]|[FLMNRSX][A-Z]+$|5|1(\d{3})?$")


def _with_articles(text: str) -> str:
    """Replace each "a(z)" with the article that fits the next word."""

    def article(found: re.Match[str]) -> str:
        if found[2] and found[3][0].islower():
            return found[2]
        return found[1] + ("z" if _AZ.match(found[3]) else "")

    return _ARTICLE.sub(article, text)


#: The details in parentheses after a name.
_DETAILS = re.compile(r"\([^()]*\)")
#: The value of `signed` for a translator without icons.
_NO_SIGNS: Mapping[str, str] = {}


@cache
def _catalogue(locale: str) -> gettext.NullTranslations:
    with as_file(files("data").joinpath("locale")) as folder:
        return gettext.translation(DOMAIN, folder, [locale], fallback=True)


class Translator:
    """Translates sentences into one language and fills in the names of players.

    `names` are the players' display names by seat, already escaped for their destination. `signed` contains this
    language's sentences with icons, by message id (see `text_icons`). `pack` is the name of the match's content pack,
    which contains the names of cards.
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
        """Return a copy of this translator with other player names."""
        return Translator(self.locale, names, self.signed, self.pack)

    def without_icons(self) -> Translator:
        """Return a copy of this translator that doesn't use icons."""
        return Translator(self.locale, self.names, pack=self.pack) if self.signed else self

    def for_pack(self, pack: str) -> Translator:
        """Return a copy of this translator for a match with this content pack."""
        return self if pack == self.pack else Translator(self.locale, self.names, self.signed, pack)

    def t(self, msgid: str, /, **args: Any) -> str:
        """Translate a sentence and fill in its named fields."""
        text = self.signed.get(msgid) or self._catalogue.gettext(msgid)
        return self._ready(text.format(**args) if args else text)

    def n(self, singular: str, plural: str, count: int, /, **args: Any) -> str:
        """Translate a sentence with a singular and a plural form. The number is filled in as `n`."""
        text = self.signed.get(singular) or self._catalogue.ngettext(singular, plural, count)
        return self._ready(text.format(n=count, **args))

    def _ready(self, text: str) -> str:
        if text.endswith("..") and not text.endswith("..."):
            text = text[:-1]  # the last value may itself end in a full stop, as in "Washington D.C."
        if self.locale == "es":
            return with_spanish_forms(text)
        return _with_articles(text) if self.locale == "hu" and "(z)" in text else text

    def error(self, error: TenebraeError) -> str:
        """Translate the sentence of an error. Long values in its fields are shortened."""
        fields = {name: at.words(self) if isinstance(at, Later) else at for name, at in error.args_by_name.items()}
        fields = {name: truncate(at, MAX_QUOTE_LENGTH) if isinstance(at, str) else at for name, at in fields.items()}
        return self.t(error.msgid, **fields)

    def join(self, parts: Sequence[str]) -> str:
        """Join texts as a list in a sentence: "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        first, last = ", ".join(parts[:-1]), parts[-1]
        return self.t("{first} and {last}", first=first, last=last)

    def join_alternatives(self, parts: Sequence[str]) -> str:
        """Join texts as a list of alternatives in a sentence: "a, b or c"."""
        if len(parts) < 2:
            return "".join(parts)
        first, last = ", ".join(parts[:-1]), parts[-1]
        return self.t("{first} or {last}", first=first, last=last)

    def join_names(self, names: Sequence[str]) -> str:
        """Join names as a list in a sentence. In a list, a name with a comma is in quotation marks.

        Commas in the details after a name, such as "Oda Kell (Blacksmith, Herald)", don't count.
        """
        if len(names) > 1:
            names = [self.t("“{name}”", name=name) if "," in _DETAILS.sub("", name) else name for name in names]
        return self.join(names)

    def seat(self, seat: int) -> str:
        """Return the name of the player in this seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.t("Player {n}", n=seat + 1)

    def name(self, localised: Localised) -> str:
        """Return a text that a pack provides in each language, such as a card's name, in this translator's language."""
        return getattr(localised, self.locale)

    def flavour(self, *lines: Localised | None) -> str:
        """Return flavour texts in this translator's language, one per line; "" if all are None."""
        return "\n".join(self.name(line) for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class Later:
    """A field of an error message whose text depends on the reader's language. `str()` returns it in English."""

    words: Callable[[Translator], str]

    def __str__(self) -> str:
        return self.words(Translator())
