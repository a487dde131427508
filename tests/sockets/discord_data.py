"""The data of the simulated Discord server: people, servers, channels, messages, interactions and a clock."""

from __future__ import annotations

import itertools
import mimetypes
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.discord_rules import addresses, threads
from tests.discord_rules.menus import Choices
from tests.discord_rules.refusals import Refused as Refused
from tests.sockets import response_shapes
from tests.sockets.response_shapes import user as user

#: The ids of the bot, its application, the first server and that server's channel.
BOT, APPLICATION, GUILD, CHANNEL = 900, 901, 902, 903
#: The time that counts as 0 in Discord's ids, in Unix milliseconds.
EPOCH = 1_420_070_400_000
EPHEMERAL, LOADING, LAYOUT = 64, 128, 1 << 15
#: Channel types: text channel of a server, private channel, public thread, private thread.
TEXT, PRIVATE, THREAD, PRIVATE_THREAD = 0, 1, 11, 12
#: All permissions a bot can have, and the permission bits that the simulated server checks.
EVERYTHING = 2**53 - 1
ADMINISTRATOR = 1 << 3
VIEW, SEND, EMBED, ATTACH, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 38
MANAGE_THREADS = 1 << 34
#: Discord's numbers for the contexts and the installation types of a command.
IN_SERVERS, IN_BOTS_MAIL, IN_OTHERS_MAIL = 0, 1, 2
BY_SERVER, BY_PERSON = 0, 1
#: Discord's numbers for the types of interactions.
COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5


@dataclass(frozen=True)
class Person:
    """A Discord user."""

    id: int
    name: str
    locale: str = "en-US"


#: The start of a stored attachment's address, and of a reference to a file in the same message.
FILES_HOST, ATTACHMENT_SCHEME = "https://cdn.discordapp.invalid", "attachment://"

PEOPLE = (Person(911, "Ana"), Person(912, "Bence"), Person(913, "Carla"))
ANA, BENCE, CARLA = PEOPLE


@dataclass
class Upload:
    """A file that was uploaded with a request."""

    filename: str
    data: bytes


@dataclass
class Attachment:
    """A file attached to a message."""

    id: int
    filename: str
    description: str | None
    data: bytes

    @property
    def address(self) -> str:
        """The file's address without a signature."""
        return f"{FILES_HOST}/attachments/{CHANNEL}/{self.id}/{self.filename}"

    def wire(self, now: float) -> dict[str, Any]:
        where, kind = addresses.signed(self.address, now), mimetypes.guess_type(self.filename)[0]
        size = len(self.data)
        return response_shapes.attachment(
            self.id, self.filename, size, kind or "application/octet-stream", where, self.description
        )


@dataclass
class Message:
    """A message that the bot sent."""

    id: int
    channel_id: int
    content: str = ""
    components: list[dict[str, Any]] = field(default_factory=list)
    embeds: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    #: If the message is ephemeral, the id of the only user who sees it.
    seen_by: int | None = None
    #: The ids of the users pinged by the message.
    rang: tuple[int, ...] = ()
    edits: int = 0
    #: The interaction that the message answers, if any.
    answers: Interaction | None = None

    def wire(self, now: float) -> dict[str, Any]:
        """Return the message as Discord sends it: a layout's files are listed in its components, not as attachments."""
        files = [one.wire(now) for one in self.attachments]
        by_name = {ATTACHMENT_SCHEME + file["filename"]: file for file in files}
        told: dict[str, Any] = {
            "id": str(self.id), "channel_id": str(self.channel_id), "author": user(BOT, "Tenebrae", bot=True),
            "content": self.content, "timestamp": _stamp(self.id), "tts": False, "mention_everyone": False,
            "edited_timestamp": _stamp(self.id) if self.edits else None, "mentions": [], "mention_roles": [],
            "attachments": [] if self.flags & LAYOUT else files, "embeds": self.embeds, "pinned": False, "type": 0,
            "components": response_shapes.components(self.components, by_name, FILES_HOST, now), "flags": self.flags,
        }  # fmt: skip
        if self.nonce is not None:
            told["nonce"] = self.nonce
        return told if self.answers is None else told | {"interaction_metadata": self.answers.wire()}

    @property
    def words(self) -> str:
        """The message's text: its content, or the text in its layout."""
        return self.content or "\n".join(one["content"] for one in parts(self.components) if "content" in one)

    def items(self) -> list[dict[str, Any]]:
        """Return the message's buttons and menus, including nested ones."""
        return [item for item in parts(self.components) if item["type"] in CLICKABLE]


