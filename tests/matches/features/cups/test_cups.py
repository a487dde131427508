"""Cups from the first entry to the champion: the actions of players and hosts, and the bot's own work."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.store import work_queue
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.cup_room import EVERYBODY, HOST, PLAYER_NAMES, RULES, CupRoom, fixture_between
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA
from tests.matches.tiny_game import Bid, Boom


@pytest.fixture
async def hall(path: Path):
    """A CupRoom on SQLite, for behaviour that doesn't depend on the database engine."""
    async with await Store.open(path) as store:
        yield CupRoom(store)


@pytest.fixture
async def on_each(address: Any):
    """A CupRoom on each database engine, for behaviour that may depend on the engine."""
    async with await Store.open(address) as store:
        yield CupRoom(store)


# -- entries ----------------------------------------------------------------------------------------------------------


async def test_people_enter_and_leave_until_the_host_begins(hall: CupRoom) -> None:
    cups = hall.service.part(Cups)
    view = await hall.cup(ANNA, BELA, CILI, -1, begun=False)
    assert [one.name for one in view.entrants] == ["Computer 1 (easy)", "Anna", "Béla", "Cili"]
    assert (view.status, view.round, view.rounds, view.fixtures) == ("entry", 0, 2, ())
    await cups.leave(view.id, CILI)
    await cups.remove(view.id, HOST, -1)
    async with refused("Only the cup's host"):
        await cups.begin(view.id, ANNA)
    begun = await cups.begin(view.id, HOST)
    assert (begun.status, begun.round, sorted(begun.fixtures[0].people)) == ("playing", 1, [ANNA, BELA])
    async with refused("has already begun"):
        await cups.begin(view.id, HOST)
    for late in (cups.enter(view.id, DORA, "Dóra"), cups.leave(view.id, ANNA)):
        async with refused("can't enter this cup any more"):
            await late


async def test_entering_twice_counts_once(hall: CupRoom) -> None:
    view = await hall.cup(ANNA, begun=False)
    view = await hall.service.part(Cups).enter(view.id, ANNA, "Annabella")
    assert [one.name for one in view.entrants] == ["Annabella"]
    async with refused("needs at least 2 players; this one has 1"):
        await hall.service.part(Cups).begin(view.id, HOST)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "none"}, "no such game"),
        ({"name": " \0 "}, "needs a name"),
        ({"options": {"no": 1}}, "no option"),
        ({"series": 2}, "best of three"),
        ({"sealed": True}, "bring your own deck"),
        ({"kind": "groups", "size": 4}, "3 to 3 players"),
        ({"kind": "groups", "size": 3, "onward": 2}, "At most 1 players can advance"),
        ({"kind": "groups", "size": 3, "series": 3}, "for two players"),
        ({"rated": True}, "no ladder"),
    ],
)
async def test_what_can_not_be_played_is_not_opened(hall: CupRoom, wrong: dict[str, Any], why: str) -> None:
    game, name = wrong.pop("game", "tiny"), wrong.pop("name", "Cup")
    async with refused(why):
        await hall.service.part(Cups).open(CupRequest(game, 1, 7, name, replace(RULES, **wrong)), HOST)
    assert await hall.service.part(Cups).of_server(1) == []


async def test_a_host_has_three_cups_at_once(hall: CupRoom) -> None:
    for _ in range(3):
        view = await hall.cup(begun=False)
    async with refused("You already host 3 cups here"):
        await hall.cup(begun=False)
    await hall.service.part(Cups).end(view.id, HOST)
    await hall.cup(begun=False)
    assert [one.status for one in await hall.service.part(Cups).of_server(1)] == ["entry", "ended", "entry", "entry"]


# -- knock-out --------------------------------------------------------------------------------------------------------


