"""docs/data.md describes each kind of line in a data export as the JSON schema does, with a valid example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from bot.cli.export_lines import schema
from tests.game_helpers import each

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text("utf-8")
SCHEMA = schema()
KINDS = SCHEMA["discriminator"]["mapping"]
#: The name of the schema's definition that each heading of the page describes.
MODELS = {f"## `{kind}`": path.rpartition("/")[2] for kind, path in KINDS.items()} | {"### `seats`": "Holder"}
TYPES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "yes or no", "object": "object"}


def section(heading: str) -> str:
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the page has no {heading}"
    return found[1]


def type_words(part: dict[str, Any]) -> str:
    """Return how the page should word a field's JSON schema type, such as "whole number"."""
    if "anyOf" in part:
        return " or ".join(type_words(one) for one in part["anyOf"])
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    if part.get("type") == "array":
        return "list"
    return "null" if part.get("type") == "null" else TYPES[part["type"]]


@each("heading", MODELS)
def test_every_field_stands_on_the_page_as_it_is_in_the_schema(heading: str) -> None:
    fields = SCHEMA["$defs"][MODELS[heading]]["properties"]
    rows = [
        f"| `{name}` | {type_words(part)} | {part.get('description', 'The kind of line.')} |"
        for name, part in fields.items()
    ]
    page = [row for row in section(heading).splitlines() if row.startswith("| `")]
    assert page == rows, "\n".join(rows)


def test_every_kind_of_line_has_an_example_that_fits_the_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    examples = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
    assert sorted(example["line"] for example in examples) == sorted(KINDS)
    for example in examples:
        Draft202012Validator(SCHEMA).validate(example)
