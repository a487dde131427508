"""Makes the in-process simulated Discord refuse what the real Discord refuses, and answer in the same format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import simcord.actors
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.backend.errors import BackendError
from simcord.components import walk_components
from simcord.http import router
from simcord.http.router import Handler, RequestContext
from simcord.http.routes import interactions

from tests.discord import api_checks
from tests.discord_rules import addresses, emojis, threads
from tests.discord_rules.length import too_long
from tests.discord_rules.menus import Choices
from tests.discord_rules.refusals import Refused, invalid

LAYOUT = 1 << 15


class DiscordRules:
    """The real Discord's rules that the in-process simulated Discord enforces, and the format errors found so far."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self.choices = Choices()
        #: Emoji ids that count as uploaded, in addition to the emojis that the bot has uploaded.
        self.emojis: set[int] = set()
        #: Maximum number of active threads that a server may have.
        self.most_threads = threads.ACTIVE_THREADS
        #: Each difference between Discord's API description and the requests, answers and interactions so far.
        self.wrong: list[str] = []

    @property
    def _now(self) -> float:
        return self._backend.clock.now().timestamp()

    def thread(self, channel_id: int) -> threads.ThreadState | None:
        """Return the state of a thread, or None if the channel isn't a thread."""
        channel = self._backend.channels.get(channel_id)
        if channel is None or channel.thread_metadata is None:
            return None
        try:
            self._backend.require_permissions(channel.guild_id, self._backend.bot_user.id, channel_id, "manage_threads")
        except BackendError:
            manages = False
        else:
            manages = True
        state = channel.thread_metadata
        return threads.ThreadState(
            state.archived, state.locked, manages, self.active(channel.guild_id), self.most_threads
        )

    def active(self, guild_id: int) -> int:
        """Return how many active threads a server has."""
        metadata = (self._backend.channels[one].thread_metadata for one in self._backend.guilds[guild_id].thread_ids)
        return sum(not one.archived for one in metadata)

    def check_message(self, body: dict[str, Any]) -> None:
        """Raise Refused if a layout has too much text, an unknown emoji or an expired attachment address."""
        parts = body.get("components") or []
        if not parts:
            return
        long = too_long(list(walk_components(parts))) if (body.get("flags") or 0) & LAYOUT else None
        if long is not None:
            raise invalid("components", long)
        known = self.emojis | set(self._backend.application_emojis)
        known.update(one for guild in self._backend.guilds.values() for one in guild.emojis)
        emojis.check_emojis(parts, known)
        addresses.check_addresses(parts, CDN_BASE, self._now)

    def as_told(self, message: dict[str, Any]) -> dict[str, Any]:
        """Change a message into the form that Discord sends: URLs are signed, and a layout lists no attachments."""
        api_checks.fill_message(self._backend, message)
        if not message.get("attachments"):
            return message
        now = self._now
        # A copy is signed, so that simcord's own data stays unchanged.
        message["attachments"], message["components"] = deepcopy((message["attachments"], message["components"]))
        for item in (*message["attachments"], *addresses.media(message["components"])):
            if item["url"].startswith(CDN_BASE):
                item["url"] = item["proxy_url"] = addresses.signed(item["url"], now)
        if message["flags"] & LAYOUT:
            message["attachments"] = []
        return message


