"""The REST API of the simulated Discord server, with failures that tests can script."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.discord_rules import openapi, threads
from tests.sockets import messages, response_shapes
from tests.sockets.application import Application
from tests.sockets.discord_data import (
    ATTACH,
    BOT,
    EPOCH,
    PEOPLE,
    SEND,
    SEND_IN_THREADS,
    TEXT,
    Channel,
    Message,
    Refused,
    Server,
    Upload,
    World,
    bot_member,
    guild,
    member,
)
from tests.sockets.interaction_replies import Replies
from tests.sockets.limits import NO_ANSWER, Answer, OldEdits, PrivateLimits, RateLimits, TokenLimits, invalid, refusal
from tests.sockets.thread_routes import ThreadRoutes

#: Error codes that a correct bot never gets: invalid body, empty message, request too large.
BOT_ERROR_CODES = {50035, 50006, 40005}


@dataclass
class Call:
    """A request of the bot: its contents, its time and, once it is answered, the status of the answer."""

    method: str
    path: str
    kind: str | None
    body: Any
    files: dict[int, Upload] = field(default_factory=dict)
    authorization: str | None = None
    query: dict[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 0
    at: float = field(default_factory=time.monotonic)


@dataclass
class Script:
    """Answers that a test has scripted for certain requests. If `done`, the requests take effect nevertheless."""

    method: str
    pattern: re.Pattern[str]
    answers: list[Answer]
    always: bool
    done: bool
    #: Number of requests that got a scripted answer.
    played: int = 0

    def next(self, call: Call) -> Answer | None:
        """Return the scripted answer to this request, or None if the request doesn't match or no answer is left."""
        if call.method != self.method or not self.pattern.fullmatch(call.path):
            return None
        if self.played >= len(self.answers) and not self.always:
            return None
        self.played += 1
        return self.answers[min(self.played, len(self.answers)) - 1]


