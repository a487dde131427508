"""Profiles are calculated from results, and shown to their user and to others who are allowed to see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from statistics import median

import pytest

from bot.features.profiles.service.profiles import PAGE_SIZE, Profiles, by_game
from bot.features.profiles.statements import results
from bot.features.profiles.statements.profiles import ProfileMatchRow
from bot.matches.service import MatchService
from bot.matches.settings.people import People
from bot.store.engine_interface import Address
from bot.store.store import Store
from tests import database_access
from tests.matches.finished_matches import result_row, store_finished_match
from tests.matches.room import ANNA, BELA, CILI, DORA
from tools import sample_results
from tools.sample_results import GUILD_ID

#: For each game, the details that a seat's result can have in the generated matches, such as a deck.
PLAYED = {"tiny": [{"deck": "red"}, {"deck": "blue"}], "duel": [{"deck": "old", "side": "left"}]}
SEATS = {"tiny": (2, 3), "duel": (1, 2)}


@pytest.fixture
async def store(address: Address) -> AsyncIterator[Store]:
    async with await Store.open(address) as opened:
        yield opened


async def test_a_profile_counts_what_the_results_say(store: Store) -> None:
    everybody = await sample_results.fill(store, PLAYED, count=70, people=8, seats=SEATS)
    person = everybody[0].user_id
    profile = await Profiles(store, People(store)).profile_of(person)
    every = [await results.get(store.read, match_id) for match_id in range(1, 71)]
    mine = [
        (match, one)
        for match, rows in filter(None, every)
        for one in rows
        if one.user_id == person and one.last
    ]  # fmt: skip
    assert profile.matches == len(mine) > 10
    assert profile.won == sum(one.won for _, one in mine)
    assert profile.answers_in == round(median(one.answers_in for _, one in mine if one.answers_in is not None))
    for game in profile.games:
        own = [(match, one) for match, one in mine if match.game == game.game]
        assert game.matches == len(own)
        placed = [one for match, one in own if match.players > 1 and match.ending == "played"]
        assert game.places == Counter(one.place for one in placed)
        assert game.drawn == sum(match.ending == "draw" for match, _ in own)
        assert game.solo_matches == sum(match.players == 1 and one.place is not None for match, one in own)
        decks = Counter(one.played["deck"] for _, one in own if one.played)
        assert {one.item_id: one.matches for one in game.favourites if one.name == "deck"} == decks
    met = Counter[int]()
    ahead = Counter[int]()
    for _, rows in filter(None, every):
        own = {one.user_id: one.place for one in rows if one.last and one.computer is None and one.place is not None}
        for other in own.keys() - {person} if person in own else ():
            met[other] += 1
            ahead[other] += own[person] < own[other]
    assert profile.rivals
    for rival in profile.rivals:
        assert (rival.matches, rival.ahead) == (met[rival.user_id], ahead[rival.user_id])
        assert rival.name == next(one.name for one in everybody if one.user_id == rival.user_id)
    assert [rival.matches for rival in profile.rivals] == [n for _, n in met.most_common(len(profile.rivals))]


async def test_others_see_one_server_only_and_no_hidden_profile(store: Store) -> None:
    people = People(store)
    own = Profiles(store, people)
    await store_finished_match(store, 1, {ANNA: 1, BELA: 2, CILI: 3})
    await store_finished_match(store, 2, {ANNA: 2, DORA: 1}, guild=2)
    everything = await own.profile_of(ANNA)
    assert everything.matches == 2
    assert {rival.user_id for rival in everything.rivals} == {BELA, CILI, DORA}
    assert [game.matches for game in (await own.profile_of(ANNA, 1, BELA)).games] == [1]
    await people.choose_profile(CILI, shown=False)
    assert not await people.shows_profile(CILI)
    assert {rival.user_id for rival in (await own.profile_of(ANNA, 1, BELA)).rivals} == {BELA}
    assert {rival.user_id for rival in (await own.profile_of(ANNA, 1, CILI)).rivals} == {BELA, CILI}
    assert {rival.user_id for rival in (await own.profile_of(ANNA)).rivals} == {BELA, CILI, DORA}
    await people.choose_profile(CILI, shown=True)
    assert await people.shows_profile(CILI)
    assert await own.profile_of(ANNA, 3, BELA) == await own.profile_of(ANNA, 3, ANNA)


async def test_a_rival_is_a_person_who_sat_there_at_the_end_and_has_their_newest_name(store: Store) -> None:
    first = await store_finished_match(store, 1, {ANNA: 1, BELA: 2, -1: 3})
    async with store.write() as tx:
        match, rows = await results.get(tx, first) or pytest.fail("it is there")
        left = result_row(first, 2, CILI, None, last=False)
        await results.save(tx, match, [*rows, left])
    second = await store_finished_match(store, 2, {ANNA: 1, BELA: 1})
    async with store.write() as tx:
        match, (mine, theirs) = await results.get(tx, second) or pytest.fail("it is there")
        await results.save(tx, match, [mine, replace(theirs, name="Béla the Second")])
    (rival,) = (await Profiles(store, People(store)).profile_of(ANNA)).rivals
    assert (rival.user_id, rival.name, rival.matches, rival.ahead, rival.behind) == (BELA, "Béla the Second", 2, 1, 0)
    profile = await Profiles(store, People(store)).profile_of(CILI)
    assert [(game.matches, game.counted_matches) for game in profile.games] == [(1, 0)]
    assert not profile.rivals


async def test_a_history_has_the_newest_first_in_pages(store: Store) -> None:
    past = Profiles(store, People(store))
    ids = [
        await store_finished_match(store, number, {ANNA: 1, BELA if number % 2 else CILI: 2}) for number in range(1, 14)
    ]
    first, second = await past.past_matches(ANNA), await past.past_matches(ANNA, page=1)
    assert [one.match.match_id for one in (*first.matches, *second.matches)] == ids[::-1]
    assert (len(first.matches), first.total, first.last_page, second.page) == (PAGE_SIZE, 13, 1, 1)
    assert (await past.past_matches(ANNA, page=99)).page == 1
    assert (await past.past_matches(ANNA, page=-3)).page == 0
    with_bela = await past.past_matches(ANNA, "tiny", BELA)
    assert [one.match.match_id for one in with_bela.matches] == ids[::-2]
    newest = with_bela.matches[0]
    assert (newest.channel_id, [one.user_id for one in newest.rows]) == (13, [ANNA, BELA])
    assert not (await past.past_matches(ANNA, "other")).matches
    assert not (await past.past_matches(DORA)).matches


async def test_a_match_that_goes_on_again_is_told_nowhere(store: Store) -> None:
    match_id = await store_finished_match(store, 1, {ANNA: 1, BELA: 2})
    async with store.write() as tx:
        await results.remove(tx, match_id)
    assert not (await Profiles(store, People(store)).profile_of(ANNA)).games
    assert (await Profiles(store, People(store)).past_matches(ANNA)).total == 0


async def test_no_query_looks_at_other_peoples_matches(store: Store) -> None:
    """A profile needs few queries. They find the user's matches by index and load no positions."""
    everybody = await sample_results.fill(store, PLAYED, count=60, people=30, seats=SEATS)
    person, service = everybody[0].user_id, MatchService(store, store.clock, {})
    rival = (await service.part(Profiles).profile_of(person)).rivals[0].user_id
    with database_access.recorded_statements() as statements:
        await service.part(Profiles).profile_of(person, GUILD_ID, rival)
        await service.part(Profiles).past_matches(person, None, rival)
    assert len(statements) == 7
    assert not any("state" in one for one in statements)
    for statement in statements:
        plan = await database_access.plan_of(store, statement)
        through = [step for step in plan if step.startswith("SCAN ") or "Seq Scan" in step]
        assert not [step for step in through if any(name in step for name in ("results", "finished", "mine"))], plan
        if "results" in statement and "users" not in statement and " IN (" not in statement:
            assert "results_people" in " ".join(plan), plan


def test_a_solo_player_has_no_place() -> None:
    (game,) = by_game([ProfileMatchRow(1, "g", 1, "played", True, 1, True, {}, None)])
    assert (game.places, game.solo_matches, game.solo_wins, game.won) == ({}, 1, 1, 1)


def test_an_agreed_end_counts_as_a_match_without_a_result() -> None:
    (game,) = by_game([ProfileMatchRow(1, "g", 2, "agreed", True, None, False, {}, 30)])
    assert (game.matches, game.counted_matches, game.places, game.answers_in) == (1, 0, {}, 30)