def enforce(backend: Any) -> DiscordRules:
    """Make a simulated Discord enforce the rules of the real one; return the DiscordRules object."""
    backend.strict = DiscordRules(backend)
    emit = backend.emit

    def told(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
        if event == "INTERACTION_CREATE":
            if "message" in payload:
                backend.strict.as_told(payload["message"])
            backend.strict.wrong += api_checks.complete_event(payload)
        return emit(event, payload, *args, **kwargs)

    backend.emit = told
    return backend.strict


Check = Callable[[DiscordRules, RequestContext], None]


def _post(strict: DiscordRules, ctx: RequestContext) -> None:
    strict.check_message(ctx.body())
    thread = strict.thread(ctx.int_arg("channel_id"))
    if thread is not None:
        threads.check_post(thread)
        if thread.archived:
            ctx.backend.edit_channel(ctx.int_arg("channel_id"), {}, thread_metadata={"archived": False})


def _edit(strict: DiscordRules, ctx: RequestContext) -> None:
    _members(strict, ctx)
    strict.check_message(ctx.body())


def _members(strict: DiscordRules, ctx: RequestContext) -> None:
    thread = strict.thread(ctx.int_arg("channel_id"))
    if thread is not None:
        threads.check_change(thread)


def _edit_channel(strict: DiscordRules, ctx: RequestContext) -> None:
    thread = strict.thread(ctx.int_arg("channel_id"))
    if thread is not None:
        threads.check_edit(thread, ctx.body(), archived=ctx.body().get("archived"))


def _new_thread(strict: DiscordRules, ctx: RequestContext) -> None:
    channel = ctx.backend.channels.get(ctx.int_arg("channel_id"))
    if channel is not None:
        threads.check_new(strict.active(channel.guild_id), strict.most_threads)


def _answer(strict: DiscordRules, ctx: RequestContext) -> None:
    strict.check_message(ctx.body())


def _callback(strict: DiscordRules, ctx: RequestContext) -> None:
    try:
        strict.check_message(ctx.body().get("data") or {})
    except Refused as refused:
        raise refused.under("data") from None


_CHANNEL, _ANSWERS = "/channels/{channel_id}", "/webhooks/{webhook_id}/{token}"
_CHECKS: dict[tuple[str, str], Check] = {
    ("POST", f"{_CHANNEL}/messages"): _post,
    ("PATCH", f"{_CHANNEL}/messages/{{message_id}}"): _edit,
    ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}"): _members,
    ("DELETE", f"{_CHANNEL}/thread-members/{{user_id}}"): _members,
    ("PATCH", _CHANNEL): _edit_channel,
    ("POST", f"{_CHANNEL}/threads"): _new_thread,
    ("POST", f"{_CHANNEL}/messages/{{message_id}}/threads"): _new_thread,
    ("POST", "/interactions/{interaction_id}/{token}/callback"): _callback,
    ("POST", _ANSWERS): _answer,
    ("PATCH", f"{_ANSWERS}/messages/@original"): _answer,
    ("PATCH", f"{_ANSWERS}/messages/{{message_id}}"): _answer,
}


def _with_rules(route: tuple[str, str], handler: Handler) -> Handler:
    """Wrap a request handler of simcord so that it checks the rules first and answers in Discord's format."""
    check, fill = _CHECKS.get(route), api_checks.FILL.get(route)

    def handled(ctx: RequestContext) -> Any:
        strict: DiscordRules | None = getattr(ctx.backend, "strict", None)
        if strict is None:
            return handler(ctx)
        strict.wrong += api_checks.request_faults(route, ctx)
        if check is not None:
            try:
                check(strict, ctx)
            except Refused as refused:
                raise BackendError(refused.status, refused.code, refused.message, errors=refused.errors) from refused
        answer = handler(ctx)
        for message in _messages(answer):
            strict.as_told(message)
        if fill is not None:
            fill(answer)
        strict.wrong += api_checks.answer_faults(route, ctx, answer)
        return answer

    return handled


def _messages(answer: Any) -> Iterator[dict[str, Any]]:
    """Yield every message object that the answer to a request contains."""
    if isinstance(answer, list):
        for one in answer:
            yield from _messages(one)
    elif isinstance(answer, dict):
        if "attachments" in answer and "author" in answer:
            yield answer
        elif isinstance(answer.get("resource"), dict):
            yield from _messages(answer["resource"].get("message"))


def _install() -> None:
    """Wrap all of simcord's request handlers so that they enforce the rules; called once per process."""
    for method, routes in router._ROUTES.items():
        routes[:] = [
            (template, _with_rules((method, "/" + "/".join(template)), handler)) for template, handler in routes
        ]
    press = simcord.actors._component_interaction

    async def pressed(actor: Any, stored: Any, data: dict[str, Any]) -> Any:
        strict: DiscordRules | None = getattr(actor._env.backend, "strict", None)
        if strict is not None and "values" in data:
            menu = next(
                one for one in simcord.actors.walk_components(stored.components)
                if one.get("custom_id") == data["custom_id"]
            )  # fmt: skip
            strict.choices.choose(actor.id, stored.id, menu, data["values"])
        return await press(actor, stored, data)

    simcord.actors._component_interaction = pressed
    known = interactions._interaction_message

    def message_of(ctx: RequestContext) -> Any:
        """Return the message that a webhook request refers to, including the message whose component was pressed."""
        record = interactions._record(ctx)
        if record.source_message_id is not None and ctx.int_arg("message_id") == record.source_message_id:
            return ctx.backend.get_message(record.channel_id, record.source_message_id)
        return known(ctx)

    interactions._interaction_message = message_of
    get = CdnStore.get
    CdnStore.get = lambda self, url: get(self, addresses.unsigned(url))  # type: ignore[method-assign]


_install()
