"""If a random draw is undone and repeated, its result is new, so no one can foresee or choose the result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play import match_verification
from bot.matches.play.position_rebuild import position_at
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo, MoveResult
from bot.store.statements import journal
from bot.store.store import Store
from rules.kernel.data.events import to_json
from rules.kernel.engine.chance import seal
from rules.kernel.engine.match import Match
from rules.kernel.engine.match_reseeding import luck
from tests import database_access
from tests.conformance.random_play import fewest_seats
from tests.matches.journal_replay import replay_journal
from tests.matches.room import ANNA, NAMES, ManualClock, Room, can_take_back
from tests.matches.tiny_game import Bid, Done, Roll, Saw, Take


def seeds() -> Iterator[str]:
    """Return an iterator over distinct seeds, which are the same in every run."""
    return (f"secret {number}" for number in range(10_000))


@pytest.fixture
async def room(path: Path):
    async with await Store.open(path) as store:
        secrets = seeds()
        yield Room(store, seed=lambda: next(secrets))


async def check_journal(service: MatchService, match_id: int) -> bool:
    """Assert that replaying a match's journal leads to all saved positions; return True."""
    info = await service.matches.get(match_id)
    found = await match_verification.verify(service.store.read, service.matches.games, match_id)
    assert found == []
    await replay_journal(service.store, match_id, service.matches.games[info.game])
    return True


async def undo_by_vote(service: MatchService, info: MatchInfo, seat: int) -> MoveResult:
    """Undo a seat's last move by a vote, with all other players agreeing; return the result."""
    done = await service.votes.ask(info.id, info.seats[seat].user_id, "undo")
    for other in info.seats:
        if not isinstance(done, MoveResult) and other.seat != seat:
            done = await service.votes.answer(info.id, other.user_id, True)
    assert isinstance(done, MoveResult)
    return done


async def seed_of(room: Room, info: MatchInfo) -> str:
    return (await room.service.matches.table(info.id)).match.state.chance.seed


async def rolled(room: Room, info: MatchInfo) -> int:
    """Roll the die as the first seat, and return the number rolled."""
    (event,) = (await room.by(info, 0, Roll())).events
    assert isinstance(event.body, Saw)
    return event.body.face


async def test_the_same_roll_taken_back_again_and_again_falls_differently(room: Room) -> None:
    info = await room.match()
    faces, used = [await rolled(room, info)], [await seed_of(room, info)]
    for _ in range(30):
        await undo_by_vote(room.service, info, 0)
        used.append(await seed_of(room, info))
        faces.append(await rolled(room, info))
    assert len(set(used)) == len(used)
    assert set(faces) == set(range(6))
    assert await check_journal(room.service, info.id)


async def test_new_luck_is_told_with_its_seal(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Roll())
    await room.posts()
    await undo_by_vote(room.service, info, 0)
    sealed = seal(await seed_of(room, info))
    (told,) = [row.payload for row in await room.posts() if row.kind == "notice" and "new seed" in row.payload["msgid"]]
    assert sealed in told["args"]["seal"]
    assert await seed_of(room, info) not in str(told)


async def test_going_back_past_no_draw_keeps_the_luck_and_says_nothing_of_it(room: Room) -> None:
    info = await room.match()
    before = await seed_of(room, info)
    await room.by(info, 0, Done())
    await room.by(info, 1, Take(2))
    await room.posts()
    await undo_by_vote(room.service, info, 0)
    assert await seed_of(room, info) == before
    assert not [row for row in await room.posts() if "new seed" in str(row.payload)]
    row = await journal.entry(room.store.read, info.id, 4)
    assert row is not None
    assert (row.kind, row.action) == ("undo", None)


async def test_an_own_move_from_before_new_luck_is_taken_back_without_changing_it_again(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Roll())
    await undo_by_vote(room.service, info, 0)
    renewed = await seed_of(room, info)
    await room.posts()
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    assert await room.coins(info.id) == [0, 0]
    assert await seed_of(room, info) == renewed
    assert not [row for row in await room.posts() if "new seed" in str(row.payload)]
    assert await check_journal(room.service, info.id)


