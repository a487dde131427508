"""The text of verbs that affect cards in hand, in the Guild Hall and in the Discard pile."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.state.actions import ChooseCard
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import CardWriter
from rules.edge_of_darkness.words.names import visible_card_name
from rules.edge_of_darkness.words.ops.verb import Asked, VerbWords, chosen, picked
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_, ActionText, Translator

_CLAIM_PLACES = {
    "hand": N_("in your hand"),
    "street": N_("in the Street"),
    "tower": N_("in the tower"),
    "discard": N_("in the Discard pile"),
}


def _claim(by: CardWriter, op: ops.Claim) -> str:
    places = [by.say.t(_CLAIM_PLACES[place]) for place in op.places]
    return by.say.t("Claim a Neutral card {places}", places=by.say.join_alternatives(places))


# -- choices ------------------------------------------------------------------------------------------------------


def _which_is_claimed(say: Translator, view: EdgeView, action: ChooseCard) -> ActionText:
    detail = say.t("It becomes a card of your Guild; {place}.", place=_where_lies(say, view, action.card))
    return chosen(say.t("Claim {card}", card=visible_card_name(say, view, action.card)), detail)


def _where_lies(say: Translator, view: EdgeView, card: str) -> str:
    if any(spot.card and spot.card.id == card for spot in view.tower):
        return say.t("it's in the tower")
    if any(found and found.id == card for found in [*view.street, view.sixth]):
        return say.t("it's in the Street")
    if any(found.id == card for found in view.discard):
        return say.t("it's in the Discard pile")
    return say.t("it's in your hand")


_taken = picked(N_("Take {card}"), N_("It comes into your hand."))

WORDS: dict[type[Any], VerbWords] = {
    ops.Claim: VerbWords(_claim, Asked(N_("{source}: which Neutral card do you claim?"), _which_is_claimed)),
    ops.Salvage: VerbWords(
        t("Take a card from the Discard pile into your hand"),
        Asked(N_("{source}: which card do you take from the Discard pile?"), _taken),
    ),
    ops.CallHome: VerbWords(
        t("Put a card of your Guild from the Street or the Discard pile into your Guild Hall; Influence on it is lost"),
        Asked(
            N_("{source}: which card of your Guild comes home to your Guild Hall?"),
            picked(N_("Call {card} home"), N_("It waits in your Guild Hall for the next round.")),
        ),
    ),
    ops.Sleeve: VerbWords(t("Sleeve one more advancement into a card in your hand")),
    ops.FetchHall: VerbWords(
        t("Take a card from your Guild Hall into your hand"),
        Asked(N_("{source}: which card do you take from your Guild Hall?"), _taken),
    ),
}
