"""The words of verbs on cards."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.fields import Count
from rules.dark_providence.content.records import RLYEH
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import card_name, spot_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords
from rules.kernel.words.text import N_, Say

_ACQUIRES = {
    ("city", False): N_("You may acquire a city, whatever influence lies there."),
    ("city", True): N_("You may acquire a city where you have an agent, whatever influence lies there."),
    ("asset", False): N_("You may acquire a face-up primary asset, whatever influence lies on it."),
    ("asset", True): N_(
        "You may acquire the primary asset of a city where you have an agent, whatever influence lies on it."
    ),
    ("mythos", False): N_("You may acquire a mythos card of the row, whatever influence lies on it."),
    ("mythos", True): N_("You may acquire a mythos card of the row, whatever influence lies on it."),
}
_LIMITS = {
    "cities": N_("The control point of the city may be no higher than the number of cities you control."),
    "agents": N_("The control point of the city may be no higher than the number of your agents."),
    "recruited": N_("The control point of the city may be no higher than the number of your recruited agents."),
    "mythos": N_("The control point of the city may be no higher than the number of your mythos cards."),
    "crypt": N_("The control point of the city may be no higher than the number of agents in your crypt."),
    "gates": N_("The control point of the city may be no higher than the number of gates you have opened or closed."),
    "returned": N_("The control point of the city may be no higher than the number of your returned agents."),
    "madness": N_("The control point of the city may be no higher than the number of your Madness tokens."),
    "deep_ones": N_("The control point of the city may be no higher than the number of your Deep Ones."),
}


def _draw(by: CardWriter, op: ops.Draw) -> str:
    return by.say.n("Draw {n} card.", "Draw {n} cards.", op.count)


def _rivals_discard(by: CardWriter, op: ops.RivalsDiscard) -> str:
    return by.say.n(
        "Each other player discards {n} random card.", "Each other player discards {n} random cards.", op.count
    )


def _fetch(by: CardWriter, op: ops.Fetch) -> str:
    return by.say.n(
        "You may take {n} card from your discard pile into your hand.",
        "You may take up to {n} cards from your discard pile into your hand.", op.count,
    )  # fmt: skip


def _fetch_option(say: Say, view: ProvidenceView, op: ops.Fetch, option: str) -> str:
    return say.t("Take {card}", card=card_name(say, option))


def _purge(by: CardWriter, op: ops.Purge) -> str:
    return by.say.n("You may destroy {n} card of your hand.", "You may destroy up to {n} cards of your hand.", op.count)


def _purge_option(say: Say, view: ProvidenceView, op: ops.Purge, option: str) -> str:
    return say.t("Destroy {card}", card=card_name(say, option))


def _purge_detail(say: Say, view: ProvidenceView, op: ops.Purge, option: str) -> str:
    return say.t("It leaves the game; nothing is drawn for it.")


def _rlyeh(by: CardWriter, op: ops.Rlyeh) -> str:
    card = by.content.cards.get(RLYEH)
    name = by.say.name(card.name) if card else RLYEH
    return by.say.t("Put the city card {card}, wherever it is, on your discard pile.", card=name)


def _acquire(by: CardWriter, op: ops.Acquire) -> str:
    say = by.say
    parts = [say.t(_ACQUIRES[op.what, op.here])]
    if op.locked:
        parts.append(say.t("A lock does not prevent it."))
    if isinstance(op.most, Count):
        parts.append(say.t(_LIMITS[op.most.count]))
    elif op.most < ops.Acquire.model_fields["most"].default:
        parts.append(say.t("The control point of the city may be no higher than {n}.", n=op.most))
    return " ".join(parts)


def _acquire_option(say: Say, view: ProvidenceView, op: ops.Acquire, option: str) -> str:
    return say.t("Acquire {target}", target=spot_name(say, view, option))


def _stock(by: CardWriter, op: ops.Stock) -> str:
    look = by.say.n("Look at {n} card of the secret stock.", "Look at {n} cards of the secret stock.", op.look)
    return f"{look} {by.say.t('You may acquire one; an agent joins your lead agent.')}"


def _destroy_asset(by: CardWriter, op: ops.DestroyAsset) -> str:
    return by.say.t("You may destroy a face-up primary asset.")


def _destroy_option(say: Say, view: ProvidenceView, op: ops.DestroyAsset, option: str) -> str:
    return say.t("Destroy {card}", card=spot_name(say, view, option))


def _destroy_detail(say: Say, view: ProvidenceView, op: ops.DestroyAsset, option: str) -> str:
    return say.t("Influence on it goes back to its owners; the next card of the stack is turned up.")


def _row(by: CardWriter, op: ops.Row) -> str:
    return by.say.n("Add {n} mythos card to the row.", "Add {n} mythos cards to the row.", op.count)


WORDS: dict[type[Any], VerbWords] = {
    ops.Draw: VerbWords(_draw),
    ops.RivalsDiscard: VerbWords(_rivals_discard),
    ops.Fetch: VerbWords(_fetch, Asked(N_("{card}: which card do you take into your hand?"), _fetch_option)),
    ops.Purge: VerbWords(
        _purge, Asked(N_("{card}: which card of your hand is destroyed?"), _purge_option, _purge_detail)
    ),
    ops.Rlyeh: VerbWords(_rlyeh),
    ops.Acquire: VerbWords(_acquire, Asked(N_("{card}: what do you acquire?"), _acquire_option, acquires=True)),
    ops.Stock: VerbWords(_stock),
    ops.DestroyAsset: VerbWords(
        _destroy_asset, Asked(N_("{card}: which primary asset is destroyed?"), _destroy_option, _destroy_detail)
    ),
    ops.Row: VerbWords(_row),
}
