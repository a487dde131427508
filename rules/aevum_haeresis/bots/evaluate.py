"""The value of a position for a seat, for computer players that look one action ahead.

The evaluated positions are possible worlds: the rival's hand and face-down row are guesses that are consistent with the
seat's knowledge.
"""

from __future__ import annotations

from collections import Counter

from rules.aevum_haeresis.board.boosters import drafted, limited_of
from rules.aevum_haeresis.board.card_lookup import controlled, eligible, passives, record, soul_number, stat
from rules.aevum_haeresis.board.manoeuvres import barred, icons_of
from rules.aevum_haeresis.bots import heuristics
from rules.aevum_haeresis.bots.hand_card_values import of_card, of_paid
from rules.aevum_haeresis.bots.heuristics import PRICES, Numbers
from rules.aevum_haeresis.bots.verbs import COUNTER
from rules.aevum_haeresis.content.effects import Bar
from rules.aevum_haeresis.content.ops import MANOEUVRES, Manoeuvre
from rules.aevum_haeresis.content.printed_card_values import card_value
from rules.aevum_haeresis.effects.cost_rules import payable
from rules.aevum_haeresis.state.state import HAND, CurrentManoeuvre, Haeresis
from rules.aevum_haeresis.state.steps import PayStep, TeamStep
from rules.kernel.words.translation import N_

#: The value of a win, in points; a loss has the opposite value.
WIN = 1000.0
#: Gold up to this amount counts fully. Gold beyond it counts little, because it is rarely spent.
RICH = 7
#: The number of Heretics that a player draws in a Prologue before drawing Plot cards.
HERETICS_DRAWN = 2
#: The chance that a manoeuvre succeeds if the possible blockers have at most as many icons as the initiating team, and
#: the chance if the blockers have more.
STRONGER, WEAKER = 0.8, 0.45
#: The initiator's chance to win a Conflict when both teams have the same number of icons.
EVEN = 0.62
#: The maximum value of a manoeuvre that is still possible, and the phases when such manoeuvres add to the value of a
#: position.
MOST, ACTIVE = 12.0, ("enlistment", "plot", "prologue")
#: The terms that make up a position's value. Each is a message id whose text tells the player how a move improves it.
END = N_("It decides the match for you.")
RACE = N_("It brings you nearer to winning, or keeps your opponent from it.")
GOLD = N_("It leaves you with more gold.")
HELD = N_("It leaves you with more cards to play.")
ROW = N_("It makes your row worth more.")
OWN = N_("It makes your side of the table stronger.")
RIVAL = N_("It makes your opponent's side of the table weaker.")
WAYS = N_("It leaves you better manoeuvres, or your opponent worse ones.")
MANOEUVRE = N_("It gives you better odds in the manoeuvre under way.")
PAID = N_("It's worth more than it costs.")
POOL = N_("It makes your deck stronger.")


def evaluate(match: Haeresis, seat: int) -> float:
    """Return the value of this position for a seat."""
    return sum(terms(match, seat).values())


def terms(match: Haeresis, seat: int) -> dict[str, float]:
    """Return the value of this position for a seat, split into its terms."""
    state = match.state
    if state.ended and state.winner >= 0:
        return {END: WIN if state.winner == seat else -WIN}
    if not state.players[seat].damned:
        return {POOL: _pool(match, seat)}
    numbers, rival = heuristics.Numbers(match), 1 - seat
    paid = [*state.paid, *([state.heresy] if state.heresy is not None else [])]
    found = {
        RACE: heuristics.standing(match, seat) - heuristics.standing(match, rival),
        **_side(match, seat, numbers),
        RIVAL: -sum(_side(match, rival, numbers).values()),
        PAID: sum(of_paid(match, one) * (1 if one.seat == seat else -1) for one in paid),
    }
    if state.phase in ACTIVE:
        available = [_available(match, one) for one in (0, 1)]
        found[WAYS] = _possible_manoeuvres(match, seat, available, numbers) - _possible_manoeuvres(
            match, rival, available, numbers
        )
    if state.man is not None and state.man.successful < 0:
        found[MANOEUVRE] = _expected(match, state.man) * (1 if state.man.initiator == seat else -1)
    if state.location and state.placer == seat and record(match, state.location).abilities:
        found[OWN] += 0.5
    return found


def _pool(match: Haeresis, seat: int) -> float:
    """Return the value of a seat's cards during deck building: those in its deck, or those taken so far in a draft."""
    deck = limited_of(match).seats[seat].deck or Counter(drafted(match, seat))
    return sum(card_value(match.content, card) * copies for card, copies in deck.items())


def _side(match: Haeresis, seat: int, numbers: Numbers) -> dict[str, float]:
    """Return the value of a seat's gold, hand, row and cards in play, by term."""
    state = match.state
    player = state.players[seat]
    price = PRICES()
    hand_value = price["card"] * min(len(player.hand), HAND) + 0.1 * max(0, len(player.hand) - HAND)
    drawn = max(0, HAND - HERETICS_DRAWN - len(player.hand))
    return {
        GOLD: price["gold"] * min(player.gold, RICH) + 0.2 * max(0, player.gold - RICH),
        HELD: hand_value - price["refill"] * heuristics.of_mill(match, seat, drawn),
        ROW: _row_value(match, seat),
        OWN: sum(_piece(match, card, numbers) for card, placed in state.cards.items() if placed.controller == seat),
    }


