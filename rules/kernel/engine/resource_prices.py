"""Prices of things for computer players; one price applies to holding, buying and paying.

The prices chosen by hand apply unless others are set.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.kernel.content.feature_weights import PRICES, Prices, prices
from rules.kernel.content.records import fail


class Pricing:
    """The prices of a game, in points."""

    def __init__(self, game: str, by_hand: Prices) -> None:
        self.game = game
        self.by_hand = by_hand
        self._held: ContextVar[Prices] = ContextVar(f"prices of {game}", default=by_hand)

    def __call__(self) -> Prices:
        """Return the prices in force."""
        return self._held.get()

    @contextmanager
    def holding(self, prices: Prices) -> Generator[None]:
        """Use other prices inside this block."""
        token = self._held.set(prices)
        try:
            yield
        finally:
            self._held.reset(token)

    def fitted(self, file: str = f"{PRICES}.json", others: Prices | None = None) -> Prices:
        """Return the prices of hard players: those from a file replace the given ones.

        Raises ContentError if the file prices an unknown thing.
        """
        found = {**self.by_hand, **prices(self.game).prices, **(others or {})}
        for name in found.keys() - self.by_hand.keys():
            fail(file, f"prices.{name}", "there is no such price")
        return found
