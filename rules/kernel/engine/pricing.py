"""What things are worth to computer players, where one price counts in many places: in what is held, bought and paid.

The prices found by hand hold, unless somebody thinks by others.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from rules.kernel.content.records import fail
from rules.kernel.content.weights import PRICES, Prices, prices


class Pricing:
    """The prices of a game, in points."""

    def __init__(self, game: str, by_hand: Prices) -> None:
        self.game = game
        self.by_hand = by_hand
        self._held: ContextVar[Prices] = ContextVar(f"prices of {game}", default=by_hand)

    def __call__(self) -> Prices:
        """Return the prices that hold now."""
        return self._held.get()

    @contextmanager
    def holding(self, prices: Prices) -> Generator[None]:
        """Let other prices hold."""
        token = self._held.set(prices)
        try:
            yield
        finally:
            self._held.reset(token)

    def fitted(self, file: str = f"{PRICES}.json", others: Prices | None = None) -> Prices:
        """Return the prices that hard players judge by, with others from a file instead of some of them.

        Raises ContentError if any isn't the price of a thing of the game.
        """
        found = {**self.by_hand, **prices(self.game).prices, **(others or {})}
        for name in found.keys() - self.by_hand.keys():
            fail(file, f"prices.{name}", "there is no such price")
        return found