async def test_a_knock_out_of_seven_is_played_to_its_end(on_each: CupRoom) -> None:
    hall = on_each
    view = await hall.played(await hall.cup(*EVERYBODY, pace={"kind": "steady", "seconds": 86400}), *EVERYBODY)
    assert view.status == "over"
    assert (view.round, view.rounds, len(view.fixtures)) == (3, 3, 7)
    assert view.champion is not None
    assert view.champion.user_id == ANNA
    assert [one.state for one in view.standings] == ["champion"] + ["out"] * 6
    assert view.seed is not None
    infos = [await hall.service.matches.get(one) for tie in view.fixtures for one in tie.match_ids]
    assert len(infos) == 6
    assert {info.pace["seconds"] for info in infos} == {86400}
    assert {info.host_id for info in infos} == {0}
    for tie in view.fixtures:
        for info in infos:
            if info.id in tie.match_ids:
                assert tuple(seat.user_id for seat in info.seats) == tie.people


async def test_a_tables_players_are_notified_and_it_begins_by_itself(hall: CupRoom) -> None:
    view = await hall.cup(ANNA, BELA)
    view = await hall.kept(view.id)
    tie = fixture_between(view, ANNA, BELA)
    info = await hall.service.matches.get(tie.match_ids[0])
    assert (tie.awaited, info.status) == ("match", "playing")
    await hall.posts()
    assert {payload["user_id"] for payload in hall.messenger.of("member")} == {ANNA, BELA}
    found = await hall.service.part(Cups).of_match(info.id)
    assert found is not None
    assert (found.cup_id, found.round, found.number, found.place) == (view.id, 1, 1, 1)
    assert await hall.service.part(Cups).of_match(info.id + 1) is None


async def test_a_block_does_not_separate_players_drawn_together(hall: CupRoom) -> None:
    await hall.service.player_blocks.block(ANNA, BELA)
    view = await hall.kept((await hall.cup(ANNA, BELA)).id)
    assert fixture_between(view, ANNA, BELA).awaited == "match"


async def test_a_drawn_match_is_played_again_and_the_other_one_begins(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA)).id)
    tie = fixture_between(view, ANNA, BELA)
    await hall.won(tie.match_ids[0])
    view = await hall.kept(view.id)
    again = fixture_between(view, ANNA, BELA)
    assert (view.status, len(again.match_ids), again.awaited) == ("playing", 2, "match")
    info = await hall.service.matches.get(again.match_ids[1])
    assert [seat.user_id for seat in info.seats] == list(tie.people)[::-1]
    await hall.won(info.id)
    view = await hall.kept(view.id)
    assert (view.status, fixture_between(view, ANNA, BELA).how) == ("over", "lot")


async def test_in_the_best_of_three_the_loser_begins_and_two_wins_end_it(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA, series=3)).id)
    begins: list[int] = []
    for winner in (ANNA, BELA, ANNA):
        info = await hall.service.matches.get(fixture_between(view, ANNA, BELA).match_ids[-1])
        begins.append(info.seats[0].user_id)
        await hall.won(info.id, winner)
        view = await hall.kept(view.id)
    assert begins[1:] == [BELA, ANNA]
    assert view.status == "over"
    assert view.champion is not None
    assert (view.champion.user_id, fixture_between(view, ANNA, BELA).wins(ANNA)) == (ANNA, 2)


# -- round robin and groups -------------------------------------------------------------------------------------------


async def test_a_round_robin_of_five_is_played_to_its_end(hall: CupRoom) -> None:
    people = (ANNA, BELA, CILI, DORA, -1)
    view = await hall.played(await hall.cup(*people, kind="round_robin"), *people)
    assert (view.status, view.round, view.rounds) == ("over", 5, 5)
    assert [(one.user_id, one.points) for one in view.standings] == [
        (ANNA, 8), (BELA, 6), (CILI, 4), (DORA, 2), (-1, 0),
    ]  # fmt: skip
    assert {one.played for one in view.standings} == {4}


async def test_groups_narrow_down_to_one_table(hall: CupRoom) -> None:
    view = await hall.played(await hall.cup(*EVERYBODY, kind="groups", size=3), *EVERYBODY)
    assert view.status == "over"
    assert [len(tie.people) for tie in view.fixtures] == [3, 2, 2, 3]
    assert view.champion is not None
    assert view.champion.user_id == ANNA
    assert [one.place for one in view.standings][:3] == [1, 2, 3]


