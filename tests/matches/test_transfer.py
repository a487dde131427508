"""Matches can be exported as files and imported elsewhere to be continued; invalid files are refused."""

from __future__ import annotations

import json
import random

import pytest

import rules
from bot.matches.service import MatchService
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, CILI, ManualClock

GAME = "edge_of_darkness"
TWO = [(ANNA, "Anna"), (BELA, "Béla")]


def played(seats: int = 2, moves: int = 40) -> bytes:
    match = rules.GAMES[GAME].new(seats, "transfer")
    rng = random.Random(1)
    for _ in range(moves):
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, rng.choice(decision.actions))
    return match.dump()


@pytest.fixture
async def service(address: Address):
    async with await Store.open(address) as store:
        yield MatchService(store, ManualClock())


async def test_a_match_from_a_file_goes_on_where_it_was(service: MatchService):
    data = played()
    info = await service.transfer.adopt(data, guild_id=1, channel_id=2, players=TWO)
    assert info.status == "playing"
    assert (await service.transfer.export(info.id)).startswith(data[:-1])
    table = await service.matches.table(info.id)
    seat, decision = next(iter(table.match.decisions().items()))
    assert [wait.match_id for wait in await service.matches.waiting_for(TWO[seat][0])] == [info.id]
    outcome = await service.play.act(info.id, TWO[seat][0], decision.actions[0], table.seq)
    # The journal has three entries: the start, the import and the move.
    assert outcome.table.seq == 3


async def test_a_busy_channel_and_a_wrong_table_are_refused(service: MatchService):
    data = played()
    for players in ([(ANNA, "Anna")], [*TWO, (CILI, "Cili")], [(ANNA, "Anna"), (ANNA, "Anna")]):
        with pytest.raises(Refusal, match="needs 2 different players"):
            await service.transfer.adopt(data, guild_id=1, channel_id=2, players=players)
    await service.transfer.adopt(data, guild_id=1, channel_id=2, players=TWO)
    with pytest.raises(Refusal, match="already has a match"):
        await service.transfer.adopt(data, guild_id=1, channel_id=2, players=TWO)


def tampered(**changes: object) -> bytes:
    envelope = json.loads(played())
    envelope["state"] |= changes
    return json.dumps(envelope).encode()


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"game": "chess"}', b"\x89PNG", tampered(stack=[]), tampered(tower=["nobody"] * 3),
     tampered(players=[]), tampered(options={"pack": "no_such_pack"}), tampered(round="many")],
)  # fmt: skip
async def test_what_is_no_playable_match_is_refused_in_one_sentence(service: MatchService, data: bytes):
    with pytest.raises(Refusal, match=r"^[A-Z][^\n]*\.$"):
        await service.transfer.adopt(data, guild_id=1, channel_id=2, players=TWO)
    assert await service.matches.in_channel(2) is None
