"""Random packs whose effects trigger each other, endlessly where the card language allows it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from rules.edge_of_darkness.content.effects import Effect, Threat
from rules.edge_of_darkness.content.load import Contact, Content, Timing
from rules.edge_of_darkness.content.ops import Op, Reduce
from tests.conformance import loop_matches
from tests.edge_of_darkness import random_packs

#: The kinds of effect that an attack triggers.
_ATTACK = frozenset({"contact:attacked", "ability:attacked", "ability:standing", "unless_defended"})
#: The kinds of effect that each verb can trigger. For example, cubes fill trays until a card attacks, cards that come
#: to the hand are used, and hunts bring rewards.
CAUSES: dict[str, frozenset[str]] = {
    "seed_cube": _ATTACK,
    "move_cube": _ATTACK,
    "draw": frozenset({"contact:turn", "starter"}),
    "take_street": frozenset({"contact:turn", "starter"}),
    "salvage": frozenset({"contact:turn", "starter"}),
    "hunt": frozenset({"rewards"}),
    "slay": frozenset({"rewards"}),
    # A gain of Coins can pay for an ability that can be used any number of times.
    "gain": frozenset({"ability:turn"}),
}
_ONCE = "it works by itself once in each Action turn (EOD-GEN.11), and no effect begins a turn"
#: The kinds of effect that no effect can trigger, each with the reason. Effects of these kinds can start a loop but
#: can't continue it.
NEVER: dict[str, str] = {"ability:start": _ONCE, "ability:end": _ONCE}


def effects() -> list[str]:
    """Return every kind of effect in the card language."""
    threats = [name for name in Threat.model_fields if name != "damage"]
    contacts = get_args(Contact.model_fields["timing"].annotation)
    abilities = get_args(Timing)
    return ["starter", *(f"contact:{when}" for when in contacts), *(f"ability:{when}" for when in abilities), *threats]


# -- writing packs ----------------------------------------------------------------------------------------------

_SEED = {"op": "seed_cube", "count": 12}
_AGAIN: dict[str, list[dict[str, Any]]] = {
    "turn": [{"op": "draw", "count": 2}, {"op": "take_street"}, {"op": "salvage"}, _SEED, {"op": "slay", "damage": 20},
             {"op": "hunt"}, {"op": "gain", "what": "battle", "amount": 9}],
    "start": [_SEED, {"op": "slay", "damage": 20}],
    "end": [_SEED, {"op": "slay", "damage": 20}],
    "attacked": [_SEED, {"op": "move_cube", "count": 6}],
    "unless_defended": [_SEED, {"op": "move_cube", "count": 6}, {"op": "salvage"}],
    "rewards": [{"op": "hunt"}, _SEED, {"op": "draw", "count": 1}],
}  # fmt: skip


def _ops(rng: random.Random, when: str) -> list[dict[str, Any]]:
    return rng.sample(_AGAIN[when], rng.randint(1, 2))


def _effect(rng: random.Random, when: str) -> dict[str, Any]:
    return {"clauses": [{"do": _ops(rng, when)}]}


def _threat(rng: random.Random, threat: dict[str, Any]) -> dict[str, Any]:
    rewards = [{"op": "gain", "what": "battle", "amount": 9}, *_ops(rng, "rewards")]
    return {
        "name": threat["name"],
        "damage": rng.randint(2, 9),
        "rewards": rewards,
        "unless_defended": _ops(rng, "unless_defended"),
    }


def _ability(rng: random.Random) -> dict[str, Any]:
    timing = rng.choice(get_args(Timing))
    if timing == "standing":
        return {"effect": {"clauses": [{"do": [{"op": "reduce", "amount": rng.randint(-4, -1)}]}]}, "timing": timing}
    made = _effect(rng, timing)
    if timing in ("start", "end") or rng.random() < 0.4:
        return {"effect": made, "timing": timing}
    # The effect refunds its own cost, so the player can use the ability repeatedly.
    (clause,) = made["clauses"]
    clause["cost"] = [{"cost": "pay", "what": "coins", "amount": 1}]
    clause["do"] = [{"op": "gain", "what": "coins", "amount": rng.randint(1, 2)}, *clause["do"]]
    return {"effect": made, "timing": timing, "uses": 0}


def write(rng: random.Random, folder: Path) -> Path:
    """Write a random pack with effects that trigger each other. Return the pack's folder."""
    random_packs.write(rng, folder)
    starters = json.loads((folder / "starters.json").read_text("utf-8"))
    for starter in starters:
        starter["effect"] = _effect(rng, "turn")
        starter["threat"] = _threat(rng, starter["threat"])
    (folder / "starters.json").write_text(json.dumps(starters), "utf-8")
    places = json.loads((folder / "locations.json").read_text("utf-8"))
    for place in places:
        timing = rng.choice(["turn", "attacked"])
        place["contact"] |= {"effect": _effect(rng, timing), "timing": timing}
        place["ability"] = _ability(rng)
        for slip in place["slips"]:
            slip["threat"] = _threat(rng, slip["threat"])
    (folder / "locations.json").write_text(json.dumps(places), "utf-8")
    return folder


# -- reading packs ----------------------------------------------------------------------------------------------


def of_pack(pack: Content) -> list[loop_matches.Ability]:
    """Return, for each effect in a pack, its kind and the kinds of effect that it triggers."""
    return [(kind, _causes(ops)) for kind, ops in _effects(pack)]


def _effects(pack: Content) -> Iterator[tuple[str, list[Op]]]:
    threats: list[Threat] = [starter.threat for starter in pack.starters.values()]
    for starter in pack.starters.values():
        yield "starter", _does(starter.effect)
    for place in pack.locations.values():
        yield f"contact:{place.contact.timing}", _does(place.contact.effect)
        if place.ability:
            yield f"ability:{place.ability.timing}", _does(place.ability.effect)
        threats += [slip.threat for slip in place.slips]
    for threat in threats:
        yield "rewards", threat.rewards
        yield "unless_defended", threat.unless_defended


def _does(effect: Effect) -> list[Op]:
    return [op for clause in effect.clauses for op in clause.do]


def _causes(ops: Iterable[Op]) -> frozenset[str]:
    """Return the kinds of effect that these operations trigger.

    An operation that raises the Damage can make a defence fail, which triggers "unless_defended".
    """
    found = frozenset[str]().union(*(CAUSES.get(op.op, frozenset()) for op in ops))
    raised = any(isinstance(op, Reduce) and isinstance(op.amount, int) and op.amount < 0 for op in ops)
    return found | {"unless_defended"} if raised else found
