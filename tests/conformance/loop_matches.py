"""Abilities that trigger each other in a loop: finds them in random packs, and plays matches with these packs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

from rules.kernel.data.actions import Action
from rules.kernel.engine import match as engine
from rules.kernel.engine.match import CHAIN_LIMIT, Match
from rules.kernel.words.results import cut_short
from tests.conformance.random_packs import SAY, check_reload, play_at_random

#: An ability: its kind, and the kinds of abilities that its effect triggers.
Ability = tuple[str, frozenset[str]]
#: The number of decisions between two checks that the match can be saved and loaded.
SAVE_CHECK_EVERY = 67
#: Maximum number of decisions in a match. A loop that asks a player a question in each iteration needs many.
CAP = 40_000
#: The probability that a player ends a turn as soon as this is legal.
END_TURN_PROBABILITY = 0.3
#: The chain limit for most packs, which is low enough to cut many chains of effects short.
LOW_CHAIN_LIMIT = 60


def triggered_kinds(abilities: Sequence[Ability], first: Iterable[str]) -> set[str]:
    """Return the kinds of abilities in `first`, and all kinds that these trigger directly or indirectly."""
    found: set[str] = set()
    left = {*first}
    while left:
        found |= left
        left = {after for kind, causes in abilities if kind in left for after in causes} - found
    return found & {kind for kind, _ in abilities}


def looping_kinds(abilities: Sequence[Ability]) -> set[str]:
    """Return the kinds of abilities that directly or indirectly trigger their own kind."""
    return {kind for kind, causes in abilities if kind in triggered_kinds(abilities, causes)}


def kinds_before_loops(abilities: Sequence[Ability]) -> set[str]:
    """Return the kinds of abilities that directly or indirectly trigger a loop, including those in the loop."""
    loops = looping_kinds(abilities)
    return {kind for kind, causes in abilities if loops & triggered_kinds(abilities, causes)}


def check_kinds(kinds: Iterable[str], never: Mapping[str, str], groups: Iterable[Sequence[Ability]]) -> None:
    """Check that each kind of ability is part of a loop in at least one group.

    The exceptions are the kinds in `never`, which gives the reason for each. An exception can't be part of a loop, but
    must trigger one.
    """
    loops, leads = set[str](), set[str]()
    for abilities in groups:
        loops |= looping_kinds(abilities)
        leads |= kinds_before_loops(abilities)
    missing = {*kinds} - loops - {*never}
    assert not missing, f"no pack has a loop of {sorted(missing)}: add what causes them, or the reason why none can be"
    assert not loops & {*never}, f"there are loops of {sorted(loops & {*never})}, so they need no reason"
    assert {*never} <= {*kinds}, "the card language has no such kinds any more"
    assert {*never} <= leads, f"no pack has a loop set off by {sorted({*never} - leads)}"
    assert all(never.values())


def limit_chains(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Set the limit on chains of effects: the real limit for every fifth pack, and a low limit for all others."""
    monkeypatch.setattr(engine, "CHAIN_LIMIT", CHAIN_LIMIT if number % 5 == 1 else LOW_CHAIN_LIMIT)


def play(
    match: Match[Any],
    rng: random.Random,
    ending: Action,
    conserved: Callable[[Any], None],
    refusing: Action,
) -> int:
    """Play a match to its end. Return how many times its log reports that effects were cut short."""
    log: list[str] = []
    for number in play_at_random(match, rng, ending, END_TURN_PROBABILITY, refusing=refusing, log=log, cap=CAP):
        conserved(match)
        if number % SAVE_CHECK_EVERY == 0:
            check_reload(match)
    conserved(match)
    check_reload(match)
    assert match.result is not None
    return log.count(cut_short(SAY, None))
