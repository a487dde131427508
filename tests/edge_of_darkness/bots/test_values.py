"""How computer players value the verbs and timings of effects on cards that they don't know."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.bots.evaluate import evaluate
from rules.edge_of_darkness.bots.values import VALUES, Values
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.examples.position_builder import set_player
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from tests.edge_of_darkness.effect_verbs import OPS
from tests.edge_of_darkness.scenes import ability, cards_in_hand, contact, in_tower, send, simple_free_part
from tests.edge_of_darkness.table import gain


def worth(match: EdgeMatch, verb: str, home: str = "", **fields: object) -> float:
    op = OPS[verb].model_validate({"op": verb, **fields})
    return VALUES[type(op)](Values(match, 0), Source(home, "", home), op)


def test_what_is_taken_counts_as_far_as_a_rival_has_it() -> None:
    match = simple_free_part(3)
    for seat, coins in ((1, 0), (2, 2)):
        set_player(match, seat, coins=coins)
    assert 0 < worth(match, "take", what="coins", amount=1) < worth(match, "take", what="coins", amount=2)
    assert worth(match, "take", what="coins", amount=2) == worth(match, "take", what="coins", amount=9)


def test_what_others_gain_is_a_loss() -> None:
    assert (
        worth(simple_free_part(2), "rivals_gain", what="coins", amount=2)
        < worth(simple_free_part(2), "rivals_gain", what="coins")
        < 0
    )


def test_a_defeated_threat_is_worth_its_rewards_if_it_is_weak_enough() -> None:
    match = simple_free_part(2)
    in_tower(match, 1, "citizen", 3, [gain("reputation", 4)])
    assert worth(match, "slay", damage=3) > worth(match, "slay", damage=2) + 3
    assert worth(match, "slay", damage=0) == 0


@pytest.mark.parametrize("timing", ["start", "end"])
def test_agents_are_worth_more_where_they_will_earn_something_by_themselves(timing: str) -> None:
    worths: list[float] = []
    for at in (3, 4):
        match = simple_free_part(2)
        ability(match, 4, gain("coins", {"count": "agents_here", "times": 2}), timing=timing)
        send(match, 0, at, 1)
        worths.append(evaluate(match, 0))
    assert worths[1] > worths[0] + 1


def test_a_part_counts_as_often_as_it_is_carried_out() -> None:
    match = simple_free_part(2, hand=["citizen"])
    home = send(match, 0, 2, 2)
    use = contact(match, cards_in_hand(match)[0], gain("influence"), at=2)
    clause = match.content.locations[home].contact.effect.clauses[0]
    often = clause.model_validate({**clause.model_dump(), "each": {"count": "agents_here"}})
    values, source = Values(match, 0), Source(use.card, use.slot, home)
    assert values.clause(source, often) == pytest.approx(2 * values.clause(source, clause))
    assert ops.Each(count="agents_here").most == 9
