"""A small local Discord over real sockets: enough REST and gateway for the unmodified bot to start and play.

It listens on loopback only. What the bot asks of it is kept in `calls` as (method, path, body).
"""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

from aiohttp import WSMsgType, web

BOT, APPLICATION, GUILD, CHANNEL, PLAYER = 900, 901, 902, 903, 904
HELLO, IDENTIFY, HEARTBEAT, RESUME, ACK, DISPATCH = 10, 2, 1, 6, 11, 0
#: Sends, edits and reads for people's channels are answered alike: with a message of this channel.
ROLE = {"id": str(GUILD), "name": "@everyone", "permissions": str(2**40 - 1), "position": 0, "color": 0,
        "hoist": False, "managed": False, "mentionable": False, "flags": 0}  # fmt: skip


def user(number: int, name: str, *, bot: bool = False) -> dict[str, Any]:
    return {"id": str(number), "username": name, "discriminator": "0", "avatar": None, "global_name": name, "bot": bot}


def member(number: int, name: str, *, bot: bool = False) -> dict[str, Any]:
    return {"user": user(number, name, bot=bot), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
            "mute": False, "flags": 0, "permissions": str(2**40 - 1)}  # fmt: skip


def channel() -> dict[str, Any]:
    return {"id": str(CHANNEL), "type": 0, "name": "table", "position": 0, "permission_overwrites": [],
            "parent_id": None, "nsfw": False, "guild_id": str(GUILD)}  # fmt: skip