async def test_a_round_is_drawn_when_the_last_tie_is_settled(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA, CILI, DORA)).id)
    first, second = view.fixtures_of(1)
    await hall.won(first.match_ids[0], first.people[0])
    assert (await hall.kept(view.id)).round == 1
    await hall.won(second.match_ids[0], second.people[0])
    view = await hall.kept(view.id)
    assert view.round == 2
    assert set(view.fixtures_of(2)[0].people) == {first.people[0], second.people[0]}


# -- exceptions -------------------------------------------------------------------------------------------------------


async def test_a_result_that_is_taken_back_counts_no_more_until_the_next_round_is_drawn(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA, CILI, DORA)).id)
    first, second = view.fixtures_of(1)
    one, other = first.people
    info = await hall.won(first.match_ids[0], one)
    assert (await hall.kept(view.id)).fixtures_of(1)[0].onward == (one,)
    await hall.service.repair.rewind(info.id, info.seq - 2, "again")
    view = await hall.kept(view.id)
    assert (view.fixtures_of(1)[0].is_settled, view.fixtures_of(1)[0].awaited) == (False, "match")
    for seat, user in enumerate(first.people):
        await hall.service.play.act(info.id, user, Bid(3 if user == one else 1))
        assert seat in (0, 1)
    await hall.won(second.match_ids[0], second.people[0])
    view = await hall.kept(view.id)
    assert (view.round, view.fixtures_of(1)[0].onward) == (2, (other,))
    info = await hall.service.matches.get(info.id)
    await hall.service.repair.rewind(info.id, info.seq - 2, "too late")
    view = await hall.kept(view.id)
    assert view.fixtures_of(1)[0].onward == (other,)
    assert (await hall.service.matches.get(info.id)).status == "playing"


async def test_a_match_without_a_result_waits_for_the_hosts_word(hall: CupRoom) -> None:
    cups = hall.service.part(Cups)
    view = await hall.kept((await hall.cup(ANNA, BELA)).id)
    await hall.service.play.end(fixture_between(view, ANNA, BELA).match_ids[0], HOST, is_admin=True)
    view = await hall.kept(view.id)
    assert fixture_between(view, ANNA, BELA).awaited == "award"
    async with refused("Only the cup's host"):
        await cups.award(view.id, ANNA, (1, 1), [ANNA, BELA])
    for wrong in ([], [ANNA], [ANNA, ANNA], [ANNA, CILI]):
        async with refused("Name every player in the tie"):
            await cups.award(view.id, HOST, (1, 1), wrong)
    async with refused("no such tie"):
        await cups.award(view.id, HOST, (2, 1), [ANNA, BELA])
    view = await cups.award(view.id, HOST, (1, 1), [BELA, ANNA])
    assert (view.status, fixture_between(view, ANNA, BELA).how) == ("over", "awarded")
    assert view.champion is not None
    assert view.champion.user_id == BELA


async def test_a_frozen_match_waits_for_the_host_and_ends_when_it_is_awarded(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA, CILI, options={"turns": 1, "wild": True})).id)
    tie = next(tie for tie in view.fixtures if tie.awaited == "match")
    with pytest.raises(Refusal):
        await hall.service.play.act(tie.match_ids[0], tie.people[0], Boom())
    view = await hall.kept(view.id)
    assert view.fixtures_of(1)[tie.number - 1].awaited == "award"
    view = await hall.service.part(Cups).award(view.id, HOST, (1, tie.number), tie.people)
    assert view.round == 2
    await hall.kept(view.id)
    assert (await hall.service.matches.get(tie.match_ids[0])).status == "ended"


