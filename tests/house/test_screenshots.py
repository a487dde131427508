"""The screenshot tool takes the requested screenshots, or reports why it can't take any."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import rules
from bot.app.settings import EXIT_FAILED, EXIT_NO_BROWSER
from tests.house.operator_helpers import Run
from tests.kernel import duel
from tools import headless_browser, screen_pictures, screens

PLANS = {name: plan for name, game in rules.GAMES.items() if (plan := screens.Plan.read(game)) is not None}
GAME = next(iter(PLANS))
FAULTS = [
    (["chess"], "chess"),
    (["--locale", "xx"], "the languages are: en, hu, es"),
    (["--out", "file/inside"], "can't be written"),
]


@pytest.mark.parametrize(("arguments", "word"), FAULTS)
def test_a_wrong_call_is_one_sentence(
    command: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], word: str
) -> None:
    monkeypatch.setattr(headless_browser, "program", lambda: "no-browser")
    Path("file").touch()
    answer = command(*arguments, of=screens.app)
    assert answer.code == 2
    assert word in answer.sentence


def test_no_browser_is_told_with_a_code_of_its_own(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    answer = command(of=screens.app)
    assert answer.code == EXIT_NO_BROWSER
    assert "NO SCREENSHOTS" in answer.sentence
    assert not Path("build").exists()


@pytest.mark.parametrize(
    ("script", "word"),
    [("exit 3", "Its message: nothing"), ("echo no display >&2; exit 1", "Its message: no display")],
)
def test_a_browser_that_does_not_start_is_one_sentence(
    command: Run, monkeypatch: pytest.MonkeyPatch, script: str, word: str
) -> None:
    monkeypatch.setattr(headless_browser, "program", lambda: _browser(script))
    answer = command(GAME, of=screens.app)
    assert answer.code == EXIT_FAILED
    assert word in answer.sentence


async def test_a_browser_that_dies_is_one_sentence() -> None:
    browser = headless_browser.program()
    if browser is None:
        pytest.skip("there is no Chromium on this machine")

    async def crash(program: str) -> None:
        async with headless_browser.opened(program) as running:
            page = await headless_browser.window(running, 390, 844)
            await page.goto("chrome://crash")

    with pytest.raises(headless_browser.BrowserError, match=r"^The browser fails: .*\.$"):
        await crash(browser)


def _browser(script: str) -> str:
    """Write a shell script that stands in for the browser executable. Return the script's path."""
    program = Path("browser").absolute()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize("game", PLANS)
def test_a_plan_fits_its_game(game: str) -> None:
    plan = PLANS[game]
    assert plan.seats in rules.GAMES[game].seats
    if isinstance(plan.reaction, screens.Rare):
        asked = plan.reaction.match(rules.GAMES[game]).decisions().values()
        assert plan.reaction.question in {decision.prompt.key for decision in asked}


def test_a_game_without_a_plan_is_told(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless_browser, "program", lambda: _browser("exit 3"))
    monkeypatch.setitem(rules.GAMES, duel.GAME.id, duel.GAME)
    assert f"NO SCREENSHOTS of {duel.GAME.id}" in command(duel.GAME.id, of=screens.app).out


def test_the_page_shows_every_picture() -> None:
    shots = [
        _shot(screen, locale, width)
        for screen in screen_pictures.SCREENS for locale in ("en", "hu") for width in screen_pictures.WIDTHS
    ]  # fmt: skip
    page = screen_pictures.index(shots)
    assert len({shot.name for shot in shots}) == len(shots) == page.count("<img")
    assert all(f"src='{shot.name}'" in page for shot in shots)
    phone, desk = shots[0].text(), shots[1].text()
    assert "after 750 px" in phone
    assert "without scrolling" not in phone
    assert "without scrolling" in desk
    assert "400 px below the picture, 480 px with large text" in phone


def _shot(screen: str, locale: str, width: int) -> screen_pictures.Shot:
    return screen_pictures.Shot(GAME, screen, locale, width, 0, 750, 744 if width < 600 else 800, 400, 480)


def test_composites_show_a_phone_in_every_language_and_a_desktop(tmp_path: Path) -> None:
    shots = [
        _shot(screen, locale, width)
        for screen in ("first", "typical") for locale in ("en", "hu") for width in screen_pictures.WIDTHS
    ]  # fmt: skip
    for number, shot in enumerate(shots, 1):
        Image.new("RGB", (shot.width, 800 + 10 * number), "white").save(tmp_path / shot.name)
    folder = tmp_path / "docs" / "screens"
    assert screen_pictures.write_composites(shots, tmp_path, folder) == 3
    assert {path.name: _size(path) for path in folder.iterdir()} == {
        f"{GAME}-first.webp": (2 * 312 + screen_pictures.GAP, 664),
        f"{GAME}-typical.webp": (2 * 312 + screen_pictures.GAP, 696),
        f"{GAME}-desk.webp": (1024, 688),
    }


def _size(picture: Path) -> tuple[int, int]:
    with Image.open(picture) as opened:
        return opened.size


def test_docs_show_every_composite() -> None:
    shots = [
        replace(_shot(screen, "en", width), game=game)
        for game in PLANS for screen in screen_pictures.SCREENS for width in screen_pictures.WIDTHS
    ]  # fmt: skip
    docs = Path(__file__).parents[2] / "docs"
    shown = re.findall(r"\(screens/(.*?)\)", (docs / "screens.md").read_text("utf-8"))
    assert sorted(shown) == sorted(screen_pictures.composites(shots))
    assert {path.name for path in (docs / "screens").iterdir()} == set(shown)


async def test_one_picture_is_taken(tmp_path: Path) -> None:
    browser = headless_browser.program()
    if browser is None:
        pytest.skip("NO SCREENSHOTS: there is no Chromium here")
    planned = [(rules.GAMES[GAME], PLANS[GAME])]
    async with asyncio.timeout(120), aclosing(screens.take(browser, planned, ["hu"], [390], tmp_path)) as taken:
        shot = await anext(taken)
    assert (shot.screen, shot.sideways) == ("lobby", 0)
    assert shot.choice > 0
    assert (tmp_path / shot.name).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("game", "locale"), [*zip(PLANS, ("hu", "es", "en"), strict=True)])
async def test_the_question_and_every_control_of_a_turn_fit_on_the_screen(
    tmp_path: Path, game: str, locale: str
) -> None:
    """A panel opens at its end. With text of 130 %, a phone shows a typical turn in 520 pixels, a first turn in all.

    The visible part of a channel is 744 pixels high on a phone, and 617 at a desk.
    """
    browser = headless_browser.program()
    if browser is None:
        pytest.skip("NO SCREENSHOTS: there is no Chromium here")
    shots: dict[tuple[str, int], screens.Shot] = {}
    planned = [(rules.GAMES[game], PLANS[game])]
    async with asyncio.timeout(240), aclosing(screens.take(browser, planned, [locale], [390, 1280], tmp_path)) as taken:
        while ("typical", 1280) not in shots:
            shot = await anext(taken)
            shots[shot.screen, shot.width] = shot
    assert shots["typical", 390].large_controls <= 520
    assert shots["first", 390].large_controls <= 744
    assert shots["typical", 1280].controls <= 617
    assert shots["first", 1280].controls <= 617
    assert all(shot.sideways == 0 for shot in shots.values())
