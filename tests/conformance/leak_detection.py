"""Leak detection: compares everything that a seat sees, reads or may choose in two worlds that must look alike."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rules.kernel.data.actions import Action, field_names
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

NAMES = ("Ana", "Béla", "Carlos", "Dóra", "Eva")


def visible_texts(match: Match[Any], seat: int | None, view: Any) -> list[str]:
    """Return every text that shows this seat its view of the table or its decision."""
    game, say = match.game, Translator("en", NAMES[: match.state.seats])
    told = [game.board_text(say, view), game.alt_text(say, view), str(game.on_table(say, view))]
    # Every seat may see what the other seats have to do, so these texts must not reveal anything.
    told += [game.heading(say, match.view(None)), *(game.task(say, match.view(None), one) for one in match.decisions())]
    told += [answer_on_call(match, one) for one in match.decisions()]
    if seat is not None:
        told.append(game.hand_text(say, view))
    decision = match.decisions().get(seat) if seat is not None else None
    if decision:
        told.append(game.question(say, view, decision.prompt))
        told.append(game.move_reason(say, view, decision.actions))
        for action in decision.actions:
            told.append(str(game.action_text(say, view, action)))
            told += [
                str(game.option_text(say, view, type(action), field, getattr(action, field)))
                for field in field_names(type(action))
            ]
    return told


def answer_on_call(match: Match[Any], seat: int) -> str:
    """Return the label of the button that answers a seat's call; "" if there is none."""
    answer = match.game.call_answer(Translator(), match.view(None), seat)
    return answer[1] if answer is not None and answer[0] in match.decisions()[seat].actions else ""


def refusals(match: Match[Any], seat: int, tried: Iterable[Action]) -> list[str]:
    """Return the refusals that this seat gets for the actions in `tried` that it isn't offered.

    The match doesn't change.
    """
    offer = match.decisions().get(seat)
    told: list[str] = []
    for action in tried:
        if offer is not None and action in offer.actions:
            continue
        try:
            match.apply(seat, action)
        except IllegalAction as error:
            told.append(f"{action}: {error}")
    return told


def check_indistinguishable(
    match: Match[Any], seat: int | None, rng: random.Random, *, told: bool = False, tried: Iterable[Action] = ()
) -> bool:
    """Check that a seat can't tell another possible world from the real one. For a spectator, `seat` is None.

    Return whether the worlds differ. If `told`, also compare all texts, and the refusals of the actions in `tried`.
    """
    world = match.worlds(seat, rng)
    theirs, ours = world.view(seat), match.view(seat)
    assert theirs == ours
    # Hidden information must not affect which seats have a decision.
    assert set(world.decisions()) == set(match.decisions())
    if seat in match.decisions():
        assert world.decisions()[seat] == match.decisions()[seat]
    if told:
        assert visible_texts(world, seat, theirs) == visible_texts(match, seat, ours)
        if seat is not None and (count := match.game.own_points) is not None:
            assert count(world, seat) == count(match, seat)
        if seat is not None:
            assert refusals(world, seat, tried) == refusals(match, seat, tried)
    return world.dump() != match.dump()
