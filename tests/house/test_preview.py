"""The preview of a pack: every card in three languages, faults in their places, and news when a file is saved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import rules
from bot.tools import new_packs
from bot.tools.preview import server
from tests.meddling import copy_pack, edit

GAME = "dark_providence"


@asynccontextmanager
async def opened(pack: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[aiohttp.ClientSession]:
    """Open the preview of a pack, and yield what asks it; it looks at the folder all the time."""
    monkeypatch.setattr(server, "PULSE", 0.01)
    async with server.opened(pack, rules.GAMES[GAME], 0) as preview, aiohttp.ClientSession(preview.address) as session:
        yield session


async def told(session: aiohttp.ClientSession, after: int | str = "") -> dict[str, Any]:
    """Return the pack as the page is told of it, as soon as it is newer than this."""
    async with session.get("/pack.json", params={"after": after}) as answer:
        return await answer.json()


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    new_packs.write(rules.GAMES[GAME], tmp_path / "ours")
    return tmp_path / "ours"


async def test_every_card_of_the_pack_is_told_in_three_languages_and_drawn(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(pack, monkeypatch) as session:
        seen = await told(session)
        assert (seen["faults"], seen["broken"]) == ([], [])
        arkham = next(card for card in seen["cards"] if card["id"] == "washington")
        assert (arkham["own"], set(arkham["texts"])) == (True, {"en", "hu", "es"})
        assert "Kontrollpont" in arkham["texts"]["hu"]["text"]
        assert {card["record"] for card in seen["cards"] if card["own"]} >= {"monday", "washington"}
        assert not next(card for card in seen["cards"] if card["id"] == "boston")["own"]
        async with session.get(f"/pictures/{arkham['pictures']['es']}.png") as picture:
            assert (await picture.read()).startswith(b"\x89PNG")
        async with session.get("/pictures/00.png") as nothing:
            assert nothing.status == 404


async def test_a_fault_is_told_in_its_place_while_all_other_cards_are_drawn(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(pack, monkeypatch) as session:
        before = await told(session)
        waiting = asyncio.ensure_future(told(session, before["version"]))
        sound = (pack / "cultists.csv").read_bytes()
        (pack / "cultists.csv").write_text("id,start,name.en\ncultist_1,arkam,First of All\n")
        broken = await waiting
        (fault,) = broken["faults"]
        assert (fault["file"], fault["line"], fault["record"]) == ("cultists.csv", 2, "cultist_1")
        assert "the nearest: arkham" in fault["text"]
        kept = {card["id"]: card["pictures"] for card in before["cards"]}
        shown = {card["id"]: card["pictures"] for card in broken["cards"]}
        assert shown.items() <= kept.items(), "what is not changed is not drawn anew"
        (pack / "cultists.csv").write_bytes(sound)
        assert (await told(session, broken["version"]))["faults"] == []


async def test_an_unfinished_box_shows_the_cards_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = copy_pack(GAME, tmp_path)
    edit(whole, "assets.json", lambda cards: cards.__delitem__(slice(3, None)))
    async with opened(whole, monkeypatch) as session:
        seen = await told(session)
    assert any("there must be 60, and there are 3" in fault["text"] for fault in seen["faults"])
    assert "3 of 60 primary assets (DP-COMP.9); 57 missing" in seen["box"]
    kinds = [card["texts"]["en"]["kind"] for card in seen["cards"] if card["own"]]
    assert sum(kind.startswith("Primary asset") for kind in kinds) == 3


async def test_only_this_machine_is_answered(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(pack, monkeypatch) as session:
        async with session.get("/pack.json", headers={"Host": "cards.example:80"}) as answer:
            assert answer.status == 403
        async with session.get("/") as page:
            assert "default-src 'self'" in page.headers["Content-Security-Policy"]
