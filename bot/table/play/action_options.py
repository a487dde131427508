"""Finds the legal actions that match the options typed for a slash command."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from rapidfuzz import fuzz, process, utils

from bot.discord.ui import limits
from rules.kernel.data.actions import Action, field_kinds, field_names, to_json

#: Minimum similarity (out of 100) between a misspelt text and the matching label.
MIN_SIMILARITY = 75


def digest(action: Action) -> str:
    """Return a short hash that identifies an action, even if the actions are offered in a different order."""
    text = json.dumps(to_json(action), sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def encode(value: Any, action: Action) -> str:
    """Return a field's value as the text of a slash option; if the text is too long, return a hash of the action."""
    parts = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else ()
    text = ",".join(map(str, parts)) if isinstance(value, tuple) else str(value)
    if not text and parts != ("",):
        return "-"
    # Use the hash if a part contains a comma, because it would be mistaken for a separator.
    plain = all("," not in str(part) and part != "" for part in parts)
    return text if plain and len(text) <= limits.CHOICE_VALUE else f"#{digest(action)}"


def actions_with(actions: Sequence[Action], kind: type[Action], typed: Mapping[str, Any]) -> list[Action]:
    """Return the actions of this kind whose fields have exactly the values of the typed options."""
    return [
        action
        for action in actions
        if type(action) is kind
        and all(encode(getattr(action, field), action) == str(value) for field, value in typed.items())
    ]


def values(actions: Sequence[Action], field: str) -> dict[str, Any]:
    """Return all values that a field has in these actions, keyed by their text and in the order of the actions."""
    return {encode(getattr(action, field), action): getattr(action, field) for action in actions}


def resolve(
    actions: Sequence[Action], kind: type[Action], typed: Mapping[str, Any], label: Callable[[str, Any], str]
) -> list[Action]:
    """Return the legal actions of a kind that the typed options may describe.

    Autocomplete enters the text of a value. If a person types other words, they are compared with the labels of the
    values that the other options still allow.
    """
    remaining_actions = [action for action in actions if type(action) is kind]
    for field, value in typed.items():
        value_by_key = values(remaining_actions, field)
        key = str(value)
        if key not in value_by_key:
            key = _by_label({text: label(field, real) for text, real in value_by_key.items()}, key) or key
        remaining_actions = [action for action in remaining_actions if encode(getattr(action, field), action) == key]
    return remaining_actions


def _by_label(labels: Mapping[str, str], typed_text: str) -> str | None:
    """Return the text of the value with a label that matches the typed text; None unless exactly one label matches."""
    query = typed_text.strip().casefold()[: limits.SEARCH_TEXT]
    for test in (str.__eq__, str.startswith, str.__contains__):
        hits = [text for text, label in labels.items() if test(label.casefold(), query)]
        if len(hits) == 1:
            return hits[0]
    hits = process.extract(query, labels, scorer=fuzz.WRatio, processor=utils.default_process, limit=2)
    close = [hit for hit in hits if hit[1] >= MIN_SIMILARITY]
    if len(close) == 1 or (len(close) == 2 and close[0][1] - close[1][1] >= 10):
        return close[0][2]
    return None


def suggest(labels: Mapping[str, str], current: str) -> list[tuple[str, str]]:
    """Return up to 25 suggestions as pairs of label and value, starting with labels that begin with the typed text."""
    query = current.strip().casefold()[: limits.SEARCH_TEXT]
    pairs = [(label, text) for text, label in labels.items()]
    if not query:
        return pairs[: limits.CHOICES]
    first = [pair for pair in pairs if pair[0].casefold().startswith(query)]
    within = [pair for pair in pairs if query in pair[0].casefold() and pair not in first]
    if first or within:
        return [*first, *within][: limits.CHOICES]
    hits = process.extract(
        query, dict(labels), scorer=fuzz.WRatio, processor=utils.default_process, limit=limits.CHOICES, score_cutoff=60
    )
    return [(labels[hit[2]], hit[2]) for hit in hits]


def build_raw_action(kind: type[Action], typed: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the JSON data of an action, which may be illegal, from the typed options; None if an option is missing."""
    if set(typed) != set(field_names(kind)):
        return None
    data: dict[str, Any] = {"verb": kind.verb}
    for field, annotation in field_kinds(kind).items():
        data[field] = _plain(annotation, typed[field])
    return data


def _plain(annotation: str, value: Any) -> Any:
    if not annotation.startswith("tuple"):
        return value
    parts = [part.strip() for part in str(value).split(",") if part.strip() and part.strip() != "-"]
    if "int" in annotation:
        return [int(part) if part.isdecimal() else part for part in parts]
    return parts
