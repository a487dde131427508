"""The simulated Discord: one server with a table, five players and a spectator. It is saved in a file between runs."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.components import walk_components
from simcord.http.router import RequestContext, route

from bot.app.clock import Clock, SystemClock
from bot.discord.emoji_upload import icons_by_name, png
from bot.playground.live_env import BotTimeClock, LiveEnv

GUILD_NAME = "Tenebrae playground"
CHANNEL_NAME = "game-table"
PLAYER_NAMES = ("Ana", "Bence", "Carla", "Dora", "Emil")
SPECTATOR_NAME = "Sam"
#: The name of the role for the bot's owners, and the name of the person who has this role.
OWNER_ROLE, OWNER_NAME = "owners", "Ana"
#: The name of the role that may manage the server, and the name of the person who has this role.
MANAGER_ROLE, MANAGER_NAME = "server managers", "Ana"
# The fields of the simulated Discord that are saved: everything except listeners and logs.
_SAVED_FIELDS = (
    "_reserved_ids", "_sequences", "users", "guilds", "channels", "messages", "dm_channels", "commands",
    "interactions", "interaction_tokens", "command_permissions", "cdn", "application_id", "bot_user",
    "application_emojis",
)  # fmt: skip
_INTERACTIONS_KEPT = 200
_LOG_KEPT = 200


@route("POST", "/applications/{application_id}/guilds/{guild_id}/commands")
def put_guild_command(ctx: RequestContext) -> Any:
    """Handle a request to register one command in a server. simcord itself can only replace all of them together."""
    guild_id, new_command = ctx.int_arg("guild_id"), ctx.fields(*COMMAND_FIELDS)
    existing_commands = ctx.backend.commands.get(guild_id, {}).values()
    other_commands = [
        {key: command[key] for key in COMMAND_FIELDS if key in command}
        for command in existing_commands
        if command["name"] != new_command["name"]
    ]
    return ctx.backend.register_commands(guild_id, [*other_commands, new_command])[-1]


@dataclass(frozen=True)
class PlaygroundPerson:
    """A simulated person. `plays` is false for the spectator."""

    member: MemberActor
    plays: bool

    @property
    def name(self) -> str:
        """The name that other people see."""
        return self.member.user.global_name or self.member.name


class SimulatedDiscord:
    """The simulated Discord of one bot."""

    def __init__(self, bot: discord.Client, file: Path, icons: Sequence[str] = (), clock: Clock | None = None) -> None:
        """`icons` are the names of the games' icons. `clock` defaults to this machine's clock."""
        self.env = LiveEnv(bot, check_errors=False, settle_timeout=60.0)
        self.env.backend.clock = BotTimeClock(clock or SystemClock())
        self.env.backend.bot_user.name = "Tenebrae"
        self.file = file
        self.is_new = not self._restore()
        self.guild = self._guild()
        self.table = self._table()
        #: The role of the bot's owners; None if an earlier version created the server.
        self.owners = self._owners()
        self.people = self._people()
        self._appoint_manager()
        #: The names and contents of the icons' files, by URL.
        self.assets = self._upload(icons_by_name(icons))
        self.locales: dict[int, str] = {}
        #: The server's language.
        self.locale = "en-US"
        self._saved_at = -1
        self.changes = 0
        self._watch()

    def new_errors(self) -> list[BaseException]:
        """Return the errors that the bot has raised since the last call of this method."""
        env = self.env
        found = list(env.errors_since(env._errors_acknowledged))  # pyright: ignore[reportPrivateUsage]
        env._errors_acknowledged = env.error_cursor  # pyright: ignore[reportPrivateUsage]
        return found

    def _restore(self) -> bool:
        try:
            saved_fields = pickle.loads(self.file.read_bytes())  # noqa: S301 - the playground wrote this file itself
        except FileNotFoundError:
            return False
        for name, value in saved_fields.items():
            setattr(self.env.backend, name, value)
        return True

    def _upload(self, signs: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
        """Create the icons' emojis at once, because the bot would take minutes to upload them. Return their files by
        URL.
        """
        backend = self.env.backend
        existing = {emoji.name: emoji for emoji in backend.application_emojis.values()}
        blob_by_url: dict[str, tuple[str, bytes]] = {}
        for name, icon in signs.items():
            emoji = existing.get(name) or backend.create_application_emoji(name)
            blob_by_url[f"{CDN_BASE}/emojis/{emoji.id}.png"] = f"{name}.png", png(icon)
        return blob_by_url

    def _guild(self) -> GuildHandle:
        backend = self.env.backend
        if self.is_new:
            return self.env.create_guild(GUILD_NAME)
        handle = GuildHandle(self.env, next(iter(backend.guilds.values())))
        self.env._guilds.append(handle)  # pyright: ignore[reportPrivateUsage]
        return handle

    def _table(self) -> ChannelHandle:
        if self.is_new:
            return self.guild.create_text_channel(
                CHANNEL_NAME, topic="One match a channel. Try /act, /hand, /match status."
            )
        return self.guild.channels[CHANNEL_NAME]

    def _owners(self) -> RoleHandle | None:
        return self.guild.create_role(OWNER_ROLE) if self.is_new else self.guild.roles.get(OWNER_ROLE)

    def _people(self) -> list[PlaygroundPerson]:
        user_by_name = {user.global_name: user for user in self.env.backend.users.values()}
        return [
            PlaygroundPerson(self._member(name, user_by_name.get(name)), name != SPECTATOR_NAME)
            for name in (*PLAYER_NAMES, SPECTATOR_NAME)
        ]

    def _member(self, name: str, existing_user: Any) -> MemberActor:
        """Return the person saved in the last run (`existing_user`), or a new person if that is None."""
        if existing_user is None:
            roles = [self.owners] if name == OWNER_NAME and self.owners is not None else []
            return self.guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=roles)
        return MemberActor(self.env, self.guild, UserHandle(self.env, existing_user))

    def _appoint_manager(self) -> None:
        """Let one person manage the server, also if an earlier version created it."""
        role = self.guild.roles.get(MANAGER_ROLE)
        if role is None:
            role = self.guild.create_role(MANAGER_ROLE, permissions=discord.Permissions(manage_guild=True))
        manager = next(person for person in self.people if person.name == MANAGER_NAME)
        self.env.backend.add_member_role(self.guild.id, manager.member.id, role.id)

    @property
    def players(self) -> list[PlaygroundPerson]:
        """The people who can play, in order."""
        return [person for person in self.people if person.plays]

    def choose_locale(self, user_id: int, locale: str) -> None:
        """Let a person speak this language. The server, and people who have chosen none, speak the latest choice.

        Otherwise, the next lobby would be in English although the person at the browser has chosen another language.
        """
        self.locales[user_id] = self.locale = locale

    async def open_lobby(self, table: ChannelHandle, game_id: str, seats: int) -> MemberActor:
        """Let the first `seats` players open a lobby in a channel and join it. Return the host of the lobby.

        The server speaks the host's language, so that the channel doesn't answer a Spanish player in English.
        """
        first, *others = [person.member for person in self.players[:seats]]
        self.locale = self.locales.get(first.id, self.locale)
        await first.slash(table, "match new", game=game_id)
        for member in others:
            await member.slash(table, "match join")
        return first

    def _watch(self) -> None:
        """Count changes, and replace the languages in interactions, because simcord always uses English."""
        emit = self.env.backend.emit

        def watching(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE":
                user = payload.get("member", payload)["user"]
                payload = {**payload, "locale": self.locales.get(int(user["id"]), self.locale)}
                if "guild_locale" in payload:
                    payload["guild_locale"] = self.locale
            self.changes += 1
            emit(event, payload)

        self.env.backend.emit = watching

    def save(self) -> None:
        """Save everything in the file, unless nothing has changed since the last save."""
        if self.changes == self._saved_at:
            return
        self._saved_at = self.changes
        self._forget()
        backend = self.env.backend
        data = pickle.dumps({name: getattr(backend, name) for name in _SAVED_FIELDS})
        self.file.parent.mkdir(parents=True, exist_ok=True)
        temporary_file = self.file.with_suffix(".new")
        temporary_file.write_bytes(data)
        os.replace(temporary_file, self.file)

    def _forget(self) -> None:
        """Delete data that would grow without limit: logs, old interactions, and pictures that no message shows any
        more.
        """
        backend = self.env.backend
        del backend.transcript[:-_LOG_KEPT]
        del backend.http_requests[:-_LOG_KEPT]
        for identity in sorted(backend.interactions)[:-_INTERACTIONS_KEPT]:
            interaction = backend.interactions.pop(identity)
            backend.interaction_tokens.pop(interaction.token, None)
        attachment_urls = {
            attachment["url"]
            for messages in backend.messages.values()
            for message in messages.values()
            for attachment in message.attachments
        }
        blobs = backend.cdn._blobs  # pyright: ignore[reportPrivateUsage]
        for url in [url for url in blobs if "/attachments/" in url and url not in attachment_urls]:
            del blobs[url]


def components(message: Any) -> list[dict[str, Any]]:
    """Return the buttons and menus of a message; an empty list if the message is None."""
    rows: list[Any] = [] if message is None else message.components
    plain: list[Any] = [row if isinstance(row, dict) else row.to_dict() for row in rows]
    return [item for item in walk_components(plain) if item.get("custom_id")]
