"""Runs the installed Chromium without a window. Playwright drives it, without downloading another browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Error, Page, async_playwright

from bot.app.settings import StartError

#: The names of Chromium's program in different distributions.
NAMES = ("chromium", "chromium-browser", "google-chrome")
#: Options that make screenshots identical on every machine.
_OPTIONS = ("--disable-gpu", "--force-color-profile=srgb", "--force-device-scale-factor=1")
#: Windows narrower than this number of CSS pixels behave like a phone's.
DESK = 600
#: The pattern of a line that the browser itself has printed, as opposed to Playwright's lines.
_SAID = re.compile(r"\[(?:err|out)\] (.+)")


class BrowserError(StartError):
    """The browser doesn't start, or it stops, or a page fails."""


def program() -> str | None:
    """Return the path of the installed browser, or None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def opened(browser: str) -> AsyncGenerator[Browser]:
    """Start the browser for the `with` block. Raises BrowserError, also for an error in a page during the block."""
    async with async_playwright() as driver:
        try:
            running = await driver.chromium.launch(executable_path=browser, args=_OPTIONS)
        except Error as error:
            words = _SAID.findall(error.message) or ["nothing"]
            raise BrowserError(f"The browser doesn't start. Its message: {words[-1].rstrip('.')}.") from error
        try:
            yield running
        except Error as error:
            raise BrowserError(f"The browser fails: {error.message.splitlines()[0].rstrip('.')}.") from error
        finally:
            await running.close()


async def window(running: Browser, width: int, height: int) -> Page:
    """Open an empty window whose screenshots have this size in CSS pixels. A narrow window behaves like a phone's."""
    return await running.new_page(viewport={"width": width, "height": height}, is_mobile=width < DESK)
