"""What tokens, Agents, cards and effects are worth in points, for players who look one action ahead.

Rough on purpose: the numbers were found by letting greedy players play against each other. Nothing here knows a
card or a Location by its id; all of it is read off the records of effects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.board.amounts import amount_of, held, holds
from rules.edge_of_darkness.board.cards import filled, shown, use_key
from rules.edge_of_darkness.bots.danger import danger
from rules.edge_of_darkness.bots.feeds import Feed, counts_agents, feeds
from rules.edge_of_darkness.bots.nominal import BATTLE, HUNT, UNIT, nominal
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.effects.cards import claimable, homeward
from rules.edge_of_darkness.state.state import ROUNDS, Card, EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from rules.kernel.engine.sequence import Sequence

QUARTER = 0.25
#: What a token adds to its quarter while it can be spent: the first `FULL` of a kind wholly, as many again in part.
SPENDING = {"coins": 0.3, "influence": 0.28, "goodwill": 0.05}
FULL, PARTLY = 5, 0.4
#: An Agent in the pool who can still be sent somewhere; beyond a handful they stand about.
POOL, HANDFUL, STANDING_ABOUT = 0.5, 4, 0.1
#: Another filled slot or card of one's own, for what it brings later besides its point.
OWN_CARD, CLAIMED = 0.16, 0.5
#: The share of an effect's worth that a player can count on in each turn to come, by who owns the card.
AGAIN_OWN, AGAIN_OTHER = 0.09, 0.03
DRAWN, CHOSEN, FETCHED, SLEEVED, SLEEVED_OWN = 0.7, 1.0, 0.6, 0.6, 1.7
CUBE, ZONE_CUBE, SEEDED, STREET = 0.08, 0.12, 0.2, 0.1
#: The share of what the tower threatens that is taken off it, and what meddling with it is worth in itself.
TRAY_CUBE, MOVED, SWAPPED, EMPTIED, IDLE = 0.25, 0.2, 0.2, 0.6, 0.06
#: A card in the own Guild Hall, which comes into the hand before the next draft.
HALL = 0.7
#: One Damage less in every attack to come, as far as most threats go.
SHIELD, ENOUGH = 0.75, 3
DISCARDED, RIVAL = 0.3, 0.5


def battle_in(match: EdgeMatch, seat: int, source: Source, clause: Clause) -> int:
    """Return the Battle Strength that a clause gives now, less what it costs."""
    gains = [op.amount for op in clause.do if isinstance(op, ops.Gain) and op.what == "battle"]
    prices = [cost.amount for cost in clause.cost if isinstance(cost, ops.Pay) and cost.what == "battle"]
    given = sum(amount_of(match, seat, source, amount) for amount in gains)
    return given - sum(amount_of(match, seat, source, amount) for amount in prices)


def hunts_in(clause: Clause) -> bool:
    """Tell whether a clause permits to hunt."""
    return any(isinstance(op, ops.Hunt) for op in clause.do)


def turns_left(match: EdgeMatch, seat: int) -> tuple[int, bool]:
    """Return how many Action turns of a seat have not begun, and whether one is under way."""
    state = match.state
    if state.phase == "over":
        return 0, False
    rounds = ROUNDS - max(state.round, 0)
    if state.phase != "action":
        return rounds + (state.phase == "assembly"), False
    turns = [step for step in state.stack if isinstance(step, Sequence) and step.name == "action_turn"]
    mine = any(step.seat == seat for step in turns)
    running = mine and state.turn.seat == seat and turns[-1].seat == seat
    return rounds + (mine and not running), running


class Worth:
    """What things are worth to one seat in one position; what costs time to find out is found out once."""

    def __init__(self, match: EdgeMatch, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.player = match.state.players[seat]
        #: Own Action turns that have not begun, and whether one is under way.
        self.later, self.running = turns_left(match, seat)
        self._contacts: dict[str, list[float]] | None = None
        self._gains: dict[tuple[str, int], float] = {}
        self._effects: dict[tuple[str, str, int, int, int], float] = {}
        self._danger: float | None = None
        #: Battle Strength that the turn may still bring.
        self.might = 0
        #: What hunting the tower cards would bring, once prospects.py has looked.
        self.spoils: list[tuple[int, float]] | None = None
        self._soon = min(1.0, self.later / 3)

    @property
    def danger(self) -> float:
        """What the tower threatens."""
        if self._danger is None:
            self._danger = danger(self.match, self.seat)
        return self._danger

    # -- tokens and Agents ------------------------------------------------------------------------------------

    def tokens(self, what: str, count: int) -> float:
        """Return what so many tokens of a kind are worth."""
        if what == "reputation":
            return float(count)
        if count <= FULL:
            first, second = count, 0
        else:
            first, second = FULL, min(count - FULL, FULL)
        return QUARTER * count + SPENDING[what] * self._soon * (first + PARTLY * second)

    def change(self, what: str, by: int) -> float:
        """Return what gaining or losing so many tokens brings."""
        if what == "battle" or not by:
            return 0.0
        if what == "reputation" and by > 0:
            return float(by)
        has: int = getattr(self.player, what)
        return self.tokens(what, max(0, has + by)) - self.tokens(what, has)

    def pool(self, count: int) -> float:
        """Return what Agents in the pool promise, besides their points."""
        soon = min(1.0, (self.later + 0.4 * self.running) / 2)
        return soon * (POOL * min(count, HANDFUL) + STANDING_ABOUT * max(0, count - HANDFUL))

    def agents(self, home: str, count: int) -> float:
        """Return what so many Agents at a Location promise, besides their points."""
        if not count:
            return 0.0
        counted, returned = 0.0, 0.0
        for number, feed in enumerate(feeds(self.match.state.options.pack).get(home, ())):
            chance = self._chance(home, feed)
            if chance and feed.need:
                times = min(count / feed.need, 2.0 if feed.where != "attacked" else 3.0)
                returned = max(returned, self._gain(home, number, feed) * times * chance)
            elif chance:
                counted += chance * self._counted(feed, count)
        return max(returned, counted)

    def move(self, home: str, by: int) -> float:
        """Return what sending Agents to a Location (or taking them back) brings."""
        there, pool = self.player.agents.get(home, 0), self.player.pool
        return self.agents(home, there + by) - self.agents(home, there) + self.pool(pool - by) - self.pool(pool)

    def _chance(self, home: str, feed: Feed) -> float:
        """How much can be made of a part in the rest of the match: about 1 for something used once."""
        far = min(1.0, self.later / 4)
        match feed.where:
            case "ability":
                used = home in self.match.state.turn.abilities
                return min(1.2, 0.4 * self.later + (0.8 if self.running and not used else 0.0))
            case "contact":
                held, own, others = self._seen(home)
                return min(1.0, 0.85 * held + min(0.6, self.later * (0.02 + 0.08 * own + 0.03 * others)))
            case _:
                return far

    def _seen(self, home: str) -> list[float]:
        """Return whether a Location's contact is in hand and unused, and how many are on own and other cards."""
        if self._contacts is None:
            self._contacts = {}
            state, homes = self.match.state, self.match.content.slip_home
            for name, card in state.cards.items():
                for slot, slip in shown(card):
                    if slip:
                        seen = self._contacts.setdefault(homes[slip].id, [0.0, 0.0, 0.0])
                        seen[1 if card.owner == self.seat else 2] += 1
                        if name in self.player.hand and use_key(name, card, slot) not in state.turn.used:
                            seen[0] = 1.0
        return self._contacts.get(home, [0.0, 0.0, 0.0])

    def _gain(self, home: str, number: int, feed: Feed) -> float:
        """What a part brings for which Agents come back, its other prices paid; not below 0."""
        key = home, number
        if key not in self._gains:
            self._gains[key] = 0.0  # a part that sends its own Agents out again is not followed round in a circle
            source = Source("", "", home)
            value = sum(self.promise(source, op) for op in feed.clause.do)
            prices = [cost for cost in feed.clause.cost if not isinstance(cost, ops.PayAgents)]
            self._gains[key] = max(0.0, value + sum(self.price(source, cost) for cost in prices))
        return self._gains[key]

    def _counted(self, feed: Feed, count: int) -> float:
        """What amounts that count the Agents gain from them."""
        value = 0.0
        for op in feed.clause.do:
            amount = getattr(op, "amount", 0)
            if isinstance(amount, ops.Count) and amount.count == "agents_here":
                more = min(amount.most, amount.plus + amount.times * count) - min(amount.most, max(0, amount.plus))
                if isinstance(op, ops.Reduce):
                    value += SHIELD * min(more, ENOUGH)
                else:
                    value += more * UNIT.get(getattr(op, "what", ""), 0.3)
        for cost in feed.clause.cost:
            if counts_agents(cost):
                value += 0.3 * min(count, 3)
        return value

    # -- effects ----------------------------------------------------------------------------------------------

    def effect(self, source: Source, effect: Effect, price: int = 0) -> float:
        """Return what using an effect now brings, Battle Strength and hunts aside; `price` Coins go to an owner."""
        key = source.home, source.what, id(effect), price, self.might
        if key not in self._effects:
            self._effects[key] = self.clauses(source, effect.clauses, effect.mode, price)
        return self._effects[key]

    def clauses(self, source: Source, clauses: list[Clause], mode: str, price: int = 0) -> float:
        """Return what these clauses bring together, or the best of them."""
        values = [
            max(0.0, self.clause(source, clause)) if clause.cost else self.clause(source, clause) for clause in clauses
        ]
        value = max(values, default=0.0) if mode == "one" else sum(values)
        return value + (self.change("coins", -price) - 0.1 * price if price else 0.0)

    def clause(self, source: Source, clause: Clause) -> float:
        """Return what a clause brings; nothing when it does not work now or can't be paid for."""
        if not self.payable(source, clause):
            return 0.0
        return sum(self.price(source, cost) for cost in clause.cost) + sum(self.op(source, op) for op in clause.do)

    def payable(self, source: Source, clause: Clause) -> bool:
        """Tell whether a clause works and can be paid for, each price by itself."""
        player = self.player
        for cost in clause.cost:
            if isinstance(cost, ops.Pay):
                has = max(held(self.match, self.seat, cost.what), self.might if cost.what == "battle" else 0)
                if has < self._amount(source, cost.amount):
                    return False
            elif isinstance(cost, ops.PayAgents):
                if player.agents.get(source.home, 0) < cost.count:
                    return False
            elif isinstance(cost, ops.Retire):
                if player.pool < cost.count:
                    return False
            elif len(player.hand) <= cost.count:
                return False
        return clause.when is None or holds(self.match, self.seat, clause.when, source)

    def price(self, source: Source, cost: ops.Cost) -> float:
        """Return what a price takes, as a number below 0; Battle Strength aside."""
        if isinstance(cost, ops.Pay):
            return self.change(cost.what, -max(0, self._amount(source, cost.amount)))
        if isinstance(cost, ops.PayAgents):
            return self.move(source.home, -cost.count)
        return -cost.count * DISCARDED if isinstance(cost, ops.PayCard) else self._untrained(cost.count)

    def promise(self, source: Source, op: ops.Op) -> float:
        """Return what an operation is worth some day, with Battle Strength and hunts at what they promise."""
        if isinstance(op, ops.Hunt):
            return HUNT
        if isinstance(op, ops.Gain) and op.what == "battle":
            return BATTLE * self._amount(source, op.amount)
        if isinstance(op, ops.Reduce):
            return UNIT["reduce"] * min(4, self._amount(source, op.amount))
        return self.op(source, op)

    def op(self, source: Source, op: ops.Op) -> float:
        """Return what an operation brings now, Battle Strength and hunts aside."""
        return VALUES[type(op)](self, source, op)

    def _amount(self, source: Source, amount: ops.Amount) -> int:
        if isinstance(amount, int):
            return amount
        return amount_of(self.match, self.seat, source, amount)

    def gain(self, source: Source, op: ops.Gain) -> float:
        """Return what gaining tokens brings."""
        return self.change(op.what, self._amount(source, op.amount))

    def lose(self, source: Source, op: ops.Lose) -> float:
        """Return what losing tokens costs."""
        return self.change(op.what, -self._amount(source, op.amount))

    def rivals(self, _source: Source, op: ops.Rivals) -> float:
        """Return what the losses of the others are worth."""
        others = [player for player in self.match.state.players if player is not self.player]
        lost = sum(min(op.amount, getattr(other, op.what)) for other in others)
        return RIVAL * UNIT[op.what] * lost / len(others)

    def train(self, _source: Source, op: ops.Train) -> float:
        """Return what more trained Agents bring."""
        more = min(op.count, self.player.untrained)
        return more + self.pool(self.player.pool + more) - self.pool(self.player.pool)

    def untrain(self, _source: Source, op: ops.Untrain) -> float:
        """Return what the loss of trained Agents costs."""
        return self._untrained(op.count)

    def _untrained(self, count: int) -> float:
        fewer = min(count, self.player.pool)
        return self.pool(self.player.pool - fewer) - self.pool(self.player.pool) - fewer

    def dispatch(self, source: Source, op: ops.Dispatch) -> float:
        """Return what sending Agents out brings: as many as is best, or all of them."""
        most = min(op.count, self.player.pool)
        if not source.home or not most:
            return 0.0
        return max(self.move(source.home, count) for count in (range(1, most + 1) if op.up_to else (most,)))

    def fetch(self, source: Source, op: ops.Return) -> float:
        """Return what taking Agents back brings."""
        most = min(op.count, self.player.agents.get(source.home, 0))
        return self.move(source.home, -most) if most else 0.0

    def station(self, _source: Source, op: ops.Station) -> float:
        """Return what sending Agents to the places of choice brings."""
        count = min(op.count, self.player.pool)
        return count * max(0.0, *(self.move(home, 1) for home in self.match.state.locations)) if count else 0.0

    def withdraw(self, source: Source, op: ops.Withdraw | ops.Gather) -> float:
        """Return what calling Agents back, or to the Location of the effect, brings."""
        places = [place for place in self.player.agents if place != source.home]
        best = max((self.move(place, -1) for place in places), default=0.0)
        if isinstance(op, ops.Gather) and places:
            best += self.move(source.home, 1)
        return max(0.0, best) * min(op.count, 2)

    def claim(self, _source: Source, op: ops.Claim) -> float:
        """Return what claiming the best card brings."""
        cards = self.match.state.cards
        return max((self.claimed(cards[name]) for name in claimable(self.match, self.seat, op)), default=0.0)

    def claimed(self, card: Card) -> float:
        """Return what a card brings that becomes one's own."""
        return filled(card) + CLAIMED + self.own(card)

    def own(self, card: Card) -> float:
        """Return what an own card promises besides the points for its slots."""
        if not self.later:
            return 0.0
        homes, values = self.match.content.slip_home, nominal(self.match.state.options.pack)
        text = sum(values[homes[slip].id] for _, slip in shown(card) if slip)
        return self.later * (OWN_CARD * (filled(card) < 3) + AGAIN_OWN * text)

    def sleeve(self, _source: Source, _op: ops.Sleeve) -> float:
        """Return what one more advancement brings: most on an own card in hand."""
        cards = [self.match.state.cards[name] for name in self.player.hand]
        return SLEEVED_OWN if any(card.owner == self.seat and filled(card) < 3 for card in cards) else SLEEVED

    def call_home(self, _source: Source, _op: ops.CallHome) -> float:
        """Return what an own card in the Guild Hall brings: a card in the next hand, or Goodwill at the end."""
        cards = [self.match.state.cards[name] for name in homeward(self.match, self.seat)]
        return HALL if self.later and cards else max(map(filled, cards), default=0) / 4

    def raised(self, _source: Source, op: ops.RaiseDefence | ops.LowerDefence) -> float:
        """Return what moving up or down the Defense track brings."""
        track, down = self.match.content.board.defence_track, self.player.moved_down
        by = op.count if isinstance(op, ops.RaiseDefence) else -op.count
        return float(track[min(len(track) - 1, max(0, down - by))] - track[down])