#: The component types of buttons and menus.
CLICKABLE = {2, 3, 5, 6, 7, 8}


def parts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield components and everything nested in them: children, accessories, and components under labels."""
    for one in components:
        yield one
        yield from parts(one.get("components") or [])
        yield from parts(filter(None, [one.get("accessory"), one.get("component")]))


@dataclass
class Server:
    """A Discord server, which the bot may have joined or not."""

    id: int
    joined: bool = True
    #: The ids of users who have left the server.
    left: set[int] = field(default_factory=set)
    #: Permissions that the server denies to everyone. A channel may override this.
    denied: int = 0
    #: Whether the bot was added with the scope applications.commands.
    has_scope: bool = True
    #: The ids of the server's roles other than @everyone.
    roles: list[int] = field(default_factory=list)


@dataclass
class Channel:
    """A channel or thread of a server or, if it has a recipient, the private channel with that user."""

    id: int
    recipient: Person | None = None
    server: Server | None = None
    kind: int = TEXT
    #: The id of the channel that a thread belongs to; None if this isn't a thread.
    parent_id: int | None = None
    archived: bool = False
    locked: bool = False
    #: True after the channel was deleted.
    gone: bool = False
    #: True if the bot is a member of this thread. Only members can see a private thread.
    bot_in: bool = True
    #: Permissions that the bot lacks in this channel.
    denied: int = 0
    #: Whether the recipient of a private channel blocks the bot's messages.
    closed: bool = False
    name: str = "table"
    #: Minutes without activity until a thread is archived, and whether its members may invite others.
    lasts: int = 1440
    invitable: bool = True
    #: The ids of a thread's members other than the bot.
    members: set[int] = field(default_factory=set)
    messages: dict[int, Message] = field(default_factory=dict)

    def wire(self) -> dict[str, Any]:
        if self.recipient is not None:
            person = user(self.recipient.id, self.recipient.name)
            return {"id": str(self.id), "type": PRIVATE, "flags": 0, "recipients": [person], "last_message_id": None}
        assert self.server is not None
        told: dict[str, Any] = {
            "id": str(self.id), "type": self.kind, "name": self.name, "guild_id": str(self.server.id), "flags": 0,
            "rate_limit_per_user": 0, "last_message_id": None, "parent_id": self.parent_id and str(self.parent_id),
        }  # fmt: skip
        if self.kind == TEXT:
            refused = {"id": str(self.server.id), "type": 0, "allow": "0", "deny": str(self.denied)}
            overwrites = [refused] if self.denied else []
            return told | {"position": 0, "permission_overwrites": overwrites, "nsfw": False, "topic": None}
        metadata = {"archived": self.archived, "locked": self.locked, "auto_archive_duration": self.lasts,
                    "archive_timestamp": _stamp(self.id), "create_timestamp": _stamp(self.id)}  # fmt: skip
        if self.kind == PRIVATE_THREAD:
            metadata["invitable"] = self.invitable
        many = len(self.messages)
        return told | {"owner_id": str(ANA.id), "message_count": many, "total_message_sent": many,
                       "member_count": 1 + len(self.members), "thread_metadata": metadata}  # fmt: skip

    @property
    def is_hidden(self) -> bool:
        """True if the bot can't see the channel."""
        outside = self.server is not None and not self.server.joined
        return outside or bool(self.denied & VIEW) or (self.kind == PRIVATE_THREAD and not self.bot_in)

    @property
    def rights(self) -> int:
        """The bot's permissions in this channel."""
        if self.server is not None and not self.server.joined:
            return EMBED | ATTACH
        return EVERYTHING & ~self.denied

    def posts(self) -> list[Message]:
        """Return the channel's messages, oldest first, without ephemeral ones."""
        return [message for message in self.messages.values() if message.seen_by is None]


