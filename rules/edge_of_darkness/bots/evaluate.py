"""The value of a position for a seat, for computer players that look one action ahead.

The matches come from `worlds`, so the order of the stack and future chance are guesses.
"""

from __future__ import annotations

from itertools import combinations

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.board.amounts import repetitions
from rules.edge_of_darkness.board.cubes import THRESHOLD
from rules.edge_of_darkness.bots.values import HALL, Values
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.effects.effect_use import ability_source
from rules.edge_of_darkness.flow.order_of_play import HAND
from rules.edge_of_darkness.flow.scoring import result, scores
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from rules.kernel.words.translation import N_

#: The value of a win, in points, and the weight of the best opponent's position.
WIN, RIVAL = 50.0, 0.45
#: The factors for the value of unused effects in hand, of unused abilities of Locations, and of possible hunts.
IN_HAND, AT_HAND, TO_HUNT = 0.85, 0.4, 0.8
#: The value of a card in hand that can reduce the Damage of an attack.
SHIELD = 0.5
#: The value of the next sleeving: onto the seat's own card, onto a Neutral card, or (if forced) onto a rival's card.
ONTO_OWN, ONTO_NEUTRAL, ONTO_RIVAL = 1.1, 0.3, -0.4
#: The value of emptying a tray, and of a defeated card's return to this seat or to a rival.
TRAY_EMPTIED, BACK_OWN, BACK_RIVAL = 0.25, 0.6, -0.25
#: The cost of an attack that hits, and of each cube that will fall into the tower and is black or in the seat's colour.
HIT, LOOSE = 1.5, 0.06
#: The factor for the value of automatic abilities in each later round, because Agents may move in the meantime.
TO_COME = 0.4
#: The parts of a position's value, each identified by the sentence that explains a move that increases it.
END = N_("It decides the match for you.")
POINTS = N_("It's worth more points than the other choices.")
TOWER = N_("It keeps the tower less dangerous for you.")
TOKENS = N_("It leaves you with more to spend.")
AGENTS = N_("It puts your Agents to better use.")
CARDS = N_("It makes your cards worth more in later rounds.")
PLAY = N_("It leaves you more to do with your hand.")
#: The part for the hand at the start of a round. It has no sentence, because it never explains a move.
NEXT = ""
RIVALS = N_("It gives the others less.")


def evaluate(match: EdgeMatch, seat: int) -> float:
    """Return the value of this position for a seat, in points."""
    return sum(terms(match, seat).values())


def terms(match: EdgeMatch, seat: int) -> dict[str, float]:
    """Return the parts of this position's value for a seat, keyed by the sentence that explains an increase."""
    if match.state.over:
        outcome = result(match)
        best = max(row.total for row in outcome.rows if row.seat != seat)
        return {END: (WIN if seat in outcome.winners else -WIN) + outcome.rows[seat].total - best}
    values = Values(match, seat)
    own = _basic_parts(values)
    own[AGENTS] += sum(values.agents(count) + values.ready(home, count) for home, count in values.player.agents.items())
    own[AGENTS] += automatic_value(values)
    if values.running or match.state.phase == "assembly":
        complete = values.running or len(values.player.hand) >= HAND
        own[PLAY if complete else NEXT] = hand_value(values, values.player.hand)
    others = [sum(_basic_parts(Values(match, other)).values()) for other in range(match.state.seats) if other != seat]
    own[RIVALS] = -RIVAL * max(others) - 0.1 * sum(others) / len(others)
    return own


def automatic_value(values: Values) -> float:
    """Return the value of automatic Location abilities in the seat's current and later turns."""
    working, worth = values.match.content.abilities, 0.0
    for timing, now in (("start", False), ("end", values.running)):
        homes = [home for home in values.match.state.locations if home in working[timing]]
        each = [max(0.0, values.effect(ability_source(home), working[timing][home][0])) for home in homes]
        worth += sum(each) * (now + TO_COME * values.later)
    return worth


def _basic_parts(values: Values) -> dict[str, float]:
    """Return the basic parts of a position's value for a seat: points, tokens, Agents, cards, and tower risk (< 0)."""
    state, player = values.match.state, values.player
    tokens = 0.0
    for what in ("coins", "influence", "goodwill"):
        count: int = getattr(player, what)
        tokens += values.tokens(what, count) - count / 4
    kept = sum(HALL if values.later else sleeved_card.filled_count(state.cards[name]) / 4 for name in player.hall)
    return {
        POINTS: sum(scores(values.match, values.seat).values()),
        TOWER: -tower_risk(values),
        AGENTS: values.pool(player.pool),
        TOKENS: tokens,
        CARDS: sum(values.own(card) for card in sleeved_card.guild_cards(state, values.seat)) + kept,
    }


# -- the tower ------------------------------------------------------------------------------------------------------


def tower_risk(values: Values) -> float:
    """Return the expected cost, in points, of the cubes in the trays and the cubes that are about to fall."""
    state, seat = values.match.state, values.seat
    cost = 0.0
    for tray in state.trays:
        total = sum(tray)
        if not total:
            continue
        others = max(count for colour, count in enumerate(tray[:-1]) if colour != seat)
        hit = min(1.0, max(0.0, 0.45 + 0.25 * (max(tray[seat], tray[-1]) - others)))
        if hit:
            cost += min(1.0, total / THRESHOLD[state.seats]) ** 2 * hit * HIT
    for player in state.players:
        cost += LOOSE * (player.zone[seat] + player.zone[-1] + player.staged[seat] + player.staged[-1])
    return cost


