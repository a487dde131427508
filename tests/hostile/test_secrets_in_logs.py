"""Even when all kinds of faults happen, no log line (at any level), error or file name contains a match's secrets."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from pydantic import SecretStr

import rules
from bot.app import logs
from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.discord.ui import controls
from bot.playground.server import Playground
from bot.playground.simulated_discord import SimulatedDiscord
from bot.playground.table_host import Host
from bot.store.store import Store
from render.pen.picture_cache import PICTURES
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import ends, fewest_seats
from tests.discord.room import Room, components, open_room
from tests.e2e.visibility_checks import EPHEMERAL, FILES, strings
from tests.hostile.hidden_cards import hidden, names_of
from tests.hostile.hostile_events import COMPONENT, Attacker
from tests.house.test_playground import Browser

GAMES = list(rules.GAMES)
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
SEED = "5eed0f5ecrets5eed0f5ecrets5eed00"
#: Number of moves that are made in the panel, and number of moves that are made directly in the service.
PRESSED, MADE = 4, 18
#: The verbs allowed in custom_ids of public messages; none of them depends on a hand.
PUBLIC_VERBS = {"join", "leave", "start", "options", "agree", "deck", "move", "vote", "resume", "howto", "aid", "fewer"}
PUBLIC_VERBS |= {"myhour", "until", "learn", "rematch", "luck", "look", "board", "openreplay", "turned", "uncovered"}
#: The public verbs that have menus. Their entries are hours of the day, or public parts of the table.
PUBLIC_MENUS = {"myhour", "look"}


@pytest.fixture
def log() -> io.StringIO:
    stream = io.StringIO()
    logs.set_up("DEBUG", "text", (TOKEN,), stream=stream)
    return stream


@pytest_asyncio.fixture
async def room(tmp_path: Path, plain_pictures: None, log: io.StringIO) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "tenebrae.sqlite") as made:
        made.bot.settings = made.bot.settings.model_copy(update={"token": SecretStr(TOKEN)})
        made.bot.service.lobby._seed = lambda: SEED
        yield made
        # The faults were caused on purpose, so the bot must have logged errors.
        assert made.errors.found
        made.errors.found.clear()


async def press_panel(room: Room, rng: random.Random) -> bool:
    """Let the player to act move in the panel; return False if no move was made because it might end the match."""
    match, who = await room.match(), await room.to_move()
    if any(ends(match, seat, action) for seat, offer in match.decisions().items() for action in offer.actions):
        return False
    panel = (await room.slash(who, "act")).response
    item = rng.choice([item for item in components(panel) if item["custom_id"].split(":")[1] in ("act", "pick")])
    if item["type"] == 2:
        await room.click(who, panel, custom_id=item["custom_id"])
    else:
        await room.select(who, panel, [rng.choice(item["options"])["value"]], item["custom_id"])
    return True


async def act_directly(room: Room, rng: random.Random) -> bool:
    """Let a player take a random action; return False if no action was taken because it would end the match."""
    info, match = await room.info(), await room.match()
    seat, decision = rng.choice(sorted(match.decisions().items(), key=lambda offer: offer[0]))
    action = rng.choice(decision.actions)
    if ends(match, seat, action):
        return False
    await room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
    await room.bot.wait_until_idle()
    return True


async def cause_faults(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send forged presses, then let pictures, Discord and the rules fail with errors whose texts contain secrets."""
    match, who = await room.match(), await room.to_move()
    secrets = f"{SEED} {TOKEN} {match.state}"

    def fails(*_: Any, **__: Any) -> Any:
        raise KeyError(secrets)

    with Attacker(room) as attacker:
        panel = (await room.slash(who, "act")).response
        for item in components(panel):
            for custom_id in (item["custom_id"] + "0", item["custom_id"].replace(":1:", ":2:", 1)):
                data = {"custom_id": custom_id, "component_type": 2}
                await attacker.send(who, COMPONENT, data, room.table, panel)
    with monkeypatch.context() as broken:
        broken.setattr("render.board", fails)
        broken.setattr("render.hand_png", fails)
        broken.setattr("render.choice_png", fails)
        PICTURES.clear()
        await room.slash(who, "hand")
        await room.slash(who, "act")
        await room.slash(who, "match board")
    with monkeypatch.context() as broken:
        broken.setattr(match.game, "board_text", fails)
        await room.slash(who, "match text")
    with monkeypatch.context() as broken:
        broken.setattr(Match, "apply", fails)
        seat = next(iter(match.decisions()))
        info = await room.info()
        panel = (await room.slash(room.person(info.seats[seat].user_id), "act")).response
        item = components(panel)[0]
        values = [item["options"][0]["value"]] if item["type"] == 3 else None
        room.press(room.person(info.seats[seat].user_id), panel, item["custom_id"], values)
        await room.settle()


