"""Solo scenes: helpers that set up the Great Old One's side, and run one of its instructions or a whole turn."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules.dark_providence.content.records import Content, Control, OldOne, Side
from rules.dark_providence.examples.position_builder import fill_bag, show, turn
from rules.dark_providence.seen.invariants import is_sound
from rules.dark_providence.state.actions import EndTurn
from rules.dark_providence.state.state import OldOneSide, Providence
from rules.dark_providence.state.steps import OrderStep
from rules.kernel.data.result import Result
from rules.kernel.engine.sequence import Sequence
from tests.dark_providence.table import act
from tests.game_helpers import assert_sound

#: The instruction to use the cultist's effect, in the form used on control cards.
EFFECT = {"do": "effect"}
#: The instruction to place influence on a city's space, as on control cards. It fails if a cultist controls the city.
PLACE_CITY = {"do": "place", "at": "city", "influence": 0}


def scene(seed: str = "test", **options: Any) -> Providence:
    """Return the first turn of a solo match where cards have no effect and the bag is empty.

    Cultist 1 is in Arkham, with 2 INFLUENCE, 1 WEALTH, 1 FORCE and 1 FORCE on its marker. Cultist 2 is in New York,
    with 1 INFLUENCE, 1 ARCANE and 1 ARCANE on its marker. Control points and gate values are 4, except for New York's
    control point, 5, and Arkham's gate value, 3. Monday is in Chicago.
    """
    switches: dict[str, Any] = {"old_one": "dagon", **options}
    match = turn(1, seed=seed, **switches)
    content: Content = match.content
    blank: dict[str, Any] = {"icons": {}, "powers": [], "sanity": False}
    assets = {name: card.model_copy(update=blank) for name, card in content.assets.items()}
    cities = {name: card.model_copy(update=blank) for name, card in content.city_cards.items()}
    mythos = {
        name: card.model_copy(update=blank | {"vp": 0, "green": 0, "ongoing": []})
        for name, card in content.mythos.items()
    }
    cards = {**content.cards, **assets, **cities}
    places = {name: city.model_copy(update={"control": 4, "gate": 4}) for name, city in content.cities.items()}
    places["new_york"] = places["new_york"].model_copy(update={"control": 5})
    places["arkham"] = places["arkham"].model_copy(update={"gate": 3})
    match.content = dataclasses.replace(
        content, assets=assets, city_cards=cities, mythos=mythos, cards=cards, cities=places
    )
    cultist_card(match, 1, influence=2, wealth=1, force=1, arcane=0, marker=(1, 0))
    cultist_card(match, 2, influence=1, wealth=0, force=0, arcane=1, marker=(0, 1))
    match.state.spent = list(match.state.bag)
    fill_bag(match, 0, 0)
    show(match, "silver_key", "shoggoth")
    set_goal(match, "locks", 20)
    return match


def old_one(match: Providence) -> OldOneSide:
    """Return the state of the Great Old One's side."""
    assert match.state.old_one is not None
    return match.state.old_one


def cultist_state(match: Providence, who: int) -> Any:
    """Return the state of one cultist: its supply, Limbo, control markers and the face-up side of its card."""
    return old_one(match).cultists[who - 1]


def result(match: Providence) -> Result:
    """Return the result of a match that is over."""
    assert match.result is not None
    return match.result


# -- setting up positions -------------------------------------------------------------------------------------


def cultist_city(match: Providence, who: int) -> str:
    """Return the city that a cultist is in."""
    return match.state.agents[f"cultist_{who}"].city


def card(match: Providence, name: str, **fields: Any) -> str:
    """Change an asset, a city card or a mythos card in this match only. Return its name."""
    content: Content = match.content
    if name in content.mythos and name not in content.cards:
        record = content.mythos[name].model_copy(update=fields)
        match.content = dataclasses.replace(content, mythos={**content.mythos, name: record})
        return name
    record = content.cards[name].model_copy(update=fields)
    assets = {**content.assets, name: record} if name in content.assets else content.assets
    match.content = dataclasses.replace(content, assets=assets, cards={**content.cards, name: record})
    return name


