"""With no feature registered, the core still works: matches can be opened, played, undone and ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.registry_class import Registry
from bot.features.cups.service.actions import Cups
from bot.matches import service as services
from bot.store.store import Store
from tests.matches.room import ANNA, BELA, CILI, Room
from tests.matches.tiny_game import Done, Take


@pytest.fixture
async def bare(path: Path, monkeypatch: pytest.MonkeyPatch):
    """A match service with no features registered."""
    for name in ("SERVICES", "HOOKS"):
        registry = Registry[object](name)
        registry.fill()
        monkeypatch.setattr(services, name, registry)
    async with await Store.open(path) as store:
        yield Room(store)


async def test_a_match_is_played_to_its_end_and_goes_on_from_there(bare: Room) -> None:
    info, service = await bare.match(turns=2), bare.service
    await bare.by(info, 0, Take(1))
    await service.undo.take_back(info.id, info.seats[0].user_id)
    table = await service.matches.table(info.id)
    while not table.position.over:
        seat = table.position.waiting_seats[0]
        offer = table.match.decisions()[seat]
        table = (await bare.by(info, seat, Done() if offer.has(Done()) else offer.actions[0])).table
    assert (await service.matches.get(info.id)).status == "over"
    assert {row.kind for row in await bare.posts()} >= {"board", "score"}
    await service.repair.rewind(info.id, table.seq - 1, "the end was a mistake")
    assert (await service.matches.get(info.id)).status == "playing"


async def test_people_join_leave_and_end_matches_and_servers_come_and_go(bare: Room) -> None:
    service, info = bare.service, await bare.lobby(BELA)
    await service.lobby.leave(info.id, BELA)
    await service.lobby.join(info.id, CILI, "Cili")
    info = await service.lobby.start(info.id, ANNA)
    assert not await service.account_exit.leave_everything(CILI)
    assert [seat.open_since is not None for seat in (await service.matches.get(info.id)).seats].count(True) == 1
    await service.unreachable_channels.server_left(1)
    await service.unreachable_channels.server_is_back(1)
    await service.play.end(info.id, ANNA, is_admin=True)
    assert (await service.matches.get(info.id)).status == "ended"
    with pytest.raises(KeyError):
        service.part(Cups)