def hunt_targets(values: Values) -> dict[int, tuple[int, float]]:
    """Return each tower card's Damage and the value of defeating the card, by spot (1 to 3)."""
    match, found = values.match, values.hunt_targets
    for spot, name in enumerate(match.state.tower, 1):
        if name and spot not in found:
            card = match.state.cards[name]
            threats = sleeved_card.threats(match.content, card)
            value = sum(values.op(Source(name, "", home), op) for home, threat in threats for op in threat.rewards)
            value += TRAY_EMPTIED * sum(match.state.trays[spot - 1]) / 6
            if card.owner >= 0:
                value += BACK_OWN if card.owner == values.seat else BACK_RIVAL
            found[spot] = sleeved_card.damage(match.content, card), value
    return found


def best_hunt(targets: dict[int, tuple[int, float]], battle: int) -> float:
    """Return the value of the best set of tower cards that can be defeated with this Battle Strength."""
    batches = (batch for size in range(1, len(targets) + 1) for batch in combinations(targets.values(), size))
    return max(
        (sum(one[1] for one in batch) for batch in batches if sum(one[0] for one in batch) <= battle), default=0.0
    )


# -- cards in hand --------------------------------------------------------------------------------------------------


def hand_value(values: Values, names: list[str]) -> float:
    """Return the value of having these cards in hand in the seat's current or next Action turn."""
    match = values.match
    turn = match.state.turn
    might, can = (turn.battle, turn.may_hunt) if values.running else (0, False)
    unused = [(source, effect) for name in names for source, effect, _ in effects_left(values, name)]
    at_hand = [(ability_source(home), effect) for home, effect in _abilities(values)]
    for source, effect in (*unused, *at_hand):
        gained, hunts = battle_gain(values, source, effect)
        might, can = might + gained, can or hunts
    values.reachable_battle, values.can_hunt = might, can
    value = sum(card_left(values, name) for name in names) + sleeving_value(values, names)
    if values.running:
        value += AT_HAND * sum(max(0.0, values.effect(source, effect)) for source, effect in at_hand)
    if can and might:
        value += TO_HUNT * best_hunt(hunt_targets(values), might)
    return value


def effects_left(values: Values, name: str) -> list[tuple[Source, Effect, bool]]:
    """Return a card's effects not yet used this turn: source, effect, and whether it works only when attacked."""
    used = values.match.state.turn.used if values.running else ()
    found = sleeved_card.slot_effects(values.match.content, name, values.match.state.cards[name])
    return [(part.source, part.effect, part.defends) for part in found if part.key not in used]


def card_left(values: Values, name: str) -> float:
    """Return the value of a card's effects that haven't been used this turn."""
    price = int(values.match.state.cards[name].owner not in (-1, values.seat))
    return sum(
        SHIELD if defends else IN_HAND * max(0.0, values.effect(source, effect, price))
        for source, effect, defends in effects_left(values, name)
    )


def _abilities(values: Values) -> list[tuple[str, Effect]]:
    """Return the abilities that haven't been used this turn, each with its Location."""
    used = values.match.state.turn.abilities if values.running else {}
    working = values.match.content.abilities["turn"]
    return [(home, working[home][0]) for home in values.match.state.locations if home in working and home not in used]


def battle_gain(values: Values, source: Source, effect: Effect) -> tuple[int, bool]:
    """Return how much Battle Strength an effect can give now, and whether the effect permits hunting."""
    key = source, id(effect)
    if key not in values.battle_gain:
        parts = [clause for clause in effect.clauses if values.works(source, clause)]
        gains = [max(0, net_battle(values, source, clause)) for clause in parts]
        hunts = any(isinstance(op, ops.Hunt) for clause in parts for op in clause.do)
        values.battle_gain[key] = (max(gains, default=0) if effect.mode == "one" else sum(gains)), hunts
    return values.battle_gain[key]


def net_battle(values: Values, source: Source, clause: Clause) -> int:
    """Return the Battle Strength that a clause gives minus the Battle Strength that it costs."""
    gained = sum(
        values.amount(source, op.amount) for op in clause.do if isinstance(op, ops.Gain) and op.what == "battle"
    ) * repetitions(values.match, values.seat, source, clause.each)
    return gained - sum(values.amount(source, cost.amount) for cost in clause.tokens if cost.what == "battle")


def sleeving_value(values: Values, names: list[str]) -> float:
    """Return the value of sleeving this turn with these cards in hand; 0 if the seat has already sleeved."""
    state = values.match.state
    if values.running and state.turn.sleeved:
        return 0.0
    owners = [state.cards[name].owner for name in names if sleeved_card.filled_count(state.cards[name]) < 3]
    worth = [ONTO_OWN if owner == values.seat else ONTO_NEUTRAL if owner < 0 else ONTO_RIVAL for owner in owners]
    return max(worth, default=0.0)
