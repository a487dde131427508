"""The values of cards, resources and actions for computer players, in points; a soul is worth about three points.

The values are rough estimates, tuned in matches between greedy computer players.
"""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board.card_lookup import alter_passives, controlled, passives, record, soul_number, stat
from rules.aevum_haeresis.content import effects
from rules.aevum_haeresis.content.effects import Passive
from rules.aevum_haeresis.content.ops import Cost, each
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import EXECUTED, PLUNDER, SOULS_TO_WIN, CurrentManoeuvre, Haeresis
from rules.kernel.engine.resource_prices import Pricing

#: Hand-tuned prices, in points. Hard computer players use fitted prices instead; `PRICES()` returns the prices that
#: currently apply.
PRICES = Pricing(
    "aevum_haeresis",
    {
        "gold": 0.55,
        "card": 0.4,
        # The values of one icon on a character, of one point of its Health or Damage, and of one point of damage on the
        # Damned.
        "plunder": 1.0,
        "recruit": 1.15,
        "accuse": 1.35,
        "health": 0.25,
        "damage": 0.3,
        "wound": 0.3,
        # An exponent that makes each step toward a win count more than the previous one.
        "haste": 1.5,
        # The change in the chance to win a Conflict for each additional icon.
        "edge": 0.2,
        # The total value of progressing all the way from the start to a win.
        "race": 32.0,
        # Two factors for the value of manoeuvres that a seat could still initiate. The first always applies, and the
        # second applies in addition once the seat has passed.
        "possible": 0.3,
        "passed": 0.6,
        # The additional value of each icon on a character while the character is Ready.
        "ready": 0.15,
        # The cost of drawing a Plot card in the next Prologue, as a share of the card's value in the deck.
        "refill": 0.7,
        # The gold to keep for reactions (Deus Ex Machina) when laying an Enlistment row.
        "reserve": 1.0,
        # The minimum value, after subtracting the cost, that a card must have to be laid in a row.
        "least": 0.35,
        # The bonus for a manoeuvre that wins the game.
        "decisive": 60.0,
        # The value of two abilities or passives on a character.
        "text": 1.0,
    },
)
#: The manoeuvre icons, which are also the keys of their prices.
ICONS = ("plunder", "recruit", "accuse")
SOUL = 3.0
#: The number of cards in a full Plot deck.
FULL = 48


# -- the three ways to win ---------------------------------------------------------------------------------------


def of_souls(match: Haeresis, seat: int, more: int) -> float:
    """Return the value for a player of gaining this many more souls."""
    souls = match.state.players[seat].souls
    return _progress_value(souls + more, SOULS_TO_WIN) - _progress_value(souls, SOULS_TO_WIN)


def of_mill(match: Haeresis, seat: int, cards: int) -> float:
    """Return the cost for a player of losing this many cards from the Plot deck."""
    milled = FULL - len(match.state.players[seat].plot)
    return _progress_value(milled + cards, FULL) - _progress_value(milled, FULL)


def of_execution(match: Haeresis, seat: int, more: int) -> float:
    """Return the cost for a player if the Execution level changes by this amount in the current Round."""
    player = match.state.players[seat]
    if more > 0 and player.rose:
        return 0.0
    return _progress_value(player.execution + more, EXECUTED) - _progress_value(player.execution, EXECUTED)


def standing(match: Haeresis, seat: int) -> float:
    """Return the value of a seat's progress towards winning by souls, minus the cost of its progress towards losing."""
    player = match.state.players[seat]
    lost = _progress_value(FULL - len(player.plot), FULL) + _progress_value(player.execution, EXECUTED)
    return _progress_value(player.souls, SOULS_TO_WIN) - lost


def _progress_value(progress: int, goal: int) -> float:
    price = PRICES()
    return price["race"] * (min(max(progress, 0), goal) / goal) ** price["haste"]


def gain(match: Haeresis, seat: int, man_type: str, number: int, extra: int = 0) -> float:
    """Return the value of a successful manoeuvre, with a bonus if it ends the game."""
    other = 1 - seat
    rival = match.state.players[other]
    if man_type == "recruit":
        number += extra
        ends = match.state.players[seat].souls + number >= SOULS_TO_WIN
        return of_souls(match, seat, number) + (PRICES()["decisive"] if ends else 0.0)
    if man_type == "plunder":
        cards = PLUNDER + number + extra
        return of_mill(match, other, cards) + (PRICES()["decisive"] if len(rival.plot) <= cards else 0.0)
    ends = not rival.rose and rival.execution + 1 >= EXECUTED
    return of_execution(match, other, 1) + (PRICES()["decisive"] if ends else 0.0)


