"""Debian's Chromium, without a window, driven by Playwright, which never downloads a browser here."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Error, Page, async_playwright

from bot.app.settings import StartError

#: The browser's program names in different distributions.
NAMES = ("chromium", "chromium-browser", "google-chrome")
#: Identical pictures on every machine.
_OPTIONS = ("--disable-gpu", "--force-color-profile=srgb", "--force-device-scale-factor=1")
#: Windows narrower than this are phones.
DESK = 600
#: A line that the browser printed, among those of Playwright.
_SAID = re.compile(r"\[(?:err|out)\] (.+)")


class BrowserError(StartError):
    """The browser does not start, stops, or a page fails."""


def program() -> str | None:
    """Return the browser's path, or None without one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def opened(browser: str) -> AsyncGenerator[Browser]:
    """Start the browser for the block; raises BrowserError, also when a page fails in the block."""
    async with async_playwright() as driver:
        try:
            running = await driver.chromium.launch(executable_path=browser, args=_OPTIONS)
        except Error as error:
            words = _SAID.findall(error.message) or ["nothing"]
            raise BrowserError(f"The browser does not start; it says: {words[-1].rstrip('.')}.") from error
        try:
            yield running
        except Error as error:
            raise BrowserError(f"The browser fails: {error.message.splitlines()[0].rstrip('.')}.") from error
        finally:
            await running.close()


async def window(running: Browser, width: int, height: int) -> Page:
    """Open an empty window of this size in CSS pixels, which its pictures have too; a narrow one is a phone's."""
    return await running.new_page(viewport={"width": width, "height": height}, is_mobile=width < DESK)
