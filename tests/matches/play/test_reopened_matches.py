"""If a match is reopened after its end has revealed hidden cards, those cards are dealt again."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play.match_verification import verify
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import REDEALT_FIELD
from bot.store import outbox
from bot.store.engine_interface import Address
from bot.store.statements import journal
from bot.store.store import Store
from rules.aevum_haeresis.game import GAME
from tests.matches.room import ANNA, BELA, DORA, NAMES, ManualClock

TOLD = "dealt hidden cards and roles again"


async def reopened(store: Store) -> tuple[MatchService, list[Any]]:
    """End a match after one move and rewind it to its start; return the service and both start positions."""
    seeds = (f"seed {number}" for number in itertools.count())
    service = MatchService(store, ManualClock(), {GAME.id: GAME}, ServiceOptions(seed=lambda: next(seeds)))
    info = await service.lobby.open(
        LobbyRequest(game=GAME.id, guild_id=1, channel_id=1, locale="en", options={}), user_id=ANNA, name="A"
    )
    await service.lobby.join(info.id, BELA, "B")
    info = await service.lobby.start(info.id, ANNA)
    before = (await service.matches.table(1)).match
    seat, decision = next(iter(before.decisions().items()))
    await service.play.act(1, info.seats[seat].user_id, decision.actions[0])
    await service.play.concede(1, ANNA)
    assert (await service.matches.get(1)).status == "over"
    await service.game_masters.order(1, DORA, NAMES[DORA], "undo", "again", entry=1)
    return service, [before, (await service.matches.table(1)).match]


async def notices(store: Store) -> list[str]:
    rows = [await outbox.get(store.read, number) for number in await outbox.undelivered_ids(store.read, 1)]
    return [row.payload["msgid"] for row in rows if row is not None and row.kind == "notice"]


def card_counts(match: Any) -> list[Counter[str]]:
    """Return, for every seat, how many copies of each card are in its hand and decks."""
    places = ("hand", "deck", "plot", "heretics")
    lots = [[getattr(player, place, []) for place in places] for player in match.state.players]
    return [Counter(itertools.chain(*lot)) for lot in lots]


async def test_what_the_end_showed_is_dealt_again_and_the_table_is_told(address: Address) -> None:
    async with await Store.open(address) as store:
        service, (before, after) = await reopened(store)
        assert after.view(None) == before.view(None)
        assert [player.hand for player in after.state.players] != [player.hand for player in before.state.players]
        assert card_counts(after) == card_counts(before), "each keeps their own cards"
        assert any(TOLD in sentence for sentence in await notices(store))
        assert await verify(store.read, {GAME.id: GAME}, 1) == []
        info = await service.matches.get(1)
        assert info.status == "playing"
        table = await service.matches.table(1)
        assert not any([await service.undo.can_take_back(table, seat) for seat in (0, 1)])


async def test_going_back_behind_the_reopening_deals_again_too(address: Address) -> None:
    async with await Store.open(address) as store:
        service, (before, _) = await reopened(store)
        await service.game_masters.order(1, DORA, NAMES[DORA], "undo", "once more", entry=1)
        again = (await service.matches.table(1)).match
        assert [player.hand for player in again.state.players] != [player.hand for player in before.state.players]
        row = (await journal.page(store.read, 1, None, 1))[-1]
        assert row.action is not None
        assert row.action[REDEALT_FIELD]
        assert await verify(store.read, {GAME.id: GAME}, 1) == []


async def test_a_match_that_was_not_over_keeps_what_is_hidden(address: Address) -> None:
    async with await Store.open(address) as store:
        service, (_, after) = await reopened(store)
        seat, decision = next(iter(after.decisions().items()))
        user = (await service.matches.get(1)).seats[seat].user_id
        told, entries = len(await notices(store)), len(await service.game_masters.entries(await service.matches.get(1)))
        await service.play.act(1, user, decision.actions[0])
        await service.game_masters.order(1, DORA, NAMES[DORA], "undo", "a slip", entry=entries)
        match = (await service.matches.table(1)).match
        assert [player.hand for player in match.state.players] == [player.hand for player in after.state.players]
        assert not any(TOLD in sentence for sentence in (await notices(store))[told:])
