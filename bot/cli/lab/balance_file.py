"""Reads and writes a game's balance page, data/<game>/BALANCE.md. Each command rewrites one part of the page."""

from __future__ import annotations

from pathlib import Path

#: The headings of the page's parts, in order. The part about greedy players comes first and has no heading.
GREEDY_HEADING, HARD_HEADING, BY_POST_HEADING = "", "## Between hard players", "## By post"
HEADINGS = (HARD_HEADING, BY_POST_HEADING)


def file_of(game: str) -> Path:
    """Return the path of a game's balance page."""
    return Path("data") / game / "BALANCE.md"


def parts(page: str) -> dict[str, str]:
    """Return the parts of a page by heading, without empty lines around them."""
    text_by_heading, heading = {GREEDY_HEADING: ""}, GREEDY_HEADING
    for line in page.splitlines():
        heading = line if line in HEADINGS else heading
        text_by_heading[heading] = text_by_heading.get(heading, "") + line + "\n"
    return {heading: text.strip() + "\n" for heading, text in text_by_heading.items() if text.strip()}


def with_part(page: str, heading: str, part: str) -> str:
    """Return a page with one part replaced and the others unchanged."""
    text_by_heading = parts(page) | {heading: part.strip() + "\n"}
    return "\n".join(text_by_heading[title] for title in (GREEDY_HEADING, *HEADINGS) if title in text_by_heading)


def write(game: str, heading: str, part: str) -> None:
    """Rewrite one part of a game's balance page."""
    file = file_of(game)
    page = file.read_text("utf-8") if file.is_file() else ""
    file.write_text(with_part(page, heading, part), encoding="utf-8")
