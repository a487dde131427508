"""A pack that uses every verb, cost, condition and timing: it can be played to its end, and leaks no secrets."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bot.cli.lab.simulation import greedy_policy
from rules.edge_of_darkness.content import load as content
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.verb_table import VERBS
from rules.edge_of_darkness.examples.position_builder import new, send
from rules.edge_of_darkness.state.state import EdgeMatch
from tests.conformance.conservation import edge_of_darkness as conserved
from tests.conformance.leak_detection import check_indistinguishable
from tests.edge_of_darkness import printed_cards
from tests.edge_of_darkness.checked_matches import play
from tests.edge_of_darkness.effect_verbs import OPS, simplest_use
from tests.edge_of_darkness.table import GAME, gain

NAME = printed_cards.NAME
#: Maximum number of matches until every verb has been used. One is usually enough.
MAX_MATCHES = 5
BOX = Path(__file__).parents[2] / "packs" / "edge_of_darkness" / "known_of_the_box"
REDUCE = {"clauses": [{"do": [{"op": "reduce"}]}]}
#: For each verb that has an effect in a player's own turn, the simplest use of the verb.
TURN_VERBS = [simplest_use(verb) for verb, kind in OPS.items() if "turn" not in kind.IDLE]
#: Abilities with every cost and condition, at every timing.
ABILITIES: list[dict[str, Any]] = [
    {"effect": {"clauses": [{"cost": [{"cost": "return"}], "do": [gain("coins", 2)]}]}},
    {"effect": {"clauses": [{"cost": [{"cost": "dispatch"}], "do": [{"op": "slay", "damage": 9}]}]}},
    {"effect": {"clauses": [{"cost": [{"cost": "retire"}], "do": [gain("influence", 3)]}]}},
    {"effect": {"clauses": [{"cost": [{"cost": "discard"}], "do": [{"op": "train"}], "each": {"count": "rivals"}}]}},
    {"effect": {"clauses": [{"when": {"count": "coins", "most": 3}, "do": [gain("coins")]}]}, "timing": "start"},
    {"effect": {"clauses": [{"cost": [{"cost": "pay", "what": "coins"}], "do": [{"op": "draw"}]}]}, "timing": "start"},
    {"effect": {"clauses": [{"when": {"count": "coins", "who": "rival"}, "do": [{"op": "draw"}]}]}, "timing": "end"},
    {
        "effect": {
            "mode": "one",
            "clauses": [
                {"when": {"count": "reputation", "who": "most"}, "do": [{"op": "take_street"}]},
                {"when": {"count": "reputation", "who": "fewest"}, "do": [{"op": "salvage"}]},
            ],
        },
        "timing": "end",
    },
    {"effect": REDUCE, "timing": "attacked"},
    {"effect": REDUCE, "timing": "standing"},
]  # fmt: skip


@pytest.fixture(autouse=True)
def _no_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content.PACKS, "added", {})


def every_verb(folder: Path) -> Path:
    """Write a pack that adds ten Locations, whose contacts use every verb, to the base pack. Return its folder."""
    ours = json.loads(files("data").joinpath("edge_of_darkness", "locations.json").read_text("utf-8"))[:10]
    for number, place in enumerate(ours):
        place["contact"] |= {"effect": {"clauses": [{"do": TURN_VERBS[number::10]}]}, "timing": "turn"}
        place["ability"] = ABILITIES[number]
    setups = [{"id": "every", "name": NAME, "blurb": NAME, "locations": [place["id"] for place in ours]}]
    about = {"name": NAME, "game": "edge_of_darkness", "version": "1", "base": "base"}
    for name, data in (("pack", about), ("locations", ours), ("setups", setups)):
        (folder / f"{name}.json").write_text(json.dumps(data), "utf-8")
    return folder


def test_no_one_can_tell_worlds_apart_whatever_verb_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: set[type[Any]] = set()

    def noted(kind: type[Any]) -> Any:
        def do(match: EdgeMatch, step: Any, op: Any) -> None:
            done.add(kind)
            verb.do(match, step, op)

        verb = VERBS[kind]
        return replace(verb, do=do)

    for kind in list(VERBS):
        monkeypatch.setitem(VERBS, kind, noted(kind))
    GAME.add_pack("every", every_verb(tmp_path))
    for seed in range(1, MAX_MATCHES + 1):
        check_match(seed)
        if done == set(VERBS):
            break
    assert done == set(VERBS), f"not used in {MAX_MATCHES} matches"


def check_match(seed: int) -> None:
    """Play a match with the pack, and check that no one can tell their possible worlds apart."""
    match, rng = new(3, "every", pack="every", setup="every"), random.Random(seed)
    for place in match.state.locations:
        if {op.op for op in match.content.locations[place].contact.effect.clauses[0].do} & {"return", "expel"}:
            for seat in range(3):
                send(match, seat, place, 1)
    everybody, differing = [None, 0, 1, 2], 0
    for step, _events in enumerate(play(match, seed)):
        if step % 2 == 0:
            differing += check_indistinguishable(match, everybody[step // 2 % 4], rng, told=step % 24 == 0)
    assert differing > 50
    assert {type(cost) for place in match.content.locations.values() for cost in _prices(place)} == set(
        ops.Cost.__origin__.__args__
    )
    conserved(match)
    assert match.result is not None


def _prices(place: Any) -> list[Any]:
    effects = [place.contact.effect, *([place.ability.effect] if place.ability else [])]
    return [cost for effect in effects for clause in effect.clauses for cost in clause.cost]


def test_computers_play_what_is_known_of_the_box_to_the_end_without_knowing_it() -> None:
    """Computer players finish a match with the pack of publicly known cards, which they haven't been tuned for."""
    GAME.add_pack("box", BOX)
    match, rng = new(2, "box", pack="box", setup="known"), random.Random(1)
    place = match.content.locations["toll_house"]
    assert [slip.threat.name.hu for slip in place.slips] == ["Útonálló", "Hamis érme"]
    assert [op.amount for op in place.slips[0].threat.rewards] == [3]
    while not match.over:
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, greedy_policy(match, seat, decision, rng))
    assert min(row.total for row in match.result.rows) > 20
