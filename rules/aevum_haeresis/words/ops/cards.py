"""The sentences of the verbs that affect decks, hands, the Pyre and the Location."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.words.amounts import CardWriter, cards, plot_cards
from rules.aevum_haeresis.words.ops.verb import VerbWords
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_

_DRAWS = {
    "me": N_("Draw {cards}."),
    "opponent": N_("The opponent draws {cards}."),
    "both": N_("Both players draw {cards}."),
}


def _draw(by: CardWriter, op: ops.Draw) -> str:
    heretics = by.say.n("{n} Heretic card", "{n} Heretic cards", ops.each(op.count))
    return by.say.t(_DRAWS[op.who], cards=plot_cards(by, ops.each(op.count)) if op.deck == "plot" else heretics)


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


def _mill(by: CardWriter, op: ops.Mill) -> str:
    n = ops.each(op.count)
    return by.say.t(_MILLS_ONE[op.who]) if n == 1 else by.say.t(_MILLS[op.who], cards=cards(by, n))


_DISCARDS = {
    ("me", False): N_("Discard {cards} from your hand."),
    ("opponent", False): N_("The opponent discards {cards} from hand."),
    ("both", False): N_("Both players discard {cards} from hand."),
    ("me", True): N_("Discard {cards} at random from your hand."),
    ("opponent", True): N_("The opponent discards {cards} at random from hand."),
    ("both", True): N_("Both players discard {cards} at random from hand."),
}


def _discard(by: CardWriter, op: ops.Discard) -> str:
    return by.say.t(_DISCARDS[op.who, op.random], cards=cards(by, ops.each(op.count)))


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


def _raise(by: CardWriter, op: ops.Raise) -> str:
    say, n = by.say, op.count
    named = {
        "heretic": say.n("{n} Heretic", "{n} Heretics", n),
        "plot": plot_cards(by, n),
        "any": say.n("{n} card", "{n} cards", n),
    }[op.what]
    must, may = _RAISES[op.to, op.what if op.to == "deck" else ""]
    return say.t(may if op.may else must, cards=say.t("up to {cards}", cards=named) if op.may and n > 1 else named)


def _call(by: CardWriter, op: ops.Call) -> str:
    card = by.content.cards.get(op.card)
    name = by.say.name(card.name) if card else op.card
    return by.say.t("Bring {card} from your Background deck to the Verge.", card=name)


WORDS: dict[type[Any], VerbWords] = {
    ops.Draw: VerbWords(_draw),
    ops.Mill: VerbWords(_mill),
    ops.Discard: VerbWords(_discard, N_("{card}: which card from your hand do you discard?")),
    ops.Raise: VerbWords(_raise, N_("{card}: which card comes back from your Pyre?")),
    ops.Call: VerbWords(_call),
    ops.Peek: VerbWords(t("Look at the opponent's hand.")),
    ops.Burn: VerbWords(t("The Location goes to the Pyre.")),
}
