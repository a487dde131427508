"""Translates pack errors into the language of the pack's author."""

from __future__ import annotations

import re
from functools import cache

from rules.kernel.content.pack_faults import Fault
from rules.kernel.words.translation import N_, Translator

#: The error messages that can be translated. Messages that only one game's checks produce, and messages from pydantic,
#: are rare and stay in English. The first match wins, so general messages come last.
_SENTENCES = (
    # Messages about fields and their values.
    N_("this field is missing"),
    N_("this field is missing: {name}"),
    N_("this must be a whole number"),
    N_("this must be a number"),
    N_("this must be true or false"),
    N_("this must be text in quotation marks"),
    N_("this must be a list: {shown}"),
    N_("this must be a list, such as {shown}"),
    N_("this must be fields in braces: {shown}"),
    N_("this must be {n} or more"),
    N_("this must be {n} or less"),
    N_("this must have {least} characters at least"),
    N_("this may have {most} characters at most"),
    N_("this must have {least} at least, and has {n}"),
    N_("this may have {most} at most"),
    N_("this must fit {pattern}"),
    N_("this may have only small letters, digits and _, 40 at most, the first a letter"),
    N_("this may have only small letters, digits and _"),
    N_("number {n} of this list is missing"),
    N_("there must be {n}, and there are {there}"),
    N_("a flavour text has at most {n} characters ({locale})"),
    N_("a flavour text is one line without signs in braces ({locale})"),
    # Messages about names and words.
    N_("there is no such field"),
    N_("there is no such column"),
    N_("there is no such file"),
    N_("a pack has no such file"),
    N_("there is no card {name}"),
    N_("there is no city {name}"),
    N_("there is no Guild {name}"),
    N_("there is no Location {name}"),
    N_("there is no word {name}"),
    N_("there is no {name}"),
    N_("the nearest: {names}"),
    N_("there are {names}"),
    N_("it takes our ids"),
    N_("{name} is listed twice"),
    N_("this id is listed twice"),
    N_("it must say where this belongs"),
    # Messages about CSV sheets.
    N_("yes or no is needed"),
    N_("each line needs an id"),
    N_("{name} is already in line {n}"),
    N_("it is there twice"),
    N_("it must name the columns, and one must be id"),
    N_("there are more cells than columns in the first line; text with a comma needs quotation marks"),
    N_("it is a formula; save values in the spreadsheet"),
    N_("the spreadsheet could not work this out: {cell}"),
    N_("it isn't CSV: {why}"),
    N_("it holds more than {lines} lines or {cells} cells"),
    N_("“{item}” isn't a word with a number"),
    N_("“{item}” has more words than {names}"),
    N_("{name} needs more than a number; write it in the JSON"),
    N_("{name} takes no number"),
    # Messages about files.
    N_("can't be read"),
    N_("is too large"),
    N_('is missing; without "base" in pack.json a pack needs all of its files'),
    N_("it isn't UTF-8 text; save it as “CSV UTF-8” in the spreadsheet"),
    N_("it isn't UTF-8 text"),
    N_("it is outside the pack's folder"),
    N_("it isn't read; call it {name}"),
    N_("it isn't read; save it as CSV UTF-8, {name}"),
    N_("this is read as a pack for {game}; if it is one, write that"),
    N_("it holds more than {n} values"),
    N_("nested too deeply"),
    N_("numbers go to {n}"),
    N_("it contains a tab; use a space"),
    N_("a character that can't be shown"),
    # Messages about JSON syntax.
    N_("a comma is missing before this, or a quotation mark or bracket"),
    N_("a name in quotation marks is missing, or a {bracket} before this; there is no comma before {same}"),
    N_("a value is missing; text needs quotation marks, and there is no comma before {bracket}"),
    N_("there is something after the end; one bracket too many, or one missing at the beginning"),
    N_("this quotation mark isn't closed"),
    N_("a line break or tab inside quotation marks; is a quotation mark missing?"),
    N_("a colon is missing after the name"),
    N_("a backslash means nothing here; write two"),
    N_("this is a curly quotation mark, as in word processors; write {mark}"),
)
#: The forms that the place of an error can have.
_PLACES = (
    N_("{place} (in {record})"),
    N_("{place} (of ours)"),
    N_("column number {n}"),
    N_("column {n}"),
    N_("column {name}"),
    N_("the file"),
    N_("the line"),
    N_("the first line"),
)
_NUMBER = r"-?[\d.]+"
#: Splits an error message into the message itself and the suggestion at its end.
_WITH_SUGGESTION = re.compile(r"(.+); ((?:the nearest: |there are |it holds ids ).+)", re.DOTALL)


def text_of(say: Translator, fault: Fault) -> str:
    """Return the translated message of an error."""
    return _translated(say, fault.text)


def place_of(say: Translator, fault: Fault) -> str:
    """Return the translated description of where an error is in its file."""
    return _translate_first_match(say, fault.place, _PLACES)


def line_of(say: Translator, fault: Fault) -> str:
    """Return an error as one line of text: the file, the line, the place and the message."""
    if not fault.place:
        return say.t("The content file {file} {said}.", file=fault.file, said=text_of(say, fault))
    where = say.t("{file}, line {n}", file=fault.file, n=fault.line) if fault.line else fault.file
    return f"{where}: {place_of(say, fault)}: {text_of(say, fault)}"


def _translated(say: Translator, text: str) -> str:
    if found := _WITH_SUGGESTION.fullmatch(text):
        return f"{_translated(say, found[1])}; {_translated(say, found[2])}"
    return _translate_first_match(say, text, _SENTENCES)


def _translate_first_match(say: Translator, text: str, known: tuple[str, ...]) -> str:
    """Return the translation of the first known sentence that matches the text; the text itself if none matches."""
    if say.locale == "en":
        return text
    for sentence in known:
        if found := _pattern(sentence).fullmatch(text):
            fields = {
                name: _translate_first_match(say, part, known) if name == "place" else part
                for name, part in found.groupdict().items()
            }
            return say.t(sentence, **fields)
    return text


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    """Return a regular expression that matches a sentence, whatever values its fields have."""
    parts = re.split(r"\{(\w+)\}", sentence)
    shown = "".join(
        f"(?P<{part}>{_NUMBER if part == 'n' else '.+?'})" if number % 2 else re.escape(part)
        for number, part in enumerate(parts)
    )
    return re.compile(shown, re.DOTALL)
