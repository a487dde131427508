"""Whole matches with random packs: requirements for every game's packs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import rules
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import Translator
from tests.conformance.leak_detection import compare

#: The most decisions a match may take, however generous its pack.
CAP = 6000
SAY = Translator("en", ["Ana", "Bo", "Cy", "Di", "Eva"])


def loads_as_it_was(match: Match[Any]) -> None:
    """Check that the match survives saving and loading."""
    again = rules.GAMES[match.game.id].load(match.dump())
    assert again.dump() == match.dump()
    assert again.decisions() == match.decisions()


def is_put_into_words(match: Match[Any]) -> None:
    """Put everything the match shows into words."""
    for seat, offer in match.decisions().items():
        view = match.view(seat)
        assert match.game.board_text(SAY, view)
        assert match.game.question(SAY, view, offer.prompt)
        assert all(match.game.action_text(SAY, view, action).label for action in offer.actions)


def steps(
    match: Match[Any],
    rng: random.Random,
    ending: Action,
    tired: float,
    *,
    refusing: Action | None = None,
    log: list[str] | None = None,
    cap: int = CAP,
) -> Iterator[int]:
    """Play at random to the end; yield the number of each decision before it is made.

    A player who may end the turn by `ending` does so with the probability `tired`. The action `refusing` is taken only
    when it is the sole option. `log` collects the lines of the match's log.
    """
    for number in range(cap):
        if match.over:
            return
        offers = match.decisions()
        assert offers, "nobody can act and the match is not over"
        for offer in offers.values():
            assert offer.actions, "a decision without actions"
            assert len(set(offer.actions)) == len(offer.actions), "an action is offered twice"
        yield number
        seat = rng.choice(sorted(offers))
        actions = offers[seat].actions
        ends = ending in actions and rng.random() < tired
        others = [one for one in actions if one != refusing] or actions
        for event in match.apply(seat, ending if ends else rng.choice(others)):
            line = match.game.event_line(SAY, event)
            if log is not None and line:
                log.append(line)
    raise AssertionError("the match never ended")


def compare_worlds(
    match: Match[Any], number: int, asked: Counter[str], rng: random.Random, often: tuple[int, int]
) -> None:
    """Compare a position, the `number`-th, with worlds that look the same to one of its viewers.

    `often` gives how many first occurrences of each question are compared in full, and how often later decisions are
    compared.
    """
    first, every = often
    everybody: list[int | None] = [None, *range(match.state.seats)]
    for offer in match.decisions().values():
        asked[offer.prompt.key] += 1
        new = asked[offer.prompt.key] <= first
        if new or number % every == 0:
            compare(match, everybody[number % len(everybody)], rng, told=new)