@dataclass
class Interaction:
    """A user's use of a command, component or form, and the bot's answers to it."""

    id: int
    token: str
    kind: int
    person: Person
    channel_id: int
    data: dict[str, Any]
    #: The creation time by the simulated server's clock, in Unix seconds.
    at: float
    source: Message | None = None
    #: The type of installation that was used: the server's or the user's own.
    owner: int = BY_SERVER
    #: The bot's attempts at a first answer, each as answer type and HTTP status.
    callbacks: list[tuple[int, int]] = field(default_factory=list)
    #: The type of the accepted first answer, and the seconds it took.
    answered: int | None = None
    waited: float = 0.0
    private: bool = False
    original: Message | None = None
    #: Whether the bot has deferred its answer and not sent it yet.
    promised: bool = False
    #: The first answer as it was sent, before any edits.
    shown: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[dict[str, Any]] | None = None
    form: dict[str, Any] | None = None
    #: Discord's field `authorizing_integration_owners`: the id of the server or user who installed the bot, by
    #: installation type. An id of 0 stands for the private channel with the bot.
    owners: dict[str, str] = field(default_factory=dict)

    def wire(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": str(self.id), "type": self.kind, "user": user(self.person.id, self.person.name),
                                "authorizing_integration_owners": self.owners}  # fmt: skip
        if self.kind == COMPONENT and self.source is not None:
            told["interacted_message_id"] = str(self.source.id)
        if self.kind == FORM:
            told["triggering_interaction_metadata"] = told | {"type": COMMAND}
        return told

    @property
    def answer(self) -> Message:
        """The message that was the first answer, in its current form. Fails if there is none."""
        assert self.original is not None
        return self.original

    @property
    def said(self) -> str:
        """The text of the bot's latest answer, or an empty string."""
        shown = self.followups[-1] if self.followups else self.original
        return "" if shown is None else shown.words


