"""Sends the bot any interaction that could arrive over Discord's gateway, and collects the answers."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import simcord.interactions as wire
from simcord.actors import MemberActor
from simcord.backend import serializers

from bot.discord.ui import errors
from rules.kernel.words.translation import Translator
from tests.discord.room import Errors, Room

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
#: The types of the first answer to an interaction: a message, a deferred message, a deferred edit, an edit,
#: autocomplete choices, or a form.
WORDS, LATER_WORDS, LATER_EDIT, EDIT, CHOICES, SHOWS_FORM = 4, 5, 6, 7, 8, 9
#: The type of a text component in a layout.
TEXT = 10


@dataclass(frozen=True)
class Answer:
    """The bot's answer to one interaction: the types of its callbacks, and the texts of all resulting messages."""

    kinds: tuple[int, ...]
    #: The texts shown to the user, in order: those of new messages, and those of edits to the message whose button was
    #: pressed.
    told: tuple[str, ...]
    #: True if the user got only a refusal.
    refused: bool


class Attacker:
    """Sends interactions to one simulated channel; collects all logged errors and all sentences that the bot uses."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.logged = Errors()
        #: For each text that a user was shown, the sentence of the translation catalogue that it comes from.
        self.said: dict[str, str] = {}
        #: The languages that the bot used for its sentences, in order.
        self.spoken: list[str] = []
        #: The texts of all refusals, which the bot sends with `errors.send_private`.
        self.refusals: list[str] = []
        self._speaking = pytest.MonkeyPatch()

    def __enter__(self) -> Attacker:
        logging.getLogger().addHandler(self.logged)
        one, several = Translator.t, Translator.n

        def t(say: Translator, msgid: str, /, **args: Any) -> str:
            text = one(say, msgid, **args)
            self.said[text] = msgid
            self.spoken.append(say.locale)
            return text

        def n(say: Translator, singular: str, plural: str, count: int, /, **args: Any) -> str:
            text = several(say, singular, plural, count, **args)
            self.said[text] = singular
            self.spoken.append(say.locale)
            return text

        tell = errors.send_private

        async def told(interaction: Any, text: str, *args: Any) -> None:
            self.refusals.append(text)
            await tell(interaction, text, *args)

        self._speaking.setattr(errors, "send_private", told)
        self._speaking.setattr(Translator, "t", t)
        self._speaking.setattr(Translator, "n", n)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self.logged)
        self._speaking.undo()

    def is_ours(self, text: str) -> bool:
        """Return whether every line of a text, or the text as a whole, is a sentence of the translation catalogue."""
        return text in self.said or all(line.removeprefix("-# ") in self.said for line in text.splitlines())

    async def send(
        self, who: MemberActor, kind: int, data: dict[str, Any], channel: Any, message: Any = None
    ) -> Answer:
        """Send an interaction over the gateway, wait for all its effects, and return the answer."""
        env = self.room.env
        guild = who.guild.id if env.backend.get_channel(channel.id).guild_id else None
        record, payload = wire.base_payload(
            env.backend, type=kind, channel_id=channel.id, guild_id=guild, user_id=who.id, data=data
        )
        if message is not None:
            stored = env.backend.get_message(channel.id, message.id)
            payload["message"] = dict(serializers.message_payload(env.backend, stored))
            record.source_message_id = stored.id
        seen, refused = len(env.http_requests), len(self.refusals)
        env.backend.emit("INTERACTION_CREATE", payload)
        await env.settle()
        return _answer(record, env.http_requests[seen:], self.refusals[refused:])


def _answer(record: Any, requests: Iterable[Any], refusals: Sequence[str]) -> Answer:
    kinds: list[int] = []
    told: list[str] = []
    for request in requests:
        body = request.json or {}
        if request.path.startswith(f"/interactions/{record.id}/"):
            kinds.append(body["type"])
            if body["type"] in (WORDS, EDIT):
                told.append(_words(body.get("data") or {}))
        elif f"/{record.token}" in request.path and request.method in ("POST", "PATCH"):
            told.append(_words(body))
    return Answer(tuple(kinds), tuple(told), len(told) == 1 and told[0] in refusals)


def _words(body: dict[str, Any]) -> str:
    words = str(body.get("content") or "") or "\n".join(_laid_out(body.get("components") or ()))
    return words or ("(a picture)" if body.get("attachments") else "")


def _laid_out(items: Iterable[Any]) -> Iterator[str]:
    """Yield the texts in a layout's components, including nested ones."""
    for item in items:
        if item.get("type") == TEXT:
            yield str(item["content"])
        yield from _laid_out(item.get("components") or ())


def callable_commands(command: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield every command that isn't a group, as the words of its full name and the command."""
    for path, node in wire.command_leaves(command):
        yield tuple(path), node


def command_data(path: tuple[str, ...], options: list[dict[str, Any]], resolved: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a command as the gateway sends it."""
    inner = options
    for number, name in reversed(list(enumerate(path[1:]))):
        inner = [{"type": 2 if number < len(path) - 2 else 1, "name": name, "options": inner}]
    data: dict[str, Any] = {"id": "1", "name": path[0], "type": 1, "options": inner}
    return data | ({"resolved": resolved} if resolved else {})
