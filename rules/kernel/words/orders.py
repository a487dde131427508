"""Standing orders answer for a seat without asking it; holds keep a decision open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.kernel.data.actions import Action
from rules.kernel.words.text import Say


@dataclass(frozen=True, slots=True)
class OrderGroup:
    """Orders of one kind as their owner sees them; nobody else ever does.

    `choices` are the ids of orders with their words. With `many` a seat may leave several of them, else one at most;
    `nothing` says what leaving none means.
    """

    id: str
    title: str
    explanation: str
    choices: tuple[tuple[str, str], ...]
    many: bool = False
    nothing: str = ""


def one_group(say: Say, orders: Mapping[str, str]) -> list[OrderGroup]:
    """Return the group of orders that never change; a seat leaves one of them at most."""
    if not orders:
        return []
    choices = tuple((order, say.t(text)) for order, text in orders.items())
    explanation = say.t(
        "An order answers for you at once, so that nobody has to wait for you."
        " Only you know of it, and you can change it at any time."
    )
    return [OrderGroup("orders", say.t("Your standing order"), explanation, choices)]


def words_of(groups: Iterable[OrderGroup]) -> dict[str, str]:
    """Return the words of every order that can be left now."""
    return {order: text for group in groups for order, text in group.choices}


@dataclass(frozen=True, slots=True)
class Hold:
    """How long a decision stays open, however and whenever it is answered.

    An answer that is `keeps` counts only once the time is over: `seconds` after the last move or, with `ticks`, at the
    next full multiple of them by the clock. With `closes` it is the answer of a seat that gave none by then. Every
    other answer counts at once. With `early` every answer does: then the time is a deadline and nothing else.
    """

    keeps: Action
    seconds: int
    ticks: bool = False
    closes: bool = False
    early: bool = False

    def due(self, since: int) -> int:
        """Return when a decision closes that has been open since then, in seconds of the clock."""
        return (since // self.seconds + 1) * self.seconds if self.ticks else since + self.seconds
