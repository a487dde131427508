"""Extracts the sentences from the code, and updates and compiles the gettext catalogues (`make i18n`)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import cast

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rules.kernel.data.actions import COMMAND, OPTION, summary
from rules.kernel.words.translation import DOMAIN, LOCALES

PACKAGES = ("bot", "rules", "render")
#: The functions whose first argument is an English sentence to be translated, at once or later.
SPEAKERS = frozenset(
    {"t", "N_", "described", "IllegalAction", "SaveError", "NewerSave", "ContentError", "EngineError", "Refusal"}
)
#: The function that marks a string as a sentence that is translated later.
MARK = "N_"
#: String methods that build a string at run time.
BUILDERS = frozenset({"format", "join", "replace"})
#: The header has only what programs need to read a catalogue. With a date, every update would change the file.
HEADER = """msgid ""
msgstr ""
"Language: {locale}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
#: The language of the code, which doesn't need a catalogue.
SOURCE = "en"


class Unreadable(Exception):
    """Some sentences in the code can't be collected. str() has a line for each, with its file and line number."""


def extract(root: Path) -> Catalog:
    """Return a catalogue of all sentences in the code and all descriptions of actions, with their locations and
    plurals.

    Raises Unreadable if a sentence is built at run time, or stored for later translation without the mark.
    """
    catalogue = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False)
    faults: dict[str, None] = {}
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            tree, name = ast.parse(file.read_text(encoding="utf-8")), str(file.relative_to(root))
            nodes = _nodes(tree)
            found = {f"{name}:{line}: {why}": None for line, why in _unreadable(tree, nodes)}
            for message, line in () if found else _sentences_in(nodes):
                catalogue.add(message, locations=[(name, line)])
            faults |= found
    if faults:
        raise Unreadable("\n".join(faults))
    return catalogue