def cultist_card(match: Providence, who: int, **fields: Any) -> None:
    """Change the numbers on a cultist's card. `marker` is the marker's FORCE and ARCANE."""
    content: Content = match.content
    name = cultist_state(match, who).card
    if "marker" in fields:
        force, arcane = fields["marker"]
        fields["marker"] = Side(force=force, arcane=arcane)
    record = content.cultists[name].model_copy(update=fields)
    match.content = dataclasses.replace(content, cultists={**content.cultists, name: record})


def change_old_one(match: Providence, **fields: Any) -> None:
    """Change the Great Old One's card in this match only."""
    content: Content = match.content
    name = old_one(match).card
    record = OldOne.model_validate({**content.old_ones[name].model_dump(), **fields})
    match.content = dataclasses.replace(content, old_ones={**content.old_ones, name: record})


def set_goal(match: Providence, goal: str, amount: int) -> None:
    """Give the Great Old One this goal."""
    change_old_one(match, goal={"goal": goal, "amount": amount})


def effect(match: Providence, who: int, **told: Any) -> None:
    """Give a cultist this effect."""
    effects = [old.model_dump() for old in match.content.old_ones[old_one(match).card].effects]
    effects[who - 1] = told
    change_old_one(match, effects=effects)


def control_card(match: Providence, first: dict[str, Any], second: dict[str, Any]) -> None:
    """Put these two instructions on the next control card."""
    content: Content = match.content
    name = old_one(match).deck[0]
    record = Control.model_validate({"id": name, "orders": [first, second]})
    match.content = dataclasses.replace(content, controls={**content.controls, name: record})


# -- playing turns and instructions ---------------------------------------------------------------------------


def run_instruction(match: Providence, who: int, **told: Any) -> list[Any]:
    """Let one cultist execute an instruction, then end the Great Old One's turn. Return the event bodies.

    Stop early if the player must decide. Finally, check that the state is consistent.
    """
    side = old_one(match)
    side.control, *side.deck = sorted(match.content.controls, key=lambda name: name != "new_moon")
    side.discard, side.effects = [], 0
    match.state.phase = "old_one"
    order = Control.model_validate({"id": "made_up", "orders": [told, told]}).orders[who - 1]
    turn_steps: list[Any] = [Sequence("game", "next_turn"), Sequence("old_one_turn", "end_of_old_one_turn")]
    match.state.stack[:] = [*turn_steps, OrderStep(who, order)]
    events = [event.body for event in match.start()]
    assert_sound(match)
    assert is_sound(match)
    return events


def place(match: Providence, who: int, at: str, influence: int = 1) -> list[Any]:
    """Let a cultist place the given amount of influence plus the amount on its card. Return the events."""
    return run_instruction(match, who, do="place", at=at, influence=influence)


def take(match: Providence, who: int, at: str) -> list[Any]:
    """Let a cultist acquire a target. Return the events."""
    return run_instruction(match, who, do="acquire", at=at)


def kill(match: Providence, who: int, force: int) -> list[Any]:
    """Let a cultist assassinate an agent. Return the events."""
    return run_instruction(match, who, do="assassinate", force=force)


def gate(match: Providence, who: int, arcane: int) -> list[Any]:
    """Let a cultist open a gate. Return the events."""
    return run_instruction(match, who, do="gate", arcane=arcane)


def use_effect(match: Providence, who: int) -> list[Any]:
    """Let a cultist use its effect. Return the events."""
    return run_instruction(match, who, **EFFECT)


def whole_turn(match: Providence) -> list[Any]:
    """End the player's turn. Return the events until the player must decide again or the match ends."""
    return act(match, EndTurn())


def failed(events: list[Any]) -> bool:
    """Return whether an instruction or a resource action failed."""
    return any(body.kind == "cultist_failed" for body in events)