def sent(room: Room) -> str:
    """Return everything sent to Discord so far as one text."""
    return "\n".join(json.dumps(request.json, ensure_ascii=False) for request in room.env.http_requests)


@pytest.mark.parametrize("game", GAMES)
async def test_no_secret_is_logged_or_told(
    game: str, room: Room, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(f"told {game}")
    room.game = game
    await room.start(fewest_seats(game))
    secret, looked_up, listed = set[str](), set[int](), 0
    for number in range(PRESSED + MADE):
        if not await (press_panel if number % 9 == 0 else act_directly)(room, rng):
            break
        kept = hidden(await room.match())
        secret |= kept
        menus = {post.id: values for post in room.posts() if (values := look_up_ids(post))}
        for values in (menus[post] for post in menus.keys() - looked_up):
            open_to_all = {one.split(".")[0] for one in strings((await room.match()).view(None).model_dump())}
            assert not values & {one.split(".")[0] for one in kept} - open_to_all
            listed += len(values)
        looked_up |= menus.keys()
    assert listed or not rules.GAMES[game].look_up(Translator())
    # In games with look-up pages, the ids of hidden cards are secrets as well. In other games, only the seed is.
    assert len(secret) > 10 or not rules.GAMES[game].look_up(Translator()), "nothing is hidden: the test shows nothing"
    await cause_faults(room, monkeypatch)
    logged = log.getvalue() + "".join(capfd.readouterr())
    assert "an interaction failed" in logged
    assert "could not be drawn" in logged
    for word in (TOKEN, SEED, "ChanceState", *secret, *names_of(rules.GAMES[game], secret)):
        assert word not in logged, word
    assert not re.search(r"content=|\bhand=\[|custom_id", logged)
    everything = sent(room)
    assert TOKEN not in everything
    assert SEED not in everything, "told before the match is over"
    assert "Traceback" not in everything
    await check_messages(room, hidden(await room.match()))


def look_up_ids(post: Any) -> set[str]:
    """Return the ids in the look-up menu under a post."""
    menus = [item for item in components(post) if item["custom_id"].startswith("t1:look:")]
    return {option["value"] for item in menus for option in item["options"]}


async def check_messages(room: Room, secret: set[str]) -> None:
    """Assert that custom_ids, menu values and file names of messages contain no secret."""
    for messages in room.env.backend.messages.values():
        for message in messages.values():
            assert {file["filename"] for file in message.attachments} <= FILES
            if message.flags & EPHEMERAL:
                continue
            for item in components(message):
                verb = item["custom_id"].split(":")[1]
                assert verb in PUBLIC_VERBS
                assert verb in PUBLIC_MENUS or "options" not in item
                assert not any(one in item["custom_id"] for one in secret)
    # Even in a private panel, a custom_id names an action only by its index and the position's id, never by a card.
    for request in room.env.http_requests:
        for custom_id in re.findall(r'"custom_id": "([^"]*)"', json.dumps(request.json)):
            _, _, rest = custom_id.partition(":")
            verb, *arguments = rest.split(":")
            if verb in controls.registered_verbs() - {"order", "orderpage"}:
                assert not secret & set(arguments), custom_id


async def test_the_playgrounds_pages_tell_no_secret(tmp_path: Path, plain_pictures: None) -> None:
    settings = Settings(_env_file=None, database=tmp_path / "x.sqlite", token=SecretStr(TOKEN), pace=0, signs=False)  # pyright: ignore[reportCallIssue]
    async with await Store.open(settings.database) as store:
        bot = TenebraeBot(settings, store)
        bot.service.lobby._seed = lambda: SEED
        world = SimulatedDiscord(bot, tmp_path / "world.pickle")
        await world.env.start()
        playground = Playground(world, 0, Host(bot, world))
        await playground.start()
        async with aiohttp.ClientSession() as session:
            browser = Browser(playground, session)
            async with session.post(f"{browser.address}play", json={"game": GAMES[0], "seats": 2}) as answer:
                assert answer.status == 200
            lobby = [message for message in world.table.history() if message.components][-1]
            await world.people[0].member.click(lobby, label="Start")
            await bot.wait_until_idle()
            match = (await bot.service.matches.table(1)).match
            for page in ("people.json", "games.json", "", "none", "../x.sqlite", "x.sqlite", "%2e%2e/x.sqlite"):
                async with session.get(f"{browser.address}{page}") as answer:
                    text = await answer.text()
                for word in (SEED, TOKEN, "Traceback", "SQLite", *hidden(match)):
                    assert word not in text, (page, word)
        await playground.stop()
        await world.env.shutdown()
        await bot.close()
