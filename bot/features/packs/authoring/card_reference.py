"""Writes the reference of a game's card language from its record classes (`tenebrae content docs`)."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic.fields import FieldInfo

import rules
from bot.app.settings import ConfigError
from rules.kernel.content.card_language import Example, Family, Language, Text, Vocabulary, Written
from rules.kernel.content.records import Record
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, Localised, Translator, capital

PAGE_HEAD = """# Cards of {title}

All that the cards of a pack can say in {title}: each record with its fields, an example, and the text that is made
from it. [Your own cards](../own-cards.md) tells how to make a pack, and [the page of ours](../../data/{id}/README.md)
which files it has.

`tenebrae content docs` writes this page from the records of the game; a test fails when it is out of date.

A field in *italics* may be left out.
"""
#: The maximum line width of an example.
MAX_LINE_WIDTH = 110
#: A reference to a numbered rule, which is left out because authors of packs don't need it.
_RULE = re.compile(r" ?\((?:section )?[A-Z]+-[A-Z]+\.\d+[^)]*\)")
#: A field in the source code of a record class, with the remark above or after it.
_REMARK = re.compile(r"^((?: {4}#: .*\n)*) {4}(\w+):[^\n#]*(?:# ((?!type:|fmt:|noqa).*))?$", re.MULTILINE)
#: A link within a page.
_LINK = re.compile(r"\[([^\]]+)\]\(#[^)]*\)")
EFFECTS_HEADING = "What printed cards do"
_LANGUAGES = {"en": "English", "hu": "Hungarian", "es": "Spanish"}


def write(folder: Path) -> Iterator[Path]:
    """Write a page for every game with packs, and yield the paths; raises ConfigError without a parent folder."""
    if not folder.parent.is_dir():
        raise ConfigError(f"There is no folder {folder.parent} here; say where the pages go.")
    folder.mkdir(exist_ok=True)
    for game in rules.GAMES.values():
        if game.language is not None:
            path = folder / f"{game.id}.md"
            path.write_text(page(game, game.language()), encoding="utf-8")
            yield path


def page(game: AnyGame, language: Language) -> str:
    """Return the reference page of a game's card language."""
    parts = [PAGE_HEAD.format(title=game.title(Translator()), id=game.id), *_contents(language)]
    for family in language.families:
        parts.append(f"## {family.title}\n\n{family.told}\n")
        parts += [_record_section(language, family, kind) for kind in family.kinds]
    parts += [_vocabulary(words) for words in language.vocabularies]
    if language.effects:
        parts += [*_table(language.effects)]
    return "\n".join(parts)


def kind_name(kind: type[Record]) -> str:
    """Return a record class's name on the page: its name in a pack, or its class name in lower-case words."""
    tag = tag_of(kind)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
    return tag[1] if tag else words


def tag_of(kind: type[Record]) -> tuple[str, str] | None:
    """Return the field and the value that identify a record class in a pack, such as `op` and `gain`."""
    for name, field in kind.model_fields.items():
        said = get_args(field.annotation)
        if get_origin(field.annotation) is Literal and len(said) == 1 and field.is_required():
            return name, said[0]
    return None


def _anchor(title: str) -> str:
    """Return a heading's anchor on GitHub."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _heading(language: Language, kind: type[Record]) -> str:
    """Return a record class's heading; the family is added if several classes have the same name."""
    name = kind_name(kind)
    (family,) = (family for family in language.families if kind in family.kinds)
    alike = [other for family in language.families for other in family.kinds if kind_name(other) == name]
    return name if len(alike) == 1 else f"{name} ({family.title.lower()})"


def _contents(language: Language) -> Iterator[str]:
    for family in language.families:
        links = (_link(language, kind) for kind in family.kinds)
        yield f"- [{family.title}](#{_anchor(family.title)}): {', '.join(links)}"
    for words in language.vocabularies:
        yield f"- [{words.title}](#{_anchor(words.title)})"
    if language.effects:
        yield f"- [{EFFECTS_HEADING}](#{_anchor(EFFECTS_HEADING)})"
    yield ""


