"""The text of verbs that affect cards."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.records import RLYEH
from rules.dark_providence.content.shared_field_types import Limit
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import card_name, rival_name, spot_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords, many, placed, shown, up_to
from rules.kernel.words.operation_sentences import n, t
from rules.kernel.words.translation import N_, Translator

_ACQUIRES = {
    ("city", False): N_("You may acquire a city, regardless of the influence there."),
    ("city", True): N_("You may acquire a city where you have an agent, regardless of the influence there."),
    ("asset", False): N_("You may acquire a face-up primary asset, regardless of the influence on it."),
    ("asset", True): N_(
        "You may acquire the primary asset of a city where you have an agent, regardless of the influence on it."
    ),
    ("mythos", False): N_("You may acquire a mythos card in the row, regardless of the influence on it."),
    ("mythos", True): N_("You may acquire a mythos card in the row, regardless of the influence on it."),
}
_LIMITS = {
    "cities": N_("The city's control point may be no higher than the number of cities you control."),
    "agents": N_("The city's control point may be no higher than the number of your agents."),
    "recruited": N_("The city's control point may be no higher than the number of your recruited agents."),
    "mythos": N_("The city's control point may be no higher than the number of your mythos cards."),
    "crypt": N_("The city's control point may be no higher than the number of agents in your crypt."),
    "gates": N_("The city's control point may be no higher than the number of gates you have opened or closed."),
    "returned": N_("The city's control point may be no higher than the number of your returned agents."),
    "madness": N_("The city's control point may be no higher than the number of your Madness tokens."),
    "deep_ones": N_("The city's control point may be no higher than the number of your Deep Ones."),
    "agents_there": N_("The city's control point may be no higher than the number of your agents there."),
    "deep_ones_there": N_("The city's control point may be no higher than the number of your Deep Ones there."),
}


def _rlyeh(by: CardWriter, op: ops.Rlyeh) -> str:
    card = by.content.cards.get(RLYEH)
    name = by.say.name(card.name) if card else RLYEH
    return by.say.t("Put the city card {card}, wherever it is, on your discard pile.", card=name)


def _acquire(by: CardWriter, op: ops.Acquire) -> str:
    say = by.say
    parts = [say.t(_ACQUIRES[op.what, op.here])]
    if op.locked:
        parts.append(say.t("A lock doesn't prevent it."))
    if isinstance(op.most, Limit):
        parts.append(say.t(_LIMITS[op.most.count]))
    elif op.most < ops.Acquire.model_fields["most"].default:
        parts.append(say.t("The city's control point may be no higher than {n}.", n=op.most))
    return " ".join(parts)


def _top_card(say: Translator, view: ProvidenceView, op: ops.Ruin, option: str) -> str:
    pile = view.players[int(option)].discard
    return say.t("{card} is on top.", card=card_name(say, pile[-1])) if pile else ""


def _stock(by: CardWriter, op: ops.Stock) -> str:
    look = by.say.n("Look at {n} card in the secret stock.", "Look at {n} cards in the secret stock.", op.look)
    return f"{look} {by.say.t('You may acquire one; an agent joins your lead agent.')}"


WORDS: dict[type[Any], VerbWords] = {
    ops.Draw: VerbWords(many(n("Draw {n} card.", "Draw {n} cards."))),
    ops.Discard: VerbWords(
        n("Discard {n} card from your hand.", "Discard {n} cards from your hand."),
        Asked(N_("{card}: which card from your hand do you discard?"), shown(N_("Discard {card}"), card=card_name)),
    ),
    ops.RivalsDiscard: VerbWords(
        n("Each other player discards {n} random card.", "Each other player discards {n} random cards.")
    ),
    ops.RivalDiscards: VerbWords(
        many(
            n(
                "Another player of your choice discards {n} random card.",
                "Another player of your choice discards {n} random cards.",
            )
        ),
        Asked(N_("{card}: who discards?"), placed(N_("{player} discards"), player=rival_name), at_once=True),
    ),
    ops.Spy: VerbWords(
        t("Secretly look at another player's hand."),
        Asked(N_("{card}: whose hand do you look at?"), placed(N_("Look at {player}'s hand"), player=rival_name)),
    ),
    ops.Mill: VerbWords(
        many(
            n(
                "{n} card goes from the top of another player's deck to the discard pile.",
                "{n} cards go from the top of another player's deck to the discard pile.",
            )
        ),
        Asked(N_("{card}: whose deck?"), placed(N_("{player}'s deck"), player=rival_name), at_once=True),
    ),
    ops.Ruin: VerbWords(
        t("Destroy the top card of another player's discard pile."),
        Asked(
            N_("{card}: whose discard pile?"),
            placed(N_("{player}'s discard pile"), player=rival_name),
            _top_card,
        ),
    ),
    ops.Fetch: VerbWords(
        up_to(
            N_("You may take a card from your discard pile into your hand."),
            N_("You may take up to {n} cards from your discard pile into your hand."),
        ),
        Asked(N_("{card}: which card do you take into your hand?"), shown(N_("Take {card}"), card=card_name)),
    ),
    ops.Purge: VerbWords(
        up_to(N_("You may destroy a card from your hand."), N_("You may destroy up to {n} cards from your hand.")),
        Asked(
            N_("{card}: which card from your hand is destroyed?"),
            shown(N_("Destroy {card}"), card=card_name),
            shown(N_("It leaves the game; no card replaces it.")),
        ),
    ),
    ops.Rlyeh: VerbWords(_rlyeh),
    ops.Acquire: VerbWords(
        _acquire,
        Asked(N_("{card}: what do you acquire?"), placed(N_("Acquire {target}"), target=spot_name), acquires=True),
    ),
    ops.Stock: VerbWords(_stock),
    ops.DestroyAsset: VerbWords(
        t("You may destroy a face-up primary asset."),
        Asked(
            N_("{card}: which primary asset is destroyed?"),
            placed(N_("Destroy {card}"), card=spot_name),
            shown(N_("Influence on it goes back to its owners; the next card of the stack is turned up.")),
        ),
    ),
    ops.Banish: VerbWords(
        t("You may destroy a mythos card in the row."),
        Asked(
            N_("{card}: which mythos card is destroyed?"),
            placed(N_("Destroy {card}"), card=spot_name),
            shown(N_("Influence on it goes back to its owners.")),
        ),
    ),
    ops.Row: VerbWords(n("Add {n} mythos card to the row.", "Add {n} mythos cards to the row.")),
}
