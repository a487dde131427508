"""Reviews of matches of real games, created by a worker process."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import rules
from bot.app import subprocesses
from bot.app.job_queue import wait_for_result
from bot.app.subprocesses import WorkerError
from bot.computers.policies import greedy_policy, random_policy
from bot.features.reviews.service.analysis import make_review
from bot.features.reviews.service.queue import FinishedMatch, ReviewQueue
from bot.features.reviews.service.reviews import Reviews, parse_review
from bot.matches import match_files
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play.position_rebuild import position_at
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo
from bot.store.store import Store
from tests.matches.room import ANNA, BELA, NAMES, ManualClock

pytestmark = pytest.mark.asyncio
#: Number of moves at the end of a match that are played through the match service.
LAST_MOVES = 30


@pytest_asyncio.fixture
async def service(path: Path) -> AsyncIterator[MatchService]:
    async with await Store.open(path) as store:
        yield MatchService(store, ManualClock(), rules.GAMES, ServiceOptions(seed=lambda: "the same luck"))


async def begun(service: MatchService, game: str, **options: Any) -> MatchInfo:
    info = await service.lobby.open(
        LobbyRequest(game=game, guild_id=1, channel_id=7, locale="en", options=options), user_id=ANNA, name=NAMES[ANNA]
    )
    await service.lobby.join(info.id, BELA, NAMES[BELA])
    return await service.lobby.start(info.id, ANNA)


async def play_match(service: MatchService, game: str) -> MatchInfo:
    """Play a match, its last moves through the match service. The first seat plays randomly, the second greedily."""
    luck, match, history = random.Random(4), rules.GAMES[game].new(2, 7), list[tuple[bytes, int, Any]]()
    while not match.over:
        seat = min(match.decisions())
        choose = random_policy if seat == 0 else greedy_policy
        action = choose(match, seat, match.decisions()[seat], luck)
        history.append((match.dump(), seat, action))
        match.apply(seat, action)
    history = history[-LAST_MOVES:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_files, "TRIAL_GAMES", 0)
        players = [(ANNA, NAMES[ANNA]), (BELA, NAMES[BELA])]
        info = await service.transfer.adopt(history[0][0], players=players, guild_id=1, channel_id=7)
    for _, seat, action in history:
        asked = (await service.matches.table(info.id)).match.decisions().get(seat)
        if asked is not None and action in asked.actions:  # if it's not asked, a standing order has already answered
            await service.play.act(info.id, info.seats[seat].user_id, action)
    return await service.matches.get(info.id)


@pytest.mark.parametrize("game", sorted(rules.GAMES))
async def test_every_game_is_reviewed_and_each_move_can_be_told(service: MatchService, game: str) -> None:
    info = await play_match(service, game)
    found = await make_review(service.store.read, rules.GAMES[game], info, seconds=0.5)
    assert found.looked_at
    assert found.lost == 0
    assert len(found.places) > 2
    assert all(abs(sum(place.standing)) < 0.1 for place in found.places)
    recalled = await service.part(Reviews).with_views(info, found.missed)
    assert len(recalled) == len(found.missed)
    for one in recalled:
        asked = {*(await _legal_actions(service, info, one))}
        assert {one.played, one.better} <= asked
        assert one.missed.by > 0


async def _legal_actions(service: MatchService, info: MatchInfo, one: Any) -> list[Any]:
    """Return the legal actions of a seat at the point where the review found a missed chance."""
    match = await position_at(service.store.read, service.matches.games[info.game], info.id, one.missed.before)
    return match.decisions()[one.missed.seat].actions


async def test_what_is_chosen_for_decks_is_neither_judged_nor_drawn(service: MatchService) -> None:
    info, luck = await begun(service, "aevum_haeresis", format="draft"), random.Random(4)

    async def moved() -> bool:
        """Make a greedy move; return whether the players are still building their decks."""
        match = (await service.matches.table(info.id)).match
        seat, decision = min(match.decisions().items())
        await service.play.act(info.id, info.seats[seat].user_id, greedy_policy(match, seat, decision, luck))
        building = match.game.building
        return building is not None and building.under_way((await service.matches.table(info.id)).match)

    assert all([await moved() for _ in range(12)])
    for user in (ANNA, BELA):
        await service.play.set_orders(info.id, user, ["packets:best", "deck:proposed"])
    assert not any([await moved() for _ in range(6)])
    await service.play.concede(info.id, ANNA)
    over = await service.matches.get(info.id)
    found = await make_review(service.store.read, rules.GAMES[info.game], over)
    assert 0 < found.looked_at <= 6
    assert found.lost == 0
    first = found.places[0].last
    assert first > 12
    assert all(one.before > 12 for one in found.missed)


async def test_a_process_of_its_own_reads_the_match_and_may_die(service: MatchService, path: Path) -> None:
    info = await begun(service, "aevum_haeresis")
    table = await service.matches.table(info.id)
    seat = min(table.match.decisions())
    await service.play.act(info.id, info.seats[seat].user_id, table.match.decisions()[seat].actions[0])
    await service.play.concede(info.id, ANNA)
    info, queue, started = await service.matches.get(info.id), ReviewQueue(path), subprocesses.spawn_worker
    wanted = FinishedMatch(info.id, info.seq)

    async def killed(*how: Any, **more: Any) -> Any:
        process = await started(*how, **more)
        os.kill(process.pid, signal.SIGKILL)
        return process

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocesses, "spawn_worker", killed)
        with pytest.raises(WorkerError):
            await wait_for_result(queue.submit(wanted, ANNA))
    assert queue.queue_position(wanted) is None
    task, beats = queue.submit(wanted, ANNA), 0
    while not task.done():
        await asyncio.sleep(0.01)
        beats += 1
    assert beats > 5, "the event loop goes on meanwhile"
    found = (await wait_for_result(task)).decode()
    assert parse_review(found).looked_at == 1
    await service.part(Reviews).store(info, found)