async def test_a_dropout_loses_by_walkover_and_their_match_ends(hall: CupRoom) -> None:
    cups = hall.service.part(Cups)
    view = await hall.kept((await hall.cup(ANNA, BELA, CILI, DORA)).id)
    tie = view.fixture_of(ANNA)
    assert tie is not None
    rival = next(user for user in tie.people if user != ANNA)
    view = await cups.drop(view.id, ANNA)
    mine = view.fixture_of(ANNA)
    assert mine is not None
    assert (mine.how, mine.onward) == ("walkover", (rival,))
    await hall.kept(view.id)
    assert (await hall.service.matches.get(tie.match_ids[0])).status == "ended"
    async with refused("You've already dropped out"):
        await cups.drop(view.id, ANNA)
    async with refused("Only the cup's host"):
        await cups.drop(view.id, BELA, CILI)
    async with refused("not in this cup"):
        await cups.drop(view.id, HOST)
    others = [user for user in (BELA, CILI, DORA) if user != rival]
    for user in others:
        view = await cups.drop(view.id, HOST, user)
    assert view.status == "over"
    assert view.champion is not None
    assert view.champion.user_id == rival
    assert [one.state for one in view.standings[1:]] == ["dropped"] * 3


async def test_at_a_groups_table_a_computer_replaces_a_dropout(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA, CILI, kind="groups", size=3)).id)
    match_id = view.fixtures[0].match_ids[0]
    await hall.service.part(Cups).drop(view.id, ANNA)
    view = await hall.kept(view.id)
    info = await hall.service.matches.get(match_id)
    seat = info.seat_of(ANNA)
    assert seat is not None
    assert (view.status, info.status, info.seats[seat].computer) == ("playing", "playing", "normal")
    await hall.ranked(match_id, [ANNA, CILI, BELA])
    view = await hall.kept(view.id)
    assert view.champion is not None
    assert (view.champion.user_id, view.fixtures[0].order) == (CILI, (CILI, BELA))


async def test_a_host_ends_a_cup_early_and_its_matches_go_on(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA)).id)
    async with refused("Only the cup's host"):
        await hall.service.part(Cups).end(view.id, ANNA)
    view = await hall.service.part(Cups).end(view.id, ANNA, is_admin=True)
    assert (view.status, view.champion) == ("ended", None)
    view = await hall.kept(view.id)
    match_id = view.fixtures[0].match_ids[0]
    assert (await hall.service.matches.get(match_id)).status == "playing"
    await hall.won(match_id, ANNA)
    assert (await hall.kept(view.id)).status == "ended"
    for late in (hall.service.part(Cups).end(view.id, HOST), hall.service.part(Cups).drop(view.id, ANNA)):
        async with refused("This cup is over"):
            await late


async def test_a_table_that_can_not_be_opened_says_why_and_is_tried_again(hall: CupRoom) -> None:
    full = CupRoom(hall.store, caps={"matches_per_person": 1})
    await full.lobby(channel_id=1)
    view = await full.kept((await full.cup(ANNA, BELA)).id)
    tie = fixture_between(view, ANNA, BELA)
    assert tie.awaited == "table"
    assert tie.trouble == "Anna has reached the limit of tables here."
    assert await full.service.part(TournamentEngine).due(5) == []
    match = await full.service.matches.in_channel(1)
    assert match is not None
    await full.service.play.end(match.id, ANNA, is_admin=True)
    full.clock.step(600)
    tie = fixture_between(await full.kept(view.id), ANNA, BELA)
    assert (tie.awaited, tie.trouble) == ("match", None)


async def test_a_round_has_an_end_after_which_the_cup_is_looked_at(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA, round_lasts=3600)).id)
    assert view.round_ends_at == hall.clock.now() + 3600
    hall.clock.step(3599)
    assert await hall.service.part(TournamentEngine).due(5) == []
    hall.clock.step(1)
    assert [row.id for row in await hall.service.part(TournamentEngine).due(5)] == [view.id]
    await hall.kept(view.id)
    assert await hall.service.part(TournamentEngine).due(5) == []


async def test_a_new_player_plays_a_seat_for_the_drawn_entrant(hall: CupRoom) -> None:
    view = await hall.kept((await hall.cup(ANNA, BELA)).id)
    match_id = view.fixtures[0].match_ids[0]
    info = await hall.service.seat_transfer.offer_seat(match_id, ANNA)
    seat = info.seat_of(ANNA)
    assert seat is not None
    await hall.service.seat_transfer.take_seat(match_id, DORA, PLAYER_NAMES[DORA], seat)
    await hall.won(match_id, DORA)
    view = await hall.kept(view.id)
    assert view.champion is not None
    assert view.champion.user_id == ANNA


