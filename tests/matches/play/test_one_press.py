"""The actions of one press are the player's own moves. They are saved together, and taken back together."""

from __future__ import annotations

from dataclasses import replace

from bot.features.replays.service import replay_steps
from bot.features.reviews.service.analysis import make_review
from bot.matches.play import match_verification
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo, Vote
from bot.store.engine_interface import Address
from bot.store.statements import journal, matches
from bot.store.store import Store
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import EndTurn, Pay
from rules.kernel.data.actions import Action
from rules.kernel.engine import planned_turns
from tests.matches.play.test_plans import begin, orders_left
from tests.matches.room import Room, can_take_back
from tests.matches.tiny_game import TINY, Done, Roll, Take


async def press(room: Room, info: MatchInfo, *actions: Action) -> list[Action]:
    """Let the first player make several actions with one press; return those that weren't made."""
    user = info.seats[0].user_id
    return list((await room.service.play.act(info.id, user, actions[0], along=actions[1:])).untaken)


async def kinds(room: Room, info: MatchInfo) -> list[str]:
    return [row.kind for row in await journal.since(room.store.read, info.id, 1)]


async def test_all_actions_of_a_press_are_the_players_and_are_taken_back_together(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Take(2))
    before = (await room.service.matches.table(info.id)).match.dump()
    assert await press(room, info, Take(1), Take(2), Take(1)) == []
    assert await kinds(room, info) == ["act"] * 4
    assert await room.coins(info.id) == [6, 0]
    effect = await room.service.undo.preview(info.id, info.seats[0].user_id)
    assert effect.restores == 2
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    assert (await room.service.matches.table(info.id)).match.dump() == before
    # The move before was pressed in the same second, and is still a separate move.
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    assert await room.coins(info.id) == [0, 0]
    assert await match_verification.verify(room.store.read, room.service.matches.games, info.id) == []


async def test_a_press_ends_before_an_action_that_reveals_something_or_is_no_longer_legal(room: Room) -> None:
    info = await room.match()
    assert await press(room, info, Take(1), Take(2), Roll(), Take(1)) == [Roll(), Take(1)]
    assert await room.coins(info.id) == [3, 0]
    assert await press(room, info, Done(), Take(1)) == [Take(1)]
    assert await kinds(room, info) == ["act"] * 3


async def test_what_an_action_of_a_press_has_revealed_is_not_taken_back(address: Address) -> None:
    foreseeing = replace(TINY, foreseen=lambda _match, action: isinstance(action, Roll))
    async with await Store.open(address) as store:
        room = Room(store, foreseeing)
        info = await room.match()
        user = info.seats[0].user_id
        assert await press(room, info, Take(1), Roll(), Take(2), Take(2)) == []
        await room.service.undo.take_back(info.id, user)
        assert await room.coins(info.id) == [1, 0]
        assert (await room.service.matches.table(info.id)).match.state.chance.uses == {"die": 1}
        assert not await can_take_back(room.service, info.id, user)
        # With the consent of all, the match goes back to the position before the press.
        vote = await room.service.votes.ask(info.id, user, "undo")
        assert isinstance(vote, Vote)
        assert vote.data["restores"] == 1
        assert await match_verification.verify(store.read, room.service.matches.games, info.id) == []


async def test_a_press_that_has_ended_the_turn_is_taken_back_with_a_vote_as_a_whole(room: Room) -> None:
    info = await room.match()
    await press(room, info, Take(1), Take(2), Done())
    await room.by(info, 1, Take(1))
    vote = await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")
    assert isinstance(vote, Vote)
    assert vote.data["restores"] == 1
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    assert await room.coins(info.id) == [0, 0]


async def test_a_press_is_one_step_and_tells_the_same_after_a_restart(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Take(2))
    await press(room, info, Take(1), Take(2))
    told = (await room.service.matches.table(info.id)).position.events
    assert len(told) == 2
    room.service.matches.forget(info.id)
    table = await room.service.matches.table(info.id)
    assert table.position.events == told
    steps = await (await replay_steps.read(room.store.read, TINY, table.info)).steps(None)
    assert [(step.first, step.seq) for step in steps[1:]] == [(2, 2), (3, 4)]


async def paid_action(service: MatchService) -> tuple[Action, Action]:
    """Return an action of the player whose turn it is, and one of several payments for it."""
    match = (await service.matches.table(1)).match
    seat, decision = next(iter(match.decisions().items()))
    for action in decision.actions:
        trial = match.copy()
        trial.apply(seat, action)
        payments = [one for one in trial.decisions().get(seat, decision).actions if isinstance(one, Pay)]
        if len(payments) > 1:
            return action, payments[-1]
    raise AssertionError("nothing has several payments")


async def test_a_payment_chosen_with_its_action_is_a_move_and_taking_it_back_keeps_the_plan(address: Address) -> None:
    async with await Store.open(address) as store:
        service, mover, _ = await begin(store)
        info = (await service.matches.table(1)).info
        seat = info.seat_of(mover)
        assert seat is not None
        plan = await planned(service, store, seat)
        before = (await service.matches.table(1)).match.dump()
        action, payment = await paid_action(service)
        await service.play.act(1, mover, action, along=[payment])
        assert [row.kind for row in await journal.since(store.read, 1, info.seq)] == ["act", "act"]
        await service.undo.take_back(1, mover)
        assert (await service.matches.table(1)).match.dump() == before
        assert await orders_left(service, mover) == plan


async def planned(service: MatchService, store: Store, seat: int) -> list[str]:
    """Save a plan for this seat's turn after this one; return its orders."""
    match = (await service.matches.table(1)).match
    turn = match.game.planning.turn_after(match, seat)
    plan = [planned_turns.Step(turn, (planned_turns.Answer(EndTurn(), {}),)).written()]
    async with store.write() as tx:
        await matches.set_standing(tx, 1, seat, plan)
    return plan


async def test_a_review_judges_the_payment_too(address: Address) -> None:
    async with await Store.open(address) as store:
        service, mover, _ = await begin(store)
        action, payment = await paid_action(service)
        await service.play.act(1, mover, action, along=[payment])
        found = await make_review(store.read, GAME, await service.matches.get(1), seconds=0.5)
        assert found.looked_at + found.left == 2
