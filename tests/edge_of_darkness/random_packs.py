"""Random content packs with all operations, costs and amounts of the effect language, even in unusual combinations."""

from __future__ import annotations

import json
import random
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, get_args, get_origin

from rules.edge_of_darkness.content.ops import RIVAL_COUNTS, CountName
from rules.edge_of_darkness.content.ops.amounts import Amount, Operation, Token
from rules.edge_of_darkness.state.options import Options
from tests.edge_of_darkness.effect_verbs import OPS, words

TOKENS: tuple[str, ...] = get_args(Token)
COUNTS: tuple[str, ...] = get_args(CountName)


def amount(rng: random.Random, low: int = -2) -> Any:
    if rng.random() < 0.6:
        return rng.randint(low, 4)
    least, most = sorted((rng.randint(low, 3), rng.randint(low, 9)))
    return {
        "count": rng.choice(COUNTS),
        "times": rng.randint(-2, 3),
        "plus": rng.randint(-2, 3),
        "least": least,
        "most": most,
    }


def operation(rng: random.Random, when: str, home: bool = True) -> dict[str, Any]:
    """Return a random operation that an effect with this timing may have."""
    verb = rng.choice([name for name, kind in OPS.items() if when not in kind.IDLE and (home or not kind.NEEDS_HOME)])
    return {"op": verb} | {name: value(rng, OPS[verb], name, when) for name in OPS[verb].model_fields if name != "op"}


def value(rng: random.Random, kind: type[Operation], name: str, when: str) -> Any:
    """Return a random valid value for this field of an operation on an effect with this timing."""
    annotation: Any = kind.model_fields[name].annotation
    if annotation is bool:
        return rng.random() < 0.5
    if annotation is int:
        return rng.randint(1, 3)
    if annotation == Amount:
        return amount(rng)
    said = words(annotation)
    assert said, (
        f"{kind.__name__}.{name} is of a kind that random packs don't know yet; "
        "say in value() of tests/edge_of_darkness/random_packs.py what it may hold."
    )
    if get_origin(annotation) is list:
        return rng.sample(said, rng.randint(1, len(said)))
    # Battle Strength exists only in a player's own turn, so effects of other timings can't use it.
    return rng.choice([word for word in said if word != "battle" or when in ("turn", "rewards")])


def operations(rng: random.Random, when: str, home: bool = True) -> list[dict[str, Any]]:
    return [operation(rng, when, home) for _ in range(rng.randint(1, 3))]


def cost(rng: random.Random, home: bool = True) -> dict[str, Any]:
    name = rng.choice([*(["return", "dispatch"] if home else []), "pay", "pay", "discard", "retire"])
    if name == "pay":
        return {"cost": "pay", "what": rng.choice([*TOKENS, "battle"]), "amount": amount(rng, 0)}
    return {"cost": name, "count": rng.randint(1, 2)}


def condition(rng: random.Random) -> dict[str, Any]:
    least, who = rng.randint(0, 2), rng.choice(["you", "you", "rival", "most", "fewest"])
    if who in ("most", "fewest"):
        return {"count": rng.choice(RIVAL_COUNTS), "who": who}
    counts = COUNTS if who == "you" else RIVAL_COUNTS
    return {"count": rng.choice(counts), "who": who, "least": least, "most": least + rng.randint(0, 3)}


def effect(rng: random.Random, when: str, home: bool = True, *, priced: bool = False) -> dict[str, Any]:
    """Return a random effect. If `priced`, every clause has a cost."""
    clauses: list[dict[str, Any]] = [
        {
            "cost": [cost(rng, home) for _ in range(rng.choice([1, 2] if priced else [0, 0, 1, 2]))],
            "do": operations(rng, when, home),
        }
        for _ in range(rng.randint(1, 3))
    ]
    for clause in clauses:
        if rng.random() < 0.3:
            clause["when"] = condition(rng)
        if rng.random() < 0.2:
            clause["each"] = {"count": rng.choice(COUNTS), "most": rng.randint(1, 4)}
    prologue = rng.choice(["rule", "all", "none"])
    return {"mode": rng.choice(["all", "one"]), "clauses": clauses, "prologue": prologue}


def threat(rng: random.Random, named: dict[str, Any], home: bool = True) -> dict[str, Any]:
    return {
        "name": named["name"],
        "damage": rng.randint(-1, 4),
        "rewards": operations(rng, "rewards", home) if rng.random() < 0.7 else [],
        "unless_defended": operations(rng, "unless_defended", home) if rng.random() < 0.5 else [],
    }


def ability(rng: random.Random) -> dict[str, Any] | None:
    timing = rng.choice(["none", "turn", "turn", "start", "end", "attacked", "attacked", "standing"])
    if timing == "none":
        return None
    if timing == "standing":
        reduce = {"op": "reduce", "amount": amount(rng)}
        return {"effect": {"clauses": [{"do": [reduce], "when": condition(rng)}]}, "timing": timing}
    uses = rng.choice([0, 1, 2]) if timing in ("turn", "attacked") else 1
    return {"effect": effect(rng, timing, priced=not uses), "timing": timing, "uses": uses}


def write(rng: random.Random, folder: Path) -> Path:
    """Write a valid pack with the names of the base pack and random values. Return the pack's folder."""
    with as_file(files("data").joinpath("edge_of_darkness")) as ours:
        shutil.copytree(ours, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    starters = json.loads((folder / "starters.json").read_text("utf-8"))
    for starter in starters:
        starter["cubes"] = rng.randint(-1, 2)
        starter["effect"] = effect(rng, "turn", home=False)
        starter["threat"] = threat(rng, starter["threat"], home=False)
    (folder / "starters.json").write_text(json.dumps(starters), "utf-8")
    places = json.loads((folder / "locations.json").read_text("utf-8"))
    for place in places:
        timing = rng.choice(["turn", "turn", "attacked"])
        place["contact"] |= {"effect": effect(rng, timing), "timing": timing}
        place["ability"] = ability(rng)
        for slip in place["slips"]:
            slip |= {
                "slot": rng.choice(["top", "middle", "bottom"]),
                "cubes": rng.randint(-1, 3),
                "copies": rng.randint(1, 4),
                "threat": threat(rng, slip["threat"]),
            }
    (folder / "locations.json").write_text(json.dumps(places), "utf-8")
    return folder


def random_options(rng: random.Random) -> dict[str, Any]:
    """Return a random value for every option of a match."""
    chosen: dict[str, Any] = {"setup": rng.choice(["", "random"])}
    for name, field in Options.model_fields.items():
        if field.annotation is bool:
            chosen[name] = rng.random() < 0.5
        elif get_args(field.annotation):
            chosen[name] = rng.choice(get_args(field.annotation))
    return chosen
