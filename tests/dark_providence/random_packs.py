"""Random content packs with any values that the effect language allows, even in unusual combinations."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from rules.dark_providence.content import checks
from rules.dark_providence.content.effects import EndEffect, Occasion, Ongoing
from rules.dark_providence.content.load import base
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import Asset, Mythos
from rules.dark_providence.game import GAME
from rules.kernel.errors import ContentError

#: Maximum amount in a card's text. Larger amounts would end matches too early.
MOST = 4
#: The maximum number of attempts to find valid powers for a card. After that, the card is left unchanged.
TRIES = 40


def random_value(rng: random.Random, annotation: Any, metadata: tuple[Any, ...] = ()) -> Any:
    """Return a random value allowed by the type annotation of a field."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner = [part for extra in args[1:] for part in getattr(extra, "metadata", [extra])]
        return random_value(rng, args[0], (*metadata, *inner))
    if origin in (Union, UnionType):
        return random_value(rng, rng.choice([arg for arg in args if arg is not NoneType]), metadata)
    if origin is Literal:
        return rng.choice(args)
    if origin is list:
        return [random_value(rng, args[0]) for _ in range(rng.randint(1, 2))]
    if annotation is bool:
        return rng.random() < 0.5
    if annotation is int:
        low, high = (next(getattr(part, end) for part in metadata if hasattr(part, end)) for end in ("ge", "le"))
        return rng.randint(max(low, -MOST), min(high, MOST))
    return record(rng, annotation)


def record(rng: random.Random, kind: type[BaseModel]) -> dict[str, Any]:
    """Return a random record, with some of the optional fields left out."""
    return {
        name: random_value(rng, field.annotation, tuple(field.metadata))
        for name, field in kind.model_fields.items()
        if field.is_required() or rng.random() < 0.5
    }


def power(rng: random.Random, timing: str) -> dict[str, Any]:
    """Return a random power with this timing."""
    ways = [[random_value(rng, Op) for _ in range(rng.randint(1, 2))] for _ in range(rng.choice([1, 1, 2]))]
    found: dict[str, Any] = {"timing": timing, "ways": ways}
    if timing == "reaction":
        found["trigger"] = rng.choice(["destroyed", "discarded", "played"])
    elif timing == "whenever":
        found["trigger"] = rng.choice(get_args(Occasion))
    elif timing != "acquired":
        found["destroys"] = rng.random() < 0.3
    return found


def asset(rng: random.Random, card: Asset, file: str) -> dict[str, Any]:
    """Return a copy of an asset card with random powers, or the card itself if no valid powers are found."""
    ours = card.model_dump(mode="json", exclude_unset=True)
    for _ in range(TRIES):
        timings = rng.sample(["action", "bonus", "acquired", "reaction"], rng.randint(1, 2))
        found = ours | {"powers": [power(rng, timing) for timing in timings]}
        try:
            own = Asset.model_validate(found)
            checks.check_asset(file, own, acquired=file != "starting", agents=file == "assets")
        except ContentError:
            continue
        return found
    return ours


def mythos(rng: random.Random, card: Mythos) -> dict[str, Any]:
    """Return a copy of a mythos card with random powers, or the card itself if no valid powers are found."""
    ours = card.model_dump(mode="json", exclude_unset=True)
    if card.marker:
        return ours
    for _ in range(TRIES):
        timings = rng.sample(["action", "bonus", "acquired", "whenever"], rng.randint(1, 2))
        found = ours | {
            "powers": [power(rng, timing) for timing in timings],
            "ongoing": rng.sample(get_args(Ongoing), rng.choice([0, 0, 1])),
            "end": [random_value(rng, EndEffect)] if rng.random() < 0.3 else [],
        }
        try:
            checks.check_mythos(Mythos.model_validate(found), base())
        except ContentError:
            continue
        return found
    return ours


def write(rng: random.Random, folder: Path) -> Path:
    """Write a pack that extends the base pack with random powers. Return its folder."""
    folder.mkdir()
    about = {"name": {"en": "Odd", "hu": "Fura", "es": "Rara"}, "game": GAME.id, "base": "base"}
    files: dict[str, list[Any]] = {
        name: [asset(rng, card, name) for card in getattr(base(), name).values()]
        for name in ("starting", "assets", "city_cards")
    }
    files["mythos"] = [mythos(rng, card) for card in base().mythos.values()]
    for name, records in files.items():
        (folder / f"{name}.json").write_text(json.dumps(records), encoding="utf-8")
    (folder / "pack.json").write_text(json.dumps(about), encoding="utf-8")
    return folder
