"""The value in points of tokens, Agents, cards and effects' verbs, for one seat in one position.

The numbers are rough. They were tuned in matches between greedy computer players, and don't depend on particular cards
or Locations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.board.amounts import amount_of, repetitions
from rules.edge_of_darkness.board.sleeved_card import filled_count, threats
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.load import Content
from rules.edge_of_darkness.effects.can_resolve import clause_can_resolve
from rules.edge_of_darkness.effects.cards import claimable
from rules.edge_of_darkness.effects.tower import slayable
from rules.edge_of_darkness.state.state import ROUNDS, Card, EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from rules.kernel.engine.resource_prices import Pricing

#: The value of a token: a quarter of a Victory Point plus its buying power. If a seat has more than `FULL` tokens of a
#: kind, the buying power of the rest counts only partly.
TOKEN_POINTS = 0.25
SPENDING = {"coins": 0.3, "influence": 0.28, "goodwill": 0.05}
FULL, PARTLY = 5, 0.4
#: The value of an Agent in the pool, which can be dispatched. Agents beyond `HANDFUL` have little to do.
POOL, HANDFUL, IDLE = 0.5, 4, 0.1
#: The value, in each later turn, of a free slot and of each filled slot on one of the seat's cards. Also the value of a
#: card in the Guild Hall.
OWN_CARD, AGAIN, HALL = 0.16, 0.08, 0.7
CLAIMED = 0.5
#: The value of an Agent at a Location, and of a card that is discarded as a price.
SERVING, DISCARDED = 0.6, 0.3
#: The name of an additional value for each Agent that can pay for a claim. Computer players don't look far enough ahead
#: to see the claim itself.
READY_TO_CLAIM = "ready_to_claim"
PRICES = Pricing("edge_of_darkness", {READY_TO_CLAIM: 0.0})
#: The value of defeating a tower card in addition to its rewards, because the cubes in its tray are also removed.
DEFEATED = 0.6
#: The weight of a Coin paid to a card's owner. It is higher than 1 because the Coin helps a rival.
TO_RIVAL = 1.4


class Values:
    """The values of tokens, Agents and effects for a seat. Expensive results are cached."""

    def __init__(self, match: EdgeMatch, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.player = match.state.players[seat]
        state = match.state
        #: The number of the seat's later Action turns, and whether its Action turn is in progress.
        self.later = 0 if state.phase == "over" else ROUNDS - max(state.round, 0) + (state.phase == "assembly")
        self.running = state.phase == "action" and state.turn.seat == seat
        self.soon = min(1.0, self.later / 3)
        self._ready = PRICES()[READY_TO_CLAIM]
        #: The Battle Strength that the seat can still reach this turn.
        self.reachable_battle = 0
        self.can_hunt = False
        #: A cache for evaluate.py: each tower card's Damage and the value of defeating the card, by spot.
        self.hunt_targets: dict[int, tuple[int, float]] = {}
        #: A cache by source and effect: the Battle Strength that the effect gives, and whether it permits hunting.
        self.battle_gain: dict[tuple[Source, int], tuple[int, bool]] = {}
        self._effects: dict[tuple[Source, int, int], float] = {}

    # -- tokens and Agents ------------------------------------------------------------------------------------

    def tokens(self, what: str, count: int) -> float:
        """Return the value of having this many tokens of a kind."""
        if what == "reputation":
            return float(count)
        spent = min(count, FULL) + PARTLY * min(max(0, count - FULL), FULL)
        return TOKEN_POINTS * count + SPENDING[what] * self.soon * spent

    def change(self, what: str, by: int) -> float:
        """Return the value of gaining or losing tokens; 0 for Battle Strength, which is valued as part of hunts."""
        if what == "battle" or not by:
            return 0.0
        has: int = getattr(self.player, what)
        return self.tokens(what, max(0, has + by)) - self.tokens(what, has)

    def pool(self, count: int) -> float:
        """Return the value of Agents in the pool, excluding their Victory Points."""
        soon = min(1.0, (self.later + 0.4 * self.running) / 2)
        return soon * (POOL * min(count, HANDFUL) + IDLE * max(0, count - HANDFUL))

    def agents(self, count: int) -> float:
        """Return the value of this many Agents at a Location, excluding their Victory Points."""
        return SERVING * min(1.0, (self.later + self.running) / 3) * min(count, HANDFUL)

    def move(self, home: str, by: int) -> float:
        """Return the value of sending Agents from the pool to a Location or, if `by` is negative, of returning them."""
        there, pool = self.player.agents.get(home, 0), self.player.pool
        change = self.agents(there + by) - self.agents(there) + self.pool(pool - by) - self.pool(pool)
        return change + self.ready(home, there + by) - self.ready(home, there)

    def ready(self, home: str, count: int) -> float:
        """Return the additional value of Agents at a Location whose ability takes Agents to claim a card."""
        if not self._ready or not (self.later or self.running):
            return 0.0
        return self._ready * min(count, claim_price(self.match.content, home))

    def trained(self, by: int) -> float:
        """Return the value of training Agents or, if `by` is negative, of losing trained Agents."""
        by = max(-self.player.pool, min(by, self.player.untrained))
        return by + self.pool(self.player.pool + by) - self.pool(self.player.pool)

    def own(self, card: Card) -> float:
        """Return the value of owning a card, excluding the Victory Points for its slots."""
        return self.later * (OWN_CARD * (filled_count(card) < 3) + AGAIN * filled_count(card))

    # -- effects ------------------------------------------------------------------------------------------------

    def effect(self, source: Source, effect: Effect, price: int = 0) -> float:
        """Return the value of using an effect now.

        Battle Strength and hunts aren't included. `price` is the number of Coins paid to the card's owner.
        """
        key = source, id(effect), price
        if key not in self._effects:
            paid = TO_RIVAL * self.change("coins", -price) if price else 0.0
            self._effects[key] = self.clauses(source, effect.clauses, effect.mode) + paid
        return self._effects[key]

    def clauses(self, source: Source, clauses: list[Clause], mode: str) -> float:
        """Return the total value of these clauses or, in mode "one", the highest value."""
        values = [max(0.0, value) if part.cost else value for part in clauses for value in [self.clause(source, part)]]
        return max(values, default=0.0) if mode == "one" else sum(values)

    def clause(self, source: Source, clause: Clause) -> float:
        """Return the value of a clause; 0 if the seat can't pay for the clause or it would change nothing."""
        if not self.works(source, clause):
            return 0.0
        does = sum(self.op(source, op) for op in clause.do) * repetitions(self.match, self.seat, source, clause.each)
        return sum(self.cost(source, cost) for cost in clause.cost) + does

    def works(self, source: Source, clause: Clause) -> bool:
        """Return whether the seat could pay for a clause in its turn, and the clause would change something."""
        return clause_can_resolve(self.match, self.seat, source, clause, "turn")

    def cost(self, source: Source, cost: ops.Cost) -> float:
        """Return the value of paying a cost, which is usually negative; a cost in Battle Strength counts as 0."""
        match cost:
            case ops.Pay():
                return self.change(cost.what, -max(0, self.amount(source, cost.amount)))
            case ops.PayAgents():
                return self.move(source.home, -cost.count)
            case ops.SendAgents():
                return self.move(source.home, cost.count)
            case ops.PayCard():
                return -DISCARDED * cost.count
            case ops.Retire():
                return self.trained(-cost.count)

    def op(self, source: Source, op: ops.Op) -> float:
        """Return the value of executing an operation now, except Battle Strength and hunts."""
        return VALUES[type(op)](self, source, op)

    def amount(self, source: Source, amount: ops.Amount) -> int:
        """Return the current value of an amount."""
        return amount if isinstance(amount, int) else amount_of(self.match, self.seat, source, amount)


