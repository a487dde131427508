"""Standing orders, which answer for a seat without asking the player, and holds, which keep a decision open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator


@dataclass(frozen=True, slots=True)
class OrderGroup:
    """Standing orders of one kind, as shown to the player who can give them. No one else ever sees them.

    `choices` are the orders as pairs of id and text. If `many`, a seat may give several of them, otherwise at most one.
    If `ranked`, the player chooses orders one after another, and they apply in that order. `nothing` says what happens
    if the player gives no order.
    """

    id: str
    title: str
    explanation: str
    choices: tuple[tuple[str, str], ...]
    many: bool = False
    nothing: str = ""
    ranked: bool = False


def one_group(say: Translator, orders: Mapping[str, str], title: str = "", explanation: str = "") -> list[OrderGroup]:
    """Return the orders that are always available as a single group; an empty list if there are none.

    A seat may give at most one of these orders.
    """
    if not orders:
        return []
    choices = tuple((order, say.t(text)) for order, text in orders.items())
    explanation = explanation or say.t(
        "An order answers for you at once, so no one has to wait for you. Only you can see it, and you can "
        "change it any time."
    )
    return [OrderGroup("orders", title or say.t("Your standing order"), explanation, choices)]


def words_of(groups: Iterable[OrderGroup]) -> dict[str, str]:
    """Return the texts of all orders in these groups, by id."""
    return {order: text for group in groups for order, text in group.choices}


@dataclass(frozen=True, slots=True)
class Hold:
    """Keeps a decision open until a deadline, so that the time of an answer reveals nothing.

    The deadline is `seconds` after the last move or, if `ticks`, at the next multiple of `seconds` on the clock. If the
    seat gives `answer` early, it takes effect at the deadline; any other answer takes effect immediately. If
    `is_default`, `answer` is also given at the deadline for a seat that has not answered.
    """

    answer: Action
    seconds: int
    ticks: bool = False
    is_default: bool = False

    def defers(self, action: Action) -> bool:
        """Return whether this action, if it is given early, takes effect only at the deadline."""
        return action == self.answer

    def deadline(self, since: int) -> int:
        """Return the deadline of a decision that was opened at `since`. Both are in seconds on the clock."""
        return (since // self.seconds + 1) * self.seconds if self.ticks else since + self.seconds