def _flat(each: float) -> Callable[[Worth, Source, Any], float]:
    """Return a worth that is the same each time, by the operation's count."""
    return lambda _worth, _source, op: each * getattr(op, "count", 1)


def _against_danger(share: float) -> Callable[[Worth, Source, Any], float]:
    """Return a worth that is a share of what the tower threatens, each time."""
    return lambda worth, _source, op: getattr(op, "count", 1) * (IDLE + share * max(0.0, worth.danger))


VALUES: dict[type[Any], Callable[[Worth, Source, Any], float]] = {
    ops.Gain: Worth.gain,
    ops.Lose: Worth.lose,
    ops.Rivals: Worth.rivals,
    ops.Dispatch: Worth.dispatch,
    ops.Return: Worth.fetch,
    ops.Station: Worth.station,
    ops.Withdraw: Worth.withdraw,
    ops.Gather: Worth.withdraw,
    ops.Train: Worth.train,
    ops.Untrain: Worth.untrain,
    ops.Claim: Worth.claim,
    ops.Hunt: _flat(0.0),
    ops.Draw: _flat(DRAWN),
    ops.TakeStreet: _flat(CHOSEN),
    ops.Salvage: _flat(CHOSEN),
    ops.CallHome: Worth.call_home,
    ops.Cubes: _flat(-CUBE),
    ops.ClearZone: _flat(ZONE_CUBE),
    ops.ClearTray: _against_danger(TRAY_CUBE),
    ops.MoveCube: _against_danger(MOVED),
    ops.SeedCube: _flat(SEEDED),
    ops.EmptyTray: _against_danger(EMPTIED),
    ops.Banish: _against_danger(EMPTIED),
    ops.SwapTower: _against_danger(SWAPPED),
    ops.SinkStreet: _flat(STREET),
    ops.DelayStreet: _flat(STREET),
    ops.Sleeve: Worth.sleeve,
    ops.FetchHall: _flat(FETCHED),
    ops.RaiseDefence: Worth.raised,
    ops.LowerDefence: Worth.raised,
    ops.Reduce: _flat(0.0),
}