async def test_no_one_knows_the_luck_of_a_finished_match_that_is_set_back(room: Room) -> None:
    info = await room.match(turns=1)
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(1))
    await room.by(info, 0, Bid(1))
    table = await room.service.matches.table(info.id)
    assert table.match.over
    told = await room.service.history.seeds(table)
    assert told == [table.match.state.chance.seed]
    await room.service.repair.rewind(info.id, 1, "again")
    assert await seed_of(room, info) not in told
    posts = [row.payload for row in await room.posts() if row.kind == "notice"]
    sealed = seal(await seed_of(room, info))
    assert any(sealed in str(payload) for payload in posts)
    assert await check_journal(room.service, info.id)


async def test_at_the_end_every_seed_is_told_in_the_order_of_the_seals(room: Room) -> None:
    info = await room.match(turns=1)
    used = [await seed_of(room, info)]
    for _ in range(2):
        await room.by(info, 0, Roll())
        await undo_by_vote(room.service, info, 0)
        used.append(await seed_of(room, info))
    await room.service.repair.rewind(info.id, 2, "once more")
    used.append(await seed_of(room, info))
    assert await room.service.history.seeds(await room.service.matches.table(info.id)) == used


async def test_a_position_is_made_again_through_entries_with_new_luck(room: Room) -> None:
    info = await room.match()
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Roll())
    await undo_by_vote(room.service, info, 0)
    await room.by(info, 0, Roll())
    want = (await room.service.matches.table(info.id)).match.dump()
    async with room.store.write() as tx:
        await database_access.run(
            tx, "UPDATE snapshots SET state = :rust WHERE match_id = :id AND seq > 1", rust=b"0", id=info.id
        )
    made = await position_at(room.store.read, room.service.matches.games["tiny"], info.id, 5)
    assert made.dump() == want


@pytest.mark.parametrize("name", rules.GAMES)
async def test_in_every_game_agreeing_to_an_undo_reveals_nothing_about_the_new_luck(path: Path, name: str) -> None:
    secrets = seeds()
    async with await Store.open(path) as store:
        service = MatchService(store, ManualClock(), options=ServiceOptions(seed=lambda: next(secrets)))
        info = await _begun(service, name)
        rng = random.Random(5)
        different = 0
        while different < 3:
            drawn = await _play_until_draw(service, info, rng)
            if drawn is None:
                over = (await service.matches.table(info.id)).match
                assert not over.chance.draws, "the match is over"
                break  # the game draws nothing
            seat, before = drawn
            (last,) = await journal.page(store.read, info.id, None, 1)
            if last.kind != "act" or await can_take_back(service, info.id, info.seats[seat].user_id):
                continue  # nothing was drawn, so an undo needs no vote
            there = (await undo_by_vote(service, info, seat)).table.match.copy()
            assert luck(there)[0] != before[0]
            assert last.action is not None
            events = there.apply(seat, there.game.action_from_json(last.action))
            different += tuple(map(to_json, events)) != last.events
        assert await check_journal(service, info.id)


async def _begun(service: MatchService, name: str) -> MatchInfo:
    info = await service.lobby.open(
        LobbyRequest(game=name, guild_id=1, channel_id=7, locale="en", options={}), user_id=ANNA, name="Anna"
    )
    for user_id in list(NAMES)[1 : fewest_seats(name)]:
        await service.lobby.join(info.id, user_id, NAMES[user_id])
    return await service.lobby.start(info.id, ANNA)


async def _play_until_draw(
    service: MatchService, info: MatchInfo, rng: random.Random
) -> tuple[int, tuple[Any, ...]] | None:
    """Play until a move draws; return its seat and the random state before it, or None if the match ends first."""
    for _ in range(200):
        table = await service.matches.table(info.id)
        if table.match.over:
            return None
        seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda pair: pair[0]))
        before = luck(table.match)
        made: Match[Any] = (
            await service.play.act(info.id, info.seats[seat].user_id, rng.choice(decision.actions))
        ).table.match
        if luck(made) != before and not made.over:
            return seat, before
    return None