class World:
    """All data of the simulated Discord server."""

    def __init__(self) -> None:
        self.offset = 0.0
        self._numbers = itertools.count()
        self.servers: dict[int, Server] = {GUILD: Server(GUILD)}
        self.channels: dict[int, Channel] = {CHANNEL: Channel(CHANNEL, server=self.servers[GUILD])}
        self.private: dict[int, Channel] = {}
        #: The application's emojis, oldest first.
        self.emojis: list[dict[str, Any]] = []
        #: Maximum number of active threads in a server.
        self.most_threads = threads.ACTIVE_THREADS
        self.interactions: dict[str, Interaction] = {}
        self.choices = Choices()
        #: Files that users uploaded with commands, by id.
        self.files: dict[int, Upload] = {}
        #: Time and message of each post with an enforced nonce, by (channel id, nonce).
        self.nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        #: How many posts repeated a known nonce and therefore created no message.
        self.posted_once = 0

    def now(self) -> float:
        """Return the simulated server's time in Unix seconds."""
        return time.time() + self.offset

    def next_id(self) -> int:
        """Return a new id that contains the current time, as Discord's ids do."""
        return (int(self.now() * 1000) - EPOCH) << 22 | next(self._numbers) & 0x3FFFFF

    def private_channel(self, person: Person) -> Channel:
        """Return the private channel between the bot and a user, creating it if necessary."""
        if person.id not in self.private:
            made = Channel(self.next_id(), person)
            self.private[person.id] = self.channels[made.id] = made
        return self.private[person.id]

    def new_server(self, *, joined: bool = True) -> Server:
        """Create a server."""
        made = Server(self.next_id(), joined)
        self.servers[made.id] = made
        return made

    def new_channel(self, server: Server | None = None) -> Channel:
        """Create a channel in a server, by default in the first server."""
        made = Channel(self.next_id(), server=server or self.servers[GUILD])
        self.channels[made.id] = made
        return made

    def new_thread(self, parent: Channel, *, private: bool = False) -> Channel:
        """Create a thread in a channel. The bot becomes a member only if the thread is public."""
        kind = PRIVATE_THREAD if private else THREAD
        made = Channel(self.next_id(), None, parent.server, kind, parent.id, bot_in=not private)
        self.channels[made.id] = made
        return made

    def channels_of(self, server: Server) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.server is server and not channel.gone]

    def thread_state(self, channel: Channel) -> threads.ThreadState | None:
        """Return the state of a thread, or None if the channel isn't a thread."""
        if channel.parent_id is None:
            return None
        assert channel.server is not None
        manages = bool(channel.rights & MANAGE_THREADS)
        return threads.ThreadState(
            channel.archived, channel.locked, manages, self.active_threads(channel.server), self.most_threads
        )

    def active_threads(self, server: Server) -> int:
        """Return the number of active threads in a server."""
        return sum(one.parent_id is not None and not one.archived for one in self.channels_of(server))

    def interact(
        self,
        kind: int,
        person: Person,
        channel_id: int,
        data: dict[str, Any],
        source: Message | None = None,
        owner: int = BY_SERVER,
    ) -> Interaction:
        """Create an interaction without delivering it to the bot."""
        number, now = self.next_id(), self.now()
        made = Interaction(number, f"aW50ZXJhY3Rpb24{number}", kind, person, channel_id, data, now, source, owner)
        server = self.channels[channel_id].server
        # In private messages with the bot, Discord sends 0 as the server's id.
        there = str(server.id) if server is not None else "0"
        made.owners = {str(owner): str(person.id) if owner == BY_PERSON else there}
        self.interactions[made.token] = made
        return made

    def event(self, interaction: Interaction) -> dict[str, Any]:
        """Return an interaction as Discord sends it to a bot."""
        channel = self.channels[interaction.channel_id]
        person, server = interaction.person, channel.server
        told: dict[str, Any] = {
            "id": str(interaction.id), "application_id": str(APPLICATION), "type": interaction.kind,
            "token": interaction.token, "version": 1, "channel_id": str(channel.id), "channel": channel.wire(),
            "locale": person.locale, "entitlements": [], "app_permissions": str(channel.rights),
            "attachment_size_limit": 10_485_760, "data": interaction.data,
        }  # fmt: skip
        if server is not None:
            told |= {"guild_id": str(server.id), "guild_locale": "en-US", "context": IN_SERVERS,
                     "guild": {"id": str(server.id), "locale": "en-US", "features": []},
                     "member": member(person) | {"permissions": str(EVERYTHING)}}  # fmt: skip
        else:
            told |= {"context": IN_BOTS_MAIL, "user": user(person.id, person.name)}
        told["authorizing_integration_owners"] = interaction.owners
        if interaction.source is not None:
            told["message"] = interaction.source.wire(self.now())
        return told


def member(person: Person, *, bot: bool = False) -> dict[str, Any]:
    return response_shapes.member(user(person.id, person.name, bot=bot))


def bot_member() -> dict[str, Any]:
    """Return the bot as a server member."""
    return member(Person(BOT, "Tenebrae"), bot=True)


def guild(server: Server) -> dict[str, Any]:
    """Return a server as Discord's REST API sends it."""
    # The bot isn't an administrator, because channel overrides wouldn't apply to an administrator.
    rights = EVERYTHING & ~ADMINISTRATOR & ~server.denied
    roles = [
        response_shapes.role(server.id, "@everyone", rights),
        *(response_shapes.role(one, "keepers", 0) for one in server.roles),
    ]
    return response_shapes.guild(server.id, ANA.id, roles)


def guild_created(server: Server, channels: list[Channel]) -> dict[str, Any]:
    """Return a server as the gateway sends it ("Gateway Events", Guild Create)."""
    people = [member(person) for person in PEOPLE if person.id not in server.left]
    return guild(server) | {
        "joined_at": response_shapes.JOINED, "large": False, "unavailable": False, "member_count": 1 + len(people),
        "voice_states": [], "members": [bot_member(), *people],
        "channels": [channel.wire() for channel in channels if channel.kind == TEXT],
        "threads": [one.wire() for one in channels if one.kind in (THREAD, PRIVATE_THREAD) and one.bot_in],
        "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    }  # fmt: skip


def _stamp(number: int) -> str:
    return datetime.fromtimestamp(((number >> 22) + EPOCH) / 1000, UTC).isoformat()
