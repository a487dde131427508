"""Random packs, generated from the card schema: any card text is possible, even unusual combinations."""

from __future__ import annotations

import json
import random
import types
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from rules.aevum_haeresis.content import checks, ops
from rules.aevum_haeresis.content.effects import Ability, Passive
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.occasions import Occasion
from rules.aevum_haeresis.content.ops import Op
from rules.aevum_haeresis.content.records import Card, Content, Keyword
from rules.kernel.content.records import Record

KEYWORDS = ("witch", "ghoul")
#: A card that other cards call from the Background deck. It belongs to the faction of the Deathless.
CALLED = "hungry_wraith"
#: The probability that an optional field is left out, and the maximum number of attempts to find a valid random value.
LEFT_OUT, TRIES = 0.45, 60
CONTENT = Content(
    base().cards,
    base().decks,
    {word: Keyword.model_validate({"id": word, "name": dict.fromkeys(("en", "hu", "es"), word)}) for word in KEYWORDS},
)


def value(rng: random.Random, annotation: Any, metadata: tuple[Any, ...] = ()) -> Any:
    """Return a random value allowed by the type annotation."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner = [part for extra in args[1:] for part in getattr(extra, "metadata", [extra])]
        return value(rng, args[0], (*metadata, *inner))
    if origin in (Union, types.UnionType):
        some = [one for one in args if one is not type(None)]
        return value(rng, rng.choice(some), metadata)
    if origin is Literal:
        return rng.choice(args)
    if origin is list:
        least, most = (next((v for m in metadata if (v := getattr(m, n, None)) is not None), d) for n, d in _LENGTHS)
        return [value(rng, args[0]) for _ in range(rng.randint(least, max(least, min(most, least + 1))))]
    if origin is tuple:
        return [value(rng, one) for one in args]
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return record(rng, annotation)
    if annotation is bool:
        return rng.random() < 0.4
    if annotation is int:
        low, high = (next((v for m in metadata if (v := getattr(m, n, None)) is not None), d) for n, d in _BOUNDS)
        return rng.randint(max(low, -3), min(high, 4))
    return rng.choice(KEYWORDS)


_LENGTHS, _BOUNDS = (("min_length", 0), ("max_length", 2)), (("ge", -3), ("le", 4))


def record(rng: random.Random, kind: type[Record]) -> dict[str, Any]:
    """Return a random record in the form used in a pack's files."""
    return {
        name: _field(rng, kind, name, field)
        for name, field in kind.model_fields.items()
        if field.is_required() or rng.random() > LEFT_OUT
    }


def _field(rng: random.Random, kind: type[Record], name: str, field: FieldInfo) -> Any:
    if kind is ops.Call:
        return CALLED if name == "card" else "call"
    if kind in (ops.Roll, ops.Contest) and name == "rows":
        return [[6, value(rng, list[ops.Plain])]]
    if kind is ops.Roll and name == "die":
        return 6
    return value(rng, field.annotation, tuple(field.metadata))


def fits(card: dict[str, Any]) -> bool:
    """Return whether a card, in the form used in a pack's files, is valid."""
    try:
        made = Card.model_validate(card)
    except ValidationError:
        return False
    return next(iter(checks.card_faults(CONTENT, made)), None) is None


def vary(rng: random.Random, card: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of the card with random abilities, passives and effects.

    A field stays unchanged if no valid value is found for it.
    """
    for name, kind in (("abilities", Ability), ("passives", Passive), ("do", Op)):
        for _ in range(TRIES):
            made = {**card, name: [*card.get(name, [])[:1], value(rng, kind)]}
            if fits(made):
                card = made
                break
    if rng.random() < 0.5 and fits(marked := {**card, "keywords": [rng.choice(KEYWORDS)]}):
        card = marked
    return card


#: Operations that can trigger a reactive ability, and that have few requirements.
CAUSES: list[dict[str, Any]] = [
    {"op": "sacrifice", "who": "me"},
    {"op": "sacrifice", "who": "both"},
    {"op": "raise", "what": "heretic", "to": "verge", "may": False},
    {"op": "raise", "what": "any", "to": "hand", "may": False},
    {"op": "call", "card": CALLED},
    {"op": "gold", "amount": 1, "who": "both"},
    {"op": "gold", "amount": -1, "who": "me"},
    {"op": "damage", "amount": 1, "target": {"scope": "anywhere"}},
    {"op": "ready", "target": {"scope": "anywhere"}},
    {"op": "spend", "target": {"scope": "anywhere"}},
    {"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}},
    {"op": "draw", "who": "me"},
    {"op": "discard", "who": "me", "count": 1},
    {"op": "mill", "who": "opponent", "count": 1},
]


def chained(rng: random.Random, card: dict[str, Any]) -> dict[str, Any]:
    """Return a Heretic with an In Medias Res ability and a reactive ability that may trigger each other endlessly."""
    for _ in range(TRIES):
        occasion = value(rng, Occasion)
        abilities = [
            {"kind": "imr", "do": rng.sample(CAUSES[:5], 2)},
            {"kind": "when", "limit": "round", "when": occasion, "do": rng.sample(CAUSES, 2)},
        ]
        if fits(made := {**card, "abilities": abilities}):
            return made
    return card


def write(
    rng: random.Random,
    folder: Path,
    often: float = 0.6,
    vary: Callable[[random.Random, dict[str, Any]], dict[str, Any]] = vary,
) -> Path:
    """Write a pack that extends the base pack and changes the effects of many cards. Return its folder."""
    folder.mkdir()
    about = {"name": {"en": "Odd", "hu": "Furcsa", "es": "Raro"}, "game": "aevum_haeresis", "base": "base"}
    (folder / "pack.json").write_text(json.dumps(about), "utf-8")
    cards: dict[str, list[Any]] = {}
    for card in base().cards.values():
        if not card.background and rng.random() < often:
            varied = vary(rng, card.model_dump(mode="json", exclude_unset=True))
            cards.setdefault(card.faction, []).append(varied)
    for faction, found in cards.items():
        (folder / f"{faction}.json").write_text(json.dumps(found), "utf-8")
    decks = [deck for deck in base().decks.values() if base().cards[deck.damned].faction == "deathless"]
    called = [{**one.model_dump(mode="json"), "background": {**one.background, CALLED: 1}} for one in decks]
    (folder / "decks.json").write_text(json.dumps(called), "utf-8")
    words = [one.model_dump(mode="json") for one in CONTENT.keywords.values()]
    (folder / "keywords.json").write_text(json.dumps(words), "utf-8")
    return folder
