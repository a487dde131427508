"""Players on the simulated Discord server, who use commands, autocomplete, buttons, menus and forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.sockets.discord_data import (
    BY_SERVER,
    CHANNEL,
    IN_BOTS_MAIL,
    IN_SERVERS,
    Interaction,
    Message,
    Person,
    Upload,
)
from tests.sockets.interaction_replies import AUTOCOMPLETE, COMMAND, COMPONENT, FORM
from tests.sockets.local_discord import LocalDiscord

Settle = Callable[[], Awaitable[None]]


class Player:
    """A player. A method that uses the bot returns when the bot has done all resulting work."""

    def __init__(self, discord: LocalDiscord, person: Person, settle: Settle, channel_id: int = CHANNEL) -> None:
        self._discord = discord
        self._settle = settle
        self.person = person
        self.channel_id = channel_id
        #: Whether the player uses the server's installation of the bot or their own.
        self.owner = BY_SERVER

    @property
    def id(self) -> int:
        return self.person.id

    @property
    def mail(self) -> list[Message]:
        """The bot's private messages to this player."""
        return self._discord.world.private_channel(self.person).posts()

    # -- actions ------------------------------------------------------------------------------------------

    async def slash(self, line: str, **options: Any) -> Interaction:
        """Use a slash command, and return the interaction once the bot has answered it."""
        return await self._done(self.made(COMMAND, self._command(line, options)))

    async def complete(self, line: str, option: str, typed: str = "", **options: Any) -> list[dict[str, Any]]:
        """Return the autocomplete choices for an option."""
        found = await self._discord.tell(self.typing(line, option, typed, **options))
        await self._discord.until(lambda: found.callbacks)
        assert found.choices is not None, found.callbacks
        return found.choices

    async def press(self, message: Message, **which: Any) -> Interaction:
        """Press a button or, with `value`, choose in a menu. The component is found by label, verb or custom_id."""
        return await self._done(self.pressed(message, **which))

    async def submit(self, asked: Interaction, *values: str) -> Interaction:
        """Fill in and submit the form that the bot sent in answer to `asked`."""
        assert asked.form is not None
        labels = []
        for label, value in zip(asked.form["components"], values, strict=True):
            line = {"type": 4, "id": 2, "custom_id": label["component"]["custom_id"], "value": value}
            labels.append({"type": 18, "id": 1, "component": line})
        data = {"custom_id": asked.form["custom_id"], "components": labels}
        return await self._done(self.made(FORM, data, asked.source))

    # -- undelivered actions ------------------------------------------------------------------------------

    def made(self, kind: int, data: dict[str, Any], source: Message | None = None) -> Interaction:
        """Create an interaction of this player without delivering it."""
        channel_id = source.channel_id if source is not None else self.channel_id
        return self._discord.world.interact(kind, self.person, channel_id, data, source, self.owner)

    def pressed(self, message: Message, value: str | None = None, **which: Any) -> Interaction:
        """Create an undelivered press of a button or menu; fail if the player can't see or use the component."""
        assert message.seen_by in (None, self.id), "nobody presses what they do not see"
        item = find(message, **which)
        assert not item.get("disabled"), item
        data: dict[str, Any] = {"custom_id": item["custom_id"], "component_type": item["type"], "id": 1}
        if item["type"] == 3:
            values = [option["value"] for option in item["options"]]
            assert value is not None
            assert value in values, (value, values)
            data["values"] = [value]
            self._discord.world.choices.choose(self.id, message.id, item, [value])
        return self.made(COMPONENT, data, message)

    def typed(self, line: str, **options: Any) -> Interaction:
        """Create the use of a slash command without delivering it."""
        return self.made(COMMAND, self._command(line, options))

    def typing(self, line: str, option: str, typed: str = "", **options: Any) -> Interaction:
        """Create the autocomplete request for an option without delivering it."""
        return self.made(AUTOCOMPLETE, self._command(line, {**options, option: typed}, focused=option))

    async def _done(self, interaction: Interaction) -> Interaction:
        await self._discord.tell(interaction)
        await self._discord.until(lambda: interaction.callbacks)
        await self._settle()
        return interaction

    def _command(self, line: str, options: dict[str, Any], focused: str = "") -> dict[str, Any]:
        """Return a command interaction's data in Discord's format; fail if Discord wouldn't offer the command here."""
        name, *subs = line.split()
        channel, application = self._discord.world.channels[self.channel_id], self._discord.rest.application
        ours = application.server_commands.get(channel.server.id, []) if channel.server is not None else []
        known = next(command for command in (*ours, *application.commands) if command["name"] == name)
        where = IN_SERVERS if channel.recipient is None else IN_BOTS_MAIL
        assert where in known["contexts"], f"/{name} is not offered here"
        assert self.owner in known["integration_types"], f"/{name} is not offered by this installation"
        data: dict[str, Any] = {"id": known["id"], "name": name, "type": 1, "options": []}
        if "guild_id" in known:
            data["guild_id"] = known["guild_id"]
        inner: dict[str, Any] = data
        for sub in subs:
            known = next(option for option in known["options"] if option["name"] == sub)
            inner["options"] = [{"type": known["type"], "name": sub, "options": []}]
            inner = inner["options"][0]
        offered = {option["name"]: option for option in known.get("options") or []}
        for option, value in options.items():
            told = {"type": offered[option]["type"], "name": option, "value": value}
            if isinstance(value, Upload):
                told["value"] = self._sent(data, value)
            inner["options"].append(told | ({"focused": True} if option == focused else {}))
        if not focused:
            missing = [key for key, option in offered.items() if option.get("required") and key not in options]
            assert not missing, f"/{line} needs {missing}"
        return data

    def _sent(self, data: dict[str, Any], file: Upload) -> str:
        """Upload a file with a command, and return the file's id."""
        number = self._discord.world.next_id()
        self._discord.world.files[number] = file
        where = f"http://127.0.0.1:{self._discord.port}/files/{number}"
        told = {"id": str(number), "filename": file.filename, "size": len(file.data), "url": where, "proxy_url": where}
        data.setdefault("resolved", {}).setdefault("attachments", {})[str(number)] = told
        return str(number)


def find(
    message: Message, *, label: str | None = None, verb: str | None = None, custom_id: str | None = None
) -> dict[str, Any]:
    """Return a message's first button or menu with this label, verb or custom_id."""
    for item in message.items():
        named = item.get("custom_id", "")
        if label in (None, item.get("label")) and custom_id in (None, named) and verb in (None, verb_of(item)):
            return item
    raise AssertionError(f"no {label or verb or custom_id} in {message.items()}")


def verb_of(item: dict[str, Any]) -> str:
    """Return the verb in a component's custom_id."""
    return item["custom_id"].split(":")[1]
