"""`/cup`: hosts and players run whole cups with the real commands and buttons."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Hashable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from bot.computers.player import Query
from bot.features.cups.jobs import IDLE_INTERVAL, CupReconciler
from bot.features.cups.model import CupView
from bot.features.cups.service.actions import Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.features.profiles.service.results import ResultRecorder
from rules.kernel.data.actions import to_json
from rules.kernel.engine.decisions import Decision
from tests import database_access
from tests.discord.room import Room, both_doors, components, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.matches.tiny_game import TINY, Bid, Done


def simple_move(seat: int, decision: Decision) -> Any:
    """Return a seat's move: end the turn or bid. The first seat bids least, keeps the most coins and so wins."""
    return Done() if Done() in decision.actions else Bid(seat + 1)


class PassingComputer:
    """A computer player that makes only simple moves: it ends its turn or bids, and never takes coins."""

    async def ask(self, query: Query, lane: Hashable) -> dict[str, Any]:
        return {"action": to_json(simple_move(query.seat, TINY.load(query.world).decisions()[query.seat]))}

    async def close(self) -> None:
        pass


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, TINY.id, Pictures())
    games = {TINY.id: TINY}
    async with open_room(
        tmp_path / "tenebrae.sqlite", games, chooser=PassingComputer(), luck="cups", painted=False
    ) as made:
        yield made


async def run_cup_jobs(room: Room) -> float:
    """Let the bot process results and cups until no work is left; return the seconds until it next checks for work."""
    while True:
        await room.settle()
        await room.bot.part(ResultRecorder).drain()
        if (told := await room.bot.part(CupReconciler).run_once()) != 0.0:
            return told


async def open_cup(room: Room, who: int = 0, people: int = 0, computers: int = 0, **options: Any) -> Any:
    """Open a cup as user `who`, enter this many people and computers, and return the answer to /cup open."""
    result = await room.slash(room.people[who], "cup open", **{"name": "Winter Cup"} | options)
    await run_cup_jobs(room)
    for number in range(people):
        await room.slash(room.people[number], "cup enter")
    if computers:
        await room.slash(room.people[who], "cup computer", level="easy", number=computers)
    await run_cup_jobs(room)
    return result


async def view(room: Room) -> CupView:
    (found,) = await room.bot.service.part(Cups).of_server(room.guild.id)
    return found


def posts(room: Room) -> list[Any]:
    """Return the channel's posts that show a cup."""
    return [post for post in room.posts() if any(one["custom_id"].startswith("t1:cup:") for one in components(post))]


def cup_post_text(room: Room) -> str:
    (post,) = posts(room)
    return message_text(post)


def announcement_texts(room: Room) -> list[str]:
    """Return the texts of the channel's messages that name the cup."""
    return [post.content for post in room.posts() if "**Winter Cup**" in post.content]


def labels(message: Any) -> list[str]:
    return [one["label"] for one in components(message) if one.get("label")]


async def press(room: Room, who: int, label: str) -> Any:
    """Press a button of the cup's post as user `who`."""
    (post,) = posts(room)
    return await room.choose(room.people[who], post, label)


async def use_cup_command(room: Room, who: int, command: str, **options: Any) -> Any:
    return (await room.slash(room.people[who], f"cup {command}", **options)).response


async def make_moves(room: Room) -> bool:
    """In each running match of the cup, let one person make a simple move; return whether anyone moved."""
    moved = False
    for tie in (await view(room)).fixtures:
        for match_id in tie.match_ids:
            info = await room.bot.service.matches.get(match_id)
            if info.status != "playing":
                continue
            match = (await room.bot.service.matches.table_of(info)).match
            for seat, decision in match.decisions().items():
                if info.seats[seat].computer is None:
                    await room.bot.service.play.act(match_id, info.seats[seat].user_id, simple_move(seat, decision))
                    moved = True
                    break
    return moved


async def play_on(room: Room, until: int = 99) -> CupView:
    """Make moves in the cup's matches until the cup reaches round `until` or ends; return the cup."""
    while True:
        await run_cup_jobs(room)
        cup = await view(room)
        if cup.status != "playing" or cup.round >= until:
            return cup
        await make_moves(room)


# -- entries ----------------------------------------------------------------------------------------------------------


