"""Content packs made at random: every operation, cost and amount the effect language has, in odd company."""

from __future__ import annotations

import json
import random
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, get_args

from rules.edge_of_darkness.content.ops import Claim, Count, Op, Record

TOKENS = ["coins", "influence", "goodwill", "reputation"]
COUNTS: list[str] = list(get_args(Count.model_fields["count"].annotation))
PLACES: list[str] = list(get_args(get_args(Claim.model_fields["places"].annotation)[0]))
#: Every operation by the name it has in a pack, as its record.
OPS: dict[str, type[Record]] = {
    get_args(kind.model_fields["op"].annotation)[0]: kind for kind in get_args(get_args(Op)[0])
}
#: What a pack may not say at some moments, since it would silently do nothing there.
_NOT = {
    "turn": {"reduce"},
    "attacked": {"hunt"},
    "reward": {"reduce"},
    "threat": {"reduce", "hunt"},
}
#: What needs a Location to send Agents to or take them from.
_NEED_HOME = {"dispatch", "return", "gather"}


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
    """Return one operation that may stand in an effect of this moment."""
    banned = _NOT[when] | (set() if home else _NEED_HOME)
    name = rng.choice([name for name in OPS if name not in banned])
    fields = OPS[name].model_fields
    made: dict[str, Any] = {"op": name}
    if "what" in fields:
        things = TOKENS if name == "rivals_lose" or when in ("attacked", "threat") else [*TOKENS, "battle"]
        made["what"] = rng.choice(things)
    if "amount" in fields:
        made["amount"] = rng.randint(1, 2) if name == "rivals_lose" else amount(rng)
    if "count" in fields:
        made["count"] = rng.randint(1, 3)
    if "up_to" in fields:
        made["up_to"] = rng.random() < 0.5
    if "places" in fields:
        made["places"] = rng.sample(PLACES, rng.randint(1, len(PLACES)))
    return made


def operations(rng: random.Random, when: str, home: bool = True) -> list[dict[str, Any]]:
    return [operation(rng, when, home) for _ in range(rng.randint(1, 3))]


def cost(rng: random.Random, home: bool = True) -> dict[str, Any]:
    name = rng.choice(["pay", "pay", "return", "discard", "retire"] if home else ["pay", "discard", "retire"])
    if name == "pay":
        return {"cost": "pay", "what": rng.choice([*TOKENS, "battle"]), "amount": amount(rng, 0)}
    return {"cost": name, "count": rng.randint(1, 2)}


def effect(rng: random.Random, when: str, home: bool = True, *, priced: bool = False) -> dict[str, Any]:
    """Return an effect; `priced` gives every clause a cost."""
    clauses: list[dict[str, Any]] = [
        {
            "cost": [cost(rng, home) for _ in range(rng.choice([1, 2] if priced else [0, 0, 1, 2]))],
            "do": operations(rng, when, home),
        }
        for _ in range(rng.randint(1, 3))
    ]
    for clause in clauses:
        if rng.random() < 0.2:
            clause["when"] = {"count": rng.choice(COUNTS), "least": rng.randint(1, 3)}
    prologue = rng.choice(["rule", "all", "none"])
    return {"mode": rng.choice(["all", "one"]), "clauses": clauses, "prologue": prologue}


def threat(rng: random.Random, named: dict[str, Any], home: bool = True) -> dict[str, Any]:
    return {
        "name": named["name"],
        "damage": rng.randint(-1, 4),
        "rewards": operations(rng, "reward", home) if rng.random() < 0.7 else [],
        "unless_defended": operations(rng, "threat", home) if rng.random() < 0.5 else [],
    }


def ability(rng: random.Random) -> dict[str, Any] | None:
    timing = rng.choice(["none", "turn", "turn", "attacked", "attacked", "standing"])
    if timing == "none":
        return None
    if timing == "standing":
        reduce = {"op": "reduce", "amount": amount(rng)}
        return {"effect": {"clauses": [{"do": [reduce]}]}, "timing": timing}
    uses = rng.choice([0, 1, 2])
    return {"effect": effect(rng, timing, priced=not uses), "timing": timing, "uses": uses}


def write(rng: random.Random, folder: Path) -> Path:
    """Write a valid pack: the names of ours, everything else at random."""
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