# -- dying and competing processes ------------------------------------------------------------------------------------


async def test_a_table_that_was_opened_by_a_process_which_died_is_begun_by_the_next(hall: CupRoom) -> None:
    view, course = await hall.cup(ANNA, BELA), hall.service.part(TournamentEngine)
    [row] = await course.due(5)
    assert await course.claim(row) is not None
    [table] = await course.advance(view.id)
    info = await course.gather(table, 50)
    assert info.status == "lobby"
    # The process crashed before it saved the thread's id. When its lease expires, the next process continues with the
    # same match.
    assert (await course.gather(table, 51)).channel_id == 50
    hall.clock.step(120)
    view = await hall.kept(view.id)
    assert view.fixtures[0].match_ids == (info.id,)
    assert (await hall.service.matches.get(info.id)).status == "playing"


async def test_a_table_is_not_opened_once_the_cup_has_gone_on(hall: CupRoom) -> None:
    view = await hall.cup(ANNA, BELA)
    [table] = await hall.service.part(TournamentEngine).advance(view.id)
    await hall.service.part(Cups).drop(view.id, ANNA)
    async with refused("has moved on meanwhile"):
        await hall.service.part(TournamentEngine).gather(table, 50)
    assert await hall.service.matches.in_channel(50) is None


async def test_what_changes_while_a_cup_is_in_hand_stays_due(hall: CupRoom) -> None:
    view, course = await hall.cup(ANNA, BELA, begun=False), hall.service.part(TournamentEngine)
    [row] = await course.due(5)
    until = await course.claim(row)
    assert until is not None
    assert await course.claim(row) is None
    await hall.service.part(Cups).enter(view.id, CILI, "Cili")
    await course.mark_current(row, until)
    assert [one.id for one in await course.due(5)] == [view.id]


async def test_an_ended_match_is_noticed_even_if_its_result_comes_after_a_restart(path: Path) -> None:
    async with await Store.open(path) as store:
        hall = CupRoom(store)
        view = await hall.kept((await hall.cup(ANNA, BELA)).id)
        await hall.won(view.fixtures[0].match_ids[0], ANNA)
        assert await work_queue.is_pending(store.read, "results", hall.clock.now())
        assert await hall.service.part(TournamentEngine).due(5) == []
    async with await Store.open(path) as store:
        assert (await CupRoom(store).kept(view.id)).status == "over"


async def test_two_processes_keep_one_cup_and_open_each_table_once(database: str) -> None:
    async with await Store.open(database) as one, await Store.open(database) as other:
        halls = [CupRoom(one), CupRoom(other)]
        view = await halls[0].cup(ANNA, BELA, CILI, DORA)
        for _ in range(4):
            tables = [await hall.service.part(TournamentEngine).advance(view.id) for hall in halls]
            assert tables[0] == tables[1]
            for table in tables[0]:
                both = [await hall.service.part(TournamentEngine).gather(table, 50 + table.number) for hall in halls]
                assert both[0].id == both[1].id
                await halls[1].service.part(TournamentEngine).begin(both[0].id)
            view = await halls[1].kept(view.id)
            for tie in view.fixtures_of(view.round):
                if tie.awaited == "match":
                    await halls[0].won(tie.match_ids[-1], tie.people[0])
        view = await halls[0].kept(view.id)
        assert (view.status, sum(len(tie.match_ids) for tie in view.fixtures)) == ("over", 3)


async def test_two_processes_that_open_one_table_at_once_have_the_same(database: str) -> None:
    async with await Store.open(database) as one, await Store.open(database) as other:
        halls = [CupRoom(one), CupRoom(other)]
        for race in range(5):
            view = await halls[0].cup(ANNA, BELA)
            [table] = await halls[0].service.part(TournamentEngine).advance(view.id)
            both = await asyncio.gather(
                *(hall.service.part(TournamentEngine).gather(table, 2 * race + at) for at, hall in enumerate(halls))
            )
            assert both[0] == both[1]
            assert (await halls[0].service.part(Cups).view(view.id)).fixtures[0].match_ids == (both[0].id,)
            await halls[0].service.part(Cups).end(view.id, HOST)
