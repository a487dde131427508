"""`tenebrae rules --uncited`, which lists the rules of a game that no test covers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from bot.features.rulebook import cli as rulebooks

BOOK = """
## 1. Drafting
- **XX-DRAFT.1** [P] Draft one card.
- **XX-DRAFT.2** [P] See XX-DRAFT.1 and XX-DRAFT.9.
  - **XX-DRAFT.3** A rule below a rule.
| XX-DEC.1 | A row | too |

## 2. Box
- **XX-COMP.1** One board.
- **XX-COMP.11** One bag.

## Exempt from tests
| Id | Reason |
|---|---|
| XX-COMP | counts of the box |
| XX-DEC.1 | a table |
"""


def test_definitions_are_found_and_mentions_are_not() -> None:
    ids = ["XX-DRAFT.1", "XX-DRAFT.2", "XX-DRAFT.3", "XX-DEC.1", "XX-COMP.1", "XX-COMP.11"]
    assert rulebooks.parse(BOOK).ids == ids


def test_a_section_or_an_id_is_exempt() -> None:
    assert rulebooks.parse(BOOK).exempt == ["XX-DEC.1", "XX-COMP.1", "XX-COMP.11"]


def test_cited_and_exempt_ids_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\n@pytest.mark.rule("XX-DRAFT.1", "XX-DRAFT.2")\ndef test_a(): ...\n'
        '# pytest.mark.rule("XX-DRAFT.3")\n'
    )
    assert rulebooks.parse(BOOK).uncited(tmp_path) == ["XX-DRAFT.3"]


def test_citations_in_parameters_count(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\nCASES = [pytest.param(1, marks=pytest.mark.rule("XX-DRAFT.3"))]\n'
    )
    assert rulebooks.citations(tmp_path) == {"XX-DRAFT.3"}


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_rulebook_has_numbered_rules(game: str) -> None:
    assert rulebooks.read(rules.GAMES[game]).ids, "a line of a rule begins with its number, such as LC-TURN.1"
