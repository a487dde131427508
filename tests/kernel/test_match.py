"""The match: its entry point for actions, the stack, undo epochs, reaction windows, and sealed choices."""

from copy import deepcopy
from dataclasses import replace

import pytest

from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange, load_match
from rules.kernel.engine.sequence import Lines, Sequence
from rules.kernel.errors import EngineError, IllegalAction, SaveError
from rules.kernel.game import AnyGame
from tests.kernel.duel import GAME, ORDER, Bid, Burn, Dealt, DuelMatch, Mulligan, Won


def to_bids(seed: str = "a") -> DuelMatch:
    match = GAME.new(2, seed)
    match.apply(0, Pass())
    match.apply(1, Pass())
    return match


def both_bid(match: DuelMatch) -> int:
    """Let both seats bid their first card; return the seat with the higher bid."""
    cards = [match.state.hands[seat][0] for seat in (0, 1)]
    match.apply(1, Bid(cards[1]))
    match.apply(0, Bid(cards[0]))
    return 0 if cards[0] > cards[1] else 1


def test_an_action_that_was_not_offered_is_refused_and_changes_nothing():
    match = GAME.new(2, "a")
    before = match.dump()
    for seat, action in [(0, Burn()), (1, Pass()), (0, Mulligan((99,)))]:
        with pytest.raises(IllegalAction, match=r"^[A-Z].*[.?)]$"):
            match.apply(seat, action)
    assert match.dump() == before


def test_decisions_are_sorted_unique_and_change_nothing():
    match = to_bids()
    before = match.dump()
    actions = match.decisions()[0].actions
    assert actions == sorted(actions, key=lambda bid: bid.card)
    assert len(set(actions)) == len(actions)
    assert match.dump() == before


def test_sealed_choices_come_in_any_order_and_stay_sealed_until_the_last():
    match = to_bids()
    assert set(match.decisions()) == {0, 1}
    card = match.state.hands[1][2]
    match.apply(1, Bid(card))
    assert set(match.decisions()) == {0}
    assert match.view(0).owes == [0]
    assert match.view(0).mine is None
    assert match.view(None).mine is None
    assert match.view(1).mine == {"verb": "bid", "card": card}


def test_a_reveal_raises_the_epoch():
    match = to_bids()
    match.apply(0, Bid(match.state.hands[0][0]))
    epoch = match.epoch
    match.apply(1, Bid(match.state.hands[1][0]))
    assert match.epoch > epoch + 1  # the epoch rises once for the other seat's action, and once for the reveal


def test_a_window_gives_priority_in_order_until_everyone_passes_in_a_row():
    match = to_bids()
    winner = both_bid(match)
    assert list(match.decisions()) == [1 - winner]
    match.apply(1 - winner, Pass())
    assert list(match.decisions()) == [winner]
    match.apply(winner, Pass())
    assert match.state.points[winner] == 1
    assert match.state.walked == ["forced", "win", "forced_after"]


def test_a_cancellation_can_itself_be_cancelled():
    match = to_bids()
    winner = both_bid(match)
    match.apply(1 - winner, Burn())
    match.apply(winner, Burn())
    assert match.state.points[winner] == 1


def test_a_cancelled_window_never_executes():
    match = to_bids()
    winner = both_bid(match)
    match.apply(1 - winner, Burn())
    match.apply(winner, Pass())
    assert match.state.points == [0, 0]
    assert match.state.walked == []
    assert match.state.spares[1 - winner] == 0


def test_whether_a_window_waits_depends_on_public_facts_only():
    match = to_bids()
    winner = both_bid(match)
    match.state.spares[1 - winner] = 0
    other = match.copy()
    assert list(other.decisions()) == [winner]


def test_the_epoch_rises_with_another_seats_act_and_not_with_ones_own():
    match = to_bids()
    match = GAME.new(2, "a")
    match.apply(0, Pass())
    epoch = match.epoch
    match.apply(1, Pass())
    assert match.epoch == epoch + 1


def test_the_epoch_rises_with_a_chance_draw():
    calm, lucky = GAME.new(2, "a"), GAME.new(2, "a")
    calm.apply(0, Pass())
    lucky.apply(0, Mulligan((lucky.state.hands[0][0],)))
    assert lucky.epoch == calm.epoch + 1
    assert [label for label, _ in lucky.outcomes] == ["deck"]
    assert calm.outcomes == []


def test_events_are_addressed():
    match = GAME.new(2, "a")
    (event,) = match.apply(0, Mulligan((match.state.hands[0][0],)))
    assert isinstance(event.body, Dealt)
    assert event.seen_by(0)
    assert not event.seen_by(1)
    assert not event.seen_by(None)
    match.apply(1, Pass())
    winner = both_bid(match)
    match.apply(1 - winner, Pass())
    events = match.apply(winner, Pass())
    assert [(event.to, event.body) for event in events] == [(None, Won(winner))]


def test_a_match_is_over_when_its_stack_is_empty():
    match = to_bids()
    while not match.over:
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[0])
    assert match.decisions() == {}
    assert match.result is not None
    with pytest.raises(IllegalAction, match="over"):
        match.apply(0, Pass())


def with_lines(lines: Lines) -> AnyGame:
    """Return the duel with these `lines` as its order of play."""
    order = deepcopy(ORDER)
    order.sequence("game", lines)
    return replace(GAME, order_of_play=order)


def test_an_endless_run_is_stopped():
    match = GAME.new(2, "a")

    def forever(_match: DuelMatch, _step: Sequence) -> str:
        return "forever"

    match.game = with_lines({"forever": forever})
    match.state.stack[:] = [Sequence("game")]
    with pytest.raises(EngineError):
        match.start()


def test_an_arranged_position_that_makes_no_sense_is_refused():
    match = GAME.new(2, "a")
    with pytest.raises(EngineError, match="does not fit together: <Match of duel") as caught, arrange(match) as state:
        state.stack.clear()
    assert caught.value.__cause__ is None


def test_what_the_rules_stumble_on_is_the_cause_of_the_refusal():
    match = GAME.new(2, "a")
    with pytest.raises(EngineError) as caught, arrange(match) as state:
        state.hands[0].clear()
    assert isinstance(caught.value.__cause__, IndexError)
    with pytest.raises(SaveError) as refused:
        load_match(GAME, match.dump())
    assert isinstance(refused.value.__cause__, IndexError)


def test_a_line_added_to_a_sequence_is_played_by_matches_already_running():
    match = to_bids()
    seen = []

    def added(_match: DuelMatch, _step: Sequence) -> None:
        seen.append(True)

    lines = dict(GAME.order_of_play.sequences["game"])

    match.game = with_lines(
        {
            "mulligans": lines["mulligans"],
            "bids": lines["bids"],
            "added": added,
            "again": lines["again"],
            "over": lines["over"],
        }
    )
    winner = both_bid(match)
    match.apply(1 - winner, Pass())
    match.apply(winner, Pass())
    # In the current round, the added line is skipped, because the match had already saved "again" as its next line.
    winner = both_bid(match)
    match.apply(1 - winner, Pass())
    match.apply(winner, Pass())
    assert seen == [True]
