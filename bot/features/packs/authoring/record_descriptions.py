"""Descriptions of the record classes of a game's card language: their names, fields and allowed values."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic.fields import FieldInfo

from rules.kernel.content.card_language import Language
from rules.kernel.content.records import Record
from rules.kernel.words.translation import Localised

#: Maximum line width of an example.
MAX_LINE_WIDTH = 110
#: A reference to a numbered rule. References are removed because authors of packs don't need them.
_RULE = re.compile(r" ?\((?:section )?[A-Z]+-[A-Z]+\.\d+[^)]*\)")
#: A field in the source code of a record class, with its comment, which is above the field or after it.
_REMARK = re.compile(r"^((?: {4}#: .*\n)*) {4}(\w+):[^\n#]*(?:# ((?!type:|fmt:|noqa).*))?$", re.MULTILINE)
#: A link to a heading on the same page.
_LINK = re.compile(r"\[([^\]]+)\]\(#[^)]*\)")


def kind_name(kind: type[Record]) -> str:
    """Return a record class's name in the documentation.

    This is the class's name in a pack or, if it has none, the name of the Python class as separate words.
    """
    tag = tag_of(kind)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
    return tag[1] if tag else words


def tag_of(kind: type[Record]) -> tuple[str, str] | None:
    """Return the field and the value that identify a record class in a pack, such as `op` and `gain`.

    Return None if the class has no such field.
    """
    for name, field in kind.model_fields.items():
        literals = get_args(field.annotation)
        if get_origin(field.annotation) is Literal and len(literals) == 1 and field.is_required():
            return name, literals[0]
    return None


def without_rule_ids(text: str) -> str:
    """Return a text without the numbers of rules that it refers to."""
    return _RULE.sub("", text)


def anchor(title: str) -> str:
    """Return the anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def heading(language: Language, kind: type[Record]) -> str:
    """Return the heading of a record class.

    If several classes have the same name, the name of the class's family is added.
    """
    name = kind_name(kind)
    (family,) = (family for family in language.families if kind in family.kinds)
    alike = [other for family in language.families for other in family.kinds if kind_name(other) == name]
    return name if len(alike) == 1 else f"{name} ({family.title.lower()})"


def notes(language: Language, kind: type[Record]) -> Iterator[tuple[str, str]]:
    """Yield each field of a record class, with a line about its meaning, its allowed values and its default.

    The line contains no links.
    """
    comments = remarks(kind)
    for name, field in kind.model_fields.items():
        sentences = [comments[name]] if name in comments else []
        sentences.append(_LINK.sub(r"\1", allowed_values(language, field.annotation, field.metadata)).replace("`", ""))
        sentences += [] if field.is_required() else [f"left out, it is {describe_default(field)}".replace("`", "")]
        yield name, "; ".join(sentences)


# -- fields -----------------------------------------------------------------------------------------------------


def remarks(kind: type[Record]) -> dict[str, str]:
    """Return the comments on a record class's fields in the source code, keyed by field name.

    A comment is either above its field, as `#:`, or after it on the same line.
    """
    remark_by_field: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        remark_by_field |= _own_remarks(base) if issubclass(base, Record) else {}
    return remark_by_field


@cache
def _own_remarks(kind: type[Record]) -> dict[str, str]:
    remark_by_field: dict[str, str] = {}
    for above, name, after in _REMARK.findall(inspect.getsource(kind)):
        comment = " ".join(line.strip().removeprefix("#:").strip() for line in above.splitlines()) or after
        remark_by_field |= {name: without_rule_ids(comment).rstrip(".")} if comment else {}
    return remark_by_field


def describe_default(field: FieldInfo) -> str:
    """Return a description of the value that a field has if a pack omits the field."""
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is None:
        return "nothing"
    plain = value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, Record) else value
    return f"`{json.dumps(plain, ensure_ascii=False)}`"


def allowed_values(language: Language, annotation: Any, metadata: Sequence[Any] = ()) -> str:
    """Return a description of a field's allowed values."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner = [part for extra in args[1:] for part in getattr(extra, "metadata", [extra])]
        return allowed_values(language, args[0], [*metadata, *inner])
    if origin in (Union, UnionType):
        return _either(language, [arg for arg in args if arg is not NoneType], metadata)
    if origin is Literal:
        return _word(language, args)
    if origin is list or origin is tuple:
        return _list(language, args, metadata)
    if origin is dict:
        return f"an object: {allowed_values(language, args[0])}, and to each {allowed_values(language, args[1])}"
    return _plain(language, annotation, metadata)


def _plain(language: Language, annotation: Any, metadata: Sequence[Any]) -> str:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return link(language, annotation)
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
        return "a list: " + ", then ".join(allowed_values(language, arg) for arg in fixed)
    many = f"{len(fixed)} of" if len(fixed) > 1 else f"{least} of" if least and least == most else (
        f"{least} or more of" if least else "any number of"
    )  # fmt: skip
    return f"a list, {many}: {allowed_values(language, fixed[0])}"


def _word(language: Language, literals: Sequence[str]) -> str:
    for words in language.vocabularies:
        if set(words.words) == set(literals):
            return f"a word: [{words.title.lower()}](#{anchor(words.title)})"
    return " or ".join(f"`{json.dumps(word)}`" for word in literals)


def _either(language: Language, args: Sequence[Any], metadata: Sequence[Any]) -> str:
    records = {arg for arg in args if isinstance(arg, type) and issubclass(arg, Record)}
    for family in language.families:
        if len(records) > 1 and records <= set(family.kinds):
            excluded_kinds = [kind for kind in family.kinds if kind not in records]
            but = f" (not {', '.join(kind_name(kind) for kind in excluded_kinds)})" if excluded_kinds else ""
            alternatives = [allowed_values(language, arg, metadata) for arg in args if arg not in records]
            return " or ".join([*alternatives, f"one of [{family.title.lower()}](#{anchor(family.title)}){but}"])
    return " or ".join(allowed_values(language, arg, metadata) for arg in args)


def link(language: Language, kind: type[Record]) -> str:
    """Return a link to the heading of a record class."""
    return f"[{kind_name(kind)}](#{anchor(heading(language, kind))})"


# -- examples ---------------------------------------------------------------------------------------------------


def format_json(value: Any, indent: str = "") -> str:
    """Return a value as JSON; if it doesn't fit on one line, each item is on a separate line."""
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
