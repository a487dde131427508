"""What a small local Discord knows: people, one server, channels, messages, interactions, and what time it is."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

BOT, APPLICATION, GUILD, CHANNEL = 900, 901, 902, 903
#: Discord's clock begins here, in milliseconds.
EPOCH = 1_420_070_400_000
EPHEMERAL, LOADING = 64, 128
#: What a bot with all rights has; the bits of those that matter here.
EVERYTHING = 2**53 - 1
VIEW, SEND, ATTACH = 1 << 10, 1 << 11, 1 << 15


@dataclass(frozen=True)
class Person:
    """Somebody who plays."""

    id: int
    name: str
    locale: str = "en-US"


PEOPLE = (Person(911, "Ana"), Person(912, "Bence"), Person(913, "Carla"))
ANA, BENCE, CARLA = PEOPLE


class Refused(Exception):
    """What Discord does not do: status, code and message of its answer."""

    def __init__(self, status: int, code: int, message: str) -> None:
        self.status, self.code, self.message = status, code, message
        super().__init__(f"{status} {code} {message}")


@dataclass
class Upload:
    """A file that came with a request."""

    filename: str
    data: bytes


@dataclass
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    description: str | None
    data: bytes

    def wire(self) -> dict[str, Any]:
        return {
            "id": str(self.id), "filename": self.filename, "description": self.description, "size": len(self.data),
            "url": f"http://localhost/{self.id}", "proxy_url": f"http://localhost/{self.id}",
        }  # fmt: skip


@dataclass
class Message:
    """One message of the bot."""

    id: int
    channel_id: int
    content: str = ""
    components: list[dict[str, Any]] = field(default_factory=list)
    embeds: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    #: The only one who sees it, if it is ephemeral.
    seen_by: int | None = None
    #: Whom it rang for.
    rang: tuple[int, ...] = ()
    edits: int = 0
    #: What it answers, if it answers an interaction.
    answers: Interaction | None = None

    def wire(self) -> dict[str, Any]:
        asked = {} if self.answers is None else {"interaction_metadata": self.answers.wire()}
        return asked | {
            "id": str(self.id), "channel_id": str(self.channel_id), "author": user(BOT, "Tenebrae", bot=True),
            "content": self.content, "timestamp": _stamp(self.id), "tts": False, "mention_everyone": False,
            "edited_timestamp": _stamp(self.id) if self.edits else None, "mentions": [], "mention_roles": [],
            "attachments": [one.wire() for one in self.attachments], "embeds": self.embeds, "pinned": False,
            "type": 0, "components": self.components, "flags": self.flags, "nonce": self.nonce,
        }  # fmt: skip

    def items(self) -> list[dict[str, Any]]:
        """Return its buttons and menus."""
        return [item for row in self.components for item in row["components"]]


@dataclass
class Channel:
    """A channel of the server, or with a recipient somebody's private one."""

    id: int
    recipient: Person | None = None
    #: What the bot may not do here.
    denied: int = 0
    #: Whether its recipient takes no messages.
    closed: bool = False
    messages: dict[int, Message] = field(default_factory=dict)

    def wire(self) -> dict[str, Any]:
        if self.recipient is not None:
            person = user(self.recipient.id, self.recipient.name)
            return {"id": str(self.id), "type": 1, "recipients": [person], "last_message_id": None}
        return {"id": str(self.id), "type": 0, "name": "table", "position": 0, "permission_overwrites": [],
                "parent_id": None, "nsfw": False, "guild_id": str(GUILD)}  # fmt: skip

    def posts(self) -> list[Message]:
        """Return what everybody who may look into it sees, the oldest first."""
        return [message for message in self.messages.values() if message.seen_by is None]


@dataclass
class Interaction:
    """One use of a command or component, and what the bot made of it."""

    id: int
    token: str
    kind: int
    person: Person
    channel_id: int
    data: dict[str, Any]
    #: When it came into being, by Discord's clock in seconds.
    at: float
    source: Message | None = None
    #: The callbacks: type and the status of the answer.
    callbacks: list[tuple[int, int]] = field(default_factory=list)
    #: The type of the callback that counted, and seconds until it came.
    answered: int | None = None
    waited: float = 0.0
    private: bool = False
    original: Message | None = None
    #: Whether a promised answer is still to come.
    promised: bool = False
    followups: list[Message] = field(default_factory=list)
    choices: list[dict[str, Any]] | None = None
    form: dict[str, Any] | None = None

    def wire(self) -> dict[str, Any]:
        person = user(self.person.id, self.person.name)
        return {"id": str(self.id), "type": self.kind, "user": person, "authorizing_integration_owners": {}}

    @property
    def said(self) -> str:
        """The last words the person was told."""
        shown = self.followups[-1] if self.followups else self.original
        return shown.content if shown is not None else ""


