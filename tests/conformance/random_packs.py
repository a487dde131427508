"""Whole matches with random packs, and the checks that every game must pass with these packs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import rules
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import Translator
from tests.conformance.leak_detection import check_indistinguishable

#: Maximum number of decisions in a match with any pack.
CAP = 6000
SAY = Translator("en", ["Ana", "Bo", "Cy", "Di", "Eva"])


def check_reload(match: Match[Any]) -> None:
    """Check that saving and loading the match changes nothing."""
    again = rules.GAMES[match.game.id].load(match.dump())
    assert again.dump() == match.dump()
    assert again.decisions() == match.decisions()


def check_texts(match: Match[Any]) -> None:
    """Check that the match's board, questions and actions have texts."""
    for seat, offer in match.decisions().items():
        view = match.view(seat)
        assert match.game.board_text(SAY, view)
        assert match.game.question(SAY, view, offer.prompt)
        assert all(match.game.action_text(SAY, view, action).label for action in offer.actions)


def play_at_random(
    match: Match[Any],
    rng: random.Random,
    ending: Action,
    tired: float,
    *,
    refusing: Action | None = None,
    log: list[str] | None = None,
    cap: int = CAP,
) -> Iterator[int]:
    """Play a match at random to its end. Before each decision, yield its number.

    A player who may end the turn with the action `ending` does so with probability `tired`. The action `refusing` is
    taken only if no other action is offered. The lines of the match's log are added to `log`.
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
    """Compare this position with another possible one, which must look the same to a viewer.

    `number` is the position's index in its match. `often` is a pair (first, every). The first `first` times that a
    question is asked, all texts are compared. At all other positions, only views are compared, once every `every`
    positions.
    """
    first, every = often
    everybody: list[int | None] = [None, *range(match.state.seats)]
    for offer in match.decisions().values():
        asked[offer.prompt.key] += 1
        new = asked[offer.prompt.key] <= first
        if new or number % every == 0:
            check_indistinguishable(match, everybody[number % len(everybody)], rng, told=new)
