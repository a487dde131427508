"""How computer players value effects: by verbs, without knowing any card by name."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.computers.policies import greedy_policy
from rules.dark_providence.bots.features import features
from rules.dark_providence.bots.power_values import ATTACKABLE, BUILT_IN_POWER, attackable_features, power_value
from rules.dark_providence.content.checks import ops_of
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.load import PACKS, add_pack, base
from rules.dark_providence.examples.position_builder import agent, bury, hold, mark, turn
from rules.dark_providence.state.actions import UseCard
from tests.dark_providence.table import begin_turn, offers
from tests.game_helpers import each

DRAW = {"op": "draw"}


def worth(*ops: Any, timing: str = "action", **more: Any) -> float:
    return power_value(Power.model_validate({"timing": timing, "ways": [list(ops)], **more}))


def test_every_power_of_our_own_pack_has_the_worth_that_the_weights_were_fitted_with() -> None:
    content = base()
    cards = [*content.starting.values(), *content.cards.values(), *content.mythos.values()]
    assert {power_value(power) for card in cards for power in card.powers} == {BUILT_IN_POWER}


def test_a_power_is_worth_less_on_a_condition_or_for_a_price_and_more_again_and_again() -> None:
    condition = {"op": "if", "when": {"count": "agents"}, "do": [DRAW]}
    priced = {"op": "pay", "cost": {"cost": "destroy"}, "do": [DRAW]}
    assert worth(priced) < worth(condition) < worth(DRAW) < worth(DRAW, timing="whenever", trigger="turn_begins")
    assert worth({"op": "spy"}) < worth(DRAW) < worth({"op": "corrupt"})


def test_nothing_of_our_own_pack_takes_what_is_weighed_for_others_alone() -> None:
    assert attackable_features(base()) == []
    assert {name: value for name, value in features(turn(), 0).items() if name in ATTACKABLE} == dict.fromkeys(
        ATTACKABLE, 0.0
    )


USED: tuple[dict[str, Any], ...] = (
    {"op": "corrupt"},
    {"op": "destroy_agent"},
    {"op": "revive"},
    {"op": "shift", "count": 2},
    {"op": "spread", "count": 3},
    {"op": "drive_off", "to": "limbo", "count": 3},
    {"op": "if", "when": {"count": "vp", "least": 5, "who": "rival"}, "do": [{"op": "rival_vp", "amount": 2}]},
    {"op": "pay", "cost": {"cost": "markers"}, "do": [{"op": "vp", "amount": 2}]},
)
LEFT: tuple[dict[str, Any], ...] = ({"op": "pay", "cost": {"cost": "vp", "amount": 5}, "do": [DRAW]},)
#: The assets of the base pack that are replaced with this test's made-up cards.
PLACES = [asset for asset in base().assets.values() if asset.agent is None and asset.id != "deep_ones"]
CARDS = {asset.id: op for asset, op in zip(PLACES, USED + LEFT, strict=False)}


@pytest.fixture(scope="module", autouse=True)
def _pack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install a pack of cards without icons, each of which has one effect."""
    folder = tmp_path_factory.mktemp("deeds")
    about = {"name": {"en": "Deeds", "hu": "Tettek", "es": "Hechos"}, "game": "dark_providence", "base": "base"}
    name = {"en": "A deed", "hu": "Egy tett", "es": "Un hecho"}
    cards = [{"id": card, "name": name, "powers": [{"timing": "action", "ways": [[op]]}]} for card, op in CARDS.items()]
    (folder / "pack.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "assets.json").write_text(json.dumps(cards), encoding="utf-8")
    add_pack("deeds", folder)
    yield
    del PACKS.added["deeds"]


@each("card", CARDS)
def test_a_normal_computer_uses_what_helps_it_or_strikes_a_rival_and_nothing_else(card: str) -> None:
    match = turn(pack="deeds")
    begin_turn(match, 0, 1)
    agent(match, 1, "wyatt_earp", "arkham")
    agent(match, 0, "moses_fleet", "boston")
    mark(match, 1, "boston", 3)
    mark(match, 0, "detroit", 1)
    mark(match, 1, "detroit", 2)
    bury(match, 0, "father_lachlan")
    match.state.players[1].vp = 6
    hold(match, 1, "wyatt_earp")
    hold(match, 0, card)
    match.state.players[0].hand[:] = [card]
    hold(match, 0, "moses_fleet", zone="discard")
    use = UseCard(card)
    assert use in offers(match)
    assert (greedy_policy(match, 0, match.decisions()[0], random.Random(1)) == use) == (CARDS[card] in USED)


def test_the_worth_of_a_verb_is_asked_for_each_that_a_pack_may_use() -> None:
    power = Power.model_validate({"timing": "action", "ways": [[{"op": "if", "when": {"count": "row"}, "do": [DRAW]}]]})
    assert [op.op for op in ops_of([power])] == ["if", "draw"]
    assert power_value(power) == pytest.approx(0.6 * BUILT_IN_POWER)
