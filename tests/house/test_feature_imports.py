"""Features don't import each other, except where ALLOWED permits it."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
FEATURES = ROOT / "bot" / "features"
#: For each feature, the other features that it may import.
ALLOWED = {
    "cups": {"decks", "open_tables", "profiles"},
    "packs": {"owner"},
    "privacy": {"cups", "open_tables", "owner", "profiles", "ratings", "reports"},
    "profiles": {"ratings"},
    "replays": {"profiles"},
    "reports": {"owner"},
    "reviews": {"profiles", "replays"},
}


def imported_features(file: Path) -> set[str]:
    """Return the names of the features that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        parts = [name.split(".") for name in names]
        found |= {part[2] for part in parts if part[:2] == ["bot", "features"] and len(part) > 2}
    return found


def test_features_import_only_the_features_on_the_list() -> None:
    found: dict[str, set[str]] = {}
    for file in sorted(FEATURES.rglob("*.py")):
        feature = file.relative_to(FEATURES).parts[0]
        if (others := imported_features(file) - {feature}) and feature != "__init__.py":
            found.setdefault(feature, set()).update(others)
    assert found == ALLOWED


def test_no_two_features_import_each_other() -> None:
    mutual = [(one, two) for one, others in ALLOWED.items() for two in others if one in ALLOWED.get(two, ())]
    assert mutual == []