class Rest:
    """Serves the REST API under /api/v10."""

    def __init__(self, world: World, heard: asyncio.Condition, token: str) -> None:
        self._world = world
        self._heard = heard
        #: The bot token that is currently valid.
        self.token = token
        self.application = Application(world)
        self.replies = Replies(world)
        self.limits, self.token_limits = RateLimits(), TokenLimits()
        self.old_edits, self.private_limits = OldEdits(), PrivateLimits()
        self.port = 0
        #: Returns the number of shards that the gateway requires.
        self.shards: Callable[[], int] = lambda: 1
        self.calls: list[Call] = []
        self.scripts: list[Script] = []
        #: The requests to delay, as method, pattern of the path, and the event that releases them.
        self._held: list[tuple[str, re.Pattern[str], asyncio.Event]] = []
        #: The rules that the bot broke, and the simulated server's own deviations from Discord's API description.
        self.violations: list[str] = []
        self.answered_wrong: list[str] = []
        #: Discord's API description, against which requests are checked; None means no checks.
        self.described: openapi.Description | None = openapi.description()
        webhook, message = r"/webhooks/(\d+)/([^/]+)", r"/channels/(\d+)/messages"
        routes: list[tuple[str, str, Callable[..., tuple[int, Any]]]] = [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("PUT", r"/applications/(\d+)/commands", self._commands),
            ("POST", "/users/@me/channels", self._private_channel),
            ("GET", "/gateway/bot", self._gateway),
            ("GET", r"/applications/(\d+)/commands", self._show_commands),
            ("POST", r"/applications/(\d+)/guilds/(\d+)/commands", self._server_command),
            ("GET", r"/applications/(\d+)/guilds/(\d+)/commands", self._show_server_commands),
            ("GET", r"/applications/(\d+)/emojis", lambda call, application: self.application.show_emojis()),
            ("POST", r"/applications/(\d+)/emojis", lambda call, application: self.application.put_emoji(call.body)),
            (
                "DELETE",
                r"/applications/(\d+)/emojis/(\d+)",
                lambda call, _, number: self.application.remove_emoji(number),
            ),
            ("GET", "/users/@me/guilds", self._servers),
            ("DELETE", r"/users/@me/guilds/(\d+)", self._leave_server),
            ("GET", r"/guilds/(\d+)", self._server),
            ("GET", r"/guilds/(\d+)/channels", self._channels),
            ("GET", r"/guilds/(\d+)/members/(\d+)", self._member),
            ("GET", message, self._history),
            ("GET", r"/channels/(\d+)", self._show_channel),
            ("POST", message, self._post),
            ("PATCH", rf"{message}/(\d+)", self._edit),
            ("DELETE", rf"{message}/(\d+)", self._delete),
            ("POST", r"/interactions/(\d+)/([^/]+)/callback", self._callback),
            ("POST", webhook, self._follow),
            ("GET", rf"{webhook}/messages/(@original|\d+)", self._show),
            ("PATCH", rf"{webhook}/messages/(@original|\d+)", self._change),
            ("DELETE", rf"{webhook}/messages/(@original|\d+)", self._remove),
        ]
        routes += ThreadRoutes(world, self._channel, self._message).routes()
        self._routes = [
            (method, re.compile(path), re.sub(r"\(.*?\)", "*", path), handler) for method, path, handler in routes
        ]

    def script(self, method: str, path: str, *answers: Answer, always: bool = False, done: bool = False) -> Script:
        """Script the answers to matching requests.

        If `always`, the last answer is repeated for further requests. If `done`, the requests still take effect.
        """
        made = Script(method, re.compile(path), list(answers), always, done)
        self.scripts.append(made)
        return made

    def hold(self, method: str, path: str) -> asyncio.Event:
        """Delay matching requests until the returned event is set."""
        event = asyncio.Event()
        self._held.append((method, re.compile(path), event))
        return event

    async def _slowly(self, call: Call) -> None:
        for method, pattern, event in self._held:
            if method == call.method and pattern.fullmatch(call.path):
                async with self._heard:
                    self._heard.notify_all()
                await event.wait()

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one REST request of the bot."""
        call = await _read(request)
        self.calls.append(call)
        await self._slowly(call)
        faults = self._faults(call)
        self.violations += faults
        headers, answer = self._answer(call) if not faults else ({}, refusal(invalid("body", faults[0])))
        self.token_limits.count(answer)
        call.status = answer.status
        async with self._heard:
            self._heard.notify_all()
        if answer is NO_ANSWER:
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        text = answer.body if isinstance(answer.body, str) else None
        if answer.body is None:
            text = ""
        # The content type must not name a charset, or discord.py doesn't read the answer as JSON.
        kind = {"Content-Type": "application/json" if text is None else "text/html"}
        data = (json.dumps(answer.body) if text is None else text).encode()
        sent = {"Via": "1.1 google"} | headers | kind | answer.headers
        return web.Response(
            status=answer.status, body=data, headers={key: value for key, value in sent.items() if value}
        )

    def _faults(self, call: Call) -> list[str]:
        """Return where a request differs from Discord's API description."""
        if self.described is None:
            return []
        return self.described.faults(call.method, call.path, call.kind, call.body, call.query, call.headers)

    def _answer(self, call: Call) -> tuple[dict[str, str], Answer]:
        if shut_out := self.token_limits.shut_out():
            return {}, shut_out
        script, instead = next(((one, found) for one in self.scripts if (found := one.next(call))), (None, None))
        if script is not None and instead is not None and not script.done:
            return {}, instead
        found = next(
            ((match, route, handler) for method, pattern, route, handler in self._routes
             if method == call.method and (match := pattern.fullmatch(call.path))),
            None,
        )  # fmt: skip
        if found is None:
            self.violations.append(f"{call.method} {call.path} is not served here")
            return {}, refusal(Refused(404, 0, "404: Not Found"))
        match, route, handler = found
        open_to_all = route.startswith(("/interactions", "/webhooks"))
        if not open_to_all and call.authorization != f"Bot {self.token}":
            return {}, refusal(Refused(401, 0, "401: Unauthorized"))
        if not open_to_all and (too_many := self.token_limits.take()):
            return {}, too_many
        headers: dict[str, str] = {}
        if not route.startswith("/interactions"):
            headers, too_soon = self.limits.take(f"{call.method} {route}", _major(route, match))
            too_soon = too_soon or self._too_often(call, route, match)
            if too_soon is not None:
                return headers, too_soon
        done = self._do(call, match, handler)
        return headers, done if instead is None else instead

    def _do(self, call: Call, match: re.Match[str], handler: Callable[..., tuple[int, Any]]) -> Answer:
        try:
            status, body = handler(call, *match.groups())
        except Refused as refused:
            if refused.code in BOT_ERROR_CODES and refused.avoidable:
                self.violations.append(f"{call.method} {call.path}: {refused}")
            status, body = refused.status, refused.body
        if self.described is not None:
            self.answered_wrong += self.described.answer_faults(call.method, call.path, status, body)
        return Answer(status, body, {})

    def _too_often(self, call: Call, route: str, match: re.Match[str]) -> Answer | None:
        """Return a 429 if a request edits a message over an hour old and the limit for that is exceeded, else None."""
        if call.method != "PATCH" or not route.startswith("/channels") or len(match.groups()) != 2:
            return None
        channel, message = map(int, match.groups())
        made = ((message >> 22) + EPOCH) / 1000
        return self.old_edits.take(channel, self._world.now() - made)

    # -- the bot itself -----------------------------------------------------------------------------------

    def _me(self, call: Call) -> tuple[int, Any]:
        return self.application.me()

    def _application(self, call: Call) -> tuple[int, Any]:
        return self.application.show()

    def _gateway(self, call: Call) -> tuple[int, Any]:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return 200, {
            "url": f"ws://127.0.0.1:{self.port}/gateway",
            "shards": self.shards(),
            "session_start_limit": limit,
        }

    def _show_commands(self, call: Call, application: str) -> tuple[int, Any]:
        return self.application.show_commands(translated=_translated(call))

    def _commands(self, call: Call, application: str) -> tuple[int, Any]:
        return self.application.put_commands(application, call.body)

    def _server_command(self, call: Call, application: str, server: str) -> tuple[int, Any]:
        return self.application.put_server_command(self._server_of(server).id, application, call.body)

    def _show_server_commands(self, call: Call, application: str, server: str) -> tuple[int, Any]:
        return self.application.show_server_commands(self._server_of(server), translated=_translated(call))

    # -- servers ------------------------------------------------------------------------------------------

    def _server_of(self, number: str) -> Server:
        server = self._world.servers.get(int(number))
        if server is None:
            raise Refused(404, 10004, "Unknown Guild")
        if not server.joined:
            raise Refused(403, 50001, "Missing Access")
        return server

    def _servers(self, call: Call) -> tuple[int, Any]:
        joined = [server for server in self._world.servers.values() if server.joined]
        return 200, [response_shapes.own_guild(server.id) for server in sorted(joined, key=lambda server: server.id)]

    def _leave_server(self, call: Call, number: str) -> tuple[int, Any]:
        self._server_of(number).joined = False
        return 204, None

    def _server(self, call: Call, number: str) -> tuple[int, Any]:
        return 200, guild(self._server_of(number))

    def _channels(self, call: Call, number: str) -> tuple[int, Any]:
        """Return the status and a server's channels, including those hidden from the bot but excluding threads."""
        there = self._world.channels_of(self._server_of(number))
        return 200, [channel.wire() for channel in there if channel.kind == TEXT]

    def _member(self, call: Call, server: str, number: str) -> tuple[int, Any]:
        there = self._server_of(server)
        if int(number) == BOT:
            return 200, bot_member()
        left = there.left
        person = next((one for one in PEOPLE if one.id == int(number) and one.id not in left), None)
        if person is None:
            raise Refused(404, 10007, "Unknown Member")
        return 200, member(person)

    # -- channels -----------------------------------------------------------------------------------------

    def _private_channel(self, call: Call) -> tuple[int, Any]:
        person = next((one for one in PEOPLE if one.id == int(call.body["recipient_id"])), None)
        if person is None:
            raise Refused(400, 50033, "Invalid Recipient(s)")
        if person.id not in self._world.private:
            self.private_limits.take()
        return 200, self._world.private_channel(person).wire()

    def _channel(self, number: str) -> Channel:
        channel = self._world.channels.get(int(number))
        if channel is None or channel.gone:
            raise Refused(404, 10003, "Unknown Channel")
        if channel.is_hidden:
            raise Refused(403, 50001, "Missing Access")
        return channel

    def _show_channel(self, call: Call, number: str) -> tuple[int, Any]:
        return 200, self._channel(number).wire()

    def _message(self, channel: Channel, number: str) -> Message:
        message = channel.messages.get(int(number))
        if message is None or message.seen_by is not None:
            raise Refused(404, 10008, "Unknown Message")
        return message

    def _history(self, call: Call, number: str) -> tuple[int, Any]:
        """Return the status and a channel's messages, newest first."""
        found = sorted(self._channel(number).posts(), key=lambda message: -message.id)
        before, after = call.query.get("before"), call.query.get("after")
        found = [one for one in found if (not before or one.id < int(before)) and (not after or one.id > int(after))]
        most = int(call.query.get("limit", 50))
        return 200, [one.wire(self._world.now()) for one in (found[-most:] if after else found[:most])]

    def _post(self, call: Call, channel_id: str) -> tuple[int, Any]:
        channel = self._channel(channel_id)
        if channel.closed:
            raise Refused(403, 50007, "Cannot send messages to this user")
        if (thread := self._world.thread_state(channel)) is not None:
            threads.check_post(thread)
        send = SEND if channel.parent_id is None else SEND_IN_THREADS
        if channel.denied & send or (call.files and channel.denied & ATTACH):
            raise Refused(403, 50013, "Missing Permissions")
        made = messages.make(self._world, channel.id, call.body, call.files)
        channel.archived = False  # a new message reopens an archived thread
        return 200, made.wire(self._world.now())

    def _edit(self, call: Call, channel_id: str, message_id: str) -> tuple[int, Any]:
        channel = self._channel(channel_id)
        message = self._message(channel, message_id)
        if (thread := self._world.thread_state(channel)) is not None:
            threads.check_change(thread)
        messages.change(self._world, message, call.body, call.files)
        return 200, message.wire(self._world.now())

    def _delete(self, call: Call, channel_id: str, message_id: str) -> tuple[int, Any]:
        channel = self._channel(channel_id)
        del channel.messages[self._message(channel, message_id).id]
        return 204, None

    # -- interactions -------------------------------------------------------------------------------------

    def _callback(self, call: Call, number: str, token: str) -> tuple[int, Any]:
        return self.replies.callback(int(number), token, call.body, call.files)

    def _follow(self, call: Call, application: str, token: str) -> tuple[int, Any]:
        return self.replies.follow(int(application), token, call.body, call.files)

    def _show(self, call: Call, application: str, token: str, which: str) -> tuple[int, Any]:
        return self.replies.show(int(application), token, which)

    def _change(self, call: Call, application: str, token: str, which: str) -> tuple[int, Any]:
        return self.replies.edit(int(application), token, which, call.body, call.files)

    def _remove(self, call: Call, application: str, token: str, which: str) -> tuple[int, Any]:
        return self.replies.remove(int(application), token, which)


def _translated(call: Call) -> bool:
    return call.query.get("with_localizations") == "true"


def _major(route: str, match: re.Match[str]) -> str:
    """Return the id that has its own rate limit: a channel's, or a webhook's with its token; "" for other routes."""
    if route.startswith("/webhooks"):
        return "/".join(match.groups()[:2])
    return match.group(1) if route.startswith("/channels") else ""


async def _read(request: web.Request) -> Call:
    """Parse an HTTP request and the files uploaded with it."""
    path = "/" + request.match_info["path"]
    kind = request.content_type if request.can_read_body else None
    authorization = request.headers.get("Authorization")
    told = {"authorization": authorization, "query": dict(request.query), "headers": dict(request.headers)}
    call = Call(request.method, path, kind, None, **told)
    if kind == "multipart/form-data":
        form = await request.post()
        call.body = json.loads(str(form["payload_json"]))
        for name, part in form.items():
            if isinstance(part, web.FileField):
                number = re.fullmatch(r"files\[(\d+)\]", name)
                assert number, f"a file under the name {name!r}"
                call.files[int(number[1])] = Upload(part.filename, part.file.read())
    elif kind is not None:
        call.body = json.loads(await request.text())
    return call
