"""The playground's pages, requested over HTTP, with a tiny bot instead of Tenebrae."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.app.localhost_server import PortTaken
from bot.playground.server import Playground
from bot.playground.simulated_discord import MANAGER_ROLE, SimulatedDiscord
from bot.playground.table_host import NotPossible, Offer, TableStatus
from render.pen import theme


class GreetingBot(discord.Client):
    """A bot that answers /greet in public and by private message, and /whisper only to the person who typed it.

    It never finishes /think.
    """

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        @self.tree.command(description="Greet")
        async def greet(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"hello {interaction.user.mention} in {interaction.locale}")
            await interaction.user.send("psst")

        @self.tree.command(description="Whisper")
        async def whisper(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("between us", ephemeral=True)

        @self.tree.command(description="Think")
        async def think(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("hm")
            await asyncio.Event().wait()

        await self.tree.sync()


class Browser:
    """Stands in for a browser: sends the requests that the page's script would send."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.address = playground.address
        self.session = session

    async def people(self) -> dict[str, Any]:
        async with self.session.get(f"{self.address}people.json") as answer:
            return {person["name"]: person for person in (await answer.json())["people"]}

    async def open(self, person: dict[str, Any], place: str) -> dict[str, Any]:
        capability = person["places"][place]["address"].split("#")[1]
        headers = {"X-Simcord-Capability": capability}
        async with self.session.post(f"{self.address}api/pages", json={}, headers=headers) as answer:
            assert answer.status == 200
            return {"headers": headers, **await answer.json()}

    async def read(self, pane: dict[str, Any]) -> list[str]:
        headers = {**pane["headers"], "X-Simcord-Context": pane["context"]["id"]}
        async with self.session.get(f"{self.address}api/state", headers=headers) as answer:
            state = await answer.json()
        return [str(state["messages"][key]) for key in state["timeline"]]


@pytest.fixture
async def simulated(tmp_path: Path) -> AsyncIterator[SimulatedDiscord]:
    simulated = SimulatedDiscord(GreetingBot(), tmp_path / "world.pickle")
    await simulated.env.start()
    yield simulated
    await simulated.env.shutdown()


class StubHost:
    """A table host that offers only chess, and whose match has Ana, Bence and Carla as players, with Bence to move."""

    def __init__(self, simulated: SimulatedDiscord) -> None:
        self.simulated = simulated
        self.played: list[tuple[str, int, bool]] = []
        self.begun = True

    def offers(self) -> list[Offer]:
        return [Offer("chess", "Chess", "Checkmate.", [2])]

    async def play(self, game_id: str, seats: int, computers: bool) -> None:
        if (game_id, seats) != ("chess", 2):
            raise NotPossible
        await self.simulated.people[0].member.slash(self.simulated.table, "greet")
        self.played.append((game_id, seats, computers))

    async def status(self) -> TableStatus:
        ids = [person.member.id for person in self.simulated.players]
        drawn = {ids[1]: theme.SEATS[2]} if self.begun else {}
        return TableStatus(drawn, frozenset({ids[1]}), frozenset(ids[:3]), "playing", self.begun, "Chess")


@pytest.fixture
def host(simulated: SimulatedDiscord) -> StubHost:
    return StubHost(simulated)


@pytest.fixture
async def playground(simulated: SimulatedDiscord, host: StubHost) -> AsyncIterator[Playground]:
    playground = Playground(simulated, 0, host)
    await playground.start()
    yield playground
    await playground.stop()


@pytest.fixture
async def browser(playground: Playground) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session:
        yield Browser(playground, session)


async def test_everyone_has_a_table_and_private_messages(browser: Browser, host: StubHost) -> None:
    people = await browser.people()
    assert [(name, person["plays"], person["here"]) for name, person in people.items()] == [
        ("Ana", True, True), ("Bence", True, True), ("Carla", True, True),
        ("Dora", False, False), ("Emil", False, False), ("Sam", False, True),
    ]  # fmt: skip
    addresses = {place["address"] for person in people.values() for place in person["places"].values()}
    assert len(addresses) == 12
    # Before the match starts, everyone counts as present, because anyone may still join.
    host.begun = False
    assert all(person["here"] for person in (await browser.people()).values())


async def test_games_are_offered_and_opened(browser: Browser, host: StubHost) -> None:
    async with browser.session.get(f"{browser.address}games.json") as answer:
        assert await answer.json() == [{"id": "chess", "title": "Chess", "blurb": "Checkmate.", "seats": [2]}]
    play = f"{browser.address}play"
    for wrong in ({"game": "chess", "seats": 3}, {"game": "go", "seats": 2}, {"game": "chess"}, {"seats": "2"}):
        async with browser.session.post(play, json=wrong) as answer:
            assert answer.status == 400
    async with browser.session.post(
        play, json={"game": "chess", "seats": 2}, headers={"Sec-Fetch-Site": "cross-site"}
    ) as answer:
        assert answer.status == 403
    assert host.played == []
    async with browser.session.post(play, json={"game": "chess", "seats": 2}) as answer:
        assert answer.status == 200
    assert host.played == [("chess", 2, False)]
    async with browser.session.post(play, json={"game": "chess", "seats": 2, "computers": True}) as answer:
        assert answer.status == 200
    assert host.played[1:] == [("chess", 2, True)]


