"""How a bot may answer an interaction: once within 3 seconds, then with edits and follow-ups for 15 minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.sockets import messages
from tests.sockets.discord_data import APPLICATION, EPHEMERAL, LOADING, Interaction, Message, Refused, Upload, World
from tests.sockets.discord_data import AUTOCOMPLETE as AUTOCOMPLETE
from tests.sockets.discord_data import COMMAND as COMMAND
from tests.sockets.discord_data import COMPONENT as COMPONENT
from tests.sockets.discord_data import FORM as FORM
from tests.sockets.limits import check_form, check_message, invalid

MESSAGE, LATER, LATER_HERE, HERE, CHOICES, ASK = 4, 5, 6, 7, 8, 9
#: The types of first answers that Discord accepts, by kind of interaction.
ALLOWED_ANSWERS = {
    COMMAND: {MESSAGE, LATER, ASK},
    COMPONENT: {MESSAGE, LATER, LATER_HERE, HERE, ASK},
    AUTOCOMPLETE: {CHOICES},
    FORM: {MESSAGE, LATER, LATER_HERE, HERE},
}
#: Seconds that a bot has for the first answer, and for edits and follow-ups.
ANSWER, TOKEN = 3.0, 900.0

Files = Mapping[int, Upload]
Found = tuple[int, Any]


class Replies:
    """Serves Discord's API routes under /interactions and /webhooks, through which bots answer interactions."""

    def __init__(self, world: World) -> None:
        self._world = world

    # -- the first answer ---------------------------------------------------------------------------------

    def callback(self, number: int, token: str, body: dict[str, Any], files: Files) -> Found:
        """Accept the first answer to an interaction. Raise Refused if it is late, repeated or of a wrong type."""
        found = self._world.interactions.get(token)
        kind = int(body["type"])
        if found is None or found.id != number:
            raise Refused(404, 10062, "Unknown interaction")
        try:
            self._begin(found, kind, body.get("data") or {}, files)
        except Refused as refused:
            found.callbacks.append((kind, refused.status))
            raise refused.under("data") from None
        found.callbacks.append((kind, 200))
        return 200, self._told(found, kind)

    def _begin(self, found: Interaction, kind: int, data: dict[str, Any], files: Files) -> None:
        waited = self._world.now() - found.at
        if found.answered is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if waited > ANSWER:
            raise Refused(404, 10062, "Unknown interaction")
        if kind not in ALLOWED_ANSWERS[found.kind] or (kind in (LATER_HERE, HERE) and found.source is None):
            raise invalid("type", f"An interaction of the type {found.kind} takes no answer of the type {kind}.")
        if kind == CHOICES:
            found.choices = _choices(data)
        elif kind == ASK:
            check_form(data)
            found.form = data
        elif kind in (LATER_HERE, HERE):
            if kind == HERE:
                messages.change(self._world, self._alive(found.source), data, files)
                _filled(found, self._alive(found.source))
            found.original = found.source
        else:
            self._promise(found, kind, data, files)
        found.answered, found.waited = kind, waited

    def _promise(self, found: Interaction, kind: int, data: dict[str, Any], files: Files) -> None:
        found.private = bool((data.get("flags") or 0) & EPHEMERAL)
        person = found.person if found.private else None
        if kind == MESSAGE:
            found.original = messages.make(self._world, found.channel_id, data, files, person)
            found.original.answers = found
            _filled(found, found.original)
            return
        made = Message(self._world.next_id(), found.channel_id, flags=LOADING | (EPHEMERAL if found.private else 0))
        made.seen_by, made.answers = person.id if person else None, found
        self._world.channels[found.channel_id].messages[made.id] = made
        found.original, found.promised = made, True

    def _told(self, found: Interaction, kind: int) -> dict[str, Any]:
        told: dict[str, Any] = {"interaction": {"id": str(found.id), "type": found.kind}}
        if found.original is not None:
            told["interaction"] |= {
                "response_message_id": str(found.original.id), "response_message_loading": found.promised,
                "response_message_ephemeral": found.private,
            }  # fmt: skip
            if kind in (MESSAGE, HERE):
                told["resource"] = {"type": kind, "message": found.original.wire(self._world.now())}
        return told

    # -- follow-ups ---------------------------------------------------------------------------------------

    def _known(self, application: int, token: str) -> Interaction:
        """Return the interaction with this token; raise Refused if there is none or the token has expired."""
        found = self._world.interactions.get(token)
        if found is None or application != APPLICATION or found.answered is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if self._world.now() - found.at > TOKEN:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return found

    def _alive(self, message: Message | None) -> Message:
        if message is None or message.id not in self._world.channels[message.channel_id].messages:
            raise Refused(404, 10008, "Unknown Message")
        return message

    def _message(self, found: Interaction, which: str) -> Message:
        if which == "@original":
            return self._alive(found.original)
        own = [found.original, found.source, *found.followups]
        return self._alive(next((one for one in own if one is not None and one.id == int(which)), None))

    def show(self, application: int, token: str, which: str) -> Found:
        """Return the status, and the current form of an answer to an interaction."""
        return 200, self._message(self._known(application, token), which).wire(self._world.now())

    def edit(self, application: int, token: str, which: str, body: dict[str, Any], files: Files) -> Found:
        """Edit an answer to an interaction, or send the answer that was deferred."""
        found = self._known(application, token)
        message = self._message(found, which)
        messages.change(self._world, message, body, files)
        if message is found.original:
            _filled(found, message)
        return 200, message.wire(self._world.now())

    def follow(self, application: int, token: str, body: dict[str, Any], files: Files) -> Found:
        """Send a follow-up. The first one after a deferral becomes the deferred answer and keeps its visibility."""
        found = self._known(application, token)
        check_message(body)
        if found.promised:
            message = self._alive(found.original)
            messages.change(self._world, message, {key: body[key] for key in body if key != "flags"}, files)
            _filled(found, message)
            return 200, message.wire(self._world.now())
        private = bool((body.get("flags") or 0) & EPHEMERAL)
        message = messages.make(self._world, found.channel_id, body, files, found.person if private else None)
        message.answers = found
        found.followups.append(message)
        return 200, message.wire(self._world.now())

    def remove(self, application: int, token: str, which: str) -> Found:
        """Delete an answer to an interaction."""
        message = self._message(self._known(application, token), which)
        del self._world.channels[message.channel_id].messages[message.id]
        return 204, None


def _filled(found: Interaction, message: Message) -> None:
    """Record that the deferred answer has arrived, and how it looked before any edits."""
    found.promised = False
    if found.shown is None:
        found.shown = replace(message)


def _choices(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    choices = list(data.get("choices") or [])
    if any(isinstance(one["value"], str) and not 1 <= len(one["value"]) <= 100 for one in choices):
        raise invalid("choices", "Must be between 1 and 100 in length.")
    return choices
