"""Random cards whose abilities trigger each other, endlessly where the card language allows it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any, get_args

from rules.aevum_haeresis.content.effects import Ability, Passive
from rules.aevum_haeresis.content.nested_operations import inner
from rules.aevum_haeresis.content.occasions import AtMoment, Occasion, OnTime
from rules.aevum_haeresis.content.records import Card
from rules.kernel.content.card_language import kinds
from rules.kernel.content.records import Record
from tests.aevum_haeresis.random_packs import fits, record, value
from tests.conformance import loop_matches

#: The weight of In Medias Res effects in a random choice. They are the most likely to loop, because a reactive ability
#: isn't triggered again by its own results.
IN_MEDIAS_RES_WEIGHT = 20
#: The maximum number of attempts to find valid abilities for a card. After that, the card keeps its original abilities.
TRIES = 15
_ANYWHERE = {"whose": "any", "scope": "anywhere"}
_RAISE = {"op": "raise", "what": "heretic", "to": "verge", "may": False}
_SACRIFICE, _DRAW = {"op": "sacrifice"}, {"op": "draw"}
#: The operations that trigger each kind of ability. `cause` adds the player to operations that need a player.
CAUSES: dict[str, list[dict[str, Any]]] = {
    "imr": [_RAISE],
    "time:morning": [{"op": "burn"}],
    "entered": [_RAISE],
    "left": [_SACRIFICE, {"op": "destroy", "target": {"what": "heretic", **_ANYWHERE}}],
    "damaged": [{"op": "damage", "amount": 1, "target": _ANYWHERE}],
    "spent": [{"op": "spend", "target": _ANYWHERE}],
    "readied": [{"op": "ready", "target": _ANYWHERE}],
    "souls_gained": [{"op": "souls", "amount": 1}],
    "souls_lost": [{"op": "souls", "amount": -1}],
    "gold_gained": [{"op": "gold", "amount": 1}, {"op": "hand_over", "gold": 1}],
    "gold_lost": [{"op": "gold", "amount": -1}],
    "execution_rose": [{"op": "execution", "amount": 1}],
    "drew": [_DRAW],
    "discarded": [{"op": "discard", "count": 1}, {"op": "discard", "count": 1, "random": True}],
    "milled": [{"op": "mill", "count": 1}],
    "raised": [_RAISE, {"op": "raise", "what": "any", "to": "hand", "may": False}],
    "sacrificed": [_SACRIFICE],
    "rolled": [{"op": "roll", "rows": [[6, [_DRAW]]]}, {"op": "contest", "do": [_DRAW]}],
}
#: The operations that must name a player.
_WHO = ("sacrifice", "souls", "gold", "execution", "draw", "discard", "mill")


def _because(reason: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, reason)


#: The kinds of ability that no effect can trigger, each with the reason. Abilities of these kinds can start a loop but
#: can't continue it.
NEVER: dict[str, str] = {
    **_because("only a player uses it, once a Round or a window (AH-HERESY, AH-DEM)", "heresy", "dem"),
    **_because("only a new Round sets it off", "start"),
    **_because(
        "only the order of play brings this time about",
        "moment:enlistment_start", "moment:enlistment_end", "moment:plot_start", "moment:plot_end",
        "moment:epilogue_start", "moment:round_end", "moment:conflict_start", "moment:chapter_revealed",
        "moment:conflict_end", "time:noon", "time:evening", "time:night",
    ),
    **_because(
        "only players announce manoeuvres and join their teams; no effect begins one",
        "announced", "succeeded", "failed", "won", "joined",
    ),
    **_because("no effect attaches a card; a player pays for it first", "attached", "played"),
    **_because("only a player's own decision in the Plot phase or a window", "passed", "used_heresy", "used_dem"),
}  # fmt: skip


def abilities() -> list[str]:
    """Return every kind of ability.

    The kind of a reactive ability is its trigger. The other kinds are those that the card language defines.
    """
    found = [kind for kind in get_args(Ability.model_fields["kind"].annotation) if kind != "when"]
    for occasion in kinds(Occasion):
        for event in get_args(occasion.model_fields["event"].annotation):
            found += [f"{event}:{word}" for word in _words(occasion)] or [event]
    return found


def _words(occasion: type[Record]) -> tuple[str, ...]:
    """Return the moments or the times of day that abilities with this kind of trigger can name."""
    if occasion is AtMoment:
        return get_args(AtMoment.model_fields["moment"].annotation)
    if occasion is OnTime:
        return get_args(get_args(OnTime.model_fields["times"].annotation)[0])
    return ()


def cause(rng: random.Random, kind: str) -> dict[str, Any]:
    """Return an operation that triggers this kind of ability, sometimes nested in another operation."""
    op = rng.choice(CAUSES[kind])
    if op["op"] in _WHO:
        op = {**op, "who": rng.choice(["me", "both", "both"])}
    if op["op"] in ("roll", "contest") or rng.random() < 0.7:
        return op
    return rng.choice(
        [
            {"op": "roll", "rows": [[6, [op]]]},
            {"op": "choice", "ways": [[op], [op, op]]},
            {"op": "if", "conditions": [{"condition": "count", "count": "round", "least": 1}], "do": [op]},
            {"op": "may_pay", "cost": {"souls": 0, "gold": 1}, "do": [op]},
        ]
    )


def ability(rng: random.Random, kind: str, then: str) -> dict[str, Any]:
    """Return an ability of one kind whose effect triggers abilities of another kind."""
    made: dict[str, Any] = {"kind": kind, "do": [cause(rng, then)]}
    if kind == "imr":
        made["do"] = [{"op": "sacrifice", "who": "me"}, *made["do"]]
    if kind == "dem":
        made |= {"cost": {"gold": 1}, "limit": rng.choice(["window", "round"])}
    if kind in ("heresy", "dem", "imr", "start"):
        return made
    event, _, word = kind.partition(":")
    return made | {"kind": "when", "when": _when(rng, event, word), "limit": rng.choice(["window", "round"])}


def _when(rng: random.Random, event: str, word: str) -> dict[str, Any]:
    """Return a condition that this event meets, whatever card or player causes the event."""
    kind = next(one for one in kinds(Occasion) if event in get_args(one.model_fields["event"].annotation))
    made = {**record(rng, kind), "event": event}
    wide: dict[str, Any] = {
        "who": rng.choice(["me", "any"]), "of": rng.choice(["own", "any"]), "moment": word, "type": "any",
        "what": rng.choice(["character", "heretic"]), "keyword": "", "faction": "", "others": False,
        "times": [word, *made.get("times", [])],
    }  # fmt: skip
    return made | {name: what for name, what in wide.items() if name in kind.model_fields}


def vary(rng: random.Random, card: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of the card with new abilities that trigger each other.

    If no valid abilities are found, return the card unchanged.
    """
    for _ in range(TRIES):
        first, second = (
            rng.choice([*abilities(), *["imr"] * IN_MEDIAS_RES_WEIGHT]),
            rng.choice([*CAUSES, *["imr"] * IN_MEDIAS_RES_WEIGHT]),
        )
        made = [ability(rng, first, second)]
        if first != second or rng.random() < 0.5:
            made.append(ability(rng, second, rng.choice([first if first in CAUSES else second, second])))
        held = {**card, "abilities": made}
        if fits(held):
            lasting = {**held, "passives": [value(rng, Passive)]}
            return lasting if fits(lasting) else held
    return card


def of_card(card: Card) -> list[loop_matches.Ability]:
    """Return, for each ability of a card, its kind and the kinds of ability that its effect triggers."""
    return [(kind, _causes(one)) for one in card.abilities for kind in _kinds(one)]


def _kinds(one: Ability) -> Iterator[str]:
    """Yield the kinds of an ability. An ability that reacts to several times of day has several kinds."""
    match one.when:
        case None:
            yield one.kind
        case AtMoment() as when:
            yield f"moment:{when.moment}"
        case OnTime() as when:
            yield from (f"time:{time}" for time in when.times)
        case when:
            yield when.event


def _causes(one: Ability) -> frozenset[str]:
    """Return the kinds of ability that an ability's effect triggers."""
    said = [op.model_dump(mode="json", exclude_unset=True) for op in chain(one.do, inner(one.do))]
    done = [{name: what for name, what in op.items() if name != "who"} for op in said]
    return frozenset(kind for kind, ops in CAUSES.items() if any(op in done for op in ops))