class World:
    """Everything there is."""

    def __init__(self) -> None:
        self.offset = 0.0
        self._numbers = itertools.count()
        self.commands: list[dict[str, Any]] = []
        self.channels: dict[int, Channel] = {CHANNEL: Channel(CHANNEL)}
        self.private: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        #: The files that people have sent along, by id.
        self.files: dict[int, Upload] = {}
        #: What was posted under a nonce in a channel.
        self.nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        #: Posts that were asked for again under their nonce, and not made again.
        self.posted_once = 0

    def now(self) -> float:
        """Return the time in seconds."""
        return time.time() + self.offset

    def next_id(self) -> int:
        """Return a new id, which tells its age as Discord's do."""
        return (int(self.now() * 1000) - EPOCH) << 22 | next(self._numbers) & 0x3FFFFF

    def private_channel(self, person: Person) -> Channel:
        """Return the channel between the bot and a person."""
        if person.id not in self.private:
            made = Channel(self.next_id(), person)
            self.private[person.id] = self.channels[made.id] = made
        return self.private[person.id]

    def new_channel(self) -> Channel:
        """Return another channel of the server."""
        made = Channel(self.next_id())
        self.channels[made.id] = made
        return made

    def interact(
        self, kind: int, person: Person, channel_id: int, data: dict[str, Any], source: Message | None = None
    ) -> Interaction:
        """Return a new interaction, which nobody has heard of yet."""
        number = self.next_id()
        made = Interaction(number, f"aW50ZXJhY3Rpb24{number}", kind, person, channel_id, data, self.now(), source)
        self.interactions[made.token] = made
        return made

    def event(self, interaction: Interaction) -> dict[str, Any]:
        """Return an interaction as the gateway tells it."""
        channel = self.channels[interaction.channel_id]
        rights = str(EVERYTHING & ~channel.denied)
        person = interaction.person
        told: dict[str, Any] = {
            "id": str(interaction.id), "application_id": str(APPLICATION), "type": interaction.kind,
            "token": interaction.token, "version": 1, "channel_id": str(channel.id), "channel": channel.wire(),
            "locale": person.locale, "entitlements": [], "app_permissions": rights,
            "attachment_size_limit": 10_485_760, "data": interaction.data,
        }  # fmt: skip
        if channel.recipient is None:
            told |= {"guild_id": str(GUILD), "guild_locale": "en-US", "context": 0, "member": member(person),
                     "authorizing_integration_owners": {"0": str(GUILD)}}  # fmt: skip
        else:
            told |= {"context": 1, "user": user(person.id, person.name),
                     "authorizing_integration_owners": {"1": str(person.id)}}  # fmt: skip
        if interaction.source is not None:
            told["message"] = interaction.source.wire()
        return told


def user(number: int, name: str, *, bot: bool = False) -> dict[str, Any]:
    return {"id": str(number), "username": name.lower(), "discriminator": "0", "avatar": None, "global_name": name,
            "bot": bot}  # fmt: skip


def member(person: Person, *, bot: bool = False) -> dict[str, Any]:
    return {"user": user(person.id, person.name, bot=bot), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False, "mute": False, "flags": 0, "permissions": str(EVERYTHING)}  # fmt: skip


def guild(channels: list[Channel]) -> dict[str, Any]:
    role = {"id": str(GUILD), "name": "@everyone", "permissions": str(EVERYTHING), "position": 0, "color": 0,
            "hoist": False, "managed": False, "mentionable": False, "flags": 0}  # fmt: skip
    bot = member(Person(BOT, "Tenebrae"), bot=True)
    return {
        "id": str(GUILD), "name": "Friends", "owner_id": str(ANA.id), "roles": [role], "emojis": [],
        "channels": [channel.wire() for channel in channels if channel.recipient is None], "threads": [],
        "stickers": [], "features": [], "member_count": 1 + len(PEOPLE),
        "members": [bot, *map(member, PEOPLE)], "voice_states": [], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "preferred_locale": "en-US", "verification_level": 0,
        "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0, "premium_tier": 0,
        "system_channel_flags": 0, "afk_timeout": 300, "nsfw_level": 0,
    }  # fmt: skip


def _stamp(number: int) -> str:
    return datetime.fromtimestamp(((number >> 22) + EPOCH) / 1000, UTC).isoformat()
