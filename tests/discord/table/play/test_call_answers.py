"""A call with a simple question has a button that answers it, and the next call waits for a take-back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.discord.emoji import NO_ICONS
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import Position, Table
from bot.notifications.preferences import PingMode
from bot.notifications.turn_notification_decisions import TAKE_BACK_SECONDS
from bot.table.play import call_answers
from rules.kernel.game import AnyGame
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, both_doors, components, message_text, open_room
from tests.discord.table.play.test_presses import find_position, kinds
from tests.discord.table.votes.test_votes import act
from tests.discord.tiny_room import open_tiny_room
from tests.discord.ui.test_limits import info_of
from tests.matches.timed_game import TIMED
from tests.matches.tiny_game import TINY, Done, Roll, Take

#: The tiny game with an answer in its calls.
ANSWERED: AnyGame = replace(TINY, call_answer=lambda _say, _view, _seat: (Done(), "End it"))


@pytest_asyncio.fixture
async def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 3, 20, ANSWERED) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


def answers(message: Any) -> list[str]:
    """Return the custom_ids of the buttons of a post that answer its question."""
    return [item["custom_id"] for item in components(message) if item["custom_id"].startswith("t1:answer:")]


async def answer(room: Room, seat: int, call: Any) -> Any:
    """Press the button below a call that answers it, as the player of this seat, and return the private reply."""
    who = await room.seated(seat)
    return (await room.click(who, call, custom_id=answers(call)[0])).response


async def later(room: Room, seconds: int) -> list[str]:
    """Let time pass, deliver what is due then, and return the ids of all users that were pinged so far."""
    room.clock.time += seconds
    room.bot.delivery.wake()
    await room.settle()
    return pinged_users(room)


async def users(room: Room, *seats: int) -> list[str]:
    return [str((await room.seated(seat)).id) for seat in seats]


async def test_a_call_is_answered_and_the_next_call_waits(tiny: Room) -> None:
    reply = await answer(tiny, 0, tiny.last_call())
    assert "Your answer: done." in message_text(reply)
    assert "Take back" in [item.get("label") for item in components(reply)]
    assert list((await tiny.match()).decisions()) == [1]
    assert await later(tiny, TAKE_BACK_SECONDS - 1) == await users(tiny, 0)
    assert await later(tiny, 1) == await users(tiny, 0, 1)
    assert await later(tiny, 600) == await users(tiny, 0, 1)


async def test_an_answer_taken_back_calls_no_one(tiny: Room) -> None:
    reply = await answer(tiny, 0, tiny.last_call())
    await tiny.choose(await tiny.seated(0), reply, "Take back")
    assert list((await tiny.match()).decisions()) == [0]
    assert await later(tiny, 600) == await users(tiny, 0)


async def test_the_wait_survives_the_end_of_the_process(tiny: Room) -> None:
    await answer(tiny, 0, tiny.last_call())
    await tiny.restart()
    assert await later(tiny, TAKE_BACK_SECONDS - 1) == await users(tiny, 0)
    assert await later(tiny, 1) == await users(tiny, 0, 1)


async def test_the_next_player_who_looks_meanwhile_sees_the_present_state(tiny: Room) -> None:
    await answer(tiny, 0, tiny.last_call())
    second = await tiny.seated(1)
    panel = (await tiny.slash(second, "act")).response
    await tiny.choose(second, panel, "done")
    assert list((await tiny.match()).decisions()) == [2]


async def test_an_answer_in_the_panel_calls_at_once(tiny: Room) -> None:
    await act(tiny, 0, Done())
    assert await later(tiny, 0) == await users(tiny, 0, 1)


async def test_a_second_press_and_an_outdated_button_do_nothing(tiny: Room) -> None:
    first, call = await tiny.seated(0), tiny.last_call()
    (button,) = answers(call)
    for _ in range(2):
        tiny.press(first, call, button)
    await tiny.settle()
    assert (await tiny.info()).seq == 2
    for seat in (1, 2):
        await act(tiny, seat, Done())
    tiny.press(first, tiny.last_call(), button)
    await tiny.settle()
    assert (await tiny.info()).seq == 4


async def test_a_move_in_the_panel_outdates_the_call_of_the_same_turn(tiny: Room) -> None:
    first, call = await tiny.seated(0), tiny.last_call()
    (button,) = answers(call)
    await act(tiny, 0, Take(1))
    result = tiny.press(first, call, button)
    await tiny.settle()
    assert "nothing was done" in message_text(result.response)
    assert list((await tiny.match()).decisions()) == [0]


async def test_the_button_belongs_to_the_called_players(tiny: Room) -> None:
    call = tiny.last_call()
    for person, says in ((await tiny.seated(1), "another player"), (tiny.people[4], "not playing")):
        result = tiny.press(person, call, answers(call)[0])
        await tiny.settle()
        assert says in message_text(result.response)
    assert (await tiny.info()).seq == 1


async def test_a_secret_action_does_not_change_the_button(tiny: Room) -> None:
    before = answers(tiny.last_call())
    await act(tiny, 0, Roll())
    await act(tiny, 0, Take(1))  # a public move, after which the board is edited
    assert answers(tiny.last_call()) == before


async def test_a_private_call_has_the_button_too(tiny: Room) -> None:
    second = await tiny.seated(1)
    await tiny.rings(PingMode.PRIVATE, second)
    await act(tiny, 0, Done())
    (letter,) = [post for post in tiny.mail(second) if answers(post)]
    reply = (await second.user.click(letter, custom_id=answers(letter)[0])).response
    await tiny.settle()
    assert "Your answer: done." in message_text(reply)
    assert list((await tiny.match()).decisions()) == [2]


@pytest.mark.parametrize(("game", "count"), [(TINY, 0), (ANSWERED, 1), (TIMED, 0)])
def test_only_a_decision_that_everyone_sees_has_the_button(game: AnyGame, count: int) -> None:
    """In the timed game it is secret until the end of the time who has answered."""
    game = replace(game, call_answer=ANSWERED.call_answer) if game is TIMED else game
    info = info_of(game, 2, "en")
    seats = tuple(replace(seat, waiting_since=1, pinged_seq=1) for seat in info.seats if seat.seat == 0)
    table = Table(replace(info, seats=seats), Position.from_match(game.new(2, "answers"), 1, ()))
    assert len(call_answers.buttons(ReaderContext("en", info.names, NO_ICONS), table, [0])) == count


@both_doors
async def test_a_draft_of_edge_is_answered_in_the_call(room: Room) -> None:
    await room.adopt(find_position("edge_of_darkness", 3, lambda _match, _seat, one: "Draft" in kinds(one)))
    who, call = await room.to_move(), room.last_call()
    (button,) = [item for item in components(call) if item["custom_id"] in answers(call)]
    assert button["label"] == "Draft the first 2"
    seat = next(iter((await room.match()).decisions()))
    reply = await answer(room, seat, call)
    assert "Your answer: Draft " in message_text(reply)
    assert (await room.to_move()).id != who.id
    # The draft has revealed cards, so the others must agree to a take-back, and the next call doesn't wait for it.
    assert len(pinged_users(room)) == 2
    await room.choose(who, reply, "Take back")
    assert "The others must agree" in message_text(reply)


async def test_a_window_of_aevum_is_waived_in_the_call(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite", painted=False) as room:
        await room.adopt(find_position("aevum_haeresis", 2, lambda _match, _seat, one: "Waive" in kinds(one)))
        seat, decision = next(iter((await room.match()).decisions().items()))
        call = room.last_call()
        (button,) = [item for item in components(call) if item["custom_id"] in answers(call)]
        assert button["label"] == "Waive"
        reply = await answer(room, seat, call)
        assert "Your answer: Waive." in message_text(reply)
        assert (await room.match()).decisions().get(seat) != decision
