"""The prices of a game's resources: what a unit is worth to computer players that have, buy or pay it.

The hand-tuned prices apply unless `Pricing.using` sets others.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.kernel.content.feature_weights import PRICES, Prices, prices
from rules.kernel.content.records import raise_fault


class Pricing:
    """The prices of a game's resources, in points per unit."""

    def __init__(self, game: str, by_hand: Prices) -> None:
        self.game = game
        self.by_hand = by_hand
        self._held: ContextVar[Prices] = ContextVar(f"prices of {game}", default=by_hand)

    def __call__(self) -> Prices:
        """Return the prices that currently apply."""
        return self._held.get()

    @contextmanager
    def using(self, prices: Prices) -> Generator[None]:
        """Apply these prices instead of the hand-tuned prices, inside a `with` block."""
        token = self._held.set(prices)
        try:
            yield
        finally:
            self._held.reset(token)

    def fitted(self, file: str = f"{PRICES}.json", others: Prices | None = None) -> Prices:
        """Return the prices for hard computer players: fitted prices and, where there are none, hand-tuned prices.

        Prices in `others` replace both. Raises ContentError, which names `file`, if there is a price for an unknown
        resource.
        """
        found = {**self.by_hand, **prices(self.game).prices, **(others or {})}
        for name in found.keys() - self.by_hand.keys():
            raise_fault(file, f"prices.{name}", "there is no such price")
        return found
