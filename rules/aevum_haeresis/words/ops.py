"""The words of single operations, targets and costs, out of which card text is put together: whole sentences.

With `icons` the names of things become the tokens that pictures draw: "Gain 2{gold}." The tokens are put in as
arguments of translated sentences, never written into them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.ops import Target
from rules.aevum_haeresis.words.amounts import (
    UNTIL,
    Speaker,
    capital,
    cards,
    change,
    cost_text,
    damage,
    gold,
    icon_words,
    plot_cards,
    souls,
)
from rules.aevum_haeresis.words.targets import target_text
from rules.kernel.words.text import N_

# -- resources and cards --------------------------------------------------------------------------------------

#: By who and whether it is a gain. Languages with cases need whole sentences; a token stands in any of them.
_TOKENS = {
    ("me", True): N_("Gain {what}."),
    ("opponent", True): N_("The opponent gains {what}."),
    ("both", True): N_("Both players gain {what}."),
    ("me", False): N_("Lose {what}."),
    ("opponent", False): N_("The opponent loses {what}."),
    ("both", False): N_("Both players lose {what}."),
}
_GOLD = {
    ("me", True): N_("Gain {n} gold."),
    ("opponent", True): N_("The opponent gains {n} gold."),
    ("both", True): N_("Both players gain {n} gold."),
    ("me", False): N_("Lose {n} gold."),
    ("opponent", False): N_("The opponent loses {n} gold."),
    ("both", False): N_("Both players lose {n} gold."),
}
_SOUL = {
    ("me", True): N_("Gain 1 soul."),
    ("opponent", True): N_("The opponent gains 1 soul."),
    ("both", True): N_("Both players gain 1 soul."),
    ("me", False): N_("Lose 1 soul."),
    ("opponent", False): N_("The opponent loses 1 soul."),
    ("both", False): N_("Both players lose 1 soul."),
}
_SOULS = {
    ("me", True): N_("Gain {n} souls."),
    ("opponent", True): N_("The opponent gains {n} souls."),
    ("both", True): N_("Both players gain {n} souls."),
    ("me", False): N_("Lose {n} souls."),
    ("opponent", False): N_("The opponent loses {n} souls."),
    ("both", False): N_("Both players lose {n} souls."),
}
_DRAWS = {
    "me": N_("Draw {cards}."),
    "opponent": N_("The opponent draws {cards}."),
    "both": N_("Both players draw {cards}."),
}
_MILLS_ONE = {
    "me": N_("Discard the top card of your Plot deck."),
    "opponent": N_("The opponent discards the top card of their Plot deck."),
    "both": N_("Both players discard the top card of their Plot decks."),
}
_MILLS = {
    "me": N_("Discard the top {cards} of your Plot deck."),
    "opponent": N_("The opponent discards the top {cards} of their Plot deck."),
    "both": N_("Both players discard the top {cards} of their Plot decks."),
}
_DISCARDS = {
    ("me", False): N_("Discard {cards} from your hand."),
    ("opponent", False): N_("The opponent discards {cards} from hand."),
    ("both", False): N_("Both players discard {cards} from hand."),
    ("me", True): N_("Discard {cards} at random from your hand."),
    ("opponent", True): N_("The opponent discards {cards} at random from hand."),
    ("both", True): N_("Both players discard {cards} at random from hand."),
}
_RAISES = {
    ("hand", ""): (
        N_("Take {cards} from your Pyre into your hand."),
        N_("You may take {cards} from your Pyre into your hand."),
    ),
    ("verge", ""): (
        N_("Bring {cards} from your Pyre to the Verge."),
        N_("You may bring {cards} from your Pyre to the Verge."),
    ),
    ("deck", "plot"): (
        N_("Put {cards} from your Pyre under your Plot deck."),
        N_("You may put {cards} from your Pyre under your Plot deck."),
    ),
    ("deck", "heretic"): (
        N_("Put {cards} from your Pyre under your Heretic deck."),
        N_("You may put {cards} from your Pyre under your Heretic deck."),
    ),
    ("deck", "any"): (
        N_("Put {cards} from your Pyre under the decks they came from."),
        N_("You may put {cards} from your Pyre under the decks they came from."),
    ),
}
_EXECUTIONS = {
    ("me", True): N_("Raise your Execution level by {n}, at most once a Round."),
    ("opponent", True): N_("Raise the opponent's Execution level by {n}, at most once a Round."),
    ("both", True): N_("Raise both Execution levels by {n}, each at most once a Round."),
    ("me", False): N_("Lower your Execution level by {n}."),
    ("opponent", False): N_("Lower the opponent's Execution level by {n}."),
    ("both", False): N_("Lower both Execution levels by {n}."),
}


def _gold(by: Speaker, op: ops.Gold) -> str:
    key, n = (op.who, op.amount >= 0), abs(op.amount)
    return by.say.t(_TOKENS[key], what=gold(by, n)) if by.icons else by.say.t(_GOLD[key], n=n)


def _souls(by: Speaker, op: ops.Souls) -> str:
    key, n = (op.who, op.amount >= 0), abs(op.amount)
    return by.say.t(_TOKENS[key], what=souls(by, n)) if by.icons else by.say.t((_SOUL if n == 1 else _SOULS)[key], n=n)


def _draw(by: Speaker, op: ops.Draw) -> str:
    heretics = by.say.n("{n} Heretic card", "{n} Heretic cards", op.count)
    return by.say.t(_DRAWS[op.who], cards=plot_cards(by, op.count) if op.deck == "plot" else heretics)


def _mill(by: Speaker, op: ops.Mill) -> str:
    return by.say.t(_MILLS_ONE[op.who]) if op.count == 1 else by.say.t(_MILLS[op.who], cards=cards(by, op.count))


def _discard(by: Speaker, op: ops.Discard) -> str:
    return by.say.t(_DISCARDS[op.who, op.random], cards=cards(by, op.count))


def _hand_over(by: Speaker, op: ops.HandOver) -> str:
    if by.icons:
        return by.say.t("The opponent hands over {gold}.", gold=gold(by, op.gold))
    return by.say.t("The opponent hands over {n} gold.", n=op.gold)


def _raise(by: Speaker, op: ops.Raise) -> str:
    say, n = by.say, op.count
    named = {
        "heretic": say.n("{n} Heretic", "{n} Heretics", n),
        "plot": plot_cards(by, n),
        "any": say.n("{n} card", "{n} cards", n),
    }[op.what]
    must, may = _RAISES[op.to, op.what if op.to == "deck" else ""]
    return say.t(may if op.may else must, cards=say.t("up to {cards}", cards=named) if op.may and n > 1 else named)


def _call(by: Speaker, op: ops.Call) -> str:
    card = by.content.cards.get(op.card)
    name = by.say.name(card.name) if card else op.card
    return by.say.t("Bring {card} from your Background deck to the Verge.", card=name)


def _execution(by: Speaker, op: ops.Execution) -> str:
    return by.say.t(_EXECUTIONS[op.who, op.amount > 0], n=abs(op.amount))


def _peek(by: Speaker, op: ops.Peek) -> str:
    return by.say.t("Look at the opponent's hand.")


# -- characters -----------------------------------------------------------------------------------------------


def _named(by: Speaker, target: Target, implied: str = "") -> str:
    return target_text(by.say, target, story=by.type == "story", implied=implied, icons=by.icons)


#: By whether a token is drawn, whether several can be named and whether it is free to do so.
_DEALS = {
    (False, False, False): N_("Deal {n} damage to {target}."),
    (False, False, True): N_("You may deal {n} damage to {target}."),
    (False, True, False): N_("Deal {n} damage each to {target}."),
    (False, True, True): N_("You may deal {n} damage each to {target}."),
    (True, False, False): N_("Deal {damage} to {target}."),
    (True, False, True): N_("You may deal {damage} to {target}."),
    (True, True, False): N_("Deal {damage} each to {target}."),
    (True, True, True): N_("You may deal {damage} each to {target}."),
}


def _damage(by: Speaker, op: ops.Damage) -> str:
    line = _DEALS[by.icons, op.target.count > 1, op.target.may]
    return by.say.t(line, n=op.amount, damage=damage(by, op.amount), target=_named(by, op.target))


def _heal(by: Speaker, op: ops.Heal) -> str:
    return by.say.t("Remove {damage} from your Damned.", damage=damage(by, op.amount))


def _ready(by: Speaker, op: ops.Ready) -> str:
    line = N_("You may make {target} Ready.") if op.target.may else N_("Make {target} Ready.")
    return by.say.t(line, target=_named(by, op.target, "spent"))


def _spend(by: Speaker, op: ops.Spend) -> str:
    line = N_("You may make {target} Spent.") if op.target.may else N_("Make {target} Spent.")
    return by.say.t(line, target=_named(by, op.target, "ready"))


_GROUPS = {
    "caster": N_("The caster has {change} {until}."),
    "heretics": N_("Your Heretics have {change} {until}."),
    "participants": N_("Your participants have {change} {until}."),
}
#: By whether several can be named and whether it is free to do so.
_GIVES = {
    (False, False): N_("Give {target} {change} {until}."),
    (False, True): N_("You may give {target} {change} {until}."),
    (True, False): N_("Give {target} {change} each {until}."),
    (True, True): N_("You may give {target} {change} each {until}."),
}


def _modify(by: Speaker, op: ops.Modify) -> str:
    told, until = change(by, op.stat, op.amount), by.say.t(UNTIL[op.until])
    if op.target is None:
        return by.say.t(_GROUPS.get(op.of, _GROUPS["participants"]), change=told, until=until)
    line = _GIVES[op.target.count > 1, op.target.may]
    return by.say.t(line, target=_named(by, op.target), change=told, until=until)


def _team(by: Speaker, op: ops.Team) -> str:
    line = N_("The opponent's team counts {change} {until}.")
    if op.who == "me":
        line = N_("Your team counts {change} {until}.")
    return by.say.t(line, change=icon_words(by.say, op.amount), until=by.say.t(UNTIL["conflict"]))


def _control(by: Speaker, op: ops.Control) -> str:
    line = N_("You may take control of {target} {until}.") if op.target.may else N_("Take control of {target} {until}.")
    return by.say.t(line, target=_named(by, op.target), until=by.say.t(UNTIL[op.until]))


def _destroy(by: Speaker, op: ops.Destroy) -> str:
    line = N_("You may send {target} to the Pyre.") if op.target.may else N_("Send {target} to the Pyre.")
    return by.say.t(line, target=_named(by, op.target))


_SACRIFICES = {
    "me": N_("Sacrifice a Heretic."),
    "opponent": N_("The opponent sacrifices a Heretic."),
    "both": N_("Each player sacrifices a Heretic."),
}


def _sacrifice(by: Speaker, op: ops.Sacrifice) -> str:
    return by.say.t(_SACRIFICES[op.who])


# -- the table ------------------------------------------------------------------------------------------------


def _burn(by: Speaker, op: ops.Burn) -> str:
    return by.say.t("The Location goes to the Pyre.")


def _fail(by: Speaker, op: ops.Fail) -> str:
    return by.say.t("The announced manoeuvre is unsuccessful unless it is blocked.")


def _free(by: Speaker, op: ops.Free) -> str:
    return by.say.t("The next card you pay for this Round costs up to {gold} less.", gold=gold(by, op.gold))


def _next_chapter(by: Speaker, op: ops.NextChapter) -> str:
    return by.say.t("In the next Chapter your casters deal an extra {damage}.", damage=damage(by, op.damage))


def _shield(by: Speaker, op: ops.Shield) -> str:
    until = by.say.t(UNTIL[op.until])
    return by.say.t("Damage dealt to your characters is reduced by {n} {until}.", n=op.amount, until=until)


def _extra(by: Speaker, op: ops.Extra) -> str:
    return by.say.t("If you initiated this manoeuvre, its soul number is {n} higher.", n=op.amount)


# -- operations made of others --------------------------------------------------------------------------------


def ways_text(by: Speaker, op: ops.Choice) -> list[str]:
    """Return the ways of a choice, one by one."""
    return [ops_text(by, way) for way in op.ways]


def _choice(by: Speaker, op: ops.Choice) -> str:
    ways = " ".join(f"({number}) {way}" for number, way in enumerate(ways_text(by, op), 1))
    return by.say.t("Choose one: {ways}" if op.who == "me" else "The opponent chooses one: {ways}", ways=ways)


def _roll(by: Speaker, op: ops.Roll) -> str:
    rows: list[str] = []
    least = 1
    for most, do in op.rows:
        span = str(least) if least == most else f"{least}–{most}"
        rows.append(f"{span}: {ops_text(by, do) if do else by.say.t('Nothing.')}")
        least = most + 1
    return by.say.t("Roll a d6. {rows}", rows=" ".join(rows))


def _in_chapter(by: Speaker, op: ops.InChapter) -> str:
    line = N_("In Chapter 3: {text}") if op.least == 3 else N_("In Chapter 2 or later: {text}")
    return by.say.t(line, text=ops_text(by, op.do))


def _if_successful(by: Speaker, op: ops.IfSuccessful) -> str:
    return by.say.t("If you are successful in this Conflict: {text}", text=ops_text(by, op.do))


def _may_pay(by: Speaker, op: ops.MayPay) -> str:
    line = N_("You may pay ({cost}): {text}")
    return by.say.t(line, cost=cost_text(by, op.cost), text=ops_text(by, op.do))


#: How each operation reads.
OP_TEXT: dict[type[Any], Callable[[Speaker, Any], str]] = {
    ops.Gold: _gold,
    ops.Souls: _souls,
    ops.Draw: _draw,
    ops.Mill: _mill,
    ops.Discard: _discard,
    ops.HandOver: _hand_over,
    ops.Raise: _raise,
    ops.Call: _call,
    ops.Execution: _execution,
    ops.Peek: _peek,
    ops.Damage: _damage,
    ops.Heal: _heal,
    ops.Ready: _ready,
    ops.Spend: _spend,
    ops.Modify: _modify,
    ops.Team: _team,
    ops.Control: _control,
    ops.Destroy: _destroy,
    ops.Sacrifice: _sacrifice,
    ops.Burn: _burn,
    ops.Fail: _fail,
    ops.Free: _free,
    ops.NextChapter: _next_chapter,
    ops.Shield: _shield,
    ops.Extra: _extra,
    ops.Choice: _choice,
    ops.Roll: _roll,
    ops.InChapter: _in_chapter,
    ops.IfSuccessful: _if_successful,
    ops.MayPay: _may_pay,
}


def op_text(by: Speaker, op: Any) -> str:
    """Return one operation as a sentence; in some languages it begins with whom it is done to."""
    return capital(OP_TEXT[type(op)](by, op))


def ops_text(by: Speaker, effect: Sequence[Any]) -> str:
    """Return operations as sentences, in order."""
    return " ".join(op_text(by, op) for op in effect)
