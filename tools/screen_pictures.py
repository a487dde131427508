"""Screenshots and what is made of them: a page that shows all of them, and the pictures of docs/screens.md."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from rules.kernel.words.translation import LOCALES
from tools import headless_browser

SCREENS = ("lobby", "first", "typical", "reaction", "end", "lesson")
#: The widths of a phone's and a desktop's window, in CSS pixels.
WIDTHS = PHONE, DESK = (390, 1280)
#: How much screenshots are scaled down for a composite. At this size the small print is legible.
SCALE = 0.8
#: The space between two screenshots, in pixels, and its colour.
GAP, GROUND = 12, "#12151f"
#: How well WebP keeps the picture, from 0 to 100. At this quality small print stays sharp.
QUALITY = 70


def height(width: int) -> int:
    """Return the height of a window of this width. The window is enlarged only for a message that doesn't fit."""
    return 844 if width < headless_browser.DESK else 900


@dataclass(frozen=True)
class Shot:
    """A screenshot, with measurements in CSS pixels."""

    game: str
    screen: str
    locale: str
    width: int
    #: How much wider the page is than the window.
    sideways: int
    #: The distance from the top of the newest message to the bottom of its first button or menu; 0 if it has none.
    choice: int
    #: The height of the channel's visible part in a window.
    room: int
    #: The height of the newest message below its picture: the question and all controls.
    controls: int
    #: The same height with text enlarged to 130 %.
    large_controls: int

    @property
    def name(self) -> str:
        """The name of the screenshot's file."""
        return f"{self.game}-{SCREENS.index(self.screen) + 1}-{self.screen}-{self.locale}-{self.width}.png"

    def text(self) -> str:
        """Return a line about the screenshot for the user."""
        wide = f", {self.sideways} px wider than the window" if self.sideways else ""
        below = " without scrolling" if self.choice <= self.room else ""
        reach = f", its first choice ends after {self.choice} px{below}" if self.choice else ""
        return (
            f"{self.name}: {self.controls} px below the picture, {self.large_controls} px with large text{reach}{wide}"
        )


def index(shots: Sequence[Shot]) -> str:
    """Return an HTML page with the screenshots side by side. A line shows how far a window reaches before scrolling."""
    rows = "".join(_rows(shots))
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body {{ background: #12151f; color: #efe4cc; font: 15px system-ui, sans-serif; }}
  .row {{ display: flex; gap: 12px; align-items: flex-start; overflow-x: auto; }}
  figure {{ margin: 0 0 24px; position: relative; flex: none; }}
  img {{ display: block; }}
  figure::before {{ content: ""; position: absolute; width: 100%; top: var(--fold); border-top: 1px dashed #e69f00; }}
</style>
{rows}</html>
"""


def _rows(shots: Sequence[Shot]) -> Iterator[str]:
    for game, screen in dict.fromkeys((shot.game, shot.screen) for shot in shots):
        yield f"<h2>{html.escape(f'{game}: {screen}')}</h2>\n<div class='row'>\n"
        for shot in shots:
            if (shot.game, shot.screen) == (game, screen):
                fold, name = height(shot.width), html.escape(shot.name)
                words = f"{shot.locale}, {shot.width} px"
                yield (
                    f"<figure style='--fold: {fold}px'><img src='{name}' alt='{words}' width='{shot.width}'>"
                    f"<figcaption>{words}</figcaption></figure>\n"
                )
        yield "</div>\n"


def composites(shots: Sequence[Shot]) -> dict[str, list[str]]:
    """Return the names of docs/screens.md's pictures, each with the names of the screenshots that it puts together.

    Each screen has a picture of a phone in all languages. The typical turn also has one of a desktop, in English.
    """
    parts: dict[str, list[str]] = {}
    for shot in shots:
        if shot.width == PHONE:
            parts.setdefault(f"{shot.game}-{shot.screen}.webp", []).append(shot.name)
        elif (shot.width, shot.screen, shot.locale) == (DESK, "typical", LOCALES[0]):
            parts[f"{shot.game}-desk.webp"] = [shot.name]
    return parts


def write_composites(shots: Sequence[Shot], screenshots: Path, folder: Path) -> int:
    """Write the pictures of docs/screens.md into this folder. Return how many they are."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = composites(shots)
    for name, names in parts.items():
        side_by_side([screenshots / one for one in names]).save(folder / name, quality=QUALITY, method=6)
    return len(parts)


def side_by_side(screenshots: Sequence[Path]) -> Image.Image:
    """Return one picture with these screenshots from left to right, aligned at their tops."""
    scaled = [_scaled(path) for path in screenshots]
    width = sum(one.width for one in scaled) + GAP * (len(scaled) - 1)
    whole, left = Image.new("RGB", (width, max(one.height for one in scaled)), GROUND), 0
    for one in scaled:
        whole.paste(one, (left, 0))
        left += one.width + GAP
    return whole


def _scaled(path: Path) -> Image.Image:
    with Image.open(path) as opened:
        size = (round(opened.width * SCALE), round(opened.height * SCALE))
        return opened.convert("RGB").resize(size, Image.Resampling.LANCZOS)