def claim_price(content: Content, home: str) -> int:
    """Return how many Agents a Location's ability takes to claim a card; 0 if it claims no card."""
    working = content.abilities["turn"]
    clauses = working[home][0].clauses if home in working else []
    return max((one.agents for one in clauses if any(isinstance(op, ops.Claim) for op in one.do)), default=0)


# -- verbs ----------------------------------------------------------------------------------------------------------


def _each(worth: float) -> Callable[[Values, Source, Any], float]:
    """Return a function that values an operation at a fixed amount per unit."""
    return lambda values, source, op: worth * getattr(op, "count", 1)


def _dispatch(values: Values, source: Source, op: ops.Dispatch) -> float:
    """Return the value of dispatching the best permitted number of Agents."""
    most = min(op.count, values.player.pool) if source.home else 0
    if not most:
        return 0.0
    return max(values.move(source.home, count) for count in (range(1, most + 1) if op.up_to else (most,)))


def _return(values: Values, source: Source, op: ops.Return) -> float:
    most = min(op.count, values.player.agents.get(source.home, 0))
    return values.move(source.home, -most) if most else 0.0


def _claim(values: Values, source: Source, op: ops.Claim) -> float:
    cards = [values.match.state.cards[name] for name in claimable(values.match, values.seat, op)]
    return max((filled_count(card) + CLAIMED + values.own(card) for card in cards), default=0.0)


