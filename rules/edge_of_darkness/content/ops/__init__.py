"""The operations of card effects as data: one record per verb, by family. Also the records used in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.edge_of_darkness.content.ops import agents, cards, defence, street, tokens, tower
from rules.edge_of_darkness.content.ops.agents import *  # noqa: F403
from rules.edge_of_darkness.content.ops.amounts import *  # noqa: F403
from rules.edge_of_darkness.content.ops.cards import *  # noqa: F403
from rules.edge_of_darkness.content.ops.costs import *  # noqa: F403
from rules.edge_of_darkness.content.ops.defence import *  # noqa: F403
from rules.edge_of_darkness.content.ops.street import *  # noqa: F403
from rules.edge_of_darkness.content.ops.tokens import *  # noqa: F403
from rules.edge_of_darkness.content.ops.tower import *  # noqa: F403

#: The record of any operation.
Op = Annotated[
    tokens.TokenOp | agents.AgentOp | cards.CardOp | street.StreetOp | tower.TowerOp | defence.DefenceOp,
    Field(discriminator="op"),
]
