"""A page in headless Chromium, driven by its DevTools protocol, of which this needs six commands."""

from __future__ import annotations

import asyncio
import base64
import itertools
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from bot.app.settings import StartError

#: The browser's program names in different distributions.
NAMES = ("chromium", "chromium-browser", "google-chrome")
#: No background downloads, and identical pictures on every machine.
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--hide-scrollbars", "--force-color-profile=srgb", "--force-device-scale-factor=1", "--lang=en-US",
)  # fmt: skip
#: The timeout of its start and of each command, in seconds.
_PATIENCE = 60.0
_LISTENS = re.compile(rb"DevTools listening on (ws://\S+)")


class BrowserError(StartError):
    """The browser does not start, stops, or refuses a command."""


def program() -> str | None:
    """Return the browser's path, or None without one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def opened(browser: str) -> AsyncGenerator[Page]:
    """Start the browser and yield an empty page."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        try:
            process = await asyncio.create_subprocess_exec(
                browser, *_OPTIONS, f"--user-data-dir={Path(profile)}", stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
            )
        except OSError as error:
            raise BrowserError(f"The browser {browser} does not start: {error.strerror}.") from error
        try:
            async with aiohttp.ClientSession() as session:
                page = await _first_page(process, session)
                drained = asyncio.create_task(_drain(process))
                yield page
                drained.cancel()
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def _first_page(process: Process, session: aiohttp.ClientSession) -> Page:
    """Wait until the browser has started, and open a page in it."""
    try:
        async with asyncio.timeout(_PATIENCE):
            socket = await session.ws_connect(await _address(process), max_msg_size=0)
    except (TimeoutError, OSError, aiohttp.ClientError) as error:
        raise BrowserError("The browser has started and does not answer.") from error
    page = Page(socket)
    await page.begin()
    return page


async def _address(process: Process) -> str:
    """Return the address that the browser prints when it has started."""
    assert process.stderr is not None
    said = b""
    while line := await process.stderr.readline():
        said += line
        if found := _LISTENS.search(line):
            return found[1].decode()
    words = said.decode(errors="replace").splitlines() or ["nothing"]
    raise BrowserError(f"The browser does not start; it says: {words[-1].rstrip('.')}.")


async def _drain(process: Process) -> None:
    """Read the browser's further output, so that it never blocks on writing."""
    assert process.stderr is not None
    while await process.stderr.read(1 << 16):
        pass


class Page:
    """One page of the browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._session: str | None = None

    async def begin(self) -> None:
        """Open the page; first of all."""
        target = await self._do("Target.createTarget", url="about:blank")
        attached = await self._do("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]

    async def first(self, script: str) -> None:
        """Run a script in every document before its own."""
        await self._do("Page.enable")
        await self._do("Page.addScriptToEvaluateOnNewDocument", source=script)

    async def size(self, width: int, height: int) -> None:
        """Set the window's size in CSS pixels, which its pictures have too; a narrow one is a phone's."""
        await self._do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    async def go(self, address: str) -> None:
        """Open an address."""
        # Navigating to the same page with another fragment would not reload it.
        await self._do("Page.navigate", url="about:blank")
        if failed := (await self._do("Page.navigate", url=address)).get("errorText"):
            raise BrowserError(f"The browser does not reach {address.partition('#')[0]}: {failed}.")

    async def value(self, script: str) -> Any:
        """Return the value of an expression, or of its promise."""
        told = await self._do("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if failed := told.get("exceptionDetails"):
            words = failed.get("exception", {}).get("description", failed["text"])
            raise BrowserError(f"The page fails: {words.splitlines()[0]}.")
        return told["result"].get("value")

    async def picture(self) -> bytes:
        """Return a PNG of the window's content."""
        return base64.b64decode((await self._do("Page.captureScreenshot", format="png"))["data"])

    async def _do(self, method: str, **how: Any) -> dict[str, Any]:
        number = next(self._numbers)
        command: dict[str, Any] = {"id": number, "method": method, "params": how}
        if self._session is not None:
            command["sessionId"] = self._session
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._socket.send_json(command)
                while True:
                    message = await self._socket.receive()
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        raise BrowserError(f"The browser has stopped before {method}.")
                    if (told := message.json()).get("id") == number:
                        break
        except (TimeoutError, ConnectionError) as error:
            raise BrowserError(f"The browser does not answer to {method}.") from error
        if "error" in told:
            raise BrowserError(f"The browser refuses {method}: {told['error'].get('message')}")
        return told["result"]