async def test_a_cup_is_shown_and_people_enter_and_leave_it(room: Room) -> None:
    result = await open_cup(room, people=2, kind="round_robin", three=True, pace="bank", language="hu")
    assert "The cup is open" in message_text(result.response)
    await press(room, 2, "Csatlakozás")
    await run_cup_jobs(room)
    for part in ("körmérkőzés", "két győzelemig", "Magyar", "3 résztvevő: Ana, Bence, Carla"):
        assert part in cup_post_text(room)
    assert "You've entered" in message_text((await press(room, 1, "Csatlakozás")).response), (
        "pressed again it shows the cup"
    )
    question = await use_cup_command(room, 1, "leave")
    assert "Leave **Winter Cup**?" in message_text(question)
    await room.choose(room.people[1], question, "Leave")
    assert "not in this cup" in private_answer(await room.slash(room.people[1], "cup leave", cup="winter"))
    await run_cup_jobs(room)
    assert "Bence" not in cup_post_text(room)
    assert (await view(room)).seal in cup_post_text(room), "told before anything is drawn"
    assert len(posts(room)) == 1, "the one post is edited"


@both_doors
async def test_only_the_host_and_server_managers_run_a_cup(room: Room) -> None:
    await open_cup(room, people=3)
    for command, options in (
        ("start", {}), ("computer", {"level": "easy"}), ("end", {}), ("remove", {"person": str(room.people[0].id)}),
    ):  # fmt: skip
        refused = private_answer(await room.slash(room.people[1], f"cup {command}", cup="Winter Cup", **options))
        assert "Only the cup's host" in refused, command
    panel = await use_cup_command(room, 1, "show")
    assert labels(panel) == ["Leave"]
    manager = room.manager()
    gone = (await room.slash(manager, "cup remove", person="Carla")).response
    await room.choose(manager, gone, "Remove")
    assert [one.name for one in (await view(room)).entrants] == ["Ana", "Bence"]
    await room.slash(manager, "cup start")
    assert (await view(room)).status == "playing"


async def test_the_host_runs_a_cup_by_the_panel_and_hands_it_on(room: Room) -> None:
    await open_cup(room, people=1)
    panel = await use_cup_command(room, 0, "show")
    begin = next(one for one in components(panel) if one.get("label") == "Begin now")
    assert begin["disabled"], "alone nobody plays"
    for label, entered in (("Add a computer: hard", 2), ("Add a computer: easy", 3), ("Remove a computer", 2)):
        panel = (await room.choose(room.people[0], panel, label)).response
        assert len((await view(room)).entrants) == entered
    assert "runs the cup" in message_text(await use_cup_command(room, 0, "host", person=room.people[1]))
    panel = await use_cup_command(room, 1, "show")
    assert "The cup begins" in message_text((await room.choose(room.people[1], panel, "Begin now")).response)
    await run_cup_jobs(room)
    assert len(room.table.threads) == 1


# -- played to the end ------------------------------------------------------------------------------------------------


async def test_five_play_a_knock_out_with_best_of_three_byes_and_a_drop_out(room: Room) -> None:
    """Three of the five entrants get a bye, a user drops out in round 2, and the cup's post names the champion."""
    await open_cup(room, people=3, computers=2, three=True)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    cup = await view(room)
    assert sorted(len(tie.people) for tie in cup.fixtures_of(1)) == [1, 1, 1, 2]
    assert announcement_texts(room)[0].startswith("**Winter Cup** – Round 1 of 3")
    assert announcement_texts(room)[0].count("has a bye") == 3
    cup = await play_on(room, until=2)
    assert max(len(tie.match_ids) for tie in cup.fixtures_of(1)) in (2, 3)
    gone = next(one for one in cup.entrants if one.computer is None and cup.fixture_of(one.user_id))
    who = room.people.index(room.person(gone.user_id))
    await room.choose(room.people[who], await use_cup_command(room, who, "leave"), "Drop out")
    cup = await play_on(room)
    assert cup.champion is not None
    assert cup.champion.user_id != gone.user_id
    assert f"**{cup.champion.name}** has won the cup." in cup_post_text(room)
    assert [line.split(".")[0] for line in announcement_texts(room)] == [
        "**Winter Cup** – Round 1 of 3", "**Winter Cup** – Semi-finals", "**Winter Cup** – Final",
        f"**{cup.champion.name}** has won **Winter Cup**",
    ]  # fmt: skip
    in_words = message_text((await press(room, 4, "In words")).response)
    assert f"came from the seed `{cup.seed}`" in in_words
    assert cup.seal in in_words
    assert "has a bye" in in_words
    assert "dropped out" in in_words
    assert re.search(r"\*\*.+\*\*.*: (2:[01]|[01]:2)", in_words), "a series has its score"
    assert await room.bot.part(CupReconciler).run_once() == IDLE_INTERVAL


