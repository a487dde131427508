"""Saved decks and decks chosen for a match are private; a deck is checked when chosen and when the match starts."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from bot.features.decks.service import MAX_DECKS, PersonalDecks
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.statements import brought_decks
from bot.store.store import Store
from rules.kernel.content.decks import Deck, save
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests import database_access
from tests.kernel.duel import CARDS
from tests.kernel.hunt import HUNT, READY
from tests.matches.room import ANNA, BELA, CILI, NAMES, ManualClock
from tests.matches.tiny_game import TINY

CROWS = Deck(dict.fromkeys(("crow", "elk", "gnat", "ibis"), 1), "Crows")
HALF = Deck({"crow": 3}, "Half")


@asynccontextmanager
async def refused(part: str):
    with pytest.raises(Refusal) as caught:
        yield
    sentence = Translator("en").error(caught.value)
    assert part in sentence
    assert sentence.endswith(".")


@pytest_asyncio.fixture
async def service(address: Address):
    async with await Store.open(address) as store:
        yield MatchService(store, ManualClock(), {"hunt": HUNT, "tiny": TINY})


async def lobby(service: MatchService, game: str = "hunt") -> MatchInfo:
    info = await service.lobby.open(
        LobbyRequest(game=game, guild_id=1, channel_id=7, locale="en", options={}), user_id=ANNA, name=NAMES[ANNA]
    )
    return await service.lobby.join(info.id, BELA, NAMES[BELA])


async def lobby_posts(service: MatchService) -> int:
    """Return the id of the newest outbox row. The id increases with each post that is queued."""
    (row,) = await database_access.rows(service.store.read, "SELECT max(id) AS last FROM outbox")
    return row["last"]


async def hands(service: MatchService, info: MatchInfo) -> dict[int, set[str]]:
    table = await service.matches.table(info.id)
    return {
        seat.user_id: {CARDS[number - 1].lower() for number in table.match.state.hands[seat.seat]}
        for seat in table.info.seats
    }


async def test_decks_are_kept_changed_and_deleted(service: MatchService):
    own, replaced = await service.part(PersonalDecks).save(ANNA, "hunt", CROWS)
    assert not replaced
    again, replaced = await service.part(PersonalDecks).save(ANNA, "hunt", Deck({"elk": 1}, "CROWS"))
    assert (replaced, again.id) == (True, own.id)
    changed = await service.part(PersonalDecks).replace(ANNA, own.id, HALF)
    assert await service.part(PersonalDecks).decks_of(ANNA, "hunt") == [changed]
    assert (await service.part(PersonalDecks).get(ANNA, own.id))[1].deck == HALF
    await service.part(PersonalDecks).delete(ANNA, own.id)
    assert await service.part(PersonalDecks).decks_of(ANNA, "hunt") == []


async def test_names_and_numbers_have_an_end(service: MatchService):
    async with refused("needs a name"):
        await service.part(PersonalDecks).save(ANNA, "hunt", Deck({"elk": 1}))
    async with refused("at most 40 characters; this one has 41"):
        await service.part(PersonalDecks).save(ANNA, "hunt", Deck({"elk": 1}, "x" * 41))
    for number in range(MAX_DECKS):
        await service.part(PersonalDecks).create(ANNA, "hunt", Deck({"elk": 1}, f"Deck {number}"))
    async with refused("the most I can store"):
        await service.part(PersonalDecks).create(ANNA, "hunt", CROWS)
    _, replaced = await service.part(PersonalDecks).save(ANNA, "hunt", Deck({"elk": 2}, "Deck 3"))
    assert replaced
    await service.part(PersonalDecks).create(BELA, "hunt", CROWS)
    async with refused("another deck with that name"):
        await service.part(PersonalDecks).create(BELA, "hunt", Deck({"elk": 1}, "crows"))
    other = await service.part(PersonalDecks).create(BELA, "hunt", HALF)
    async with refused("another deck with that name"):
        await service.part(PersonalDecks).replace(BELA, other.id, CROWS)


@pytest.mark.parametrize("number", [0, -1, 1, 999, 2**63, 2**80])
async def test_anothers_deck_is_as_none(service: MatchService, number: int):
    own = await service.part(PersonalDecks).create(ANNA, "hunt", CROWS)
    assert own.id == 1
    async with refused("no such deck"):
        await service.part(PersonalDecks).get(BELA, number)
    async with refused("no such deck"):
        await service.part(PersonalDecks).replace(BELA, number, HALF)
    async with refused("no such deck"):
        await service.part(PersonalDecks).delete(BELA, number)


async def test_each_plays_with_what_was_brought(service: MatchService):
    info = await lobby(service)
    await service.brought_decks.bring(info.id, ANNA, CROWS)
    assert await service.brought_decks.chosen(info.id) == {ANNA}
    assert await service.brought_decks.brought_by(info.id, ANNA) == CROWS
    assert await service.brought_decks.brought_by(info.id, BELA) is None
    info = await service.lobby.start(info.id, ANNA)
    assert await hands(service, info) == {ANNA: set(CROWS.cards), BELA: set(READY["large"])}
    # The started match now contains the decks, so they are no longer stored separately.
    assert await brought_decks.of_match(service.store.read, info.id) == {}
    data = await service.transfer.export(info.id)
    await service.play.end(info.id, ANNA, is_admin=False)
    copy = await service.transfer.adopt(
        data, guild_id=1, channel_id=7, players=[(s.user_id, s.name) for s in info.seats]
    )
    assert await hands(service, copy) == {ANNA: set(CROWS.cards), BELA: set(READY["large"])}


async def test_only_whether_a_deck_was_brought_is_told(service: MatchService):
    info = await lobby(service)
    before = await lobby_posts(service)
    await service.brought_decks.bring(info.id, ANNA, CROWS)
    told = await lobby_posts(service)
    assert told > before
    await service.brought_decks.bring(info.id, ANNA, Deck(dict.fromkeys(READY["small"], 1), "Other"))
    assert await lobby_posts(service) == told
    await service.brought_decks.bring(info.id, ANNA, None)
    assert await lobby_posts(service) > told
    rows = await database_access.rows(service.store.read, "SELECT payload FROM outbox")
    assert not any("crow" in row["payload"].lower() for row in rows)
    assert "crow" not in repr(await service.matches.get(info.id)).lower()


async def test_what_can_not_be_brought(service: MatchService):
    info = await lobby(service)
    async with refused("can't play with this deck yet"):
        await service.brought_decks.bring(info.id, ANNA, HALF)
    async with refused("content pack “base”"):
        await service.brought_decks.bring(info.id, ANNA, Deck(CROWS.cards, "Far", "far"))
    async with refused("don't have a seat"):
        await service.brought_decks.bring(info.id, CILI, CROWS)
    assert await service.brought_decks.chosen(info.id) == frozenset()
    await service.lobby.start(info.id, ANNA)
    async with refused("already begun"):
        await service.brought_decks.bring(info.id, ANNA, CROWS)
    await service.play.end(info.id, ANNA, is_admin=False)
    async with refused("over"):
        await service.brought_decks.bring(info.id, ANNA, CROWS)
    plain = await lobby(service, "tiny")
    async with refused("bring your own deck"):
        await service.brought_decks.bring(plain.id, ANNA, CROWS)
    assert (await service.lobby.start(plain.id, ANNA)).status == "playing"


@pytest.mark.parametrize("text", [save(HALF), save(Deck({"unicorn": 4})), "nonsense"])
async def test_decks_are_checked_again_at_the_start(service: MatchService, text: str):
    info = await lobby(service)
    await service.brought_decks.bring(info.id, ANNA, CROWS)
    async with service.store.write() as tx:
        await brought_decks.bring(tx, info.id, BELA, text)
    async with refused("Player 2's deck can no longer be played"):
        await service.lobby.start(info.id, ANNA)
    assert (await service.matches.get(info.id)).status == "lobby"
    await service.brought_decks.bring(info.id, BELA, CROWS)
    assert (await service.lobby.start(info.id, ANNA)).status == "playing"


async def test_who_leaves_takes_the_deck_along(service: MatchService):
    info = await lobby(service)
    await service.brought_decks.bring(info.id, ANNA, CROWS)
    await service.brought_decks.bring(info.id, BELA, CROWS)
    await service.lobby.leave(info.id, ANNA)
    assert await service.brought_decks.chosen(info.id) == {BELA}
    await service.lobby.join(info.id, ANNA, NAMES[ANNA])
    assert await service.brought_decks.chosen(info.id) == {BELA}
    await service.lobby.leave(info.id, ANNA)
    await service.lobby.leave(info.id, BELA)
    assert await service.brought_decks.chosen(info.id) == frozenset()
    other = await lobby(service)
    await service.brought_decks.bring(other.id, BELA, CROWS)
    await service.play.end(other.id, ANNA, is_admin=False)
    assert await service.brought_decks.chosen(other.id) == frozenset()
