"""The operations of card effects as data: one record per verb, by family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from rules.dark_providence.content.ops.agents import *  # noqa: F403
from rules.dark_providence.content.ops.cards import *  # noqa: F403
from rules.dark_providence.content.ops.cities import *  # noqa: F403
from rules.dark_providence.content.ops.influence import *  # noqa: F403
from rules.dark_providence.content.ops.nested import *  # noqa: F403
from rules.dark_providence.content.ops.nested import If, Pay
from rules.dark_providence.content.ops.players import *  # noqa: F403
from rules.dark_providence.content.ops.simple_operations import AnyPlain
from rules.dark_providence.content.ops.simple_operations import Plain as Plain
from rules.dark_providence.content.ops.tracks import *  # noqa: F403

Op = Annotated[AnyPlain | If | Pay, Field(discriminator="op")]


def with_nested(way: Iterable[Op]) -> Iterator[Op]:
    """Yield operations and their nested operations, each parent before its children."""
    for op in way:
        yield op
        if isinstance(op, If):
            yield from with_nested([*op.do, *op.otherwise])
        elif isinstance(op, Pay):
            yield from with_nested(op.do)
