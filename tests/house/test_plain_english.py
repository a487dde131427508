"""Docstrings, comments and developers' pages stay within the limits for constructions that read as translated."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import plain_english
from tests.house.plain_english import CONSTRUCTIONS, EXCEPTIONS, FOLDERS, ROOT, Finding
from tools.catalogues import extract

SAMPLE = '''"""What whoever asks is told of
what is so."""
LIMIT = 5  # so many
#: The row
#: by which a `somebody` is found.
QUERY = f("""
    Somebody asks anew.
    """)


def f(x):
    """Return the text "whoever", one of which is native."""
    return "# anew" + 'nobody'
'''


PAGES = sorted(
    file.relative_to(ROOT).as_posix()
    for pattern in FOLDERS["pages"]
    for file in ROOT.glob(pattern)
    if "docs/adr/" not in file.as_posix()
)


def names(text: str) -> list[str]:
    return [name for name, _ in plain_english.findings("a.py", 1, text)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_there_are_no_more_translated_sounding_sentences_than_allowed(folder: str) -> None:
    allowed, found = plain_english.limits()[folder], plain_english.found(folder)
    assert allowed.keys() == found.keys() == CONSTRUCTIONS.keys()
    complaints = [plain_english.excess(folder, name, allowed[name], found[name]) for name in found]
    assert not any(complaints), "\n".join(filter(None, complaints))


@pytest.mark.parametrize("page", PAGES)
def test_at_most_one_sentence_in_fifty_of_a_page_sounds_translated(page: str) -> None:
    sentences = plain_english.page_sentences(ROOT / page)
    found = plain_english.translated_sounding(sentences)
    assert len(found) <= max(1, plain_english.MAX_PAGE_SHARE * len(sentences)), "\n".join(found)


def test_at_most_one_message_in_a_hundred_sounds_translated() -> None:
    messages = [
        message.id if isinstance(message.id, str) else message.id[-1] for message in extract(ROOT) if message.id
    ]
    # A heading such as "What happened" and a description such as "Whether decks are sealed" are usual English.
    found = [text for text in messages if plain_english.construction_names(text) - {"What is"}]
    assert len(messages) > 5_000
    assert len(found) <= plain_english.MAX_MESSAGE_SHARE * len(messages), "\n".join(found)


def test_docstrings_and_comments_are_read_and_nothing_else() -> None:
    texts = list(plain_english.of_module(SAMPLE))
    assert [line for line, _ in texts] == [1, 3, 4, 12]
    found = [(name, f.line) for line, text in texts for name, f in plain_english.findings("a.py", line, text)]
    assert found == [
        ("whoever", 1), ("of what", 1), ("tells whether", 1), ("What is", 1), ("so many", 3), ("by which", 5)
    ]  # fmt: skip


def docstrings_and_comments(source: str) -> Iterator[int]:
    """Yield the number of the first line of each docstring and of each comment, as found by Python's own parser."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and ast.get_docstring(node) is not None:
            yield node.body[0].lineno
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0]


@pytest.mark.parametrize("folder", ["rules/kernel/engine", "tests/house", "render/pen"])
def test_the_fast_reader_finds_what_python_finds(folder: str) -> None:
    for file in (ROOT / folder).glob("*.py"):
        source = file.read_text(encoding="utf-8")
        expected = set(docstrings_and_comments(source))
        begins = {line for line, _ in plain_english.of_module(source)}
        inside = {
            number
            for line, text in plain_english.of_module(source)
            for number in range(line, line + text.count("\n") + 1)
        }
        missed = expected - inside
        assert not missed, f"{file}: {missed}"
        # the fast reader may mistake one triple-quoted string at the start of a line for a docstring
        assert len(begins - expected) <= 1, f"{file}: {begins - expected}"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nobody waits.", "somebody"),
        ("Ask those\nwho run it.", "whoever"),
        ("The id by which it is found.", "by which"),
        ("Return the kinds of what is due.", "of what"),
        ("Tells whether it is known.", "tells whether"),
        ("The match goes on.", "goes on"),
        ("Wait so long.", "so many"),
        ("Draw it anew.", "anew"),
        ("Rows that are to be posted.", "is to be"),
        ("Return what came of it.", "comes of"),
        ("A thread of its own.", "of its own"),
        ("It rings for them.", "rings"),
        ("What is saved.", "What is"),
    ],
)
def test_each_construction_is_found(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "Return whether this pack's title is known.",
        "Three cards, each of which costs 2.",
        "Wait so long as it takes; it costs as much.",
        "A player sacrifices one of their own cards.",
        "What is due? Everything.",
        'The button says "Nobody waits".',
        "Call `somebody` first.",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert names(text) == []


def test_a_complaint_names_file_line_sentence_and_the_plain_alternative() -> None:
    ((name, place),) = plain_english.findings("bot/a.py", 7, "It is done. Draw it\nanew then. The end.")
    assert place == Finding("bot/a.py", 8, "Draw it anew then.")
    complaint = plain_english.excess("bot", name, 0, [place])
    assert "bot/a.py:8: Draw it anew then." in complaint
    assert CONSTRUCTIONS[name][1] in complaint
    assert plain_english.excess("bot", name, 1, [place]) == ""


def test_limits_only_fall() -> None:
    allowed = {"bot": {"anew": 3, "rings": 1}, "pages": {"anew": 0}}
    now = {"bot": {"anew": 2, "rings": 5}, "pages": {"anew": 0}}
    assert plain_english.lowered(allowed, now) == {"bot": {"anew": 2, "rings": 1}, "pages": {"anew": 0}}


def test_every_exception_is_needed() -> None:
    pages = [file for folder in FOLDERS.values() for pattern in folder for file in ROOT.glob(pattern)]
    texts = " ".join(Path(file).read_text(encoding="utf-8").lower() for file in pages)
    assert all(exception.search(texts) for exception in EXCEPTIONS)
