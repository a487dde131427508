"""Keep the gettext catalogues in step with the code: extract, update, compile (`make i18n`)."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

KEYWORDS = {"t": None, "n": (1, 2), "N_": None}
PACKAGES = ("bot", "rules", "render")
METHODS = [("**.py", "python")]


def extract(root: Path) -> Catalog:
    """Collect every sentence the code says through say.t, say.n and N_."""
    catalogue = Catalog(project="tenebrae", charset="utf-8", fuzzy=False)
    for package in PACKAGES:
        found = extract_from_dir(root / package, METHODS, keywords=KEYWORDS, comment_tags=("i18n:",))
        for name, line, message, comments, context in found:
            catalogue.add(
                message, locations=[(f"{package}/{name}", line)], auto_comments=comments, context=context
            )
    return catalogue


def update(root: Path) -> list[str]:
    """Bring every catalogue up to date and compile it; return one line a language."""
    template = extract(root)
    folder = root / "data" / "locale"
    report: list[str] = []
    for source in sorted(folder.glob("*/LC_MESSAGES/tenebrae.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name)
        catalogue.update(template, no_fuzzy_matching=True)
        buffer = BytesIO()
        write_po(buffer, catalogue, width=0, no_location=True, sort_output=True, omit_header=False)
        source.write_bytes(buffer.getvalue())
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        missing = sum(1 for message in catalogue if message.id and not message.string)
        report.append(f"{catalogue.locale}: {len(catalogue)} sentences, {missing} without a translation")
    return report


if __name__ == "__main__":
    print("\n".join(update(Path.cwd())))
