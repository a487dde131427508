"""`/match text` describes the board in words, after a list of the changes since the reader's last `/match text`."""

from __future__ import annotations

from typing import Any

from rules.kernel.words.translation import Translator
from tests.discord.room import Room, message_text, private_answer


async def act(room: Room) -> int:
    """Make moves until one changes the board; return the id of the user who made it.

    The first line tells the task, which changes without a move of a piece.
    """
    match_id = (await room.info()).id
    for _ in range(20):
        table = await room.bot.service.matches.table(match_id)
        seat, decision = next(iter(table.match.decisions().items()))
        user, before = table.info.seats[seat].user_id, board(table)
        await room.bot.service.play.act(match_id, user, decision.actions[0])
        if board(await room.bot.service.matches.table(match_id)) != before:
            break
    await room.settle()
    return user


def board(table: Any) -> str:
    text: str = table.match.game.board_text(Translator("en", table.info.names), table.view(None))
    return text.partition("\n")[2]


async def read(room: Room, who: Any) -> str:
    result = await room.slash(who, "match text")
    return "\n".join([private_answer(result), *(message_text(one) for one in result.followups)])


async def test_it_begins_with_what_has_changed_and_marks_it(room: Room) -> None:
    await room.start(2)
    watcher = room.people[3]
    assert "changed" not in (await read(room, watcher)).lower(), "nothing has happened yet"
    mover = room.person(await act(room))
    told = (await read(room, watcher)).splitlines()
    assert told[0] == "**Changed since you last looked:**"
    assert told[1].startswith(("changed: ", "new: ", "gone: "))
    assert "" in told
    whole = told[told.index("") :]
    assert any("changed: " in line or "new: " in line for line in whole)
    assert (await read(room, watcher)).splitlines()[0] == "**Nothing has changed since you last looked.**"
    assert (await read(room, mover)).splitlines()[0] == "**Nothing has changed since your last move.**"
    assert (await read(room, room.people[4])).splitlines()[0] == "**Changed in the last turn:**"


async def test_it_speaks_its_readers_language_and_says_signs_in_words(room: Room) -> None:
    await room.start(2)
    watcher = room.people[3]
    room.locales[watcher.id] = "hu"
    await read(room, watcher)
    await act(room)
    told = await read(room, watcher)
    assert told.startswith("**Mióta legutóbb megnézted, megváltozott:**\n")
    assert "változott: " in told or "új: " in told
    assert "<:" not in told
