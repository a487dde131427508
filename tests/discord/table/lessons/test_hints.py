"""If the match allows hints, the button *Hint* suggests a move; everyone sees how often each player has used it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord.actors import MemberActor

import rules
from bot.app.subprocesses import WorkerError
from rules.kernel.words.translation import Translator
from tests.computers.in_process_chooser import InProcessChooser
from tests.discord.room import Room, components, message_text, open_room, private_answer

PROVIDENCE = "dark_providence"
#: How often a test looks whether a panel has changed before it fails.
MAX_POLLS = 3000
#: The custom_id of the lobby's menu that sets who may ask for hints.
HINTS = "t1:set:1:hint:0"


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, where computer players choose their moves in this process."""
    chooser = InProcessChooser(rules.GAMES)
    async with open_room(tmp_path / "tenebrae.sqlite", luck="a room", painted=False, chooser=chooser) as made:
        yield made


def hint(panel: Any) -> list[str]:
    return [item["custom_id"] for item in components(panel) if item["custom_id"].startswith("t1:hint:")]


async def asked(room: Room, who: MemberActor) -> Any:
    """Open a user's panel and press *Hint*; return the answer."""
    panel = (await room.slash(who, "act")).response
    await room.more(who, panel)
    (custom_id,) = hint(panel)
    return (await room.click(who, panel, custom_id=custom_id)).response


async def set_hints(room: Room, value: str) -> Any:
    """Open the lobby's option panel and choose who may ask for hints; return the panel."""
    panel, _ = await room.option_menu("hint")
    await room.select(room.people[0], panel, [value], HINTS)
    return panel


async def test_a_solo_player_gets_a_computers_suggestion_and_its_reason(tmp_path: Path) -> None:
    games = {PROVIDENCE: rules.GAMES[PROVIDENCE]}
    async with open_room(tmp_path / "alone.sqlite", games, luck="a room", painted=False) as room:
        await room.start(1)
        table = await room.now()
        told = message_text(await asked(room, await room.to_move()))
        action = await room.bot.computer_moves.suggestion(table, 0)
        advice = await room.bot.computer_moves.advice(table, 0)
        assert advice is not None
        assert advice.action == action
        label = table.match.game.action_text(Translator(names=["Ana"]), table.view(0), action).label
        assert f"Try **{label}**" in told
        assert advice.why in told
        assert advice.why
        assert (await room.now()).seq == table.seq


async def test_a_first_match_has_hints_and_all_are_told_how_often_each_player_asked(room: Room) -> None:
    await room.start(2)
    who, other = await room.to_move(), await room.not_to_move()
    name = (await room.info()).seats[(await room.info()).seat_of(who.id)].name
    assert "Hints used" not in message_text((await room.slash(other, "match status")).response)
    told = message_text(await asked(room, who))
    # The suggestion appears once, although the panel also has a hint for beginners.
    assert told.count("Try **") == 1
    # Asking again about the same position isn't counted.
    assert f"Hints used: {name} 1" in message_text(await asked(room, who))
    await room.restart()
    for surface in ("match status", "match log", "act"):
        for person in (who, other):
            shown = message_text((await room.slash(person, surface)).response)
            assert f"Hints used: {name} 1" in shown
            assert person is who or "Try **" not in shown
    await room.choose(who, (await room.slash(who, "act")).response, (await _first(room)).rstrip("."))
    assert not [post for post in room.posts() if "Try **" in message_text(post)]
    while await room.to_move() != who:
        await _play(room)
    assert f"Hints used: {name} 2" in message_text(await asked(room, who))


async def _first(room: Room) -> str:
    """Return the label of the first legal action of the seat that must act."""
    table = await room.now()
    seat, decision = next(iter(table.match.decisions().items()))
    names = [one.name for one in table.info.seats]
    return table.match.game.action_text(Translator(names=names), table.view(seat), decision.actions[0]).label


async def _play(room: Room) -> None:
    """Make the first legal move for the player whose turn it is."""
    table = await room.now()
    seat, decision = next(iter(table.match.decisions().items()))
    await room.bot.service.play.act(table.info.id, table.info.seats[seat].user_id, decision.actions[0])
    await room.bot.wait_until_idle()


async def test_another_match_has_hints_only_where_the_table_wants_them(room: Room) -> None:
    await room.open_lobby(2)
    panel = await set_hints(room, "off")
    await room.select(room.people[0], panel, ["usual"], HINTS)
    (menu,) = (item for item in components(panel) if item["custom_id"] == HINTS)
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["usual"]
    assert "**Hints:**" not in message_text(room.lobby())
    await room.click(room.people[0], room.lobby(), label="Start")
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    # In a match without hints, the panel doesn't suggest a move to beginners either.
    assert "Try **" not in message_text(panel)
    await room.more(who, panel)
    assert not hint(panel)


async def test_the_host_chooses_hints_for_everyone(room: Room) -> None:
    await room.open_lobby(2)
    await set_hints(room, "on")
    assert "**Hints:** for everyone." in message_text(room.lobby())
    guest = (await room.click(room.people[1], room.lobby(), label="Options")).response
    assert "**Hints:** for everyone." in message_text(guest)
    await room.click(room.people[0], room.lobby(), label="Start")
    assert "Try **" in message_text(await asked(room, await room.to_move()))


