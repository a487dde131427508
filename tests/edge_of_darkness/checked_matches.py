"""Whole random matches that are checked at every step, for tests of rules that must always hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.actions import Draft, EndTurn, Reshuffle, SkipCard
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Action
from tests.game_helpers import act

#: Actions that a random player seldom chooses, so that more happens in a match.
_AVOIDED = (EndTurn, Reshuffle, SkipCard)


def choose(rng: random.Random, actions: list[Action]) -> Action:
    """Return a random action, usually an action that has an effect."""
    lively = [action for action in actions if not isinstance(action, _AVOIDED)]
    if lively and rng.random() < 0.9:
        return rng.choice(lively)
    return rng.choice(actions)


def play(match: EdgeMatch, seed: int, limit: int = 4000) -> Iterator[list[Any]]:
    """Play at random to the end. Yield the event bodies of each action."""
    rng = random.Random(seed)
    for _ in range(limit):
        if match.over:
            return
        offers = match.decisions()
        seat = rng.choice(sorted(offers))
        yield act(match, choose(rng, offers[seat].actions), seat)
    raise AssertionError("the match never ended")


def check_random_match(check: Callable[[EdgeMatch], None], seats: int, seed: int, **options: Any) -> EdgeMatch:
    """Play a whole match at random and check it at the start and after every action. Return the finished match."""
    match = new(seats, f"watched {seed}", **{"setup": "random", **options})
    check(match)
    for _events in play(match, seed):
        check(match)
    return match


def skip_and_draft(match: EdgeMatch, *cards: str) -> list[Any]:
    """Let the drafting player skip these Street cards and then draft. Return the event bodies."""
    (seat,) = match.decisions()
    for card in cards:
        match.apply(seat, SkipCard(card))
    return act(match, Draft(), seat)


def cubes_everywhere(match: EdgeMatch) -> list[int]:
    """Return the total number of cubes of each colour in all zones of the game."""
    state = match.state
    places = [state.bag, state.aside, *state.trays]
    for player in state.players:
        places += [player.zone, player.staged]
    return [sum(place[colour] for place in places) for colour in range(state.seats + 1)]


def cards_everywhere(match: EdgeMatch) -> Counter[str]:
    """Return, for each card, the number of zones that contain it."""
    state = match.state
    places = [state.deck, state.discard, state.street, state.tower]
    for player in state.players:
        places += [player.hand, player.hall, player.starters]
    return Counter(card for place in places for card in place if card)
