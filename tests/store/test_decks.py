"""Only the owner of a saved deck can see it. A deck that was brought to a match stays with the seat."""

import pytest

from bot.features.decks import statements as decks
from bot.features.decks.statements import NameTaken
from bot.store.statements import brought_decks, matches
from bot.store.statements.rows import SeatRow
from bot.store.store import Store
from tests.store.conftest import new_match


async def test_decks_of_a_person(store: Store):
    async with store.write() as tx:
        first = await decks.add(tx, 3, "duel", "Crows", "a", 100)
        second = await decks.add(tx, 3, "duel", "Elks", "b", 101)
        await decks.add(tx, 3, "other", "Crows", "c", 102)
        await decks.add(tx, 4, "duel", "Crows", "d", 103)
        assert await decks.change(tx, 3, first, "Ravens", "e", 104)
    found = await decks.of_user(store.read, 3, "duel")
    assert [(deck.id, deck.name, deck.cards, deck.changed_at) for deck in found] == [
        (first, "Ravens", "e", 104),
        (second, "Elks", "b", 101),
    ]
    assert await decks.count(store.read, 3) == 3
    named = await decks.named(store.read, 3, "duel", "RAVENS")
    assert named is not None
    assert named.id == first
    assert await decks.named(store.read, 3, "duel", "Crows") is None


async def test_no_one_meets_anothers_deck(store: Store):
    async with store.write() as tx:
        number = await decks.add(tx, 3, "duel", "Crows", "a", 100)
        assert await decks.get(tx, 4, number) is None
        assert not await decks.change(tx, 4, number, "Mine", "b", 101)
        assert not await decks.remove(tx, 4, number)
        kept = await decks.get(tx, 3, number)
        assert kept is not None
        assert (kept.name, kept.cards) == ("Crows", "a")
        assert await decks.remove(tx, 3, number)
        assert await decks.get(tx, 3, number) is None


async def test_two_decks_of_one_name(store: Store):
    async with store.write() as tx:
        await decks.add(tx, 3, "duel", "Ősök", "a", 100)
        other = await decks.add(tx, 3, "duel", "Elks", "b", 101)
    with pytest.raises(NameTaken):
        async with store.write() as tx:
            await decks.add(tx, 3, "duel", "ŐSÖK", "c", 102)
    with pytest.raises(NameTaken):
        async with store.write() as tx:
            await decks.change(tx, 3, other, "ősök", "c", 102)
    assert await decks.count(store.read, 3) == 2


async def test_decks_at_a_table(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        await matches.set_seats(tx, match_id, [SeatRow(0, 3, "a"), SeatRow(1, 4, "b")])
        await brought_decks.bring(tx, match_id, 3, "x")
        await brought_decks.bring(tx, match_id, 4, "y")
        await brought_decks.bring(tx, match_id, 4, "z")
    assert await brought_decks.of_match(store.read, match_id) == {3: "x", 4: "z"}
    async with store.write() as tx:
        await matches.set_seats(tx, match_id, [SeatRow(0, 4, "b")])
        await brought_decks.remove_of_others(tx, match_id)
    assert await brought_decks.of_match(store.read, match_id) == {4: "z"}
    async with store.write() as tx:
        await brought_decks.bring(tx, match_id, 3, "x")
        await brought_decks.remove(tx, match_id, 4)
        assert await brought_decks.of_match(tx, match_id) == {3: "x"}
        await brought_decks.remove(tx, match_id)
    assert await brought_decks.of_match(store.read, match_id) == {}