class LocalDiscord:
    """Serve REST under /api/v10 and the gateway under /gateway."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, Any]] = []
        self.identified = asyncio.Event()
        self.closed: int | None = None
        #: Answers to give instead of the usual ones, by path: status and body.
        self.faults: dict[str, tuple[int, Any]] = {}
        self._socket: web.WebSocketResponse | None = None
        self._sequence = itertools.count(1)
        self._ids = itertools.count(10_000)
        self._heard = asyncio.Condition()

    async def start(self) -> None:
        app = web.Application(client_max_size=30_000_000)
        app.router.add_get("/gateway{tail:.*}", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self._runner.cleanup()

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    # -- what tests do ------------------------------------------------------------------------------------

    async def dispatch(self, name: str, data: dict[str, Any]) -> None:
        """Send an event over the gateway."""
        assert self._socket is not None
        await self._socket.send_str(json.dumps({"op": DISPATCH, "t": name, "s": next(self._sequence), "d": data}))

    async def command(self, name: str, options: list[dict[str, Any]] | None = None) -> str:
        """Use a slash command as the player; return the interaction's token."""
        number = next(self._ids)
        data = {"id": str(next(self._ids)), "name": name, "type": 1, "options": options or []}
        await self.dispatch("INTERACTION_CREATE", self._interaction(number, 2, data))
        return f"token-{number}"

    async def wait_for(self, method: str, part: str, seconds: float = 10) -> tuple[str, str, Any]:
        """Return the first call of this method whose path holds `part`, waiting for it if need be."""

        def found() -> tuple[str, str, Any] | None:
            return next((call for call in self.calls if call[0] == method and part in call[1]), None)

        async with asyncio.timeout(seconds), self._heard:
            await self._heard.wait_for(found)
        call = found()
        assert call is not None
        return call

    def _interaction(self, number: int, kind: int, data: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": str(number), "application_id": str(APPLICATION), "type": kind, "token": f"token-{number}",
            "version": 1, "guild_id": str(GUILD), "channel_id": str(CHANNEL), "channel": channel(),
            "member": member(PLAYER, "Ana"), "locale": "en-US", "guild_locale": "en-US", "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)}, "context": 0, "app_permissions": str(2**40 - 1),
            "attachment_size_limit": 10_485_760, "data": data,
        }  # fmt: skip

    # -- the gateway --------------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._socket = socket
        await socket.send_str(json.dumps({"op": HELLO, "d": {"heartbeat_interval": 41_250}}))
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            packet = json.loads(message.data)
            if packet["op"] == IDENTIFY:
                await self._ready()
            elif packet["op"] == HEARTBEAT:
                await socket.send_str(json.dumps({"op": ACK}))
        self.closed = socket.close_code
        return socket

    async def _ready(self) -> None:
        gateway = f"ws://127.0.0.1:{self.port}/gateway"
        await self.dispatch(
            "READY",
            {"v": 10, "user": user(BOT, "Tenebrae", bot=True), "guilds": [{"id": str(GUILD), "unavailable": True}],
             "session_id": "s", "resume_gateway_url": gateway, "application": {"id": str(APPLICATION), "flags": 0},
             "private_channels": [], "relationships": []},
        )  # fmt: skip
        await self.dispatch(
            "GUILD_CREATE",
            {"id": str(GUILD), "name": "Friends", "owner_id": str(PLAYER), "roles": [ROLE], "emojis": [],
             "channels": [channel()], "threads": [], "stickers": [], "features": [], "member_count": 2,
             "members": [member(BOT, "Tenebrae", bot=True), member(PLAYER, "Ana")], "voice_states": [],
             "presences": [], "stage_instances": [], "guild_scheduled_events": [], "preferred_locale": "en-US",
             "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
             "mfa_level": 0, "premium_tier": 0, "system_channel_flags": 0, "afk_timeout": 300, "nsfw_level": 0},
        )  # fmt: skip
        self.identified.set()

    # -- REST ---------------------------------------------------------------------------------------------

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        body = await self._body(request)
        async with self._heard:
            self.calls.append((request.method, path, body))
            self._heard.notify_all()
        status, answer = self._answer(request, path, body)
        # Exactly this content type: with a charset discord.py would not read it as JSON.
        data = b"" if answer is None else json.dumps(answer).encode()
        return web.Response(status=status, body=data, headers={"Content-Type": "application/json"})

    async def _body(self, request: web.Request) -> Any:
        if request.content_type == "application/json":
            return await request.json()
        if request.content_type.startswith("multipart/"):
            form = await request.post()
            return json.loads(str(form["payload_json"]))
        return None

    def _answer(self, request: web.Request, path: str, body: Any) -> tuple[int, Any]:
        if path in self.faults:
            return self.faults[path]
        parts = path.split("/")
        if path == "users/@me":
            return 200, user(BOT, "Tenebrae", bot=True)
        if path.startswith("oauth2/applications/@me") or path == "applications/@me":
            return 200, {"id": str(APPLICATION), "name": "Tenebrae", "description": "", "icon": None, "flags": 0,
                         "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "rpc_origins": [],
                         "owner": user(PLAYER, "Ana"), "team": None}  # fmt: skip
        if path.endswith("/commands"):
            return 200, [
                {**command, "id": str(next(self._ids)), "application_id": str(APPLICATION), "version": "1"}
                for command in body or []
            ]
        if parts[0] == "interactions" and parts[-1] == "callback":
            resource = {"type": body["type"], "message": self._message(body.get("data") or {})}
            return 200, {"interaction": {"id": parts[1], "type": 2}, "resource": resource}
        if path == "users/@me/channels":
            return 200, {"id": "905", "type": 1, "recipients": [user(PLAYER, "Ana")]}
        if "messages" in parts or parts[0] == "webhooks":
            return (204, None) if request.method == "DELETE" else (200, self._message(body or {}))
        return 404, {"code": 0, "message": f"nothing is served at {path}"}

    def _message(self, data: dict[str, Any]) -> dict[str, Any]:
        attachments = [
            {"id": str(next(self._ids)), "filename": part.get("filename", "board.png"), "size": 1, "url": "http://x/",
             "proxy_url": "http://x/"}
            for part in data.get("attachments", [])
        ]  # fmt: skip
        return {
            "id": str(next(self._ids)), "channel_id": str(CHANNEL), "author": user(BOT, "Tenebrae", bot=True),
            "content": data.get("content") or "", "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None,
            "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": attachments,
            "embeds": [], "pinned": False, "type": 0, "components": data.get("components") or [],
            "nonce": data.get("nonce"), "flags": data.get("flags") or 0,
        }  # fmt: skip