def _record_section(language: Language, family: Family, kind: type[Record]) -> str:
    told = _RULE.sub("", " ".join((kind.__doc__ or "").split()))
    tag, said = tag_of(kind), _remarks(kind)
    rows = [
        _row(language, name, field, said.get(name, ""))
        for name, field in kind.model_fields.items()
        if tag is None or name != tag[0]
    ]
    parts = [f"### {_heading(language, kind)}", "", told, ""]
    if tag:
        parts += [f'`"{tag[0]}": "{tag[1]}"`' + ("" if rows else ", without any other field."), ""]
    if rows:
        parts += ["| field | holds | left out, it is |", "|---|---|---|", *rows, ""]
    for example in family.of(kind):
        parts += _example(example)
    return "\n".join(parts)


def _example(example: Example) -> list[str]:
    written = example.record.model_dump(mode="json", exclude_unset=True)
    return ["```json", format_json(written), "```", "", *(_said(example.text) if example.text else [])]


def _said(text: Text) -> list[str]:
    lines = [f"- {_LANGUAGES[locale]}: {' '.join(text(Translator(locale)).split())}" for locale in LOCALES]
    return [*lines, ""]


def _vocabulary(words: Vocabulary) -> str:
    rows = [
        f"| `{word}` | " + " | ".join(_cell(text(Translator(locale))) for locale in LOCALES) + " |"
        for word, text in words.words.items()
    ]
    head = ["| word | " + " | ".join(_LANGUAGES[locale] for locale in LOCALES) + " |", "|---|---|---|---|"]
    return "\n".join([f"## {words.title}", "", words.told, "", *head, *rows, ""])


def _table(effects: Sequence[Written]) -> Iterator[str]:
    """Yield the table of effects, and then the description of each effect."""
    yield f"## {EFFECTS_HEADING}\n"
    yield (
        "What the rulebook's examples, icons and named cards show, and how a pack says it. Each has a test that writes"
        " it in a pack and plays it.\n"
    )
    yield "| printed | does | known from |\n|---|---|---|"
    for entry in effects:
        shown = entry.shown
        yield f"| [{_cell(shown.printed)}](#{_anchor(_title(entry))}) | {_cell(shown.does)} | {_cell(shown.source)} |"
    yield ""
    for entry in effects:
        yield "\n".join(
            [f"### {_title(entry)}", "", "```json", format_json(entry.written), "```", "", *_said(entry.text)]
        )


def _title(entry: Written) -> str:
    return f"{entry.shown.printed} ({entry.shown.id})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def notes(language: Language, kind: type[Record]) -> Iterator[tuple[str, str]]:
    """Yield each field of a record class with a line, free of links, on its possible values."""
    said = _remarks(kind)
    for name, field in kind.model_fields.items():
        told = [said[name]] if name in said else []
        told.append(_LINK.sub(r"\1", _allowed_values(language, field.annotation, field.metadata)).replace("`", ""))
        told += [] if field.is_required() else [f"left out, it is {_default(field)}".replace("`", "")]
        yield name, "; ".join(told)


# -- fields -----------------------------------------------------------------------------------------------------


def _remarks(kind: type[Record]) -> dict[str, str]:
    """Return the remarks in the source code on a record class's fields: above a field as `#:`, or after it."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        found |= _own_remarks(one) if issubclass(one, Record) else {}
    return found


@cache
def _own_remarks(kind: type[Record]) -> dict[str, str]:
    found: dict[str, str] = {}
    for above, name, after in _REMARK.findall(inspect.getsource(kind)):
        told = " ".join(line.strip().removeprefix("#:").strip() for line in above.splitlines()) or after
        found |= {name: _RULE.sub("", told).rstrip(".")} if told else {}
    return found


def _row(language: Language, name: str, field: FieldInfo, said: str) -> str:
    required = field.is_required()
    shown = f"`{name}`" if required else f"*`{name}`*"
    holds = _allowed_values(language, field.annotation, field.metadata)
    if said:
        holds = f"{_cell(said)}. {capital(holds)}"
    return f"| {shown} | {holds} | {'' if required else _default(field)} |"


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is None:
        return "nothing"
    plain = value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, Record) else value
    return f"`{json.dumps(plain, ensure_ascii=False)}`"


def _allowed_values(language: Language, annotation: Any, metadata: Sequence[Any] = ()) -> str:
    """Describe a field's possible values."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner = [part for extra in args[1:] for part in getattr(extra, "metadata", [extra])]
        return _allowed_values(language, args[0], [*metadata, *inner])
    if origin in (Union, UnionType):
        return _either(language, [arg for arg in args if arg is not NoneType], metadata)
    if origin is Literal:
        return _word(language, args)
    if origin is list or origin is tuple:
        return _list(language, args, metadata)
    if origin is dict:
        return f"an object: {_allowed_values(language, args[0])}, and to each {_allowed_values(language, args[1])}"
    return _plain(language, annotation, metadata)


