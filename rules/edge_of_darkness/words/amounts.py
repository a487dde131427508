"""The text of amounts and conditions on cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.edge_of_darkness.content.ops import Amount, Condition, Count, CountName, Each, RivalCount
from rules.kernel.words.translation import N_, Translator

#: The phrases that end an amount, such as "for each card in your Guild Hall", by the name of the count.
_PER: dict[CountName, str] = {
    "agents_out": N_("for each of your Agents at Locations"),
    "places_held": N_("for each Location where you have an Agent"),
    "pool_agents": N_("for each Agent in your pool"),
    "untrained_agents": N_("for each untrained Agent of yours"),
    "hand_cards": N_("for each card in your hand"),
    "own_hand": N_("for each card of your Guild in your hand"),
    "neutral_hand": N_("for each Neutral card in your hand"),
    "hall_cards": N_("for each card in your Guild Hall"),
    "guild_cards": N_("for each card of your Guild"),
    "card_slots": N_("for each filled slot of this card"),
    "zone_cubes": N_("for each cube in your Threat Zone"),
    "tower_cubes": N_("for each cube of your colour in the tower"),
    "black_cubes": N_("for each black cube in the tower"),
    "spaces_down": N_("for each space your Defense token is below the top"),
    "coins": N_("for each Coin you have"),
    "influence": N_("for each Influence you have"),
    "goodwill": N_("for each Goodwill you have"),
    "reputation": N_("for each Reputation you have"),
    "battle": N_("for each Battle Strength you have this turn"),
    "slips_left": N_("for each Allegiance slip you have left"),
    "rivals": N_("for each other player"),
}
#: The first part of a condition on one of the player's own numbers, such as "the number of your Coins".
_NUMBER: dict[CountName, str] = {
    "agents_here": N_("the number of your Agents at {place}"),
    "rival_agents_here": N_("the number of Agents of other Guilds at {place}"),
    "agents_out": N_("the number of your Agents at Locations"),
    "places_held": N_("the number of Locations where you have an Agent"),
    "pool_agents": N_("the number of Agents in your pool"),
    "untrained_agents": N_("the number of your untrained Agents"),
    "hand_cards": N_("the number of cards in your hand"),
    "own_hand": N_("the number of cards of your Guild in your hand"),
    "neutral_hand": N_("the number of Neutral cards in your hand"),
    "hall_cards": N_("the number of cards in your Guild Hall"),
    "guild_cards": N_("the number of cards of your Guild"),
    "card_slots": N_("the number of filled slots of this card"),
    "zone_cubes": N_("the number of cubes in your Threat Zone"),
    "tower_cubes": N_("the number of cubes of your colour in the tower"),
    "black_cubes": N_("the number of black cubes in the tower"),
    "spaces_down": N_("the number of spaces your Defense token is below the top"),
    "coins": N_("the number of your Coins"),
    "influence": N_("your Influence"),
    "goodwill": N_("your Goodwill"),
    "reputation": N_("your Reputation"),
    "battle": N_("your Battle Strength"),
    "slips_left": N_("the number of Allegiance slips you have left"),
    "rivals": N_("the number of other players"),
}
#: The first part of a condition on another player's numbers, such as "another player's Influence".
_RIVALS_NUMBER: dict[RivalCount, str] = {
    "agents_here": N_("the number of another player's Agents at {place}"),
    "agents_out": N_("the number of another player's Agents at Locations"),
    "guild_cards": N_("the number of another player's Guild cards"),
    "hall_cards": N_("the number of cards in another player's Guild Hall"),
    "zone_cubes": N_("the number of cubes in another player's Threat Zone"),
    "coins": N_("the number of another player's Coins"),
    "influence": N_("another player's Influence"),
    "goodwill": N_("another player's Goodwill"),
    "reputation": N_("another player's Reputation"),
}
#: Counts with special sentences for conditions that only set a minimum for the player.
_SENTENCES: tuple[CountName, ...] = (
    "agents_here", "rival_agents_here", "agents_out", "places_held", "pool_agents", "own_hand", "neutral_hand",
    "hall_cards", "guild_cards", "card_slots", "zone_cubes", "tower_cubes", "black_cubes", "spaces_down",
)  # fmt: skip
_ICONS = {"coins": "{coin}", "reduce": "{shield}"}


@dataclass(slots=True)
class CardWriter:
    """The settings for writing a card's text: the language, the effect's Location, and whether icons replace words.

    `named` becomes true as soon as the text has named the Location. From then on, "there" is enough. `now` has the
    present values of amounts that depend on the position, where they are known.
    """

    say: Translator
    place: str
    icons: bool
    named: bool = False
    now: Mapping[Count, int] = field(default_factory=dict[Count, int])

    def at(self, first: str, again: str, **args: str) -> str:
        """Return the sentence `first`, which names the Location, or `again` ("there") if the text has named it."""
        message = again if self.named else first
        self.named = True
        return self.say.t(message, place=self.place, **args)


# -- amounts ------------------------------------------------------------------------------------------------


def things(say: Translator, what: str, n: int) -> str:
    """Return a number of tokens as the object of a sentence: "2 Coins"."""
    match what:
        case "coins":
            return say.n("{n} Coin", "{n} Coins", n)
        case "influence":
            return say.n("{n} Influence", "{n} Influence", n)
        case "goodwill":
            return say.n("{n} Goodwill", "{n} Goodwill", n)
        case "reputation":
            return say.n("{n} Reputation", "{n} Reputation", n)
        case "battle":
            return say.n("{n} Battle Strength", "{n} Battle Strength", n)
        case _:
            return say.n("{n} point", "{n} points", n)


def agents_text(say: Translator, n: int) -> str:
    """Return a number of Agents as the object of a sentence: "2 Agents"."""
    return say.n("{n} Agent", "{n} Agents", n)


def some(by: CardWriter, what: str, n: int) -> str:
    """Return a number of tokens in words or, if the text uses icons, with an icon."""
    return f"{n}{_ICONS.get(what, f'{{{what}}}')}" if by.icons else things(by.say, what, n)


def per(by: CardWriter, count: CountName) -> str:
    """Return the last part of an amount that depends on a count: "for each card in your Guild Hall"."""
    if count == "agents_here":
        return by.at(N_("for each of your Agents at {place}"), N_("for each of your Agents there"))
    if count == "rival_agents_here":
        return by.at(N_("for each Agent of other Guilds at {place}"), N_("for each Agent of other Guilds there"))
    return by.say.t(_PER[count])


def amount_text(by: CardWriter, what: str, amount: Amount) -> str:
    """Return a fixed or counted amount: "1 Coin plus 1 Coin for each card in your Guild Hall (at most 4 in all)"."""
    if isinstance(amount, int):
        return some(by, what, amount)
    say = by.say
    text = say.t("{things} {per}", things=some(by, what, abs(amount.times)), per=per(by, amount.count))
    plus = some(by, what, abs(amount.plus))
    if amount.times < 0:
        text = say.t("{things}, less {fewer}", things=plus, fewer=text)
    elif amount.plus < 0:
        text = say.t("{things}, less {fewer}", things=text, fewer=plus)
    elif amount.plus:
        text = say.t("{things} plus {more}", things=plus, more=text)
    return text + _bounds(by, amount)


def _bounds(by: CardWriter, amount: Count) -> str:
    """Return the text of an amount's limits and present value, such as "(at most 4, now 3)".

    The limits are "in all" if the amount is a sum.
    """
    say = by.say
    least, most = N_("at least {n}"), N_("at most {n}")
    if amount.plus or abs(amount.times) != 1:
        least, most = N_("at least {n} in all"), N_("at most {n} in all")
    bounds = [say.t(least, n=amount.least)] if amount.least else []
    bounds += [say.t(most, n=amount.most)] if amount.most < 99 else []
    bounds += [say.t("now {n}", n=by.now[amount])] if amount in by.now else []
    return f" ({', '.join(bounds)})" if bounds else ""


# -- conditions ---------------------------------------------------------------------------------------------


def condition_text(by: CardWriter, condition: Condition) -> str:
    """Return the condition of a clause: "if you have at least 2 cards in your Guild Hall"."""
    n = condition.least
    if condition.who != "you" or condition.most < 99 or condition.count not in _SENTENCES:
        return _compared(by, condition)
    if "agents" in condition.count or condition.count == "places_held":
        return _agents_condition(by, condition.count, n)
    return _table_condition(by.say, condition.count, n)


def _compared(by: CardWriter, condition: Condition) -> str:
    """Return a condition in the form of a comparison: "if the number of your Coins is at most 2"."""
    say, least, most = by.say, condition.least, condition.most
    by.named = by.named or condition.count in ("agents_here", "rival_agents_here")
    named = _RIVALS_NUMBER.get(condition.count) if condition.who == "rival" else None  # type: ignore[call-overload]
    number = say.t(named or _NUMBER[condition.count], place=by.place)
    if condition.who == "most":
        return say.t("if {number} is greater than that of every other player", number=number)
    if condition.who == "fewest":
        return say.t("if {number} is smaller than that of every other player", number=number)
    if least == most:
        return say.t("if {number} is exactly {n}", number=number, n=least)
    if most == 99:
        return say.t("if {number} is at least {n}", number=number, n=least)
    if least == 0:
        return say.t("if {number} is at most {n}", number=number, n=most)
    return say.t("if {number} is from {least} to {most}", number=number, least=least, most=most)


def each_text(by: CardWriter, text: str, each: Each) -> str:
    """Return the text of a repeated clause: "train 1 Agent, once for each other player (at most 3)"."""
    told = by.say.t("{does}, once {per}", does=text, per=per(by, each.count))
    return told if each.count == "rivals" else f"{told} ({by.say.t('at most {n}', n=each.most)})"


def _agents_condition(by: CardWriter, count: CountName, n: int) -> str:
    say, place = by.say, by.place
    by.named = by.named or count in ("agents_here", "rival_agents_here")
    match count:
        case "agents_here":
            return say.n(
                "if you have at least {n} Agent at {place}",
                "if you have at least {n} Agents at {place}",
                n,
                place=place,
            )
        case "rival_agents_here":
            return say.n(
                "if other Guilds have at least {n} Agent at {place}",
                "if other Guilds have at least {n} Agents at {place}", n, place=place,
            )  # fmt: skip
        case "agents_out":
            return say.n(
                "if you have at least {n} Agent at Locations", "if you have at least {n} Agents at Locations", n
            )
        case "places_held":
            return say.n("if you have Agents at {n} Location or more", "if you have Agents at {n} Locations or more", n)
        case _:
            return say.n(
                "if you have at least {n} Agent in your pool", "if you have at least {n} Agents in your pool", n
            )


def _table_condition(say: Translator, count: CountName, n: int) -> str:
    match count:
        case "own_hand":
            return say.n(
                "if you have at least {n} card of your Guild in your hand",
                "if you have at least {n} cards of your Guild in your hand", n,
            )  # fmt: skip
        case "neutral_hand":
            return say.n(
                "if you have at least {n} Neutral card in your hand",
                "if you have at least {n} Neutral cards in your hand", n,
            )  # fmt: skip
        case "hall_cards":
            return say.n(
                "if you have at least {n} card in your Guild Hall",
                "if you have at least {n} cards in your Guild Hall",
                n,
            )
        case "card_slots":
            return say.n(
                "if at least {n} slot of this card is filled", "if at least {n} slots of this card are filled", n
            )
        case "guild_cards":
            return say.n(
                "if you have at least {n} card of your Guild", "if you have at least {n} cards of your Guild", n
            )
        case _:
            return _tower_condition(say, count, n)


def _tower_condition(say: Translator, count: CountName, n: int) -> str:
    match count:
        case "zone_cubes":
            return say.n(
                "if you have at least {n} cube in your Threat Zone",
                "if you have at least {n} cubes in your Threat Zone", n,
            )  # fmt: skip
        case "tower_cubes":
            return say.n(
                "if at least {n} cube of your colour is in the tower",
                "if at least {n} cubes of your colour are in the tower", n,
            )  # fmt: skip
        case "black_cubes":
            return say.n(
                "if at least {n} black cube is in the tower", "if at least {n} black cubes are in the tower", n
            )
        case _:
            return say.n(
                "if your Defense token is at least {n} space below the top",
                "if your Defense token is at least {n} spaces below the top", n,
            )  # fmt: skip
