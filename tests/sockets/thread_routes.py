"""The routes for threads on the simulated Discord server: open, edit, delete, add and remove members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.discord_rules import threads
from tests.discord_rules.refusals import invalid
from tests.sockets.discord_data import PEOPLE, PRIVATE_THREAD, THREAD, Channel, Message, Refused, World

#: The choices for a thread's number of minutes without a message until Discord archives it.
DURATIONS = (60, 1440, 4320, 10080)
NAME = 100

Found = tuple[int, Any]


class ThreadRoutes:
    """Serves the routes for threads under /channels."""

    def __init__(
        self, world: World, channel: Callable[[str], Channel], message: Callable[[Channel, str], Message]
    ) -> None:
        self._world = world
        #: Functions that return a channel or a message by id, or raise Refused.
        self._channel, self._message = channel, message

    def routes(self) -> list[tuple[str, str, Callable[..., Found]]]:
        """Return each route's method, path and handler."""
        channel = r"/channels/(\d+)"
        member = rf"{channel}/thread-members/(\d+)"
        return [
            ("POST", f"{channel}/threads", lambda call, number: self.open(number, call.body)),
            (
                "POST",
                rf"{channel}/messages/(\d+)/threads",
                lambda call, number, at: self.open_at(number, at, call.body),
            ),
            ("PATCH", channel, lambda call, number: self.edit(number, call.body)),
            ("DELETE", channel, lambda call, number: self.delete(number)),
            ("PUT", member, lambda call, number, user: self.let_in(number, user)),
            ("DELETE", member, lambda call, number, user: self.let_out(number, user)),
        ]

    def open(self, number: str, body: dict[str, Any]) -> Found:
        """Open a thread that doesn't start from a message."""
        parent = self._parent(number)
        made = self._made(parent, body, private=body.get("type") == PRIVATE_THREAD)
        return 201, made.wire()

    def open_at(self, number: str, at: str, body: dict[str, Any]) -> Found:
        """Open a thread from a message. A message can have only one thread."""
        parent = self._parent(number)
        message = self._message(parent, at)
        if message.id in self._world.channels:
            raise Refused(400, 160004, "A thread has already been created for this message")
        made = self._made(parent, body, private=False)
        del self._world.channels[made.id]
        made.id = message.id
        self._world.channels[made.id] = made
        return 201, made.wire()

    def _parent(self, number: str) -> Channel:
        parent = self._channel(number)
        if parent.parent_id is not None or parent.server is None:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        threads.check_new(self._world.active_threads(parent.server), self._world.most_threads)
        return parent

    def _made(self, parent: Channel, body: dict[str, Any], *, private: bool) -> Channel:
        _check(body)
        made = self._world.new_thread(parent, private=private)
        made.bot_in, made.name = True, body["name"]
        made.lasts = body.get("auto_archive_duration") or made.lasts
        made.invitable = bool(body.get("invitable", True))
        return made

    def edit(self, number: str, body: dict[str, Any]) -> Found:
        """Change a thread's name, or archive, reopen, lock or unlock it."""
        thread = self._thread(number)
        _check(body)
        state = self._world.thread_state(thread)
        assert state is not None
        threads.check_edit(state, body, archived=body.get("archived"))
        for name in ("name", "archived", "locked", "invitable"):
            if name in body:
                setattr(thread, name, body[name])
        thread.lasts = body.get("auto_archive_duration") or thread.lasts
        return 200, thread.wire()

    def delete(self, number: str) -> Found:
        """Delete a thread with its contents."""
        thread = self._thread(number)
        del self._world.channels[thread.id]
        return 200, thread.wire()

    def let_in(self, number: str, user: str) -> Found:
        thread = self._changeable(number)
        if int(user) not in {person.id for person in PEOPLE}:
            raise Refused(404, 10007, "Unknown Member")
        thread.members.add(int(user))
        return 204, None

    def let_out(self, number: str, user: str) -> Found:
        self._changeable(number).members.discard(int(user))
        return 204, None

    def _changeable(self, number: str) -> Channel:
        thread = self._thread(number)
        state = self._world.thread_state(thread)
        assert state is not None
        threads.check_change(state)
        return thread

    def _thread(self, number: str) -> Channel:
        channel = self._channel(number)
        if channel.kind not in (THREAD, PRIVATE_THREAD):
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        return channel


def _check(body: dict[str, Any]) -> None:
    if "name" in body and not 1 <= len(body["name"]) <= NAME:
        raise invalid("name", f"Must be between 1 and {NAME} in length.")
    if body.get("auto_archive_duration") not in (None, *DURATIONS):
        raise invalid("auto_archive_duration", f"Value must be one of {DURATIONS}.", "BASE_TYPE_CHOICES")
