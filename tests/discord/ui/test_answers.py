"""If the bot edits a message that an older version sent as plain text, the message becomes a layout and stays one."""

from __future__ import annotations

from typing import Any

from tests.discord.room import GAME, Room, components, message_text


async def pressed(room: Room, message: Any, custom_id: str) -> list[str]:
    """Press a button that the message may no longer have; return the verbs of the message's buttons afterwards."""
    result = room.press(room.people[0], message, custom_id)
    await room.settle()
    assert not result.followups
    return [item["custom_id"].split(":")[1] for item in components(message)]


async def test_a_plain_answer_becomes_a_layout_and_a_layout_stays_one(room: Room) -> None:
    host = room.people[0]
    answer = (await room.slash(host, "match new", game=GAME)).response
    assert "The lobby is open" in answer.content
    await room.slash(room.people[1], "match join")
    await room.slash(host, "match start")
    number = (await room.info()).id
    assert await pressed(room, answer, f"t1:log:{number}:0:-1") == ["log", "wrong", "replaylog"]
    assert answer.content == ""
    assert "The match begins." in message_text(answer)
    assert await pressed(room, answer, f"t1:howpage:{GAME}:2:1") == ["howpage"] * 4
    assert [file.filename for file in answer.attachments] == ["turn.png"]
    # The log has no picture, so the edit removes the attachment.
    assert await pressed(room, answer, f"t1:log:{number}:0:-1") == ["log", "wrong", "replaylog"]
    assert not answer.attachments
    assert await pressed(room, answer, f"t1:end:{number}") == []
    assert (answer.content, message_text(answer)) == ("", "The match has ended.")


async def test_a_plain_question_is_answered_by_a_sentence_without_its_buttons(room: Room) -> None:
    question = (await room.slash(room.people[0], "match new", game=GAME)).response
    assert await pressed(room, question, f"t1:end:{(await room.info()).id}") == []
    assert question.content == "The match has ended."