async def test_the_host_chooses_hints_for_no_one_in_a_first_match(room: Room) -> None:
    await room.open_lobby(2)
    panel = (await room.click(room.people[0], room.lobby(), label="Options")).response
    await room.select(room.people[0], panel, ["off"], HINTS)
    assert "**Hints:** for no one." in message_text(room.lobby())
    await room.click(room.people[0], room.lobby(), label="Start")
    panel = (await room.slash(await room.to_move(), "act")).response
    await room.more(await room.to_move(), panel)
    assert not hint(panel)
    # A forged press of the missing button gets the same answer as a press of an outdated button.
    pressed = await room.choose(await room.to_move(), panel, "Why?")
    told = room.press(await room.to_move(), pressed.response, "t1:hint:1")
    await room.settle()
    assert "that button is out of date" in private_answer(told).lower()


async def test_a_hint_that_can_not_be_given_is_not_counted(room: Room) -> None:
    await room.start(2)
    assert isinstance(room.chooser, InProcessChooser)
    room.chooser.answers = [WorkerError("it has died")]
    assert "look equally good to me" in message_text(await asked(room, await room.to_move()))
    assert [seat.hinted for seat in (await room.info()).seats] == [0, 0]
    assert len(room.errors.found) == 1
    room.errors.found.clear()


async def test_the_panel_says_in_the_players_language_that_the_computer_is_thinking(
    room: Room,
) -> None:
    await room.start(2)
    who = await room.to_move()
    room.locales[who.id] = "hu"
    panel = (await room.slash(who, "act")).response
    assert isinstance(room.chooser, InProcessChooser)
    room.chooser.may_answer, told = asyncio.Event(), ""
    await room.more(who, panel)
    pressed = asyncio.create_task(room.click(who, panel, custom_id=hint(panel)[0]))
    for _ in range(MAX_POLLS):
        if "Gondolkodom" in (told := message_text(panel)):
            break
        await asyncio.sleep(0.01)
    assert "Gondolkodom" in told
    assert [seat.hinted for seat in (await room.info()).seats] == [0, 0]
    room.chooser.may_answer.set()
    await pressed
    assert "Gondolkodom" not in message_text(panel)
    assert "Javaslat: **" in message_text(panel)
    assert sum(seat.hinted for seat in (await room.info()).seats) == 1


async def until(true: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    for _ in range(MAX_POLLS):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("The condition does not become true.")


async def test_a_late_hint_does_not_replace_the_page_that_the_player_has_opened(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    assert isinstance(room.chooser, InProcessChooser)
    room.chooser.may_answer = asyncio.Event()
    await room.more(who, panel)
    room.press(who, panel, hint(panel)[0])
    await until(lambda: "I'm thinking" in message_text(panel))
    (more,) = (item["custom_id"] for item in components(panel) if item["custom_id"].startswith("t1:more:"))
    room.press(who, panel, more)
    await until(lambda: "I'm thinking" not in message_text(panel))
    opened = message_text(panel)
    room.chooser.may_answer.set()
    await room.settle()
    assert message_text(panel) == opened
    assert sum(seat.hinted for seat in (await room.info()).seats) == 0


async def test_a_rematch_keeps_what_the_table_has_chosen_and_the_last_post_tells_who_asked(room: Room) -> None:
    await room.open_lobby(2)
    await set_hints(room, "on")
    await room.click(room.people[0], room.lobby(), label="Start")
    who = await room.to_move()
    await asked(room, who)
    info = await room.info()
    await room.bot.service.play.end(info.id, room.people[0].id, is_admin=False)
    await room.settle()
    name = info.seats[info.seat_of(who.id)].name
    assert f"Hints used: {name} 1" in message_text(room.posts()[-1])
    await room.click(room.people[0], room.posts()[-1], label="Rematch")
    assert (await room.info()).hints == 1
    assert (await room.info()).id != info.id


async def test_a_seats_new_player_takes_over_its_hints(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    await asked(room, who)
    service, info = room.bot.service, await room.info()
    seat = info.seat_of(who.id)
    await service.seat_transfer.offer_seat(info.id, who.id)
    await service.seat_transfer.take_seat(info.id, room.people[3].id, "Dora", seat)
    assert [one.hinted for one in (await room.info()).seats if one.name == "Dora"] == [1]
    await room.settle()


async def test_a_first_match_explains_a_move_unless_hints_are_off(room: Room) -> None:
    await room.start(2)
    reasons: list[bool] = []
    for _ in range(8):
        who, table = await room.to_move(), await room.now()
        (seat,) = table.match.decisions()
        told = message_text((await room.slash(who, "act")).response)
        names = [one.name for one in table.info.seats]
        reason = table.match.game.move_reason(
            Translator(names=names), table.view(seat), table.match.decisions()[seat].actions
        )
        reasons.append(bool(reason))
        assert ("Good to know:" in told) == bool(reason)
        assert "Why it's good:" not in told
        assert reason in told
        await _play(room)
    assert any(reasons)


@pytest.mark.parametrize(("hints", "preset"), [("off", "first"), ("on", "usual")])
async def test_no_reasons_where_hints_are_off_or_the_match_is_not_a_first_one(
    room: Room, hints: str, preset: str
) -> None:
    await room.open_lobby(2)
    panel = (await room.click(room.people[0], room.lobby(), label="Options")).response
    if preset == "usual":
        await room.select(room.people[0], panel, ["usual"], "t1:set:1:preset:0")
    await room.select(room.people[0], panel, [hints], HINTS)
    await room.click(room.people[0], room.lobby(), label="Start")
    for _ in range(6):
        assert "Good to know:" not in message_text((await room.slash(await room.to_move(), "act")).response)
        await _play(room)
