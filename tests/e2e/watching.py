"""Who could see what: everything that a bot sent, by the people it was sent to, and pictures that betray their view."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from PIL import Image

import render
from render import theme
from rules.kernel.events import Event
from rules.kernel.result import Result
from rules.kernel.text import Say
from rules.kernel.view import View
from tests.discord.room import Room

#: The audience of what stands in the channel.
EVERYBODY = 0
EPHEMERAL = 64


class Watch:
    """Reads what the bot has sent since the last look."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.read = 0

    def news(self) -> list[tuple[int, str]]:
        """Return (user id, text) of every request with words in it; `EVERYBODY` for what the channel sees."""
        requests = self.room.env.http_requests
        found = [pair for request in requests[self.read :] for pair in self._audience(request)]
        self.read = len(requests)
        return found

    def _audience(self, request: Any) -> Iterator[tuple[int, str]]:
        body = json.dumps(request.json, ensure_ascii=False)
        place, *rest = request.path.strip("/").split("/")
        backend = self.room.env.backend
        if place == "channels":
            mail = {person.user.dm_channel.id: person.id for person in self.room.people}
            yield mail.get(int(rest[0]), EVERYBODY), body
        elif place == "interactions":
            interaction = backend.interactions[int(rest[0])]
            yield self._asker(interaction, request.json.get("data") or {}, request.json["type"]), body
        elif place == "webhooks":
            interaction = next(one for one in backend.interactions.values() if one.token == rest[1])
            yield self._asker(interaction, request.json or {}, None), body

    def _asker(self, interaction: Any, data: dict[str, Any], kind: int | None) -> int:
        """Return who sees an answer: the asker alone where it is ephemeral, or a list of choices."""
        source = interaction.source_message_id
        message = self.room.env.backend.messages.get(interaction.channel_id, {}).get(source)
        in_place = message is not None and not message.flags & EPHEMERAL
        private = kind == 8 or interaction.ephemeral or data.get("flags", 0) & EPHEMERAL or not in_place
        return interaction.user_id if private else EVERYBODY


class Pictures:
    """Pictures whose pixels are made of the whole view, so that two views never look alike."""

    def __init__(self) -> None:
        #: What each picture shows: its kind and whose view it was made of.
        self.shown: dict[bytes, tuple[str, int | None]] = {}

    def _draw(self, kind: str, view: View | None, *more: str) -> Image.Image:
        text = "|".join((kind, view.model_dump_json() if view else "", *more))
        bits = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=32).digest(), "big")
        image = Image.new("RGB", (16, 16))
        image.putdata([theme.PARCHMENT if bits >> place & 1 else theme.TABLE for place in range(256)])
        self.shown[render.encode(image)] = (kind, view.viewer if view else None)
        return image

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        assert all(event.seen_by(view.viewer) for event in events), "a board that marks what its viewer may not know"
        # One size, so that nothing is scaled.
        image = self._draw("board", view, str(events))
        wide = Image.new("RGB", (theme.WIDTH, 16), theme.INK)
        wide.paste(image)
        self.shown[render.encode(wide)] = ("board", view.viewer)
        return wide

    def hand(self, view: View, locale: str, names: Sequence[str] | None, seat: int | None) -> Image.Image:
        return self._draw("hand", view)

    def card(self, entry_id: str, say: Say) -> Image.Image:
        return self._draw("card", None, entry_id)

    def score(self, view: View, result: Result, locale: str, names: Sequence[str] | None) -> Image.Image:
        return self._draw("score", view)

    def legend(self, say: Say) -> Image.Image:
        return self._draw("legend", None)