def _piece(match: Haeresis, card: str, numbers: Numbers) -> float:
    state = match.state
    placed = state.cards[card]
    card_record = record(match, card)
    if card_record.type not in ("damned", "heretic"):
        return heuristics.of_lasting(card_record) if card != state.location else 0.0
    value = heuristics.of_character(match, card, numbers) - PRICES()["wound"] * placed.damage
    value += COUNTER * placed.counters
    if placed.ready and not _is_in_manoeuvre(match, card) and state.phase in ACTIVE:
        value += PRICES()["ready"] * numbers.icons(card)
    return value


def _is_in_manoeuvre(match: Haeresis, card: str) -> bool:
    man = match.state.man
    return man is not None and (card in man.teams[0] or card in man.teams[1] or card in man.plan)


def _available(match: Haeresis, seat: int) -> list[str]:
    """Return a seat's Ready characters that aren't in the current manoeuvre."""
    return [
        card for card in controlled(match, seat) if match.state.cards[card].ready and not _is_in_manoeuvre(match, card)
    ]


def _possible_manoeuvres(match: Haeresis, seat: int, available: list[list[str]], numbers: Numbers) -> float:
    """Return the value of the manoeuvres that a seat could still initiate with its Ready characters in this Round."""
    state = match.state
    number = soul_number(match) if state.location else 1
    value = 0.0
    for kind in MANOEUVRES:
        own = sum(numbers(card, kind) for card in available[seat])
        if own and not _fails_unopposed(match, seat, kind):
            block = sum(numbers(card, kind) for card in available[1 - seat])
            value += min(MOST, heuristics.gain(match, seat, kind, number)) * _chance(own, block)
    has_passed = state.passes and state.actor != seat
    price = PRICES()
    return price["possible"] * value * (price["passed"] if has_passed else 1.0)


def odds(match: Haeresis, seat: int, kind: Manoeuvre, own: int, block: int) -> float:
    """Return the chance that a manoeuvre would succeed if it were announced now.

    `own` is the number of icons on the initiating team, and `block` the number of icons that the rival could block
    with.
    """
    if not own or (not block and _fails_unopposed(match, seat, kind)):
        return 0.0
    return _chance(own, block)


def _chance(own: int, block: int) -> float:
    return 1.0 if not block else STRONGER if own >= block else WEAKER


def _fails_unopposed(match: Haeresis, seat: int, kind: Manoeuvre) -> bool:
    """Return whether this seat's manoeuvre fails if the rival doesn't oppose it (AH-MAN.21)."""
    return any(passive.manoeuvre == kind and placed.controller != seat for _, placed, passive in passives(match, Bar))


def _row_value(match: Haeresis, seat: int) -> float:
    """Return the value of the face-down cards in a seat's row that its gold can pay for."""
    player = match.state.players[seat]
    gold, value = player.gold, 0.0
    for chapter in player.row:
        for card in chapter:
            cost = record(match, card).cost
            if cost.gold <= gold and payable(match, PayStep(seat, card, "row")):
                gold -= cost.gold
                value += max(0.0, of_card(match, seat, card) - heuristics.of_cost(match, seat, cost)) + PRICES()["card"]
    return value


def _expected(match: Haeresis, man: CurrentManoeuvre) -> float:
    gain = heuristics.at_stake(match, man)
    if not man.teams[man.initiator]:
        if man.plan:
            return gain * _success_chance(match, man, icons_of(match, man.initiator, man.plan))
        return _before_teams(match, man, gain)
    if not man.blocked and not man.teams[1 - man.initiator]:
        return gain * _success_chance(match, man, icons_of(match, man.initiator))
    return gain * blocked_chance(match, man)


def _before_teams(match: Haeresis, man: CurrentManoeuvre, gain: float) -> float:
    """Return the expected value of a manoeuvre before teams are chosen, less the value of the characters it needs."""
    characters = sorted(eligible(match, man.initiator, man.type), key=lambda card: -stat(match, card, man.type))
    need = max(1, sum(stat(match, card, man.type) for card in eligible(match, 1 - man.initiator, man.type)))
    own, used = 0, 0.0
    for card in characters:
        if own >= need:
            break
        own += stat(match, card, man.type)
        used += PRICES()["ready"] * sum(stat(match, card, name) for name in heuristics.ICONS)
    return gain * _success_chance(match, man, own) - used if own else 0.0


def _success_chance(match: Haeresis, man: CurrentManoeuvre, own: int) -> float:
    """Return the chance that a manoeuvre with `own` icons succeeds while the rival hasn't chosen blockers yet."""
    block = sum(stat(match, card, man.type) for card in eligible(match, 1 - man.initiator, man.type))
    if not block or not _is_block_open(match):
        return 0.0 if barred(match) else 1.0
    return STRONGER if own >= block else WEAKER


def _is_block_open(match: Haeresis) -> bool:
    """Return whether the blocking team hasn't been chosen yet."""
    return match.state.man is not None and not match.state.man.blocked and any(
        isinstance(step, TeamStep) or getattr(step, "name", "") == "manoeuvre" for step in match.state.stack
    )  # fmt: skip


def blocked_chance(match: Haeresis, man: CurrentManoeuvre) -> float:
    """Return the chance that the initiator wins the current Conflict. The initiator wins ties (AH-CONFLICT.20)."""
    ahead = icons_of(match, man.initiator) - icons_of(match, 1 - man.initiator)
    if match.state.window == "conflict_end":
        return 0.97 if ahead >= 0 else 0.03
    return min(0.95, max(0.05, EVEN + PRICES()["edge"] * ahead))