def at_stake(match: Haeresis, man: CurrentManoeuvre) -> float:
    """Return the value of the current manoeuvre's success for its initiator, including Bounties."""
    number = soul_number(match) if match.state.location else 1
    value = gain(match, man.initiator, man.type, number, man.extra[man.initiator])
    price = PRICES()
    for _, placed, passive in passives(match, effects.Bounty):
        if passive.manoeuvre != man.type:
            continue
        if passive.whose == "both" or placed.controller == man.initiator:
            value += SOUL * passive.souls + price["gold"] * passive.gold + price["card"] * passive.cards
    return value


# -- costs and damage -----------------------------------------------------------------------------------------------


def of_cost(match: Haeresis, seat: int, cost: Cost) -> float:
    """Return the value of everything that a player gives up to pay a cost."""
    price = PRICES()
    value = price["gold"] * cost.gold + price["card"] * cost.cards + 2.0 * cost.sacrifice + cost.turn + cost.turn_own
    return value - (of_souls(match, seat, -cost.souls) if cost.souls else 0.0)


def of_damage(match: Haeresis, seat: int, amount: int) -> float:
    """Return the value for a seat of dealing this much damage to the best target among the rival's characters."""
    man = match.state.man
    rivals = man.teams[1 - seat] if man is not None and man.blocked else controlled(match, 1 - seat)
    return max((of_hit(match, card, amount) for card in rivals if card in match.state.cards), default=0.0)


def of_hit(match: Haeresis, card: str, amount: int) -> float:
    """Return the value that a character's controller loses if the character takes this much damage."""
    if record(match, card).type == "damned":
        health_left = stat(match, card, "health") - match.state.cards[card].damage
        return PRICES()["wound"] * amount + (4.0 if amount >= health_left else 0.0)
    if stat(match, card, "health") > amount:
        return 0.0
    man = match.state.man
    value = of_character(match, card)
    if man is not None and man.successful < 0 and (card in man.teams[0] or card in man.teams[1]):
        value += PRICES()["edge"] * at_stake(match, man) * stat(match, card, man.type)
    return value


# -- cards in play --------------------------------------------------------------------------------------------------


class Numbers:
    """The current numbers of characters in one position, computed once each."""

    def __init__(self, match: Haeresis) -> None:
        self._match = match
        self._alters = alter_passives(match)
        self._known: dict[tuple[str, str], int] = {}

    def __call__(self, card: str, name: str) -> int:
        key = card, name
        if key not in self._known:
            self._known[key] = stat(self._match, card, name, self._alters)
        return self._known[key]

    def icons(self, card: str) -> int:
        """Return a character's total number of icons."""
        return sum(self(card, name) for name in ICONS)


def of_character(match: Haeresis, card: str, numbers: Numbers | None = None) -> float:
    """Return the value of a character in play."""
    card_record = record(match, card)
    of = numbers or Numbers(match)
    price = PRICES()
    value = 0.5 + sum(price[name] * of(card, name) for name in ICONS)
    value += price["health"] * of(card, "health") + price["damage"] * of(card, "damage")
    return value + of_text(card_record) + price["gold"] * 2 * card_record.gold_icon


def of_text(card: Card) -> float:
    """Return the value of a character's abilities and passives."""
    several = 0.5 * sum(ability.kind != "imr" for ability in card.abilities) + 0.5 * len(card.passives)
    return PRICES()["text"] * several


#: The value of each type of passive on a card in play. The numbers that passives change are already part of the
#: characters' values.
PASSIVES: dict[type[Any], float] = {
    effects.Alter: 0.2,
    effects.Cannot: 0.7,
    effects.SoulNumber: 0.2,
    effects.Tax: 0.5,
    effects.Price: 0.5,
    effects.Ward: 0.5,
    effects.Bar: 0.7,
    effects.Bounty: 0.7,
    effects.Twin: 0.2,
}


#: The value of each ability on a card in play, except on characters, Camps and Locations.
ABILITY = 0.5


def of_lasting(card: Card) -> float:
    """Return the value of a card in play that is not a character.

    The effect that the card has on the numbers of characters is not included.
    """
    gold = PRICES()["gold"]
    value = gold * 2 * card.gold_icon
    for passive in card.passives:
        value += PASSIVES[type(passive)]
    if card.type not in ("camp", "location"):
        value += ABILITY * len(card.abilities)
    return value + (gold * sum(card.track) * 0.5 if card.track is not None and card.type == "event" else 0.0)


def of_attachment(card: Card) -> float:
    """Return the value that an attachment has through its effect on its host."""
    return sum(map(_of_alter, card.passives)) + (1.0 if card.attachment is not None else 0.0)


def _of_alter(passive: Passive) -> float:
    if isinstance(passive, effects.Cannot):
        return 2.0
    if not isinstance(passive, effects.Alter):
        return 0.0
    price = PRICES()
    prices = {**price, "icons": 2.0, "health": price["health"] * 1.5, "damage": price["damage"] * 1.5}
    return 1.2 * abs(each(passive.amount)) * prices[passive.stat] * (1 if passive.of == "host" else 0.8)
