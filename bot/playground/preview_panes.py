"""Serves several previews of one simulated Discord through a single port.

simcord allows only one preview of one channel at a time, serves it on a separate port, and forbids frames. This module
removes these three limits, so the playground can show simcord's page in frames.
"""

# This module uses private parts of simcord, so simcord's version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import simcord.preview._messages as simcord_messages
import simcord.preview._queries as simcord_queries
import simcord.preview._server as simcord_server
import simcord.preview._snapshot as simcord_snapshot
from aiohttp import web
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.playground.live_env import LiveEnv

_STATIC = Path(simcord_server.__file__).with_name("static")
_FRAME_HEADERS = {
    **PreviewServer._SECURITY_HEADERS,
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": PreviewServer._SECURITY_HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    ),
}
_PAGES_KEPT = 4
_PNG = b"\x89PNG\r\n\x1a\n"
_CHANNEL = re.compile(r"<#(\d{1,20})>")
# simcord's handlers expect this name in their module. The function `start` of simcord, which isn't used, would set it.
simcord_server.web = web
_context_of = simcord_messages._markdown_context


def _context_with_channels(
    preview: Preview, page: _Page, message: Any, channel: Any, *, content: str = ""
) -> dict[str, Any]:
    """Return simcord's context for a message, including the names of the channels that a private message mentions."""
    context = _context_of(preview, page, message, channel, content=content)
    if channel.guild_id is None:
        for mention in _CHANNEL.finditer(f"{content} {getattr(message, 'content', '')}"):
            mentioned = preview.env.backend.channels.get(int(mention[1]))
            if mentioned is not None and mentioned.name:
                context["channels"][mention[1]] = mentioned.name
        context["channel_ids"] = list(context["channels"])
    return context


for _module in (simcord_messages, simcord_queries, simcord_snapshot):
    setattr(_module, "_markdown_context", _context_with_channels)  # noqa: B010 - pyright knows no such name


#: The names and contents of files that simcord doesn't store itself, by URL.
Assets = Mapping[str, tuple[str, bytes]]


class Port(Protocol):
    """A server on the port that all previews share."""

    port: int


class _PaneServer(PreviewServer):
    """The preview server of one pane. It uses the shared port instead of opening its own socket."""

    _SECURITY_HEADERS = _FRAME_HEADERS

    def __init__(self, preview: Preview, shared: Port) -> None:
        super().__init__(preview)
        self._shared = shared

    async def start(self) -> None:
        self.port = self._shared.port

    async def close(self) -> None:
        self.port = None


