"""Writes docs/licences.md, the list of installed packages' licences, from their metadata (`make licences`).

`licence` reads the metadata without the help of pip-licenses. Version 5.5.5 of pip-licenses left 30 of this project's
99 packages without an SPDX name. It prefers classifiers such as "BSD License", which hid that two of the packages are
BSD-2-Clause. It would also add three packages, and save only ten lines of this module.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata

from tools.lock_requirements import ROOT, pinned

PAGE = ROOT / "docs" / "licences.md"
#: The licences that let an MIT-licensed program include a package with attribution as the only condition.
FREE = frozenset(
    {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python", "ISC", "MIT", "MIT-0", "MIT-CMU"}
    | {"OFL-1.1", "PSF-2.0", "Zlib"}
)
#: The licences allowed for developers' tools, which aren't distributed.
TOOLS = FREE | {"MPL-2.0"}
#: Maps the names of licences in packages' metadata and classifiers to SPDX names.
WORDS = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "MIT, BSD": "MIT AND BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
#: The licences of packages that are installed only on other systems or versions of Python, taken from the packages'
#: pages.
ELSEWHERE = {"audioop-lts": "PSF-2.0", "colorama": "BSD-3-Clause", "typing-extensions": "PSF-2.0"}
UNKNOWN = "unknown"

HEAD = """# Licences

The packages installed with the bot, with the licence that each declares, by its [SPDX](https://spdx.org/licenses/)
name. `make licences` writes this page. A test fails if an installed package is missing here, or if its licence isn't
compatible with MIT. Some packages contain other libraries, such as those that read pictures. Their licences are in the
folder `.dist-info/licenses` of the package.
"""
PARTS = (
    ("run", "With the bot", FREE, ""),
    ("play", "With the playground", FREE, ""),
    ("dev", "For development", TOOLS, "These are not distributed with the bot.\n\n"),
)


def licence(package: str) -> str:
    """Return a package's licence as an SPDX expression, or `unknown`."""
    try:
        said = metadata(package)
    except PackageNotFoundError:
        return ELSEWHERE.get(package, UNKNOWN)
    if "License-Expression" in said:
        return said["License-Expression"]
    field = said["License"] if "License" in said else ""  # noqa: SIM401
    classes = [line.split(" :: ")[-1] for line in said.get_all("Classifier") or [] if line.startswith("License ::")]
    candidates = [word for word in (field, *classes) if word in WORDS or word in TOOLS]
    return WORDS.get(candidates[0], candidates[0]) if candidates else UNKNOWN


def allowed(expression: str, free: frozenset[str]) -> bool:
    """Return whether an SPDX expression is allowed: for OR, at least one part must be; for AND, every part."""
    choices = re.sub(r"[()]", "", expression).split(" OR ")
    return any(all(part.strip() in free for part in choice.split(" AND ")) for choice in choices)


def page() -> str:
    """Return the text of the page that lists all licences."""
    text, told = HEAD, set[str]()
    for name, title, _, note in PARTS:
        packages = [pin.name for pin in pinned(name) if pin.name not in told]
        told.update(packages)
        rows = "".join(f"| {package} | {licence(package)} |\n" for package in packages)
        text += f"\n## {title}\n\n{note}| package | licence |\n|---|---|\n{rows}"
    return text


def refused() -> list[str]:
    """Return a line for each package whose licence is unknown or isn't allowed for the package's use."""
    told, faults = set[str](), list[str]()
    for name, title, free, _ in PARTS:
        for pin in pinned(name):
            if pin.name not in told and not allowed(licence(pin.name), free):
                faults.append(f"{pin.name} ({title}): {licence(pin.name)}")
            told.add(pin.name)
    return faults


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.exit("\n".join(refused()) or 0)
