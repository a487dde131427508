"""Commands about the rules: list the rules that no test cites, and write the players' rulebooks as HTML pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.features.rulebook.files import rules_page
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES

# A rule is defined by a list item or a table row that starts with the rule's id.
_DEFINITION = re.compile(r"^(?:\s*[-*]\s+|\|\s*)\*{0,2}`?([A-Z]{2,4}-[A-Z0-9]+\.\d+[a-z]?)\b")
_EXEMPTIONS = re.compile(r"^#+\s.*exempt", re.IGNORECASE)
_ID = re.compile(r"[A-Z]{2,4}-[A-Z0-9]+(?:[.-][A-Z0-9]+)*[a-z]?")


@dataclass(frozen=True)
class Rulebook:
    """The ids of the rules defined in a RULES.md, in order, and the ids of the rules that need no test.

    Rules need no test if they are only for reference.
    """

    ids: list[str]
    exempt: list[str]

    def uncited(self, tests: Path) -> list[str]:
        """Return the ids of the rules that need a test but aren't cited by any test in the folder."""
        cited = citations(tests)
        free = set(self.exempt)
        return [rule for rule in self.ids if rule not in cited and rule not in free]


def read(game: AnyGame) -> Rulebook:
    """Read a game's RULES.md."""
    return parse(game.digest())


def write_pages(games: Sequence[AnyGame], folder: Path) -> Iterator[Path]:
    """Write every game's rulebook as a page in each language; yield the path of each file after it has been written."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        for locale in LOCALES:
            file = folder / f"{game.id}.{locale}.html"
            file.write_text(rules_page.page(game, locale), encoding="utf-8")
            yield file


def parse(text: str) -> Rulebook:
    """Return the rule ids defined in a RULES.md, and the ids of the rules that need no test.

    The ids (or whole sections) that need no test are listed in a table below a separate heading.
    """
    ids: list[str] = []
    exempt_ids: list[str] = []
    exempting = False
    for line in text.splitlines():
        if line.startswith("#"):
            exempting = bool(_EXEMPTIONS.match(line))
        elif exempting and line.startswith("|"):
            exempt_ids += _ID.findall(line.split("|")[1])
        elif (definition := _DEFINITION.match(line)) and definition[1] not in ids:
            ids.append(definition[1])
    exempt = [rule for rule in ids if any(rule == name or rule.startswith(f"{name}.") for name in exempt_ids)]
    return Rulebook(ids, exempt)


def citations(tests: Path) -> set[str]:
    """Return every rule id that a test in the folder cites with `pytest.mark.rule(...)` or `rule(...)`."""
    cited: set[str] = set()
    for file in sorted(tests.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if "rule(" in source:
            cited.update(_cited_in(ast.parse(source, str(file))))
    return cited


def _cited_in(tree: ast.AST) -> set[str]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        argument.value
        for call in calls
        if "rule" in (getattr(call.func, "attr", None), getattr(call.func, "id", None))
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
