"""The words of verbs on cards in hand, in the Guild Hall and in the Discard pile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import Speaker
from rules.kernel.words.text import N_, Say

_CLAIM_PLACES = {
    "hand": N_("in your hand"),
    "street": N_("in the Street"),
    "tower": N_("in the tower"),
    "discard": N_("in the Discard pile"),
}


def either(say: Say, parts: Sequence[str]) -> str:
    """Join words as alternatives: "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return say.t("{first} or {last}", first=", ".join(parts[:-1]), last=parts[-1])


def _claim(by: Speaker, op: ops.Claim) -> str:
    places = [by.say.t(_CLAIM_PLACES[place]) for place in op.places]
    return by.say.t("Claim a Neutral card {places}", places=either(by.say, places))


def _salvage(by: Speaker, op: ops.Salvage) -> str:
    return by.say.t("Take a card from the Discard pile into your hand")


def _call_home(by: Speaker, op: ops.CallHome) -> str:
    return by.say.t("Put a card of your Guild from the Street or the Discard pile into your Guild Hall")


def _sleeve(by: Speaker, op: ops.Sleeve) -> str:
    return by.say.t("Sleeve one more advancement onto a card in your hand")


def _fetch_hall(by: Speaker, op: ops.FetchHall) -> str:
    return by.say.t("Take a card from your Guild Hall into your hand")


TEXT: dict[type[Any], Callable[..., str]] = {
    ops.Claim: _claim,
    ops.Salvage: _salvage,
    ops.CallHome: _call_home,
    ops.Sleeve: _sleeve,
    ops.FetchHall: _fetch_hall,
}