async def test_computers_alone_play_a_round_robin_of_five_in_which_each_is_left_out_once(room: Room) -> None:
    await open_cup(room, computers=5, kind="round_robin")
    await room.slash(room.people[0], "cup start")
    cup = await play_on(room)
    assert cup.status == "over"
    assert cup.round == 5
    assert [one.played for one in cup.standings] == [4] * 5
    byes = [tie.people[0] for tie in cup.fixtures if len(tie.people) == 1]
    assert sorted(byes) == [-5, -4, -3, -2, -1]
    assert cup.champion is not None
    assert f"1. **{cup.champion.name}**" in cup_post_text(room)
    assert len(room.table.threads) == 10


async def test_groups_of_three_play_on_until_one_has_won(room: Room) -> None:
    await open_cup(room, people=2, computers=5, kind="groups", size=3)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    assert sorted(len(tie.people) for tie in (await view(room)).fixtures_of(1)) == [2, 2, 3]
    cup = await play_on(room)
    assert cup.round == 2
    assert cup.champion is not None
    assert cup.champion.name in cup_post_text(room)


# -- host decisions ---------------------------------------------------------------------------------------------------


async def test_a_tie_whose_match_ends_without_a_result_is_asked_of_the_host_and_awarded(room: Room) -> None:
    await open_cup(room, people=2, kind="round_robin")
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    (thread,) = room.table.threads
    manager = room.manager()
    await room.slash(manager, "gm end", thread, reason="They have quarrelled.")
    await run_cup_jobs(room)
    assert "ended without a result" in message_text(room.mail(room.people[0])[-1])
    assert "the host awards it" in cup_post_text(room)
    panel = await use_cup_command(room, 0, "show")
    question = (await room.choose(room.people[0], panel, "Bence")).response
    assert "Award the tie to **Bence** (against Ana)?" in message_text(question)
    refused = private_answer(await room.slash(room.people[1], "cup award", person="Bence", cup="Winter Cup"))
    assert "Only the cup's host" in refused
    award = next(one["custom_id"] for one in components(question) if one["label"] == "Award it")
    await room.choose(room.people[0], question, "Award it")
    await run_cup_jobs(room)
    assert "**Bence** has won the cup." in cup_post_text(room)
    stale = room.press(room.people[0], question, award)
    await room.settle()
    assert private_answer(stale) == "This cup is over."


async def test_what_was_awarded_can_be_awarded_otherwise_until_the_next_round(room: Room) -> None:
    await open_cup(room, people=4, kind="round_robin")
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    tie = next(tie for tie in (await view(room)).fixtures_of(1) if room.people[1].id in tie.people)
    for user in tie.people:
        question = await use_cup_command(room, 0, "award", person=room.person(user).user.global_name)
        panel = (await room.choose(room.people[0], question, "Award it")).response
        after = next(one for one in (await view(room)).fixtures_of(1) if one.number == tie.number)
        assert (after.how, after.order[0]) == ("awarded", user)
        assert any(one.get("placeholder") == "Award a tie to" for one in components(panel))


async def test_at_a_groups_table_the_host_names_the_first_two_of_the_remaining_players(
    room: Room,
) -> None:
    await open_cup(room, people=3, kind="groups", size=3)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    (thread,) = room.table.threads
    await room.slash(room.manager(), "gm end", thread, reason="They have quarrelled.")
    await run_cup_jobs(room)
    asked = (await room.choose(room.people[0], await use_cup_command(room, 0, "show"), "Carla")).response
    assert "The order so far: Carla. Who comes next?" in message_text(asked)
    question = (await room.choose(room.people[0], asked, "Ana")).response
    assert "in this order: Carla, Ana, then Bence" in message_text(question)
    await room.choose(room.people[1], await use_cup_command(room, 1, "leave"), "Drop out")
    offered = await room.people[0].autocomplete(room.table, "cup award", "person", "")
    assert {one["name"].split(" ")[0] for one in offered} == {"Ana", "Carla"}
    await room.choose(room.people[0], await use_cup_command(room, 0, "award", person="Carla"), "Award it")
    cup = await view(room)
    assert cup.names(cup.fixtures[0].order) == ["Carla", "Ana"]
    assert cup.champion is not None
    assert cup.champion.name == "Carla"