def _plain(language: Language, annotation: Any, metadata: Sequence[Any]) -> str:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return _link(language, annotation)
    if annotation is Localised:
        return 'a text in each language: `{"en": …, "hu": …, "es": …}`'
    if annotation is int:
        low, high = _bound(metadata, "ge"), _bound(metadata, "le")
        if high is not None:
            return f"a number from {low} to {high}"
        return "a number" if low is None else f"a number, {low} or more"
    pattern = _bound(metadata, "pattern")
    if pattern:
        words = [word for word in pattern.strip("^()$").split("|") if word]
        return "an id: small letters, digits and `_`" if "[" in pattern else _word(language, words)
    return {bool: "`true` or `false`", float: "a number with decimals", str: "a text"}[annotation]


def _bound(metadata: Sequence[Any], name: str) -> Any:
    return next((found for part in metadata if (found := getattr(part, name, None)) is not None), None)


def _list(language: Language, args: tuple[Any, ...], metadata: Sequence[Any]) -> str:
    fixed = [arg for arg in args if arg is not Ellipsis]
    least, most = _bound(metadata, "min_length"), _bound(metadata, "max_length")
    if len(fixed) > 1 and len(set(map(str, fixed))) > 1:
        return "a list: " + ", then ".join(_allowed_values(language, arg) for arg in fixed)
    many = f"{len(fixed)} of" if len(fixed) > 1 else f"{least} of" if least and least == most else (
        f"{least} or more of" if least else "any number of"
    )  # fmt: skip
    return f"a list, {many}: {_allowed_values(language, fixed[0])}"


def _word(language: Language, said: Sequence[str]) -> str:
    for words in language.vocabularies:
        if set(words.words) == set(said):
            return f"a word: [{words.title.lower()}](#{_anchor(words.title)})"
    return " or ".join(f"`{json.dumps(word)}`" for word in said)


def _either(language: Language, args: Sequence[Any], metadata: Sequence[Any]) -> str:
    records = {arg for arg in args if isinstance(arg, type) and issubclass(arg, Record)}
    for family in language.families:
        if len(records) > 1 and records <= set(family.kinds):
            left = [kind for kind in family.kinds if kind not in records]
            but = f" (not {', '.join(kind_name(kind) for kind in left)})" if left else ""
            rest = [_allowed_values(language, arg, metadata) for arg in args if arg not in records]
            return " or ".join([*rest, f"one of [{family.title.lower()}](#{_anchor(family.title)}){but}"])
    return " or ".join(_allowed_values(language, arg, metadata) for arg in args)


def _link(language: Language, kind: type[Record]) -> str:
    return f"[{kind_name(kind)}](#{_anchor(_heading(language, kind))})"


# -- examples ---------------------------------------------------------------------------------------------------


def format_json(value: Any, indent: str = "") -> str:
    """Format JSON with one item per line as far as it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= MAX_LINE_WIDTH or not isinstance(value, dict | list):
        return line
    deeper = f"{indent}  "
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        inner = [f"{json.dumps(key)}: {format_json(part, deeper)}" for key, part in pairs]
        opened, closed = "{", "}"
    else:
        inner, opened, closed = [format_json(part, deeper) for part in cast("list[Any]", value)], "[", "]"
    return f"{opened}\n" + ",\n".join(f"{deeper}{part}" for part in inner) + f"\n{indent}{closed}"
