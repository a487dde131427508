"""Matches by post between greedy computer players. Standing orders answer first, and pings of players are counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from bot.cli.lab.simulation import MAX_DECISIONS, NeverEnds
from bot.cli.lab.turn_planner import plan_turn
from bot.computers.policies import Policy, greedy_policy
from rules.kernel.data.actions import Action
from rules.kernel.engine import planned_turns as plans
from rules.kernel.game import AnyGame

#: The word in a series' description that selects the default standing orders.
DEFAULT_SERIES = "usual"
#: The word in a series' description that makes players plan their next turn at every visit.
PLAN_WORD = "plan"


@dataclass(frozen=True, slots=True)
class SeriesSettings:
    """How a series is played: the match options, and the standing orders of every seat (None for the defaults).

    If `ignores_orders`, every question waits for its player, and no standing order answers, not even an automatic one.
    If `plans`, players also plan their next turn: all of them, or only the seats in `planners`.
    """

    name: str
    options: dict[str, str]
    orders: tuple[str, ...] | None
    ignores_orders: bool = False
    plans: bool = False
    planners: tuple[int, ...] | None = None

    @classmethod
    def read(cls, written: str, offered: Collection[str] = ()) -> SeriesSettings:
        """Parse a text like "pace=trust plan:pay". Options contain "=". Orders contain ":" or are in `offered`.

        The word "usual" means the default orders, "none" no orders, and "plan" planned turns. Raises ValueError.
        """
        words = written.split()
        options = dict(word.split("=", 1) for word in words if "=" in word)
        orders = tuple(word for word in words if ":" in word or word in offered)
        if any(
            word not in orders and "=" not in word and word not in (DEFAULT_SERIES, PLAN_WORD, "none") for word in words
        ):
            raise ValueError(written)
        usual = DEFAULT_SERIES in words or not (orders or "none" in words)
        return cls(written, options, None if usual else orders, plans=PLAN_WORD in words)


@dataclass
class SeriesDemands:
    """How often the matches of a series ping players, and how many decisions they require, for all players together."""

    matches: int = 0
    rounds: int = 0
    #: The number of times that a match started to wait for a player.
    pings: int = 0
    #: The number of decisions made by players, and by standing orders.
    decisions: int = 0
    ordered: int = 0
    reactions: int = 0
    #: The number of pings, and of the players' decisions, for each question.
    pings_by_question: Counter[str] = field(default_factory=Counter[str])
    decisions_by_question: Counter[str] = field(default_factory=Counter[str])
    #: The number of posts that ping players. A single post pings all newly awaited players.
    handovers: int = 0

    def add(self, other: SeriesDemands) -> None:
        """Add the counts of more matches."""
        self.matches += other.matches
        self.rounds += other.rounds
        self.pings += other.pings
        self.decisions += other.decisions
        self.ordered += other.ordered
        self.reactions += other.reactions
        self.pings_by_question += other.pings_by_question
        self.decisions_by_question += other.decisions_by_question
        self.handovers += other.handovers


class PostalTable:
    """A match whose standing orders answer before players are asked, as in the bot, and whose pings are counted."""

    def __init__(
        self, game: AnyGame, seats: int, habits: SeriesSettings, number: int, policy: Policy = greedy_policy
    ) -> None:
        self.match = game.new(seats, number, habits.options)
        self.demands = SeriesDemands(matches=1)
        usual = game.default_orders(self.match) if habits.orders is None else habits.orders
        #: Each seat's standing orders for questions that the game expects soon. They are replaced whenever the seat
        #: plans.
        self._foreseen: dict[int, list[str]] = {}
        self._orders = {} if habits.ignores_orders else {seat: list(usual) for seat in range(seats)}
        can_plan = self._orders if habits.plans else ()
        #: The seats whose players plan their turns.
        self._planners = {seat for seat in can_plan if habits.planners is None or seat in habits.planners}
        #: The number of moves made when each seat last planned. Until another move is made, planning again is
        #: pointless.
        self._planned: dict[int, int] = {}
        self._policy = policy
        self._rng = random.Random(number)
        self._waited: set[int] = set()
        self._apply_orders()

    def answer(self, seat: int) -> None:
        """Let a player make their pending decision."""
        decision = self.match.decisions()[seat]
        self.demands.decisions += 1
        self.demands.decisions_by_question[decision.prompt.key] += 1
        self._apply(seat, self._policy(self.match, seat, decision, self._rng))
        self._apply_orders()

    def orders_of(self, seat: int) -> list[str]:
        """Return a seat's standing orders, including the steps of its plan."""
        return list(self._orders.get(seat, []))

    def plan(self, seat: int) -> bool:
        """Let a player plan their next turn using only their current knowledge. Return whether their orders changed."""
        moves = self.demands.decisions + self.demands.ordered
        if seat not in self._planners or self._planned.get(seat) == moves:
            return False
        self._planned[seat] = moves
        before, match = self._orders[seat], self.match
        stay = [order for order in plans.without(before) if order not in self._foreseen.get(seat, [])]
        self._foreseen[seat] = match.game.foresight(match, seat)
        orders = [*stay, *self._foreseen[seat]]
        orders += plan_turn(match, seat, orders, self._policy, self._rng)
        self._orders[seat] = orders
        return orders != before

    def _apply_orders(self) -> None:
        """Let standing orders answer as long as they can, then count a ping for each newly awaited player."""
        while self._apply_one_order():
            pass
        decisions = self.match.decisions()
        called = [seat for seat in decisions if seat not in self._waited]
        self.demands.pings += len(called)
        self.demands.pings_by_question.update(decisions[seat].prompt.key for seat in called)
        self.demands.handovers += bool(called)
        self._waited = set(decisions)

    def _apply_one_order(self) -> bool:
        """Let one standing order answer a question. Return whether any order applied."""
        match = self.match
        for seat, decision in match.decisions().items() if self._orders else ():
            action = match.game.ordered(match, seat, self._orders[seat])
            if action is not None and action in decision.actions:
                self.demands.ordered += 1
                self._apply(seat, action)
                return True
        return False

    def _apply(self, seat: int, action: Action) -> None:
        if self.demands.decisions + self.demands.ordered > MAX_DECISIONS:
            raise NeverEnds(f"more than {MAX_DECISIONS} decisions")
        match = self.match
        if seat in self._orders:
            self._orders[seat] = plans.remaining_orders(match, seat, self._orders[seat], action)
        match.apply(seat, action)
        self._orders = {seat: match.game.standing(match, seat, left) for seat, left in self._orders.items()}
