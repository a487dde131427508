"""Keep the gettext catalogues up to date with the code: extract, update, compile (`make i18n`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rules.kernel.data.actions import summary
from rules.kernel.words.text import DOMAIN, LOCALES

PACKAGES = ("bot", "rules", "render")
#: What takes an English sentence as its first argument and translates it, at once or later.
SPEAKERS = frozenset({"t", "N_", "described", "IllegalAction", "SaveError", "ContentError", "EngineError", "Refusal"})
#: Only what readers of a catalogue need: dates would make every update a change.
HEADER = """msgid ""
msgstr ""
"Language: {locale}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
#: The source language needs no catalogue.
SOURCE = "en"


def extract(root: Path) -> Catalog:
    """Collect every sentence of the code, with its plural where it has one, and what actions say they do."""
    catalogue = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False)
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            for message in _said_in(ast.parse(file.read_text(encoding="utf-8"))):
                catalogue.add(message)
    return catalogue


def _said_in(tree: ast.AST) -> Iterator[str | tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and _is_action(node):
            yield summary(ast.get_docstring(node) or "")
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SPEAKERS and node.args:
            yield from _texts(node.args[0])
        elif name == "n" and len(node.args) >= 2:
            yield from zip(_texts(node.args[0]), _texts(node.args[1]), strict=True)


def _is_action(node: ast.ClassDef) -> bool:
    """Tell whether a class is an action: one that says so, or one of a game's own families with a verb."""
    named = any(getattr(base, "id", "") == "Action" for base in node.bases)
    verb = any(isinstance(part, ast.AnnAssign) and getattr(part.target, "id", "") == "verb" for part in node.body)
    return named or any(keyword.arg == "verb" for keyword in node.keywords) or (verb and bool(node.bases))


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the strings an argument can be: a literal, or either branch of a choice between literals."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def update(root: Path) -> list[str]:
    """Bring every catalogue up to date and compile it; return one line a language."""
    template = extract(root)
    report: list[str] = []
    for locale in LOCALES:
        if locale == SOURCE:
            continue
        source = root / "data" / "locale" / locale / "LC_MESSAGES" / f"{DOMAIN}.po"
        catalogue = _read(source, locale)
        catalogue.update(template, no_fuzzy_matching=True)
        _write(catalogue, source)
        missing = sum(1 for message in catalogue if message.id and not _complete(message.string))
        report.append(f"{locale}: {len(catalogue)} sentences, {missing} without a translation")
    return report


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
    print("\n".join(update(Path.cwd())))
