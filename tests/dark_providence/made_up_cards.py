"""Made-up cities, agents and cards for tests of the rules, and helpers that play the cards."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules.dark_providence.content.records import Agent, Content, Side
from rules.dark_providence.examples.position_builder import hold
from rules.dark_providence.state.actions import Choose, Pay, UseBonus, UseCard
from rules.dark_providence.state.state import Providence
from tests.dark_providence.table import act, asset, offers

#: Bags whose next token is certain: the number of sanity tokens, then the number of madness tokens.
MADNESS, SANE = [0, 12], [6, 0]


def city(match: Providence, name: str, **changes: int) -> str:
    """Change the control point or the gate value of a city in this match only. Return the city's name."""
    content: Content = match.content
    record = content.cities[name].model_copy(update=changes)
    match.content = dataclasses.replace(content, cities={**content.cities, name: record})
    return name


def marker(match: Providence, name: str, *, force: int = 0, arcane: int = 0, returned: Side | None = None) -> str:
    """Change the FORCE and ARCANE on an agent's marker. By default, the marker's returned side is blank."""
    content: Content = match.content
    gift = content.agents[name].gift
    record = Agent(original=Side(force=force, arcane=arcane), returned=returned or Side(), gift=gift)
    match.content = dataclasses.replace(content, agents={**content.agents, name: record})
    return name


def primary(match: Providence, card: str, *powers: Any, agent: Agent | None = None, **fields: Any) -> str:
    """Add a made-up primary asset to the match's content. If the asset has an agent, the agent can be recruited."""
    asset(match, card, list(powers), agent=agent, **fields)
    content: Content = match.content
    agents = {**content.agents, card: agent} if agent else content.agents
    match.content = dataclasses.replace(content, assets={**content.assets, card: content.cards[card]}, agents=agents)
    return card


def give(match: Providence, seat: int, card: str, *powers: Any, zone: str = "hand", **icons: int) -> str:
    """Put a made-up card with these powers and icons into a seat's hand or another zone."""
    asset(match, card, list(powers), icons=icons)
    hold(match, seat, card, zone=zone)
    return card


def icons(match: Providence, seat: int, icon: str, *values: int) -> list[str]:
    """For each value, give a seat a made-up card that has the icon this many times. Return the cards."""
    start = sum(card.startswith(icon) for card in match.content.cards)
    cards = [f"{icon}_{start + number}" for number in range(len(values))]
    for card, value in zip(cards, values, strict=True):
        asset(match, card, icons={icon: value})
    hold(match, seat, *cards)
    return cards


def power(*ops: Any, timing: str = "action", **more: Any) -> dict[str, Any]:
    """Return a card power as plain data. It has a single alternative, which consists of these operations."""
    return {"timing": timing, "ways": [list(ops)], **more}


def action_card(match: Providence, *ops: Any, seat: int = 0, card: str = "tool", **more: Any) -> UseCard:
    """Give a seat a made-up card whose action has these operations. Return the action that uses the card."""
    give(match, seat, card, power(*ops, **more))
    return UseCard(card)


def bonus_card(match: Providence, *ops: Any, seat: int = 0, card: str = "bonus_tool", **more: Any) -> UseBonus:
    """Give a seat a made-up card whose bonus action has these operations. Return that bonus action."""
    give(match, seat, card, power(*ops, timing="bonus", **more))
    return UseBonus(card)


def choices(match: Providence) -> list[str]:
    """Return the options that the deciding seat can choose."""
    return [action.option for action in offers(match, Choose)]


def choose(match: Providence, option: str) -> list[Any]:
    """Choose one of the options. Return the events."""
    return act(match, Choose(option))


def payments(match: Providence) -> list[tuple[str, ...]]:
    """Return the sets of cards that can pay for the current action. Each set is sorted."""
    return sorted(tuple(sorted(offer.cards)) for offer in offers(match, Pay))


def places_of_card(match: Providence, card: str) -> list[str]:
    """Return the name of every pile that contains a card, such as "hand 0", "deck 1", "row" or "atlanta"."""
    state = match.state
    piles: dict[str, Any] = {
        "row": state.row, "mythos deck": state.mythos_deck, "stock": state.stock, "area e": state.area_e,
        "destroyed": state.destroyed, "table": state.table,
    }  # fmt: skip
    for name, place in state.places.items():
        piles[name] = place.stack
    for seat, player in enumerate(state.players):
        for zone in ("hand", "deck", "discard", "mythos", "crypt"):
            piles[f"{zone} {seat}"] = getattr(player, zone)
    return [name for name, pile in piles.items() if card in pile]