def _nodes(tree: ast.AST) -> list[ast.AST]:
    """Return all nodes that `ast.walk` returns, except the contexts of names, in a third of the time."""
    found = [tree]
    for node in found:  # the loop itself extends the list
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [part for part in cast("list[object]", value) if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


def _sentences_in(nodes: Iterable[ast.AST]) -> Iterator[tuple[str | tuple[str, str], int]]:
    """Yield each sentence in these nodes with its line number. A sentence with a plural form is a pair."""
    for node in nodes:
        if isinstance(node, ast.ClassDef) and _is_action(node):
            yield summary(ast.get_docstring(node) or ""), node.lineno
            yield from ((name, node.lineno) for name in _names_of_action(node))
        if not isinstance(node, ast.Call):
            continue
        yield from ((name, node.lineno) for name in _names_in_call(node))
        sentences = [list(_texts(sentence)) for sentence in _sentences(node)]
        for texts in zip(*sentences, strict=True):
            yield (texts[0], texts[1]) if len(texts) == 2 else str(texts[0]), node.lineno


def _sentences(call: ast.Call) -> list[ast.expr]:
    """Return those arguments of a call that must be translated: none, one sentence, or a singular and a plural."""
    name = _called(call)
    if name in SPEAKERS:
        return call.args[:1]
    return call.args[:2] if name == "n" and len(call.args) >= 2 else []


def _called(call: ast.Call) -> str:
    func = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _is_action(node: ast.ClassDef) -> bool:
    """Return whether a class is an action: it inherits from Action, or from another class and defines a verb."""
    named = any(getattr(base, "id", "") == "Action" for base in node.bases)
    verb = any(isinstance(part, ast.AnnAssign) and getattr(part.target, "id", "") == "verb" for part in node.body)
    return named or any(keyword.arg == "verb" for keyword in node.keywords) or (verb and bool(node.bases))


def _names_of_action(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names of an action's command and options, as the catalogues spell them."""
    for part in node.body:
        if not isinstance(part, ast.AnnAssign):
            continue
        name = getattr(part.target, "id", "")
        if not ast.unparse(part.annotation).startswith("ClassVar"):
            yield OPTION.format(name)
        elif name == "verb" and isinstance(part.value, ast.Constant) and part.value.value:
            yield COMMAND.format(part.value.value)
    yield from (COMMAND.format(name) for name in _keyword(node.keywords, "verb"))


def _names_in_call(call: ast.Call) -> Iterator[str]:
    """Yield the names of the commands and options that a call defines, as the catalogues spell them."""
    match _called(call):
        case "slash":
            yield from (COMMAND.format(name) for argument in call.args[:1] for name in _texts(argument))
        case "Group":
            yield from (COMMAND.format(name) for name in _keyword(call.keywords, "name"))
        case "describe":
            yield from (OPTION.format(keyword.arg) for keyword in call.keywords if keyword.arg)
        case "Game":
            yield from (COMMAND.format(name) for name in _keyword(call.keywords, "command"))
        case _:
            pass


def _keyword(keywords: Iterable[ast.keyword], name: str) -> Iterator[str]:
    """Yield the strings that a call passes as this keyword argument."""
    return (text for keyword in keywords if keyword.arg == name for text in _texts(keyword.value))


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the strings that an argument can be: a literal, or both branches of a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


# -- sentences that can't be collected --------------------------------------------------------------------------


def _unreadable(tree: ast.Module, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield a line number and a reason for each sentence that can't be collected."""
    calls = [node for node in nodes if isinstance(node, ast.Call) and not all(map(_literal, _sentences(node)))]
    if not calls:
        return
    everywhere = _assigned_values(tree.body)
    for call in calls:
        yield from _unreadable_in(call, everywhere)
    for scope in (node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        within = [call for call in calls if scope.lineno <= call.lineno <= (scope.end_lineno or scope.lineno)]
        stored = everywhere | _assigned_values(_nodes(scope)) if within else {}
        for call in within:
            yield from _unreadable_in(call, stored)


def _unreadable_in(call: ast.Call, stored: dict[str, list[ast.expr]]) -> Iterator[tuple[int, str]]:
    sentences = _sentences(call)
    for sentence in sentences:
        if _called(call) == MARK and not _literal(sentence):
            yield call.lineno, f"{MARK} marks a literal string, and {ast.unparse(sentence)} is none."
        elif _built(sentence) or (not _literal(sentence) and any(map(_literal, sentences))):
            what = f"{ast.unparse(call.func)}({ast.unparse(sentence)})"
            yield call.lineno, f"{what} is not a literal sentence; write it as one literal string with {{fields}}."
        else:
            yield from _unmarked(sentence, stored)


def _assigned_values(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """Return the expressions that these nodes assign to each name. For a dict, return the expressions of its values."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(value, ast.expr):
                found.setdefault(target.id, []).extend(value.values if isinstance(value, ast.Dict) else [value])
    return found


def _unmarked(sentence: ast.expr, stored: dict[str, list[ast.expr]]) -> Iterator[tuple[int, str]]:
    """Yield a line number and a message for each string that a translated variable may contain without the mark."""
    if isinstance(sentence, ast.IfExp):
        yield from _unmarked(sentence.body, stored)
        yield from _unmarked(sentence.orelse, stored)
    source = sentence.value if isinstance(sentence, ast.Subscript) else sentence
    name = source.id if isinstance(source, ast.Name) else ""
    for value in stored.get(name, ()):
        if _literal(value) or _built(value):
            text = ast.unparse(value)
            yield value.lineno, f"{text} is used later, from {name}; mark it here as {MARK}({text})."


def _literal(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _literal(node.body) and _literal(node.orelse)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def _built(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _built(node.body) or _built(node.orelse)
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BUILDERS
    return called or isinstance(node, ast.JoinedStr | ast.BinOp)


# -- the catalogues ---------------------------------------------------------------------------------------------


def update(root: Path) -> list[str]:
    """Update and compile all catalogues. Return a line for each language, and one for each missing translation."""
    template = extract(root)
    report: list[str] = []
    for locale in LOCALES:
        if locale == SOURCE:
            continue
        source = root / "data" / "locale" / locale / "LC_MESSAGES" / f"{DOMAIN}.po"
        catalogue = _read(source, locale)
        catalogue.update(template, no_fuzzy_matching=True)
        _write(catalogue, source)
        missing = [message for message in catalogue if message.id and not _complete(message.string)]
        report.append(f"{locale}: {len(catalogue)} sentences, {len(missing)} without a translation")
        report += [_told(message) for message in sorted(missing, key=lambda message: message.locations)]
    return report


def _told(message: Message) -> str:
    file, line = message.locations[0]
    return f"  {file}:{line}: {' / '.join(message.id) if isinstance(message.id, tuple) else message.id}"


def _complete(translation: str | Sequence[str] | None) -> bool:
    return all(translation) if isinstance(translation, tuple) else bool(translation)


def _read(source: Path, locale: str) -> Catalog:
    if not source.exists():
        return Catalog(locale=locale, project=DOMAIN, charset="utf-8", fuzzy=False)
    with source.open("rb") as file:
        return read_po(file, locale=locale)


def _write(catalogue: Catalog, source: Path) -> None:
    source.parent.mkdir(parents=True, exist_ok=True)
    buffer = BytesIO()
    write_po(buffer, catalogue, width=0, no_location=True, sort_output=True, ignore_obsolete=True, omit_header=True)
    header = HEADER.format(locale=catalogue.locale, plurals=catalogue.plural_forms)
    source.write_bytes(header.encode() + buffer.getvalue())
    with source.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


if __name__ == "__main__":
    try:
        print("\n".join(update(Path.cwd())))
    except Unreadable as error:
        sys.exit(str(error))
