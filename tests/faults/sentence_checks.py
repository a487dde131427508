"""Checks of sentences for players, and helpers to continue a match after a fault."""

from __future__ import annotations

import re
from typing import Any

import discord
from simcord.actors import MemberActor

from bot.store.statements import matches
from bot.store.store import Store
from tests.discord.room import Room, components

_JARGON = re.compile(
    r"Traceback|Exception|Error\b|error code|\b[1-6]\d{4}\b|\b[45]\d\d\b|sqlite|errno|None|\bNull\b|0x|\{\w*\}|\n", re.I
)


def is_clear(sentence: str, *, names: str = "") -> bool:
    """Return whether a text is one line of whole sentences without jargon. Jargon in the text `names` is allowed."""
    bare = sentence.replace(names, "") if names else sentence
    return bool(re.match(r"[A-Z<*]", sentence)) and sentence.endswith(".") and not _JARGON.search(bare)


def paths(room: Room) -> str:
    """Return the API path of the channel's messages."""
    return f"/channels/{room.table.id}/messages"


def mail_path(who: MemberActor) -> str:
    """Return the API path of the bot's private messages to a user."""
    return f"/channels/{who.user.dm_channel.id}/messages"


async def panel_of(room: Room, who: MemberActor) -> Any:
    """Open a player's panel from their latest private message or, if there is none, from a post in the channel."""
    opens = next(message for message in reversed([*room.posts(), *room.mail(who)]) if message.components)
    result = await hand_of(who, opens).click(opens, label="Your move")
    await room.bot.wait_until_idle()
    return result.response


def hand_of(who: MemberActor, message: Any) -> Any:
    """Return the simcord actor who can press this message: the user in a private channel, the member in a server."""
    channel_id = message.channel.id if isinstance(message, discord.Message) else message.channel_id
    return who.user if channel_id == who.user.dm_channel.id else who


def press_of(panel: Any, verb: str) -> tuple[str, list[str] | None]:
    """Return the custom_id for the button or menu entry with this label, and the menu's values (None for a button)."""
    for item in components(panel):
        if item.get("label") == verb:
            return item["custom_id"], None
        for entry in item.get("options", ()):
            if entry["label"] == verb:
                return item["custom_id"], [entry["value"]]
    raise AssertionError(f"nothing is called {verb!r}")


async def act(room: Room, verb: str) -> None:
    """Let the player whose turn it is choose the action with this label in their panel."""
    who = await room.to_move()
    panel = await panel_of(room, who)
    hand, (custom_id, values) = hand_of(who, panel), press_of(panel, verb)
    if values is None:
        await hand.click(panel, custom_id=custom_id)
    else:
        await hand.select(panel, values, custom_id=custom_id)
    await room.bot.wait_until_idle()


async def end_turn(room: Room) -> None:
    """Let the player whose turn it is end the turn in their panel."""
    await act(room, "done")


async def later(room: Room, seconds: int) -> None:
    """Let `seconds` pass, and let the bot deliver the posts that are due."""
    room.clock.time += seconds
    room.bot.delivery.wake()
    await room.settle()


def calls(room: Room, since: int = 0) -> list[str]:
    """Return the texts of the turn notifications among the channel's posts, skipping the first `since` posts."""
    return [post.content for post in room.posts()[since:] if "your move" in post.content]


async def on_disk(store: Store, match_id: int) -> tuple[int, bytes]:
    """Return the number of a match's last journal entry and the match's saved position."""
    saved = await matches.state(store.read, match_id)
    assert saved is not None
    return saved
