"""The web page of a replay: its data, what a browser shows, and that the page contains no secrets."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from playwright.async_api import Browser

import rules
from bot.discord.ui.safe_names import strip_markdown
from bot.features.replays.files.export import PlainMatchDescriber, page_of, picture_of
from bot.features.replays.files.html_page import FIRST_CHARACTER, encode_characters
from bot.features.replays.files.picture_compression import CompressedRows
from bot.features.replays.files.step_drawing import board, hand
from bot.features.replays.service.replay_steps import OPEN_VIEWER, Viewer
from bot.matches.service_results import MOVE_KINDS
from bot.store.statements.rows import JournalRow
from rules.kernel.data.events import reaches
from rules.kernel.words.translation import LOCALES
from tests.conformance.random_play import fewest_seats
from tests.matches.features.replays.longest_matches import InMemoryTranscript, longest, played
from tests.matches.features.replays.row_decompression import decompress_pictures
from tools.headless_browser import window

#: Number of moves in a short match.
FEW = 3
_DATA = re.compile(r'<script type="text/plain" id="([\w-]+)" data-size="(\d+)">([^<]*)</script>')
#: Maximum size of a page in bytes.
MAX_PAGE_SIZE = 5_000_000


def streams(page: bytes) -> dict[str, bytes]:
    """Return the decompressed data blocks of a page, by the ids of their elements."""
    return {name: zlib.decompress(packed(data, int(size))) for name, size, data in _DATA.findall(page.decode("utf-16"))}


def packed(signs: str, size: int) -> bytes:
    bits = "".join(f"{ord(sign) - FIRST_CHARACTER:015b}" for sign in signs)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, 8 * size, 8))


def boards(page: bytes) -> list[Image.Image]:
    read = streams(page)
    told = json.loads(read["about"])["board"]
    return decompress_pictures(CompressedRows(zlib.compress(read["board-data"]), told["rows"], told["lengths"]))


async def page(story: InMemoryTranscript, viewer: Viewer, locale: str = "en") -> bytes:
    return await page_of(story, viewer, locale, story.match.result)


async def drawn(story: InMemoryTranscript, viewer: Viewer, locale: str = "en") -> list[Image.Image]:
    words = PlainMatchDescriber(story.game, story.info, locale)
    return [board(shown, words.then(shown)) async for shown in story.positions(viewer)]


@pytest.mark.parametrize("game", rules.GAMES)
async def test_a_page_has_the_boards_as_they_were_drawn_and_words_in_every_language(game: str) -> None:
    story = played(game, fewest_seats(game), FEW)
    made = await page(story, 0)
    assert [image.tobytes() for image in boards(made)] == [image.tobytes() for image in await drawn(story, 0)]
    read = streams(made)
    about = json.loads(read["about"])
    for locale in LOCALES:
        words = json.loads(read[f"words-{locale}"])
        assert len(words["steps"]) == len(about["steps"]) == len(about["board"]["lengths"])
        assert all(step["text"] and step["alt"] and step["when"] for step in words["steps"])
        assert words["people"] == "Ana · Bence"
    assert {one["seat"] for one in about["hands"]} == {
        seat async for shown in story.positions(0) for seat in shown.secrets
    }


@given(st.binary(max_size=70))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_packed_data_comes_out_as_it_went_in(data: bytes) -> None:
    assert packed(encode_characters(data), len(data)) == data
    assert len(encode_characters(data)) <= len(data) * 8 / 15 + 8


async def test_boards_without_room_are_left_out_and_what_happened_is_told_with_the_next() -> None:
    story = played("edge_of_darkness", 2, 12)
    whole = await page(story, None)
    most = len(whole) * 9 // 10
    small = await page_of(story, None, "en", None, most)
    assert len(small) <= most
    few_boards, all_boards = boards(small), [image.tobytes() for image in boards(whole)]
    assert 2 <= len(few_boards) < len(all_boards)
    assert {image.tobytes() for image in few_boards} < {*all_boards}
    assert [few_boards[0].tobytes(), few_boards[-1].tobytes()] == [all_boards[0], all_boards[-1]]
    words = [json.loads(streams(made)["words-en"]) for made in (small, whole)]
    told = [[line for step in one["steps"] for line in step["told"]] for one in words]
    assert told[0] == told[1]
    assert f"{len(all_boards) - len(few_boards)} boards don't fit" in words[0]["lost"]
    assert len(json.loads(streams(small)["about"])["steps"]) == len(few_boards)


def test_a_text_without_markup_says_the_same() -> None:
    assert strip_markdown("**Ana\\*** is away until <t:86400:f>; `x`") == "Ana* is away until 1970-01-02 00:00 UTC; x"


async def test_nothing_comes_from_elsewhere_and_no_other_script_may_run() -> None:
    story = played("aevum_haeresis", 2, 1)
    name = '"><script>alert(1)</script>'
    story.info.seats = tuple(replace(seat, name=name) for seat in story.info.seats)
    made = (await page(story, None)).decode("utf-16")
    assert made.count("<script") == len(_DATA.findall(made)) + 1
    assert "&lt;script&gt;" in made
    assert "default-src 'none'" in made
    assert not re.search(r"(?:src|href|url|import|fetch)\s*[=(]\s*[\"']?\w", made.partition("<style>")[0])
    for tag in ("script", "style"):
        (part,) = re.findall(rf"<{tag}>(.*?)</{tag}>", made, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() in made
    assert "://" not in made


def transcript_slice(story: InMemoryTranscript, first: int, moves: int) -> InMemoryTranscript:
    """Return a transcript of `moves` moves starting at index `first`, as if the match had started just before them."""
    rows = story.rows[first : first + moves + 1]
    saved = {row.seq: story.saved[row.seq] for row in rows}
    return InMemoryTranscript(
        story.game.load(saved[rows[-1].seq]), [replace(rows[0], kind="start", events=()), *rows[1:]], saved
    )


def other_world(story: InMemoryTranscript, seat: int | None, rng: random.Random) -> InMemoryTranscript:
    """Return a transcript with other secrets that a seat (or a spectator, if None) can't tell from the original.

    Hidden cards and seeds differ in every position. Acting seats, events for other seats, and the times of moves that
    the viewer doesn't see also differ.
    """
    saved = {seq: story.game.load(data).worlds(seat, rng).dump() for seq, data in story.saved.items()}
    assert saved != story.saved
    rows: list[JournalRow] = []
    for row in story.rows:
        events = tuple(event for event in row.events if reaches(event["to"], seat))
        hidden = row.kind in MOVE_KINDS and not events and not changes_view(story, row.seq, seat)
        rows.append(replace(row, events=events, action=None, user_id=None, at=row.at + 60 * hidden))
    return InMemoryTranscript(story.match, rows, saved)


def changes_view(story: InMemoryTranscript, seq: int, seat: int | None) -> bool:
    """Return whether a journal entry changes what the viewer sees of the match."""
    now, before = (story.game.load(story.saved[one]).view(seat) for one in (seq, seq - 1))
    return now != before


def with_more_hidden(story: InMemoryTranscript, seat: int | None) -> InMemoryTranscript:
    """Return a transcript where each move hidden from the viewer happens twice; no number may reveal the difference."""
    rows: list[JournalRow] = []
    saved: dict[int, bytes] = {}
    for row in story.rows:
        tells = row.kind not in MOVE_KINDS or any(reaches(event["to"], seat) for event in row.events)
        for _ in range(1 if tells or changes_view(story, row.seq, seat) else 2):
            rows.append(replace(row, seq=len(rows) + 1))
            saved[len(rows)] = story.saved[row.seq]
    return InMemoryTranscript(story.match, rows, saved)


async def files(story: InMemoryTranscript, viewer: Viewer) -> tuple[bytes, bytes]:
    return await page(story, viewer), await picture_of(story, viewer, "es")


@pytest.mark.parametrize(
    ("seat", "first", "moves"),
    [(0, 26, FEW), (None, 26, FEW), *(pytest.param(seat, first, 12, marks=pytest.mark.soak)
                                     for seat in (None, 0, 1) for first in (0, 30, 60, 90))],
)  # fmt: skip
@pytest.mark.parametrize("game", rules.GAMES)
async def test_files_of_a_running_match_are_the_same_whatever_is_hidden(
    game: str, seat: int | None, first: int, moves: int
) -> None:
    """If two matches differ only in secrets that the viewer doesn't know, their replay files are identical."""
    whole, rng = played(game, fewest_seats(game), first + moves + 1), random.Random(3)
    first = max(0, min(first, len(whole.rows) - moves - 2))  # before the end of a short match
    story = transcript_slice(whole, first, moves)
    assert story.info.status == "playing"
    made = await files(story, seat)
    assert await files(other_world(story, seat, rng), seat) == made
    assert await files(with_more_hidden(story, seat), seat) == made
    assert {*json.loads(streams(made[0])["about"])["steps"][0]} == {"at", "round", "turn", "seat"}


