"""The words of verbs on the Street."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.state.actions import ChooseCard
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import CardWriter
from rules.edge_of_darkness.words.names import named
from rules.edge_of_darkness.words.ops.verb import UNCHANGED, Asked, VerbWords, chosen
from rules.kernel.words.text import N_, ActionText, Say


def _draw(by: CardWriter, op: ops.Draw) -> str:
    return by.say.n("Draw {n} card from the Street", "Draw {n} cards from the Street", op.count)


def _take_street(by: CardWriter, op: ops.TakeStreet) -> str:
    return by.say.t("Take a Street card of your choice into your hand and refill the Street")


def _sink_street(by: CardWriter, op: ops.SinkStreet) -> str:
    return by.say.t("Put a Street card under the stack and refill the Street; Influence on the card is lost")


def _delay_street(by: CardWriter, op: ops.DelayStreet) -> str:
    return by.say.t("Move a Street card to the end of the Street next to the stack")


# -- choices ------------------------------------------------------------------------------------------------------


def _which_is_taken(say: Say, view: EdgeView, action: ChooseCard) -> ActionText:
    detail = say.t("It comes into your hand, and the Street is refilled.")
    return chosen(say, say.t("Take {card}", card=named(say, view, action.card)), detail)


def _which_sinks(say: Say, view: EdgeView, action: ChooseCard) -> ActionText:
    detail = say.t("It goes under the stack, and the Street is refilled.")
    return chosen(say, say.t("Put {card} under the stack", card=named(say, view, action.card)), detail)


def _which_moves_back(say: Say, view: EdgeView, action: ChooseCard) -> ActionText:
    detail = say.t("It goes to the end of the Street, with the Influence on it.")
    return chosen(say, say.t("Move {card} back", card=named(say, view, action.card)), detail)


WORDS: dict[type[Any], VerbWords] = {
    ops.Draw: VerbWords(_draw),
    ops.TakeStreet: VerbWords(_take_street, Asked(N_("{source}: which Street card do you take?"), _which_is_taken)),
    ops.SinkStreet: VerbWords(
        _sink_street, Asked(N_("{source}: which Street card goes under the stack?"), _which_sinks, UNCHANGED)
    ),
    ops.DelayStreet: VerbWords(
        _delay_street,
        Asked(N_("{source}: which Street card goes to the end of the Street?"), _which_moves_back, UNCHANGED),
    ),
}
