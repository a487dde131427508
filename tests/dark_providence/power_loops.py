"""Random packs whose powers trigger each other, endlessly where the card language allows it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from rules.dark_providence.content import checks
from rules.dark_providence.content.effects import Occasion, Ongoing, Power
from rules.dark_providence.content.load import base
from rules.dark_providence.content.records import MI_GO, Asset, Content, Mythos
from rules.dark_providence.examples.position_builder import agent, own
from rules.dark_providence.state.state import Providence
from rules.kernel.errors import ContentError
from tests.conformance import loop_matches
from tests.dark_providence import random_packs
from tests.dark_providence.random_packs import TRIES

_ACQUIRE = {"op": "acquire", "locked": True}
_ASSET, _CITY, _MYTHOS = ({**_ACQUIRE, "what": kind} for kind in ("asset", "city", "mythos"))
_KILL = {"op": "assassinate", "any_agent": True, "returned": True}
#: The operations that trigger each kind of power.
CAUSES: dict[str, list[dict[str, Any]]] = {
    # With an extra action, the player may use the same card again.
    "action": [{"op": "actions", "count": 1}],
    # A bonus action can be used again after the card has returned from the discard pile and has been drawn.
    "bonus": [{"op": "draw", "count": 1}, {"op": "fetch", "count": 1}],
    "acquired": [_ASSET, _CITY, _MYTHOS, {"op": "stock", "look": 2}],
    "destroyed": [{"op": "purge", "count": 1}],
    "discarded": [{"op": "discard", "count": 1}],
    "got_city": [_CITY],
    "got_asset": [_ASSET],
    "got_mythos": [_MYTHOS],
    "opened": [{"op": "gate", "face": "open", "any_agent": True}],
    "closed": [{"op": "gate", "face": "close", "any_agent": True}],
    "killed": [_KILL],
    "lost_agent": [_KILL],
    "maddened": [{"op": "haunt"}],
}
_CALM, _REVIVE, _CARDS = {"op": "calm", "count": 3}, {"op": "revive"}, {"op": "draw", "count": 2}
#: Operations that keep a loop supplied: with tokens to draw, agents to lose, or cards to discard.
FUEL: dict[str, list[dict[str, Any]]] = {
    "maddened": [_CALM],
    "killed": [_REVIVE, {"op": "deep_ones", "count": 2}],
    "lost_agent": [_REVIVE],
    "destroyed": [_CARDS, {"op": "rlyeh"}],
    "discarded": [_CARDS],
    "bonus": [{"op": "discard", "count": 1}],
}
_TURN = "only the order of play begins and ends a turn"
#: The kinds of power that no effect can trigger, each with the reason. Powers of these kinds can start a loop but can't
#: continue it.
NEVER: dict[str, str] = {"turn_begins": _TURN, "turn_ends": _TURN}


def powers() -> list[str]:
    """Return every kind of power in the card language.

    A kind is the power's trigger or, if it has no trigger, its timing.
    """
    timings = [one for one in get_args(Power.model_fields["timing"].annotation) if one not in ("reaction", "whenever")]
    return [*timings, *_triggers()]


def _triggers() -> list[str]:
    """Return the triggers of reactions and of "whenever" effects."""
    found: list[str] = []
    for one in get_args(Power.model_fields["trigger"].annotation):
        found += [one] if isinstance(one, str) else get_args(one)
    return [one for one in found if one]


# -- writing packs ----------------------------------------------------------------------------------------------


def _power(rng: random.Random, kind: str) -> dict[str, Any]:
    """Return a power whose effect triggers its own kind or another kind."""
    # madness ends the game early, so it is chosen rarely
    others = [one for one in CAUSES if one != "maddened" or rng.random() < 0.2]
    after = kind if kind in CAUSES and rng.random() < 0.5 else rng.choice(others)
    way = [rng.choice(CAUSES[after])]
    if after in FUEL and (after == "maddened" or rng.random() < 0.8):
        way.insert(0, rng.choice(FUEL[after]))
    if kind in ("action", "bonus", "acquired"):
        return {"timing": kind, "ways": [way]}
    return {"timing": "whenever" if kind in get_args(Occasion) else "reaction", "trigger": kind, "ways": [way]}


def _some(rng: random.Random, of: list[str], most: int) -> list[dict[str, Any]]:
    """Return random powers of these kinds, at most one for each timing."""
    made = {power["timing"]: power for power in (_power(rng, kind) for kind in rng.sample(of, most))}
    return list(made.values())


def _asset(rng: random.Random, card: Asset, file: str) -> dict[str, Any]:
    """Return a copy of an asset card with powers that trigger each other.

    If no valid powers are found, return the card unchanged.
    """
    ours = card.model_dump(mode="json", exclude_unset=True)
    of = [kind for kind in powers() if kind not in get_args(Occasion)]
    for _ in range(TRIES):
        found = ours | {"powers": _some(rng, of, 2), "icons": {"force": 2, "arcane": 3}}
        try:
            checks.check_asset(file, Asset.model_validate(found), acquired=file != "starting", agents=file == "assets")
        except ContentError:
            continue
        return found
    return ours


def _mythos(rng: random.Random, card: Mythos) -> dict[str, Any]:
    """Return a copy of a mythos card with powers that trigger each other.

    If no valid powers are found, return the card unchanged.
    """
    ours = card.model_dump(mode="json", exclude_unset=True)
    if card.marker:
        return ours
    occasions = [kind for kind in powers() if kind in get_args(Occasion)]
    for _ in range(TRIES):
        made = [*_some(rng, ["action", "bonus", "acquired"], 2), _power(rng, rng.choice(occasions))]
        found = ours | {"powers": made, "ongoing": rng.sample(get_args(Ongoing), 1), "end": []}
        try:
            checks.check_mythos(Mythos.model_validate(found), base())
        except ContentError:
            continue
        return found
    return ours


def deal(match: Providence, rng: random.Random) -> None:
    """Play the set-up, and give every seat mythos cards and two agents, so powers work from the first turn on."""
    while match.state.phase == "setup":
        seat, offer = next(iter(match.decisions().items()))
        match.apply(seat, rng.choice(offer.actions))
    deck = [card for card in match.state.mythos_deck if card != MI_GO]
    for number, card in enumerate(rng.sample(deck, len(deck) // 2)):
        own(match, number % match.state.seats, card)
    agents = [card for card, asset in match.content.assets.items() if asset.agent is not None]
    for number, card in enumerate(rng.sample(agents, 2 * match.state.seats)):
        agent(match, number % match.state.seats, card, rng.choice([*match.content.cities]))
    match.forget()


def write(rng: random.Random, folder: Path) -> Path:
    """Write a pack that extends the base pack with powers that trigger each other. Return its folder."""
    random_packs.write(rng, folder)
    files: dict[str, list[Any]] = {
        name: [_asset(rng, card, name) for card in getattr(base(), name).values()]
        for name in ("starting", "assets", "city_cards")
    }
    files["mythos"] = [_mythos(rng, card) for card in base().mythos.values()]
    for name, records in files.items():
        (folder / f"{name}.json").write_text(json.dumps(records), encoding="utf-8")
    return folder


# -- reading packs ----------------------------------------------------------------------------------------------


def of_pack(pack: Content) -> list[loop_matches.Ability]:
    """Return, for each power in a pack, its kind and the kinds of power that its effect triggers."""
    return [*_powers(pack)]


def _powers(pack: Content) -> Iterator[loop_matches.Ability]:
    cards = [*pack.starting.values(), *pack.assets.values(), *pack.city_cards.values(), *pack.mythos.values()]
    for card in cards:
        triggers = {power.trigger for power in card.powers}
        for power in card.powers:
            done = [op.model_dump(mode="json", exclude_unset=True) for op in checks.ops_of([power])]
            causes = {kind for kind, ops in CAUSES.items() if any(op in done for op in ops)}
            # Using a card's action triggers the card's own reaction to being played.
            yield (
                power.trigger or power.timing,
                frozenset(causes | ({"played"} & triggers if power.timing == "action" else set())),
            )
