"""A ping names the task of the whole turn, because it stays in the channel until the turn ends."""

from __future__ import annotations

from rules.edge_of_darkness.words import ping_texts
from rules.kernel.data.actions import Pass
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.scenes import attacks, besieged
from tests.edge_of_darkness.table import GAME

SAY = Translator("en", names=("Ana", "Bence", "Carla"))


def test_a_ping_stays_true_until_its_turn_is_over() -> None:
    match, tasks, questions = GAME.new(3, "pings"), dict[object, set[str]](), dict[object, set[str]]()
    while match.state.round < 2:
        ((seat, decision),) = list(match.decisions().items())[:1]
        view = match.view(None)
        turn = (seat, view.round, view.phase, decision.prompt.key == "hall")
        if view.phase != "assembly" and seat in (view.active, None if view.phase == "action" else seat):
            tasks.setdefault(turn, set()).add(ping_texts.task(SAY, view, seat))
            questions.setdefault(turn, set()).add(ping_texts.asked(SAY, view))
        match.apply(seat, next(one for one in decision.actions if not isinstance(one, Pass)))
    assert all(len(found) == 1 for found in tasks.values()), tasks
    assert set().union(*tasks.values()) == {"take an advancement", "a Starter for the Guild Hall", "your Action turn"}
    # The picture's question changes within a turn.
    assert any(len(found) > 1 for found in questions.values())


def test_a_ping_tells_a_player_outside_their_turn_of_an_attack() -> None:
    match = besieged()
    attacks(match, 1)
    view = match.view(None)
    assert (view.active, view.to_act) == (1, [0])
    assert ping_texts.task(SAY, view, 0) == "you are attacked"