def _defence(values: Values, source: Source, op: ops.RaiseDefence | ops.LowerDefence) -> float:
    track, down = values.match.content.board.defence_track, values.player.moved_down
    by = op.count if isinstance(op, ops.RaiseDefence) else -op.count
    return float(track[min(len(track) - 1, max(0, down - by))] - track[down])


def _take(values: Values, source: Source, op: ops.Take) -> float:
    others = [player for seat, player in enumerate(values.match.state.players) if seat != values.seat]
    most = max(min(op.amount, getattr(player, op.what)) for player in others)
    return values.change(op.what, most) + 0.2 * most


def _slay(values: Values, source: Source, op: ops.Slay) -> float:
    """Return the value of defeating the best tower card that the verb can defeat."""
    state, content = values.match.state, values.match.content
    found = [state.cards[state.tower[spot - 1]] for spot in slayable(values.match, op)]
    rewards = [[(home, op) for home, threat in threats(content, card) for op in threat.rewards] for card in found]
    return max(
        (DEFEATED + sum(values.op(Source("", "", home), op) for home, op in one) for one in rewards), default=0.0
    )


#: For each verb, the function that computes the value of an operation with this verb.
VALUES: dict[type[Any], Callable[[Values, Source, Any], float]] = {
    ops.Gain: lambda values, source, op: values.change(op.what, values.amount(source, op.amount)),
    ops.Lose: lambda values, source, op: values.change(op.what, -values.amount(source, op.amount)),
    ops.Rivals: lambda values, source, op: 0.2 * op.amount,
    ops.RivalsGain: lambda values, source, op: -0.25 * op.amount,
    ops.Take: _take,
    ops.Slay: _slay,
    ops.Expel: _each(0.3),
    ops.Dispatch: _dispatch,
    ops.Return: _return,
    ops.Station: _each(0.3),
    ops.Withdraw: _each(0.1),
    ops.Gather: _each(0.2),
    ops.Train: lambda values, source, op: values.trained(op.count),
    ops.Untrain: lambda values, source, op: values.trained(-op.count),
    ops.Claim: _claim,
    ops.Salvage: _each(1.0),
    ops.CallHome: _each(0.5),
    ops.Sleeve: _each(1.3),
    ops.FetchHall: _each(0.6),
    ops.Draw: _each(0.7),
    ops.TakeStreet: _each(1.0),
    ops.SinkStreet: _each(0.1),
    ops.DelayStreet: _each(0.1),
    ops.Hunt: _each(0.0),
    ops.Cubes: _each(-0.08),
    ops.ClearZone: _each(0.12),
    ops.ClearTray: _each(0.3),
    ops.MoveCube: _each(0.25),
    ops.SeedCube: _each(0.2),
    ops.EmptyTray: _each(0.6),
    ops.Banish: _each(0.6),
    ops.SwapTower: _each(0.25),
    ops.RaiseDefence: _defence,
    ops.LowerDefence: _defence,
    ops.Reduce: _each(0.0),
}