async def test_without_a_name_the_only_cup_says_why_something_can_not_be_done(room: Room) -> None:
    await open_cup(room, people=2, computers=2)
    assert [one.name for one in (await view(room)).entrants] == [
        "Computer 1 (easy)", "Computer 2 (easy)", "Ana", "Bence",
    ]  # fmt: skip
    for command, options in (("start", {}), ("end", {}), ("computer", {"level": "easy"})):
        assert "Only the cup's host" in private_answer(await room.slash(room.people[1], f"cup {command}", **options))
    assert "not in this cup" in private_answer(await room.slash(room.people[3], "cup leave"))
    await room.slash(room.people[0], "cup start")
    assert "can't enter this cup any more" in private_answer(await room.slash(room.people[3], "cup enter"))
    assert "has already begun" in private_answer(await room.slash(room.people[0], "cup start"))


# -- faults -----------------------------------------------------------------------------------------------------------


async def test_a_deleted_post_is_reposted_and_one_left_by_a_dead_process_is_found(room: Room) -> None:
    await open_cup(room, people=1)
    (post,) = posts(room)
    room.env.backend.delete_message(room.table.id, post.id)
    await room.slash(room.people[1], "cup enter")
    await run_cup_jobs(room)
    assert "Ana, Bence" in cup_post_text(room)
    (post,) = posts(room)
    cup = await view(room)
    await room.bot.service.part(TournamentEngine).save_message(cup.id, None)
    await room.slash(room.people[2], "cup enter")
    await run_cup_jobs(room)
    assert [one.id for one in posts(room)] == [post.id]
    assert "Carla" in cup_post_text(room)


async def test_a_restart_in_the_middle_tells_nothing_twice_and_the_cup_goes_on(room: Room) -> None:
    await open_cup(room, people=2, computers=2)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    await room.restart()
    cup = await play_on(room)
    assert cup.champion is not None
    assert len(announcement_texts(room)) == len(set(announcement_texts(room))) == 3
    assert len(posts(room)) == 1
    assert len(room.table.threads) == 3


async def test_pressed_twice_a_cup_begins_once_and_old_buttons_say_so(room: Room) -> None:
    await open_cup(room, people=2)
    panel = await use_cup_command(room, 0, "show")
    leave = await use_cup_command(room, 1, "leave")
    ids = {one["label"]: one["custom_id"] for one in [*components(panel), *components(leave)] if one.get("label")}
    both = [room.press(room.people[0], panel, ids["Begin now"]) for _ in range(2)]
    await room.settle()
    assert sum("has already begun" in message_text(one.followups[-1]) for one in both if one.followups) == 1
    await room.choose(room.people[1], leave, "Leave")
    assert (await view(room)).entrants[1].plays, "who was asked to leave does not drop out by that"
    await run_cup_jobs(room)
    assert len(room.table.threads) == 1


async def test_where_a_host_takes_no_private_messages_the_channel_asks_them_once(room: Room) -> None:
    await open_cup(room, people=2, days=1)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    room.env.inject_error("POST", "/users/@me/channels", times=None, status=403, code=50007, message="closed")
    await room.bot.service.people.set_dm_channel(room.people[0].id, None)
    room.clock.time += 86_400
    for _ in range(2):
        await run_cup_jobs(room)
        room.clock.time += 700
    asked = [post for post in room.posts() if "time is up for this round" in post.content]
    assert len(asked) == 1
    assert asked[0].content.startswith(f"<@{room.people[0].id}>")
    room.env.backend.faults.clear()


