"""A new operation must be told everywhere: what it does, whether it changes anything, how it reads, what it asks."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.edge_of_darkness.content.ops import Gain, Lose, Op
from rules.edge_of_darkness.effects import can_resolve as viable
from rules.edge_of_darkness.effects import choices, resolve
from rules.edge_of_darkness.words import ops as op_text

KINDS = get_args(get_args(Op)[0])


@pytest.mark.parametrize("kind", KINDS)
def test_every_operation_is_in_every_table(kind):
    assert kind in resolve.DO, "resolve.py does not say what it does"
    assert kind in viable.TABLE, "viable.py does not say whether it would change anything"
    assert kind in op_text.OP_TEXT or kind in (Gain, Lose), "op_text.py does not say how it reads"


def test_no_table_knows_an_operation_that_is_gone():
    for table in (resolve.DO, viable.TABLE, op_text.OP_TEXT, choices.OFFERS, choices.TAKES):
        assert set(table) <= set(KINDS)


def test_what_asks_for_a_choice_also_carries_it_out():
    assert set(choices.OFFERS) == set(choices.TAKES)
