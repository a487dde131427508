"""The bot's application on the simulated Discord server: its key, its emojis and its commands."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any

from nacl.signing import SigningKey

from tests.sockets import response_shapes
from tests.sockets.discord_data import (
    APPLICATION,
    BOT,
    BY_PERSON,
    BY_SERVER,
    IN_BOTS_MAIL,
    IN_OTHERS_MAIL,
    IN_SERVERS,
    PEOPLE,
    Refused,
    Server,
    World,
    user,
)
from tests.sockets.limits import invalid

#: The pattern of valid emoji names, and the maximum size of an emoji in bytes.
NAME, LARGEST = re.compile(r"\w{2,32}"), 256 * 1024
#: The installation types and contexts that Discord's developer portal sets for a new application.
INSTALLS, CONTEXTS = [BY_SERVER, BY_PERSON], [IN_SERVERS, IN_BOTS_MAIL, IN_OTHERS_MAIL]
#: The type of the command that Discord creates when Activities are enabled for an application.
ENTRY_POINT = 4
#: Keys of a command that Discord returns only if the request asks for localizations.
TRANSLATIONS = ("name_localizations", "description_localizations")


class Application:
    """The routes under /users/@me and /applications, and the data behind them."""

    def __init__(self, world: World) -> None:
        self._world = world
        #: The key that signs requests to the interactions endpoint.
        self.key = SigningKey.generate()
        self.commands: list[dict[str, Any]] = []
        #: Commands registered for a single server, by server id.
        self.server_commands: dict[int, list[dict[str, Any]]] = {}
        #: The URL that receives interactions; None means that interactions go over the gateway.
        self.endpoint_url: str | None = None
        #: Fields of the application that are set in the developer portal, such as {"bot_require_code_grant": True}.
        self.more: dict[str, Any] = {}

    @property
    def emojis(self) -> list[dict[str, Any]]:
        """The application's emojis, oldest first."""
        return self._world.emojis

    @staticmethod
    def me() -> tuple[int, Any]:
        return 200, response_shapes.own_user(BOT, "Tenebrae")

    def show(self) -> tuple[int, Any]:
        key = self.key.verify_key.encode().hex()
        owner = user(PEOPLE[0].id, PEOPLE[0].name)
        return 200, response_shapes.application(APPLICATION, "Tenebrae", owner, key, self.endpoint_url) | self.more

    def show_emojis(self) -> tuple[int, Any]:
        return 200, {"items": self.emojis}

    def put_emoji(self, emoji: dict[str, Any]) -> tuple[int, Any]:
        """Store an application emoji; raise Refused if its name or picture is invalid or the name is taken."""
        if not NAME.fullmatch(emoji["name"]) or any(other["name"] == emoji["name"] for other in self.emojis):
            raise invalid("name", "That is no name for an emoji, or another one has it.")
        kind, _, data = emoji["image"].partition(",")
        if kind != "data:image/png;base64" or len(b64decode(data)) > LARGEST:
            raise invalid("image", "That is no picture, or it is too large.")
        made = {
            "id": str(self._world.next_id()), "name": emoji["name"], "user": user(BOT, "Tenebrae", bot=True),
            "roles": [], "require_colons": True, "managed": False, "animated": False, "available": True,
        }  # fmt: skip
        self.emojis.append(made)
        return 201, made

    def remove_emoji(self, number: str) -> tuple[int, Any]:
        if not any(emoji["id"] == number for emoji in self.emojis):
            raise Refused(404, 10014, "Unknown Emoji")
        self._world.emojis = [emoji for emoji in self.emojis if emoji["id"] != number]
        return 204, None

    def put_commands(self, application: str, commands: list[dict[str, Any]]) -> tuple[int, Any]:
        """Replace all global commands, and store the new ones as Discord does, with defaults filled in."""
        names = [command["name"] for command in commands]
        if len(set(names)) != len(names):
            raise invalid("name", "Two commands have one name.")
        entry = [command["id"] for command in self.commands if command["type"] == ENTRY_POINT]
        if any(number not in [command.get("id") for command in commands] for number in entry):
            raise Refused(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
        known = {command["name"]: command["id"] for command in self.commands}
        self.commands = [self._made(application, command, known.get(command["name"])) for command in commands]
        return 200, self.commands

    def add_entry_point(self) -> None:
        """Add the command that opens the application's Activity, as Discord does when Activities are enabled."""
        launch = {"type": ENTRY_POINT, "name": "launch", "description": "Launch an activity", "handler": 2}
        self.commands.append(self._made(str(BOT), launch, None))

    def put_server_command(self, server: int, application: str, command: dict[str, Any]) -> tuple[int, Any]:
        """Store a command for one server, replacing any earlier command with the same name."""
        there = self.server_commands.setdefault(server, [])
        old = next((one for one in there if one["name"] == command["name"]), None)
        made = {**self._made(application, command, None if old is None else old["id"]), "guild_id": str(server)}
        self.server_commands[server] = [one for one in there if one is not old] + [made]
        return (201 if old is None else 200), made

    def show_server_commands(self, server: Server, *, translated: bool) -> tuple[int, Any]:
        if not server.has_scope:
            raise Refused(403, 50001, "Missing Access")
        return 200, _shown(self.server_commands.get(server.id, []), translated=translated)

    def _made(self, application: str, command: dict[str, Any], number: str | None) -> dict[str, Any]:
        return {
            "type": 1, "default_member_permissions": None, "nsfw": False, "integration_types": INSTALLS,
            "contexts": CONTEXTS, **_as_stored(command), "id": number or str(self._world.next_id()),
            "application_id": application, "version": str(self._world.next_id()), "dm_permission": True,
        }  # fmt: skip

    def show_commands(self, *, translated: bool) -> tuple[int, Any]:
        return 200, _shown(self.commands, translated=translated)


def _as_stored(part: dict[str, Any]) -> dict[str, Any]:
    """Return a command or option as Discord stores it: without empty values, and with null for empty translations."""
    kept = {
        key: value for key, value in part.items() if value is not False and value is not None and value not in ([], {})
    }
    kept |= {key: part.get(key) or None for key in TRANSLATIONS if key in part}
    for inner in ("options", "choices"):
        if kept.get(inner):
            kept[inner] = [_as_stored(one) for one in kept[inner]]
    return kept


def _shown(commands: list[dict[str, Any]], *, translated: bool) -> list[dict[str, Any]]:
    return commands if translated else [_untranslated(command) for command in commands]


def _untranslated(part: dict[str, Any]) -> dict[str, Any]:
    shown = {key: value for key, value in part.items() if key not in TRANSLATIONS}
    for inner in ("options", "choices"):
        if shown.get(inner):
            shown[inner] = [_untranslated(one) for one in shown[inner]]
    return shown
