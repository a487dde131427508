"""The parts of a standing order's text: "draft:<card>@<round>" has an argument and the moment that it is given for."""

from __future__ import annotations

from collections.abc import Sequence


def argument_of(order: str) -> str:
    """Return the argument of an order: the part between ":" and "@"."""
    return order.partition(":")[2].partition("@")[0]


def moment_of(order: str) -> str:
    """Return the part of an order after "@", which identifies the moment that the order was given for; "" if none."""
    return order.partition("@")[2]


def arguments(orders: Sequence[str], beginning: str) -> list[str]:
    """Return the arguments of the orders with this beginning, such as "draft:", in the order of the orders."""
    return [argument_of(order) for order in orders if order.startswith(beginning)]
