"""The sentences of the code find their way into the catalogues."""

from __future__ import annotations

import gettext
from pathlib import Path

from bot.tools import catalogues

CODE = '''
from rules.kernel.words.text import N_
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