async def test_a_game_is_opened_while_the_bot_still_works_for_another_person(
    browser: Browser, host: StubHost, simulated: SimulatedDiscord
) -> None:
    with simulated.env.answering(0.1):
        await simulated.people[1].member.slash(simulated.table, "think")
    async with browser.session.post(f"{browser.address}play", json={"game": "chess", "seats": 2}) as answer:
        assert answer.status == 200
    assert [message.content for message in simulated.table.history()] == [
        "hm",
        f"hello <@{simulated.people[0].member.id}> in en-US",
    ]


async def test_news_reach_the_right_panes(browser: Browser, simulated: SimulatedDiscord) -> None:
    people = await browser.people()
    panes = {name: await browser.open(people[name], "table") for name in ("Ana", "Bence")}
    private = {name: await browser.open(people[name], "private") for name in ("Ana", "Bence")}
    await simulated.people[0].member.slash(simulated.table, "greet")
    await simulated.people[0].member.slash(simulated.table, "whisper")
    await asyncio.sleep(0.6)
    seen = {name: " ".join(await browser.read(pane)) for name, pane in panes.items()}
    assert "hello" in seen["Ana"]
    assert "hello" in seen["Bence"]
    assert "between us" in seen["Ana"]
    assert "between us" not in seen["Bence"]
    assert "psst" in " ".join(await browser.read(private["Ana"]))
    assert await browser.read(private["Bence"]) == []


async def test_the_page_says_who_is_to_move_and_where_the_news_are(
    browser: Browser, simulated: SimulatedDiscord
) -> None:
    await simulated.people[1].member.slash(simulated.table, "greet")
    people = await browser.people()
    assert [name for name, person in people.items() if person["toMove"]] == ["Bence"]
    square = {"shape": "square", "colour": "rgb(0, 158, 115)"}
    assert [person["mark"] for person in people.values()] == [None, square, None, None, None, None]
    news = {
        (name, place): people[name]["places"][place]["messages"] for name in people for place in ("table", "private")
    }
    assert [key for key, count in news.items() if key[1] == "private" and count] == [("Bence", "private")]
    assert {count for key, count in news.items() if key[1] == "table"} == {1}


async def test_a_person_speaks_the_language_they_chose(browser: Browser, simulated: SimulatedDiscord) -> None:
    ana = (await browser.people())["Ana"]
    async with browser.session.post(f"{browser.address}locale", json={"id": ana["id"], "locale": "hu"}) as answer:
        assert answer.status == 200
    result = await simulated.people[0].member.slash(simulated.table, "greet")
    assert result.response is not None
    assert result.response.content.endswith("in hu")


async def test_the_page_and_its_files_are_served(browser: Browser) -> None:
    for path in (
        "",
        "playground.css",
        "playground.js",
        "pane.css",
        "pane.js",
        "icon.svg",
        "view",
        "app.js",
        "preview.css",
    ):
        async with browser.session.get(browser.address + path) as answer:
            assert answer.status == 200, path
    async with browser.session.get(f"{browser.address}view") as answer:
        assert "/pane.css" in await answer.text()
        assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


async def test_strangers_are_kept_out(browser: Browser) -> None:
    async with browser.session.post(f"{browser.address}api/pages", json={}) as answer:
        assert answer.status == 401
    async with browser.session.get(f"{browser.address}people.json", headers={"Host": "evil.example:80"}) as answer:
        assert answer.status == 403


async def test_a_taken_port_is_said(playground: Playground, simulated: SimulatedDiscord) -> None:
    with pytest.raises(PortTaken, match=str(playground.port)):
        await Playground(simulated, playground.port, playground._host).start()


async def test_the_world_goes_on_after_a_stop(tmp_path: Path) -> None:
    file = tmp_path / "kept.pickle"
    first = SimulatedDiscord(GreetingBot(), file)
    await first.env.start()
    await first.people[0].member.slash(first.table, "greet")
    first.save()
    ids = [person.member.id for person in first.people]
    await first.env.shutdown()
    second = SimulatedDiscord(GreetingBot(), file)
    await second.env.start()
    assert not second.is_new
    assert [person.member.id for person in second.people] == ids
    assert [message.content[:5] for message in second.table.history()] == ["hello"]
    assert [message.content for message in second.people[0].member.user.dm_channel.history()] == ["psst"]
    await second.people[1].member.slash(second.table, "greet")
    assert len(second.table.history()) == 2
    await second.env.shutdown()


async def test_a_world_that_had_fewer_people_gets_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.pickle"
    monkeypatch.setattr("bot.playground.simulated_discord.PLAYER_NAMES", ("Ana", "Bence", "Carla"))
    first = SimulatedDiscord(GreetingBot(), file)
    await first.env.start()
    first.changes += 1
    first.save()
    ids = [person.member.id for person in first.people]
    # The earlier version had no role of managers.
    first.env.backend.delete_role(first.guild.id, first.guild.roles[MANAGER_ROLE].id)
    first.save()
    await first.env.shutdown()
    monkeypatch.undo()
    second = SimulatedDiscord(GreetingBot(), file)
    await second.env.start()
    assert [person.name for person in second.people] == ["Ana", "Bence", "Carla", "Dora", "Emil", "Sam"]
    assert [person.member.id for person in second.people if person.member.id in ids] == ids
    managers = second.guild.roles[MANAGER_ROLE].id
    members = second.env.backend.get_guild(second.guild.id).members
    assert [managers in members[person.member.id].role_ids for person in second.people] == [True, *[False] * 5]
    await second.people[4].member.slash(second.table, "greet")
    assert len(second.table.history()) == 1
    await second.env.shutdown()
