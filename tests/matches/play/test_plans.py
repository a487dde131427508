"""A player plans a turn in advance. The plan is private, and the bot plays it when the player's turn comes."""

from __future__ import annotations

import pytest

from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.store.engine_interface import Address
from bot.store.statements import journal
from bot.store.store import Store
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import AcquireTarget, EndTurn, PlaceInfluence
from rules.kernel.engine import planned_turns
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.matches.room import ANNA, BELA, ManualClock


async def begin(store: Store) -> tuple[MatchService, int, int]:
    """Start a match; return the service, the id of the user whose turn it is, and the other user's id."""
    service = MatchService(store, ManualClock(), {GAME.id: GAME}, ServiceOptions(seed=lambda: "seed"))
    options = {"leads": "random", "random_cities": True}
    info = await service.lobby.open(
        LobbyRequest(game=GAME.id, guild_id=1, channel_id=1, locale="en", options=options), user_id=ANNA, name="A"
    )
    await service.lobby.join(info.id, BELA, "B")
    info = await service.lobby.start(info.id, ANNA)
    match = (await service.matches.table(1)).match
    moves = next(iter(match.decisions()))
    return service, info.seats[moves].user_id, info.seats[1 - moves].user_id


async def orders_left(service: MatchService, user_id: int) -> list[str]:
    info = (await service.matches.table(1)).info
    return list(next(seat.standing or () for seat in info.seats if seat.user_id == user_id))


async def test_a_plan_is_saved_and_answers_when_its_turn_comes(address: Address) -> None:
    async with await Store.open(address) as store:
        service, mover, waits = await begin(store)
        await service.play.set_orders(1, waits, ["end_turn"])
        table = await service.matches.table(1)
        seat = table.info.seat_of(waits)
        assert seat is not None
        ahead = await service.play.dry_run(table, seat, Translator(), [])
        assert ahead is not None
        assert ahead.decision is not None
        place = next(action for action in ahead.decision.actions if isinstance(action, PlaceInfluence))
        await service.play.plan_step(1, waits, place)
        table = await service.matches.table(1)
        while (
            ahead := await service.play.dry_run(table, seat, Translator(), await orders_left(service, waits))
        ) and ahead.first_turn_steps is None:
            assert ahead.decision is not None
            last = ahead.decision.actions
            await service.play.plan_step(1, waits, EndTurn() if EndTurn() in last else last[0])
        # Setting standing orders doesn't change the player's plan.
        await service.play.set_orders(1, waits, [], ["end_turn"])
        steps = len(await orders_left(service, waits))
        assert planned_turns.without(await orders_left(service, waits)) == []
        assert (await service.matches.table(1)).seq == table.seq
        await service.play.act(1, mover, EndTurn())
        rows = await journal.since(store.read, 1, table.seq)
        assert [row.kind for row in rows] == ["act", *["order"] * steps]
        assert await orders_left(service, waits) == []
        assert (await service.matches.table(1)).match.decisions().keys() == {1 - seat}


async def test_only_what_can_be_planned_is_taken_and_steps_can_be_dropped(address: Address) -> None:
    async with await Store.open(address) as store:
        service, mover, waits = await begin(store)
        with pytest.raises(Refusal, match="can't plan that"):
            await service.play.plan_step(1, mover, EndTurn())
        with pytest.raises(Refusal, match="can't plan that"):
            await service.play.plan_step(1, waits, AcquireTarget("boston"))
        for _ in range(2):
            await service.play.plan_step(1, waits, EndTurn())
        with pytest.raises(Refusal, match="can't plan that"):
            await service.play.plan_step(1, waits, EndTurn())
        assert len(await orders_left(service, waits)) == 2
        await service.play.drop_steps(1, waits)
        assert await orders_left(service, waits) == []


async def test_going_back_drops_plans_and_no_other_order(address: Address) -> None:
    async with await Store.open(address) as store:
        service, mover, waits = await begin(store)
        await service.play.set_orders(1, waits, ["end_turn"])
        match = (await service.matches.table(1)).match
        place = next(one for one in next(iter(match.decisions().values())).actions if isinstance(one, PlaceInfluence))
        await service.play.act(1, mover, place)
        await service.play.plan_step(1, waits, EndTurn())
        # An undo that needs no consent doesn't delete plans.
        await service.undo.take_back(1, mover)
        assert len(await orders_left(service, waits)) == 2
        await service.play.act(1, mover, place)
        await service.play.act(1, mover, EndTurn())
        # The plan was played, so the player is waiting again and can make a new plan. The other order is still there.
        assert await orders_left(service, waits) == ["end_turn"]
        await service.play.plan_step(1, waits, EndTurn())
        await service.votes.ask(1, mover, "undo")
        await service.votes.answer(1, waits, True)
        assert await orders_left(service, waits) == ["end_turn"]


async def test_a_plan_for_two_turns_stays_until_the_second(address: Address) -> None:
    async with await Store.open(address) as store:
        service, mover, waits = await begin(store)
        for _ in range(2):
            await service.play.plan_step(1, waits, EndTurn())
        for left in (1, 0):
            await service.play.act(1, mover, EndTurn())
            assert len(await orders_left(service, waits)) == left