# -- in a browser ---------------------------------------------------------------------------------------------

_WATCH = """
window.failed = [];
addEventListener("error", event => failed.push(String(event.message)));
addEventListener("unhandledrejection", event => failed.push(String(event.reason)));
addEventListener("securitypolicyviolation", event => failed.push(event.violatedDirective));
for (const name of ["error", "warn"]) console[name] = (...told) => failed.push(told.join(" "));
"""
_READY = (
    "new Promise(done => { const look = () => window.replay ? done(replay.count) : setTimeout(look, 20); look(); })"
)
_HASH = """(async canvas => {
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", pixels));
  return [...sum].map(byte => byte.toString(16).padStart(2, "0")).join("");
})"""


def digest(image: Image.Image) -> str:
    return hashlib.sha256(image.convert("RGBA").tobytes()).hexdigest()


async def check_in_browser(
    browser: Browser, story: InMemoryTranscript, viewer: Viewer, locale: str, folder: Path
) -> None:
    """Step through a page in a browser, and assert that each canvas has the same pixels as the bot's board."""
    file = folder / "replay.html"
    file.write_bytes(await page(story, viewer, locale))
    images = [digest(image) for image in await drawn(story, viewer, locale)]
    tab = await window(browser, 390, 844)
    await tab.add_init_script(_WATCH)
    await tab.goto(file.as_uri())
    assert await tab.evaluate(_READY) == len(images)
    press = "dispatchEvent(new KeyboardEvent('keydown', {key: %r, bubbles: true}))"
    await tab.evaluate("document.body." + press % "Home")
    for number, image in enumerate(images):
        assert await tab.evaluate(f"{_HASH}(replay.canvas)") == image, number
        await tab.evaluate("document.body." + press % "ArrowRight")
    assert await tab.evaluate("replay.place()") == len(images) - 1
    for number in (0, len(images) // 2, len(images) - 1, len(images) // 3):
        await tab.evaluate(f"replay.show({number})")
        assert await tab.evaluate(f"{_HASH}(replay.canvas)") == images[number], number
    last = [shown async for shown in story.positions(viewer)][-1]
    await tab.evaluate(f"replay.show({len(images) - 1})")
    say = PlainMatchDescriber(story.game, story.info, locale).then(last)
    drawn_hands = await tab.evaluate("replay.hands.filter(one => one.pictures).map(one => one.seat)")
    assert set(drawn_hands) <= set(last.secrets)
    for place, seat in enumerate(drawn_hands):
        assert await tab.evaluate(f"{_HASH}(replay.hands[{place}].canvas)") == digest(hand(last, say, seat))
    # The Tab key stops at only one button of the list of turns; the arrow keys move between the buttons.
    assert await tab.evaluate("document.querySelectorAll('#turns button[tabindex=\"0\"]').length") == 1
    turns = await tab.evaluate("document.querySelectorAll('#turns button').length")
    here = "[...document.querySelectorAll('#turns button')].findIndex(one => one.hasAttribute('aria-current'))"
    assert await tab.evaluate(here) == turns - 1
    await tab.evaluate("document.querySelector('#turns button[aria-current]')." + press % "ArrowUp")
    assert await tab.evaluate(here) == max(0, turns - 2)
    for code in LOCALES:
        await tab.evaluate(f"speak({code!r})")
        assert await tab.evaluate("document.documentElement.lang") == code
    assert await tab.evaluate("document.documentElement.scrollWidth") == 390
    assert await tab.evaluate("performance.getEntriesByType('resource').length") == 0
    assert await tab.evaluate("failed") == []


async def test_a_page_in_a_browser_shows_the_boards_that_the_bot_draws(tmp_path: Path, browser: Browser) -> None:
    await check_in_browser(browser, played("aevum_haeresis", 2, FEW), OPEN_VIEWER, "hu", tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("viewer", [None, OPEN_VIEWER])
@pytest.mark.parametrize("game", rules.GAMES)
async def test_the_page_of_the_longest_match_is_small_and_shows_every_board(
    tmp_path: Path, browser: Browser, game: str, viewer: Viewer
) -> None:
    story = longest(game)
    await check_in_browser(browser, story, viewer, "es", tmp_path)
    assert (tmp_path / "replay.html").stat().st_size < MAX_PAGE_SIZE
