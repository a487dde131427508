"""The live preview of a pack: it shows every card in three languages, marks faults, and reloads after each save."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser

import rules
from bot.features.packs.authoring import preview_model, preview_server, starter_pack
from tests.corrupted_saves import copy_pack, edit
from tools.headless_browser import window

GAME = "dark_providence"


@asynccontextmanager
async def opened(pack: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[aiohttp.ClientSession]:
    """Open the preview of a pack, and yield an HTTP client for it.

    The preview watches the folder during the `with` block.
    """
    monkeypatch.setattr(preview_server, "POLL_INTERVAL", 0.01)
    async with (
        preview_server.running_preview(pack, rules.GAMES[GAME], 0) as preview,
        aiohttp.ClientSession(preview.address) as session,
    ):
        yield session


async def pack_as_served(session: aiohttp.ClientSession, after: int | str = "") -> dict[str, Any]:
    """Request the pack's data as the page does: the server answers when it has a version newer than `after`."""
    async with session.get("/pack.json", params={"after": after}) as answer:
        return await answer.json()


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    starter_pack.write(rules.GAMES[GAME], tmp_path / "ours")
    return tmp_path / "ours"


async def test_every_card_of_the_pack_is_told_in_three_languages_and_drawn(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(pack, monkeypatch) as session:
        seen = await pack_as_served(session)
        assert (seen["faults"], seen["broken"]) == ([], {})
        arkham = next(card for card in seen["cards"] if card["id"] == "washington")
        assert (arkham["own"], set(arkham["texts"])) == (True, {"en", "hu", "es"})
        assert "Kontrollpont" in arkham["texts"]["hu"]["text"]
        assert {card["record"] for card in seen["cards"] if card["own"]} >= {"monday", "washington", "arkham"}
        assert not next(card for card in seen["cards"] if card["id"] == "boston")["own"]
        async with session.get(f"/pictures/{arkham['pictures']['es']}.png") as picture:
            assert (await picture.read()).startswith(b"\x89PNG")
        async with session.get("/pictures/00.png") as nothing:
            assert nothing.status == 404


def test_a_fault_of_the_boosters_hides_no_card(tmp_path: Path) -> None:
    game = rules.GAMES["aevum_haeresis"]
    starter_pack.write(game, tmp_path / "ours")
    sound = preview_model.read_pack(tmp_path / "ours", game)
    boosters = tmp_path / "ours" / "boosters.json"
    boosters.write_text(boosters.read_text("utf-8").replace('"rare": 2', '"rare": 200'), "utf-8")
    seen = preview_model.read_pack(tmp_path / "ours", game)
    assert [fault.file for fault in seen.faults] == ["boosters.json"]
    assert ([card.id for card in seen.cards], seen.broken) == ([card.id for card in sound.cards], {})


async def test_a_fault_is_told_in_its_place_while_all_other_cards_are_drawn(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(pack, monkeypatch) as session:
        before = await pack_as_served(session)
        waiting = asyncio.ensure_future(pack_as_served(session, before["version"]))
        sound = (pack / "cultists.csv").read_bytes()
        (pack / "cultists.csv").write_text("id,start,name.en\ncultist_1,arkam,First of All\n")
        broken = await waiting
        (fault,) = broken["faults"]
        assert (fault["file"], fault["line"], fault["record"]) == ("cultists.csv", 2, "cultist_1")
        assert "the nearest: arkham" in fault["text"]["en"]
        assert fault["text"]["hu"].startswith("nincs")
        assert fault["place"]["es"].startswith("columna start")
        assert broken["broken"] == {"cultist_1": []}
        assert "cultist_1" not in {card["id"] for card in broken["cards"]}, "ours would stand in for it"
        kept = {card["id"]: card["pictures"] for card in before["cards"]}
        shown = {card["id"]: card["pictures"] for card in broken["cards"]}
        assert shown.items() <= kept.items(), "what is not changed is not drawn anew"
        (pack / "cultists.csv").write_bytes(sound)
        assert (await pack_as_served(session, broken["version"]))["faults"] == []


def test_what_names_a_card_with_a_fault_waits_for_it(pack: Path) -> None:
    (pack / "cities.csv").write_text("id,control\nnewtown,many\n")
    (pack / "cultists.csv").write_text("id,start\ncultist_1,newtown\n")
    seen = preview_model.read_pack(pack, rules.GAMES[GAME])
    assert {fault.record for fault in seen.faults} == {"newtown"}
    assert seen.broken == {"cultist_1": ("newtown",), "newtown": ()}


async def test_an_unfinished_box_shows_the_cards_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = copy_pack(GAME, tmp_path)
    edit(whole, "assets.json", lambda cards: cards.__delitem__(slice(3, None)))
    async with opened(whole, monkeypatch) as session:
        seen = await pack_as_served(session)
    assert any("there must be 60, and there are 3" in fault["text"]["en"] for fault in seen["faults"])
    assert "3 of 60 primary assets (DP-COMP.9); 57 missing" in seen["box"]["en"]
    kinds = [card["texts"]["en"]["kind"] for card in seen["cards"] if card["own"]]
    assert sum(kind.startswith("Primary asset") for kind in kinds) == 3


async def test_only_this_machine_is_answered(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(pack, monkeypatch) as session:
        async with session.get("/pack.json", headers={"Host": "cards.example:80"}) as answer:
            assert answer.status == 403
        async with session.get("/") as page:
            assert "default-src 'self'" in page.headers["Content-Security-Policy"]


#: JavaScript for the page that waits until a condition becomes true. The condition replaces the {}.
WAIT_SCRIPT = "new Promise(done => {{ const look = () => {} ? done(true) : setTimeout(look, 20); look(); }})"
#: JavaScript that waits until the page stops scrolling, then returns the id and the offset of the topmost card.
TOP_CARD_SCRIPT = """new Promise(done => {
  let last = "", alike = 0;
  const look = () => {
    const card = [...document.querySelectorAll("article")].find(one => one.getBoundingClientRect().bottom > 80);
    const at = [card.querySelector(".id").textContent, Math.round(card.getBoundingClientRect().top)];
    alike = String(at) === last ? alike + 1 : 0;
    last = String(at);
    alike > 9 ? done(at) : requestAnimationFrame(look);
  };
  look();
})"""


async def test_the_page_renews_itself_and_what_is_looked_at_stays_in_its_place(
    pack: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview_server, "POLL_INTERVAL", 0.01)
    async with preview_server.running_preview(pack, rules.GAMES[GAME], 0) as preview:
        tab = await window(browser, 390, 844)
        await tab.goto(preview.address)
        await tab.evaluate(WAIT_SCRIPT.format("typeof pack === 'object' && pack && pack.cards"))
        own = await tab.evaluate("pack.cards.filter(card => card.own).length")
        assert await tab.evaluate("document.querySelectorAll('article').length") == own
        await tab.evaluate("find('ours').click()")
        assert await tab.evaluate("document.querySelectorAll('article').length === pack.cards.length")
        await tab.evaluate("scrollTo(0, 5000)")
        card, top = await tab.evaluate(TOP_CARD_SCRIPT)
        (pack / "cultists.csv").write_text("id,start\ncultist_1,arkam\n")
        await tab.evaluate(WAIT_SCRIPT.format("pack.faults.length"))
        again, now = await tab.evaluate(TOP_CARD_SCRIPT)
        assert (again, abs(now - top) <= 2) == (card, True)
        assert "the nearest: arkham" in await tab.evaluate("find('faults').textContent")
        await tab.evaluate("find('find').value = 'ARKHAM'; filtered()")
        assert 0 < await tab.evaluate("document.querySelectorAll('article').length") < own
        for locale in ("hu", "es"):
            await tab.select_option("#language", locale)
            assert await tab.evaluate("document.documentElement.lang") == locale
        assert await tab.evaluate("document.documentElement.scrollWidth") == 390
