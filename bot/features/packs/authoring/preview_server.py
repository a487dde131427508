"""The web server of a pack preview, for local use only: it watches the pack's folder and draws cards on demand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import web
from cachetools import LRUCache

import render
from bot.app.localhost_server import SECURITY_HEADERS, address, listen, refuse_other_sites
from bot.features.packs.authoring import preview_model
from rules.kernel.content.fault_messages import place_of, text_of
from rules.kernel.content.pack_faults import Fault
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, Translator

_FILES = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
}
#: A picture's URL contains a hash of everything that affects the picture, so browsers can cache it forever.
_IMMUTABLE_HEADERS = {**SECURITY_HEADERS, "Cache-Control": "private, max-age=86400, immutable"}
#: Seconds between two checks of the folder, and maximum number of seconds that a page's request waits for a change.
POLL_INTERVAL, LONG_POLL_TIMEOUT = 0.5, 25.0
#: Maximum number of bytes of cached pictures. The least recently used pictures are discarded first.
PICTURE_CACHE_BYTES = 64_000_000
#: Maximum number of files in a folder that are checked for changes.
MAX_FILES = 200
log = logging.getLogger(__name__)


async def run(folder: Path, game: AnyGame, port: int, say: Callable[[str], None]) -> None:
    """Serve the preview of a pack until cancelled; raises StartError."""
    async with running_preview(folder, game, port) as preview:
        say(f"Open {preview.address} in a browser; the page renews itself when you save. Ctrl+C ends it.")
        await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def running_preview(folder: Path, game: AnyGame, port: int) -> AsyncGenerator[Preview]:
    """Serve the preview of a pack during the `async with` block."""
    preview = Preview(folder, game, port)
    await preview.start()
    try:
        yield preview
    finally:
        await preview.stop()


class Preview:
    """Serves a pack's cards to browsers on the same machine."""

    def __init__(self, folder: Path, game: AnyGame, port: int) -> None:
        self._folder = folder
        self._game = game
        self.port = port
        self._look = preview_model.PackPreview()
        self._version = 0
        self._stamp: object = None
        self._changed = asyncio.Condition()
        self._drawing = asyncio.Lock()
        self._pictures = LRUCache[str, bytes](PICTURE_CACHE_BYTES, len)
        self._cards: dict[str, tuple[str, str]] = {}
        self._runner: web.AppRunner | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """The URL to open in a browser."""
        return address(self.port)

    async def start(self) -> None:
        """Read the pack, start listening, and start watching the folder."""
        await self.reload()
        app = web.Application(middlewares=[refuse_other_sites])
        for path in _FILES:
            app.router.add_get(path, self._file)
        app.router.add_get("/pack.json", self._pack)
        app.router.add_get("/pictures/{key}.png", self._picture)
        self._runner, self.port = await listen(app, self.port)
        self._watch = asyncio.create_task(self._watching())

    async def stop(self) -> None:
        """Stop watching the folder and serving pages."""
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        if self._runner is not None:
            await self._runner.cleanup()

    # -- watching -------------------------------------------------------------------------------------------------

    async def _watching(self) -> None:
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            stamp = await asyncio.to_thread(_folder_stamp, self._folder)
            if stamp != self._stamp:
                try:
                    await self.reload()
                except Exception:
                    log.exception("the pack can't be shown")

    async def reload(self) -> None:
        """Read the pack again, and notify all open pages."""
        self._stamp = await asyncio.to_thread(_folder_stamp, self._folder)
        snapshot = await asyncio.to_thread(preview_model.read_pack, self._folder, self._game)
        # If no card of the pack can be drawn, keep the last drawn cards on the page.
        self._look = (
            snapshot if snapshot.pack else preview_model.PackPreview(**{**vars(self._look), **_of_faults(snapshot)})
        )
        self._cards = {key: (card.id, locale) for card in self._look.cards for locale, key in card.pictures.items()}
        async with self._changed:
            self._version += 1
            self._changed.notify_all()

    # -- responses ------------------------------------------------------------------------------------------------

    async def _file(self, request: web.Request) -> web.Response:
        name, kind = _FILES[request.path]
        text = files("bot.features.packs.authoring").joinpath(name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=kind, headers=SECURITY_HEADERS)

    async def _pack(self, request: web.Request) -> web.Response:
        """Return the current pack.

        If the request has the parameter `after`, wait until the pack's version differs from its value. If nothing
        changes for a while, return an empty response.
        """
        after = request.query.get("after", "")
        if after == str(self._version):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONG_POLL_TIMEOUT), self._changed:
                    await self._changed.wait_for(lambda: after != str(self._version))
        if after == str(self._version):
            return web.Response(status=204, headers=SECURITY_HEADERS)
        body = await asyncio.to_thread(_pack_data, self._game, self._look, self._version)
        return web.Response(text=body, content_type="application/json", headers=SECURITY_HEADERS)

    async def _picture(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        async with self._drawing:
            if key not in self._pictures:
                if key not in self._cards:
                    raise web.HTTPNotFound
                card, locale = self._cards[key]
                self._pictures[key] = await asyncio.to_thread(_drawn, self._game, card, locale, self._look.pack)
            body = self._pictures[key]
        return web.Response(body=body, content_type="image/png", headers=_IMMUTABLE_HEADERS)


def _of_faults(preview: preview_model.PackPreview) -> dict[str, Any]:
    return {
        "summary": preview.summary,
        "box": preview.box,
        "faults": preview.faults,
        "more": preview.more,
        "broken": preview.broken,
    }


def _folder_stamp(folder: Path) -> object:
    """Return a value that changes whenever a file of a pack changes."""
    try:
        pack_files = sorted(path for path in folder.iterdir() if path.suffix in (".json", ".csv"))[:MAX_FILES]
        return [(path.name, status.st_mtime_ns, status.st_size) for path in pack_files if (status := path.lstat())]
    except OSError as error:
        return error.errno


def _drawn(game: AnyGame, card: str, locale: str, pack: str) -> bytes:
    return render.encode(render.card(game.id, card, locale, pack))


def _pack_data(game: AnyGame, look: preview_model.PackPreview, version: int) -> str:
    """Return the data of a pack for the preview page, as JSON."""
    says = {locale: Translator(locale) for locale in LOCALES}
    return json.dumps(
        {
            "version": version,
            "title": {locale: game.title(say) for locale, say in says.items()},
            "words": {locale: _page_words(say) for locale, say in says.items()},
            "about": look.about,
            "summary": look.summary,
            "box": look.box,
            "faults": [_fault(fault, says) for fault in look.faults],
            "more": look.more,
            "broken": look.broken,
            "cards": [_card(card) for card in look.cards],
        },
        ensure_ascii=False,
    )


def _fault(fault: Fault, says: Mapping[str, Translator]) -> dict[str, Any]:
    return {
        "file": fault.file,
        "line": fault.line,
        "place": {locale: place_of(say, fault) for locale, say in says.items()},
        "text": {locale: text_of(say, fault) for locale, say in says.items()},
        "record": fault.record,
    }


def _card(card: preview_model.PreviewCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "record": card.record,
        "own": card.own,
        "pictures": dict(card.pictures),
        "texts": {
            locale: {"name": entry.name, "kind": entry.kind, "text": entry.text, "flavour": entry.flavour}
            for locale, entry in card.texts.items()
        },
    }


def _page_words(say: Translator) -> dict[str, str]:
    """Return the translated texts of the preview page itself."""
    return {
        "sound": say.t("No faults."),
        "faults": say.t("Faults: {n}", n="{n}"),
        "more": say.t("Faults not listed: {n}", n="{n}"),
        "box": say.t("Compared with a whole box"),
        "find": say.t("Find: words or an id"),
        "kinds": say.t("All kinds"),
        "ours": say.t("Show the base cards, too"),
        "wrong": say.t("Only cards with faults"),
        "language": say.t("Language"),
        "line": say.t("line {n}", n="{n}"),
        "none": say.t("No cards to show: add one, or show the base cards, too."),
        "shown": say.t("Cards: {n}", n="{n}"),
        "broken": say.t("This card isn't drawn until you fix its faults."),
        "waits": say.t("This card isn't drawn until you fix the faults of others: {n}", n="{n}"),
        "lost": say.t("The preview has stopped: start it again, and this page continues."),
        "close": say.t("Close"),
    }
