"""The rulebook's web page is complete and self-contained, has working links, and shows boards for its examples."""

from __future__ import annotations

import base64
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser
from typer.testing import CliRunner

import rules
from bot.cli.main import app
from bot.features.rulebook.files import rules_page, worked_example
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, Translator
from tests.rulebooks.games_with_books import WITH_BOOK

games = pytest.mark.parametrize("game", WITH_BOOK, ids=lambda game: game.id)
#: HTML elements without an end tag.
EMPTY = {"meta", "img", "input"}


class Page(HTMLParser):
    """Parses an HTML page. Collects its ids, links, pictures and words, and fails if an element isn't closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.language = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.language = found.get("lang") or self.language
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        self.pictures += [found] if tag == "img" else []
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(autouse=True)
def _pictures_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the slow compression of pictures, which takes most of the time that it takes to build a page."""
    monkeypatch.setattr(worked_example, "WEBP_EFFORT", 0)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace every picture of a board or hand with an empty one, for tests that don't look at these pictures."""
    for name in ("board", "hand"):
        monkeypatch.setattr(worked_example.render, name, lambda *_args, **_kwargs: Image.new("RGB", (16, 16)))


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_holds_every_rule_and_every_link_leads_to_one(game: AnyGame, locale: str) -> None:
    text = rules_page.page(game, locale, shown=())
    page, book = Page(text), game.book(locale)
    assert page.open == []
    assert page.language == locale
    assert len(page.ids) == len(set(page.ids))
    assert set(page.ids) == {"contents", *book.by_id, *book.chapters}
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    said = "".join(page.words)
    assert all(rule.text.replace("*", "") in said for rule in book.rules)
    assert (
        said.count(Translator(locale).t("Example: {rules}.", rules="")[:-2])
        >= len(book.by_id.keys() & book.shown_by.keys())
        > 0
    )
    assert said.count(Translator(locale).t("Our ruling:")) == sum(rule.ruling for rule in book.rules)


@games
def test_a_page_needs_no_other_file(game: AnyGame) -> None:
    text = rules_page.page(game, "en", shown=())
    assert "://" not in text
    assert "@import" not in text
    assert text.count("<script>") == text.count("<script") == 1


@pytest.mark.parametrize("game", [game for game in rules.GAMES.values() if game.examples], ids=lambda game: game.id)
def test_an_example_is_drawn_with_words_for_who_cannot_see_it(game: AnyGame) -> None:
    page = Page(rules_page.page(game, "hu", shown=[next(iter(game.examples))]))
    assert page.pictures
    for picture in page.pictures:
        assert len(picture["alt"] or "") > 20
        data = (picture["src"] or "").removeprefix("data:image/webp;base64,")
        with Image.open(io.BytesIO(base64.b64decode(data))) as image:
            assert image.width > 300
            sample = image.convert("RGB").resize((256, 256), Image.Resampling.NEAREST)
            assert len(sample.getcolors(1 << 16) or ()) > 100


def picture(page: Page, number: int) -> Image.Image:
    data = (page.pictures[number]["src"] or "").removeprefix("data:image/webp;base64,")
    return Image.open(io.BytesIO(base64.b64decode(data)))


def test_of_the_position_after_only_what_differs_is_kept_and_lies_upon_the_one_before() -> None:
    page = Page(rules_page.page(rules.GAMES["edge_of_darkness"], "en", shown=["EOD-EX.34"]))
    assert [one["class"] for one in page.pictures] == ["base", "over"]
    before, after = picture(page, 0), picture(page, 1)
    assert after.size == before.size
    kept = after.convert("RGBA").getchannel("A").histogram()
    assert 0 < sum(kept[1:]) < 0.4 * sum(kept)
    assert len(page.pictures[1]["src"] or "") < len(page.pictures[0]["src"] or "") / 2


@pytest.mark.usefixtures("undrawn")
def test_an_example_says_what_is_asked_before_and_what_then_happens() -> None:
    said = " ".join(
        "".join(Page(rules_page.page(rules.GAMES["edge_of_darkness"], "en", shown=["EOD-EX.10"])).words).split()
    )
    assert "Before, A decides: " in said
    assert "After: A, Assembly: drafted Lady Corisande Vael, Dame Ottoline Sark and Ruta Vantongeren" in said


@pytest.mark.usefixtures("undrawn")
def test_a_position_that_no_one_changes_has_no_switch() -> None:
    text = rules_page.page(rules.GAMES["edge_of_darkness"], "en", shown=["EOD-EX.22"])
    assert [one["class"] for one in Page(text).pictures] == ["base", "base"], "the board and a hand"
    assert '<div class="moments"' not in text


def test_the_command_writes_a_page_for_each_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rules.GAMES["edge_of_darkness"]
    monkeypatch.setattr(game, "examples", {})
    done = CliRunner().invoke(app, ["rules", game.id, "--html", "--out", str(tmp_path / "books")])
    assert done.exit_code == 0, done.output
    assert [file.name for file in sorted((tmp_path / "books").iterdir())] == [
        f"{game.id}.{locale}.html" for locale in sorted(LOCALES)
    ]


async def test_a_browser_shows_it(tmp_path: Path, browser: Browser) -> None:
    game = rules.GAMES["dark_providence"]
    file = tmp_path / "book.html"
    typed = "const typed = find; typed.value = 'dp-gen.1 JUGADORES'; typed.dispatchEvent(new Event('input'));"
    text = rules_page.page(game, "es", shown=())
    file.write_text(text.replace("</body>", f"<script>{typed}</script></body>"), encoding="utf-8")
    page = await browser.new_page()
    await page.goto(file.as_uri())
    dom = await page.content()
    # Only the rule that the search has found is still visible.
    assert re.findall(r'<div class="entry"><p class="rule" id="([^"]+)">', dom) == ["DP-GEN.1"]
    assert "<output>1</output>" in dom