async def test_a_table_that_can_not_be_opened_says_why_and_is_tried_again(room: Room) -> None:
    await open_cup(room, people=2)
    room.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    assert "I can't open a thread in" in cup_post_text(room)
    room.clock.time += 601
    await run_cup_jobs(room)
    assert len(room.table.threads) == 1
    assert "being played" in cup_post_text(room)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (500, 0)])
async def test_a_post_that_is_refused_waits_and_the_cup_goes_on(room: Room, status: int, code: int) -> None:
    await open_cup(room, computers=3)
    # Only the cup's own post is refused by this path, since the posts of the cup's matches are in threads.
    place = f"/channels/{room.table.id}/messages/*"
    room.env.inject_error("PATCH", place, status=status, code=code, times=None)
    await room.slash(room.people[0], "cup start")
    for _ in range(8):
        await run_cup_jobs(room)
        room.clock.time += 6 * 3600
    assert (await view(room)).status == "over"
    room.env.backend.faults.clear()
    await run_cup_jobs(room)
    assert "has won the cup" in cup_post_text(room)


async def test_a_cup_whose_channel_is_deleted_is_still_shown_and_can_be_ended(room: Room) -> None:
    hall = room.guild.create_text_channel("hall")
    await room.slash(room.people[0], "cup open", hall, name="Winter Cup")
    for person in room.people[:2]:
        await room.slash(person, "cup enter")
    await run_cup_jobs(room)
    room.env.backend.delete_channel(hall.id)
    await room.slash(room.people[0], "cup start")
    await run_cup_jobs(room)
    panel = await use_cup_command(room, 0, "show")
    assert "I can't open a thread in" in message_text(panel)
    await room.choose(room.people[0], panel, "End the cup")
    await room.choose(room.people[0], await use_cup_command(room, 0, "end"), "End the cup")
    assert (await view(room)).status == "ended"


@pytest.mark.parametrize("column", ["rules", "told"])
async def test_a_damaged_cup_leaves_the_others_served(room: Room, column: str) -> None:
    await room.slash(room.people[0], "cup open", name="Summer Cup")
    await room.slash(room.people[1], "cup open", name="Winter Cup")
    async with room.store.write() as tx:
        await database_access.run(tx, f"UPDATE cups SET {column} = :value WHERE name = 'Summer Cup'", value='{"')
    await run_cup_jobs(room)
    assert "cups could not be put in order" in "".join(room.errors.found)
    (post,) = [one for one in posts(room) if "Winter Cup" in message_text(one)]
    await room.choose(room.people[2], post, "Join")
    await run_cup_jobs(room)
    (post,) = [one for one in posts(room) if "Winter Cup" in message_text(one)]
    assert "Carla" in message_text(post)
    room.errors.found.clear()


async def test_cups_are_found_by_name_and_listed(room: Room) -> None:
    assert "This server has no cups yet" in message_text(await use_cup_command(room, 0, "list"))
    assert "no such cup" in private_answer(await room.slash(room.people[0], "cup show"))
    await open_cup(room)
    await room.slash(room.people[1], "cup open", name="Spring Cup", kind="groups", size=3)
    assert "Which cup?" in private_answer(await room.slash(room.people[2], "cup enter"))
    assert "You've entered" in message_text(await use_cup_command(room, 2, "enter", cup="spring"))
    listed = message_text(await use_cup_command(room, 3, "list"))
    assert "Winter Cup" in listed
    assert "groups of up to 3" in listed
    offered = await room.people[0].autocomplete(room.table, "cup show", "cup", "wint")
    assert [one["name"] for one in offered] == ["Winter Cup"]
    mine = await room.people[1].autocomplete(room.table, "cup start", "cup", "")
    assert [one["name"] for one in mine] == ["Spring Cup"], "only those that one may begin"


async def test_a_cup_is_ended_early_after_a_question(room: Room) -> None:
    await open_cup(room, people=2)
    await room.slash(room.people[0], "cup start")
    question = await use_cup_command(room, 0, "end")
    assert "End **Winter Cup** early?" in message_text(question)
    await room.choose(room.people[0], question, "Back")
    assert (await view(room)).status == "playing"
    await room.choose(room.people[0], await use_cup_command(room, 0, "end"), "End the cup")
    await run_cup_jobs(room)
    assert "ended early, without a winner" in cup_post_text(room)
    assert announcement_texts(room)[-1] == "**Winter Cup** has ended without a winner."
