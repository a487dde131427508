"""The documentation page about the base pack explains effects.

The page's example is valid and described correctly, and the page lists every field.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.content.ops import Condition, Count, Record
from rules.edge_of_darkness.words.cards import effect_text
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.effect_verbs import words

PAGE = (Path(__file__).parents[3] / "data" / "edge_of_darkness" / "README.md").read_text("utf-8")
SECTION = PAGE.partition("## An effect, field by field")[2].partition("\n## ")[0]
((EXAMPLE, TEXT),) = re.findall(r"^```json\n(.*?)^```$.*?^> (.*?)$", SECTION, re.MULTILINE | re.DOTALL)
#: The rows of the page's table. Each row has names of fields and the records that have these fields.
ROWS = re.findall(r"^\| (`.*?`) \| (an? .*?) \|", SECTION, re.MULTILINE)


def test_the_example_is_an_effect_and_says_what_the_page_says() -> None:
    effect = Effect.model_validate(json.loads(EXAMPLE))
    assert effect_text(Translator(), base(), effect, "war_council") == TEXT


@pytest.mark.parametrize(
    ("record", "name"), [(Effect, "an effect"), (Clause, "a clause"), (Condition, "a condition"), (Count, "an amount")]
)
def test_every_field_is_explained(record: type[Record], name: str) -> None:
    told = {field for fields, of in ROWS if name in of.split(", ") for field in re.findall(r"`(\w+)`", fields)}
    assert told == set(record.model_fields)


@pytest.mark.parametrize("field", ["mode", "prologue"])
def test_every_word_of_a_field_is_explained(field: str) -> None:
    (row,) = re.findall(rf"^\| `{field}` \| an effect \| (.*) \|$", SECTION, re.MULTILINE)
    assert set(re.findall(r'`"(\w+)"`', row)) == set(words(Effect.model_fields[field].annotation))
