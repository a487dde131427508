"""The tool that updates the translation catalogues finds all translatable texts in the code."""

from __future__ import annotations

import gettext
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import catalogues

ROOT = Path(__file__).parents[2]
CODE = '''
from rules.kernel.words.translation import N_
def words(say, many):
    say.t("Hello {name}", name="x")
    say.t("Yes" if many else "No")
    say.n("{n} card", "{n} cards", many)
    raise IllegalAction("A long sentence "
                        "over two lines.")
LABEL = N_("Label")
other("Not said")
class Draft(Action):
    """Take the cards (EOD-DRAFT.3). And more."""
'''


def _tree(root: Path) -> Path:
    (root / "bot").mkdir()
    (root / "bot" / "x.py").write_text(CODE)
    return root


def test_every_sentence_is_extracted(tmp_path: Path) -> None:
    found = {message.id for message in catalogues.extract(_tree(tmp_path)) if message.id}
    assert found == {
        "Hello {name}", "Yes", "No", ("{n} card", "{n} cards"), "A long sentence over two lines.", "Label",
        "Take the cards.",
    }  # fmt: skip


def test_translations_survive_an_update(tmp_path: Path) -> None:
    root = _tree(tmp_path)
    catalogues.update(root)
    source = root / "data/locale/hu/LC_MESSAGES/tenebrae.po"
    source.write_text(source.read_text().replace('msgid "Yes"\nmsgstr ""', 'msgid "Yes"\nmsgstr "Igen"'))
    report = catalogues.update(root)
    assert report[0].startswith("hu: 7 sentences, 6 without")
    assert gettext.translation("tenebrae", root / "data/locale", ["hu"]).gettext("Yes") == "Igen"


def test_an_update_of_an_unchanged_tree_changes_nothing(tmp_path: Path) -> None:
    root = _tree(tmp_path)
    catalogues.update(root)
    sources = {file: file.read_bytes() for file in root.rglob("*.po")}
    catalogues.update(root)
    assert {file: file.read_bytes() for file in root.rglob("*.po")} == sources


def test_an_update_names_the_sentences_without_a_translation_and_their_places(tmp_path: Path) -> None:
    root = _tree(tmp_path)
    catalogues.update(root)
    source = root / "data/locale/hu/LC_MESSAGES/tenebrae.po"
    source.write_text(source.read_text().replace('msgid "Yes"\nmsgstr ""', 'msgid "Yes"\nmsgstr "Igen"'))
    report = catalogues.update(root)
    assert report[:8] == [
        "hu: 7 sentences, 6 without a translation",
        "  bot/x.py:4: Hello {name}",
        "  bot/x.py:5: No",
        "  bot/x.py:6: {n} card / {n} cards",
        "  bot/x.py:7: A long sentence over two lines.",
        "  bot/x.py:9: Label",
        "  bot/x.py:11: Take the cards.",
        "es: 7 sentences, 7 without a translation",
    ]


@pytest.mark.parametrize(
    ("line", "number", "fault"),
    [
        ('say.t(f"Hello {name}")', 4, "say.t(f'Hello {name}') is not a literal sentence; "),
        ('say.t("Hello " + name)', 4, "say.t('Hello ' + name) is not a literal sentence; "),
        ('say.t("Hello {x}".format(x=name))', 4, "say.t('Hello {x}'.format(x=name)) is not a literal sentence; "),
        ('say.n("{n} card", f"{n} {name}", many)', 4, "say.n(f'{n} {name}') is not a literal sentence; "),
        ('say.n("{n} card", name, many)', 4, "say.n(name) is not a literal sentence; "),
        ('raise IllegalAction("No %s." % name)', 4, "IllegalAction('No %s.' % name) is not a literal sentence; "),
        ("N_(name)", 4, "N_ marks a literal string, and name is none."),
        ('N_(f"Hello {name}")', 4, "N_ marks a literal string, and f'Hello {name}' is none."),
        ("say.t(_STORED)", 1, "'Stored' is used later, from _STORED; mark it here as N_('Stored')."),
        ("say.t(_TABLE[name])", 2, "'Of a table' is used later, from _TABLE; mark it here as N_('Of a table')."),
        ('said = "Said"; say.t(said if name else name)', 4, "'Said' is used later, from said; mark it here as "),
    ],
)
def test_what_cannot_be_collected_is_named_with_its_place(tmp_path: Path, line: str, number: int, fault: str) -> None:
    with pytest.raises(catalogues.Unreadable) as error:
        catalogues.extract(_saying(tmp_path, line))
    (told,) = str(error.value).splitlines()
    assert told.startswith(f"bot/x.py:{number}: {fault}")


def test_the_tool_tells_what_cannot_be_collected_and_fails(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "tools.catalogues"],
        cwd=_saying(tmp_path, "say.t(f'Hello {name}')"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stdout) == (1, "")
    assert made.stderr == (
        "bot/x.py:4: say.t(f'Hello {name}') is not a literal sentence; write it as one literal string with {fields}.\n"
    )


@pytest.mark.parametrize("line", ["say.t(name)", "say.t(_STORED)", "say.t(_TABLE[name])", "say.t(name.title or name)"])
def test_a_marked_sentence_may_be_looked_up(tmp_path: Path, line: str) -> None:
    root = _saying(tmp_path, line, marked=True)
    assert {message.id for message in catalogues.extract(root) if message.id} == {"Stored", "Of a table"}


def _saying(root: Path, line: str, *, marked: bool = False) -> Path:
    """Return a source tree with `line` in a function. If `marked`, the strings that `line` uses are wrapped in N_()."""
    stored, of_a_table = (f'N_("{text}")' if marked else f'"{text}"' for text in ("Stored", "Of a table"))
    (root / "bot").mkdir()
    (root / "bot" / "x.py").write_text(
        f"_STORED = {stored}\n_TABLE = {{1: {of_a_table}}}\ndef words(say, name, many):\n    {line}\n"
    )
    return root