class Pane(Preview):
    """A preview of one channel for one viewer. It stays open as long as the playground."""

    _MAX_PAGES = _PAGES_KEPT + 1
    _PAGE_LEASE_SECONDS = 7 * 24 * 3600.0

    def __init__(
        self, env: LiveEnv, channel: ChannelHandle, viewer: Any, shared: Port, turn: asyncio.Lock, assets: Assets
    ) -> None:
        super().__init__(
            env, channel, (viewer,), layout="channel", display="responsive", width=960, height=720,
            locale="en-US", timezone="UTC", presentation_time=None, assets=assets, port=0,
        )  # fmt: skip
        self._live = env
        self._server = _PaneServer(self, shared)
        self._turn = turn
        self._shown = -1

    @property
    def server(self) -> PreviewServer:
        """The server that handles this pane's requests."""
        return self._server

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        for old in [key for key in self._pages if key != "python"][: 1 - _PAGES_KEPT]:
            self._close_page(old)
        self._advance_presentation_time()
        page = super()._open_page(viewer_id, target_id)
        # Don't focus a message, so the page follows the newest messages.
        page.window_end_id = page.target_id = None
        self._publish(page, reason="initial")
        return page

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Run an action that comes from the browser. The actions of all panes run one after another.

        A click is accepted even if something has changed since the browser last polled.
        """
        async with self._turn:
            with self._live.answering():
                return await self._act(context_id, body)

    async def _act(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        page = self._pages.get(context_id or "")
        if page is not None and isinstance(body.get("published_revision"), int):
            body = {**body, "published_revision": page.revision}
        result = await super()._action(context_id, body)
        self._shown = self._fingerprint()
        return result

    async def _prepare_asset(self, context_id: str | None, asset_id: str, **options: Any) -> tuple[str, bytes, str]:
        """Return a file to serve. The bot's own pictures are returned unchanged, because simcord would encode them
        again.
        """
        _, record, body = self._authorized_asset(context_id, asset_id)
        if any(options.values()) or not body.startswith(_PNG):
            return await super()._prepare_asset(context_id, asset_id, **options)
        record.width, record.height = struct.unpack(">II", body[16:24])
        record.mediaKind, record.frames, record.displayContentType = "image", 1, "image/png"
        record.validated = True
        return "image/png", body, record.filename

    def _fingerprint(self) -> int:
        messages = self.env.backend.messages.get(self.channel.id, {}).values()
        return hash(
            tuple(
                (message.id, message.edited_timestamp, repr(message.components), repr(message.attachments))
                for message in messages
            )
        )

    def publish(self) -> None:
        """Show changes in the pane, also while an action is running: the bot's first answer may only say that it
        works.
        """
        now = self._fingerprint()
        if now == self._shown:
            return
        self._shown = now
        self._advance_presentation_time()
        for key, page in list(self._pages.items()):
            if key != "python":
                self._publish(page, reason="refresh")


class Panes:
    """All open panes. This object takes the place of simcord's single preview, and forwards events to every pane."""

    _closed = True

    def __init__(self, env: Any, shared: Port, assets: Assets) -> None:
        self._env = env
        self._assets = assets
        self._shared = shared
        #: Every action acquires this lock, so actions run one after another.
        self.turn = asyncio.Lock()
        self.all: list[Pane] = []

    async def open(self, channel: ChannelHandle, viewer: Any) -> Pane:
        """Open a pane that shows a channel to a viewer."""
        pane = Pane(self._env, channel, viewer, self._shared, self.turn, self._assets)
        self._env._preview = self
        await pane.__aenter__()
        self._env._preview = self
        self.all.append(pane)
        return pane

    def _mark_action_dispatched(self) -> None:
        for pane in self.all:
            pane._mark_action_dispatched()

    def server_for(self, request: web.Request) -> PreviewServer:
        """Return the server of the pane that handles a request. The request's capability header identifies the pane."""
        capability = request.headers.get("X-Simcord-Capability")
        for pane in self.all:
            if pane.capability == capability:
                return pane.server
        raise web.HTTPUnauthorized

    def publish(self) -> None:
        """Show changes in all panes."""
        for pane in self.all:
            pane.publish()


def page_html() -> str:
    """Return simcord's page with the playground's own style sheet and script added."""
    html = (_STATIC / "index.html").read_text(encoding="utf-8")
    if "</head>" not in html:
        raise SetupError("simcord's preview page has changed")
    html = html.replace("</head>", '<link rel="stylesheet" href="/pane.css">\n  </head>')
    html = html.replace("</body>", '<script type="module" src="/pane.js"></script>\n  </body>')
    return html.replace("<title>SimCord Preview</title>", "<title>Tenebrae playground</title>")


def add_routes(app: web.Application, panes: Panes) -> None:
    """Add the routes of the panes' page and its files, and the routes that forward each request to its pane."""

    def forward(name: str) -> Any:
        async def handler(request: web.Request) -> web.StreamResponse:
            return await getattr(panes.server_for(request), name)(request)

        return handler

    async def static(request: web.Request) -> web.StreamResponse:
        return await panes.all[0].server._static(request)

    async def view(_request: web.Request) -> web.StreamResponse:
        return web.Response(text=page_html(), content_type="text/html", headers=_FRAME_HEADERS)

    app.router.add_get("/view", view)
    for route in PreviewServer._STATIC_FILES:
        if route != "/":
            app.router.add_get(route, static)
    app.router.add_post("/api/pages", forward("_pages"))
    app.router.add_delete("/api/pages/{context_id}", forward("_delete_page"))
    app.router.add_get("/api/state", forward("_state"))
    app.router.add_get("/api/commands", forward("_commands"))
    app.router.add_get("/api/action-result", forward("_action_result"))
    app.router.add_post("/api/action", forward("_action"))
    app.router.add_get("/api/assets/{asset_id}", forward("_asset"))
