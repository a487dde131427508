"""The tiny game with several kinds of standing orders: repeatable, lapsing, and set at the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.match import Match
from rules.kernel.words.standing_orders import OrderGroup
from rules.kernel.words.translation import Translator
from tests.matches.tiny_game import TINY, Done, Roll, Take, TinyState, Took


def order_groups(_say: Translator, match: Match[TinyState], seat: int) -> list[OrderGroup]:
    turns = match.state.turns
    coins = tuple((f"coins:{n}@{turns}", f"Take {n} coins at once") for n in range(1, 40))
    asking = (("ask:poor", "While poor"), ("ask:rich", "While rich"))
    acting = (("pass", "Pass them"), ("roll", "Roll once"))
    return [
        OrderGroup("ask", "Asking", "When you are asked.", asking, True),
        OrderGroup("turns", "Turns", "What becomes of your turns.", acting),
        OrderGroup("coins", "Coins", "Lapses when the turn ends.", coins, True, "No coins"),
    ]


def ordered_action(match: Match[TinyState], seat: int, orders: Sequence[str]) -> Action | None:
    if match.decisions()[seat].prompt.key != "play":
        return None
    if any(order.startswith("coins:") for order in orders):
        return Take(1)
    if "ask:poor" in orders and not match.state.coins[seat]:
        return None
    if "roll" in orders:
        return Roll()
    return Done() if "pass" in orders else None


def lasting_orders(match: Match[TinyState], seat: int, orders: Sequence[str]) -> list[str]:
    coins, turns = match.state.coins[seat], match.state.turns
    return [order for order in orders if not order.startswith("coins:") or _still_applies(order, coins, turns)]


def concede(match: Match[TinyState], seat: int) -> None:
    match.state.stack.clear()
    match.state.coins[seat] = -1
    match.state.over = True
    match.emit(EVERYONE, Took(seat, -1))


def _still_applies(order: str, coins: int, turns: int) -> bool:
    wanted, _, at = order.partition(":")[2].partition("@")
    return coins < int(wanted) and turns == int(at)


#: The tiny game with these standing orders. Each seat starts with "ask:poor", which means: ask me while I have no
#: coins.
CHOOSY = replace(
    TINY,
    id="choosy",
    command="choosy",
    default_orders=lambda _match: ("ask:poor",),
    order_groups=order_groups,
    ordered=ordered_action,
    standing=lasting_orders,
    concede=concede,
)
