"""The playground can play any game with any player count, with the real bot behind it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import render.registry
import rules
from bot.app import warm_up
from bot.app.image_cache import seat_colour
from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.playground.run import opened, prepare, run
from bot.playground.server import Playground
from bot.playground.simulated_discord import PLAYER_NAMES, SimulatedDiscord
from bot.playground.table_host import Host
from bot.store.store import Store
from tests.discord import wide_game
from tests.discord.room import components, message_text, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.house.test_playground import Browser
from tests.kernel import duel

GAMES = {**rules.GAMES, duel.GAME.id: duel.GAME, wide_game.GAME.id: wide_game.GAME}
TABLES = [(game.id, count) for game in GAMES.values() for count in game.seats if count <= len(PLAYER_NAMES)]
FEWEST_AND_MOST = [
    (game.id, count)
    for game in GAMES.values()
    for count in sorted({game.seats[0], min(game.seats[-1], len(PLAYER_NAMES))})
]


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TenebraeBot]:
    for game in GAMES:  # stub pictures, which cost nothing to draw
        monkeypatch.setitem(render.registry.GAMES, game, Pictures())
    settings = Settings(_env_file=None, database=tmp_path / "x.sqlite")  # pyright: ignore[reportCallIssue]
    async with await Store.open(settings.database) as store:
        yield TenebraeBot(settings, store, games=GAMES)


@pytest.fixture
async def browser(bot: TenebraeBot, tmp_path: Path) -> AsyncIterator[tuple[Browser, SimulatedDiscord]]:
    simulated = SimulatedDiscord(bot, tmp_path / "world.pickle")
    await simulated.env.start()
    playground = Playground(simulated, 0, Host(bot, simulated))
    await playground.start()
    async with aiohttp.ClientSession() as session:
        yield Browser(playground, session), simulated
    await playground.stop()
    await simulated.env.shutdown()
    await bot.close()


async def page(browser: Browser) -> dict[str, Any]:
    async with browser.session.get(f"{browser.address}people.json") as answer:
        return await answer.json()


def lobby_of(simulated: Any) -> Any:
    """Return the lobby's post, found by its Start button: a note about the previous match may be posted after it."""
    startable = (
        message
        for message in reversed(simulated.table.history())
        if any(item.get("label") == "Start" for item in components(message))
    )
    return next(startable)


async def play(browser: Browser, game_id: str, seats: int) -> int:
    async with browser.session.post(f"{browser.address}play", json={"game": game_id, "seats": seats}) as answer:
        return answer.status


async def test_every_game_with_the_fewest_and_the_most_people(
    browser: tuple[Browser, SimulatedDiscord], bot: TenebraeBot
) -> None:
    visitor, simulated = browser
    assert (await page(visitor))["match"] is None
    async with visitor.session.get(f"{visitor.address}games.json") as answer:
        offered = [(offer["id"], count) for offer in await answer.json() for count in offer["seats"]]
    assert offered == TABLES
    for game_id, count in FEWEST_AND_MOST:
        # The previous match is still running; starting a new one ends it.
        assert await play(visitor, game_id, count) == 200
        shown = await page(visitor)
        assert (shown["match"]["status"], shown["match"]["players"]) == ("lobby", count)
        lobby = lobby_of(simulated)
        await simulated.people[0].member.click(lobby, label="Start")
        await bot.wait_until_idle()
        shown = await page(visitor)
        assert shown["match"]["status"] == "playing"
        here = [person["name"] for person in shown["people"] if person["here"]]
        assert here == [*PLAYER_NAMES[:count], "Sam"]
        marks = [person["mark"] for person in shown["people"] if person["plays"]]
        info = await bot.service.matches.in_channel(simulated.table.id)
        assert info is not None
        view = (await bot.service.matches.table_of(info)).view(None)
        assert {mark["colour"] for mark in marks} == {f"rgb{seat_colour(view, seat)}" for seat in range(count)}
        assert any(person["toMove"] for person in shown["people"])


async def test_a_lone_player_sits_down_against_a_computer(
    browser: tuple[Browser, SimulatedDiscord], bot: TenebraeBot
) -> None:
    visitor, simulated = browser
    asked = {"game": duel.GAME.id, "seats": 2, "computers": True}
    async with visitor.session.post(f"{visitor.address}play", json=asked) as answer:
        assert answer.status == 200
    info = await bot.service.matches.in_channel(simulated.table.id)
    assert info is not None
    assert [seat.is_human for seat in info.seats] == [True, False]
    lobby = lobby_of(simulated)
    await simulated.people[0].member.click(lobby, label="Start")
    await bot.wait_until_idle()
    shown = await page(visitor)
    assert [person["name"] for person in shown["people"] if person["here"]] == ["Ana", "Sam"]


async def test_one_person_manages_the_server_and_the_page_says_who(
    browser: tuple[Browser, SimulatedDiscord], bot: TenebraeBot
) -> None:
    visitor, simulated = browser
    assert [person["name"] for person in (await page(visitor))["people"] if person["manages"]] == ["Ana"]
    ana, bence = (person.member for person in simulated.people[:2])
    assert "Only a server manager" in private_answer(await bence.slash(simulated.table, "settings", server="panel"))
    panel = (await ana.slash(simulated.table, "settings", server="panel")).response
    assert "This server has no ladders" in message_text(panel)
    async with visitor.session.get(visitor.address) as answer:
        assert "Ana owns the bot" in await answer.text()


async def test_what_no_game_offers_is_refused_and_changes_nothing(browser: tuple[Browser, SimulatedDiscord]) -> None:
    visitor, _ = browser
    assert await play(visitor, duel.GAME.id, 2) == 200
    before = await page(visitor)
    for game_id, count in ((duel.GAME.id, 3), (duel.GAME.id, 0), (wide_game.GAME.id, 6), ("chess", 2)):
        assert await play(visitor, game_id, count) == 400
    assert await page(visitor) == before


async def test_a_lone_player_plays_to_the_end_and_then_something_else(
    browser: tuple[Browser, SimulatedDiscord], bot: TenebraeBot
) -> None:
    visitor, simulated = browser
    await play(visitor, wide_game.GAME.id, 1)
    ana = simulated.people[0].member
    lobby = lobby_of(simulated)
    await ana.click(lobby, label="Start")
    await ana.slash(simulated.table, "wide more pass")
    await bot.wait_until_idle()
    shown = await page(visitor)
    assert shown["match"]["status"] == "over"
    assert [person["name"] for person in shown["people"] if person["here"]] == ["Ana", "Sam"]
    assert not any(person["toMove"] for person in shown["people"])
    assert await play(visitor, wide_game.GAME.id, 5) == 200
    assert (await page(visitor))["match"]["status"] == "lobby"


async def test_ana_runs_the_bot_of_the_playground(tmp_path: Path) -> None:
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    for fresh in (True, False):
        prepare(tmp_path, fresh)
        async with opened(settings, tmp_path, 0) as playground:
            ana, bence = [person.member for person in playground.simulated.players[:2]]
            table = playground.simulated.table
            assert "My health" in message_text((await ana.slash(table, "owner")).response)
            assert private_answer(await bence.slash(table, "owner")) == "Only the bot's owners can do this."


async def test_the_address_is_told_once_the_first_picture_would_be_fast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_warm, page_opened, told = threading.Event(), asyncio.Event(), asyncio.Queue[str]()
    monkeypatch.setattr(warm_up, "steps", lambda: iter([is_warm.wait]))
    start = Playground.start

    async def noted_start(playground: Playground) -> None:
        await start(playground)
        page_opened.set()

    monkeypatch.setattr(Playground, "start", noted_start)
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    running = asyncio.create_task(run(settings, tmp_path, 0, True, told.put_nowait))
    await page_opened.wait()
    for _ in range(50):
        await asyncio.sleep(0)
    assert told.empty()
    is_warm.set()
    assert (await told.get()).startswith("The playground is open at http://")
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


@pytest.mark.parametrize("chooser", [0, 1])
async def test_the_channel_speaks_the_chosen_language(browser: tuple[Browser, SimulatedDiscord], chooser: int) -> None:
    page_of_table, simulated = browser
    host = simulated.people[chooser].member.id
    async with page_of_table.session.post(
        f"{page_of_table.address}locale", json={"id": str(host), "locale": "es-ES"}
    ) as answer:
        assert answer.status < 300
    await play(page_of_table, "aevum_haeresis", 2)
    labels = {item.get("label") for message in simulated.table.history() for item in components(message)}
    assert {"Empezar", "Opciones"} <= labels
