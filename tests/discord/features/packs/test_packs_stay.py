"""No text of a server's own content pack reaches another server, a log, a file or a metric."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import zipfile
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from prometheus_client import generate_latest
from sqlalchemy import update

from bot.app import logs, metrics, worker_program
from bot.app.worker_jobs import JOBS
from bot.cli import export
from bot.discord.ui import controls
from bot.features.privacy.service.erasure import Privacy
from bot.features.profiles.service.results import ResultRecorder
from bot.features.reports.service import Reports
from bot.store.pack_tables import contents
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from tests import marked_packs
from tests.discord.room import GAME, Room, components, message_text, private_answer
from tests.marked_packs import WORD

#: Number of moves that are made in the pack's match before a test begins.
MOVES = 12


@pytest.fixture(autouse=True)
def nobody_elses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start each test with no loaded content packs, and unload the test's own packs when it ends."""
    for name in ("added", "frozen", "server_packs"):
        monkeypatch.setattr(marked_packs.packs_of(GAME), name, {})
    marked_packs.clear_pack_cache(GAME)
    yield
    marked_packs.clear_pack_cache(GAME)


class PackServer:
    """A second server, where Ana and Bence play with that server's own pack. The first server is the owners'."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.guild = room.env.create_guild("Home")
        self.table = self.guild.create_text_channel("table")
        self.ana, self.bence = (self.guild.add_member(person.user) for person in room.people[:2])
        self.service = room.bot.service
        self.match_id = 0

    async def begin(self, folder: Path) -> None:
        pack = marked_packs.stored_pack(GAME, folder)
        marked_packs.packs_of(GAME).lay(str(self.guild.id), "laid", folder)
        await self.service.packs.add(self.guild.id, GAME, "box", pack, "", by=self.ana.id)
        await self.room.slash(self.ana, "match new", self.table, game=GAME)
        info = await self.service.matches.in_channel(self.table.id)
        assert info is not None
        self.match_id = info.id
        await self.service.lobby.set_options(
            info.id, self.ana.id, {"pack": "box", "setup": f"{WORD}_embers_bread_and_iron"}
        )
        await self.room.click(self.bence, self.table.history()[-1], label="Join")
        await self.service.lobby.start(info.id, self.ana.id)
        for _ in range(MOVES):
            await self.move()

    async def move(self) -> None:
        """Let the player whose turn it is make the first legal move."""
        table = await self.service.matches.table(self.match_id)
        seat, decision = min(table.match.decisions().items())
        await self.service.play.act(self.match_id, table.info.seats[seat].user_id, decision.actions[0])
        await self.room.bot.wait_until_idle()


@pytest_asyncio.fixture
async def home(owned: Room, tmp_path: Path) -> AsyncIterator[PackServer]:
    made = PackServer(owned)
    await made.begin(tmp_path / "box")
    yield made


def sent(room: Room, since: int = 0) -> str:
    """Return the text of everything the bot sent to Discord, in lower case, including file names and descriptions.

    Requests before index `since` are ignored.
    """
    return "\n".join(map(repr, room.env.http_requests[since:])).casefold()


def component_values(home: PackServer) -> dict[str, list[str]]:
    """Return the custom_ids of the match's components, each with its menu's first value in a list (or [])."""
    every = (message for messages in home.room.env.backend.messages.values() for message in messages.values())
    return {
        item["custom_id"]: [option["value"] for option in item.get("options", [])][:1]
        for message in every
        for item in components(message)
        if item["custom_id"].split(":")[2:3] == [str(home.match_id)]
    }


async def test_another_server_hears_nothing_of_a_pack(home: PackServer) -> None:
    room, game, number = home.room, {"game": GAME}, str(home.match_id)
    both, carla, emil = room.people[1], room.people[2], room.people[4]
    for who, command in ((home.ana, "act"), (home.bence, "hand"), (home.ana, "match log"), (home.bence, "match board")):
        await room.slash(who, command, home.table)
    assert f"{WORD}_" in sent(room), "nothing of it was told at home: the test shows nothing"
    at_home, begun = component_values(home), len(room.env.http_requests)
    assert len(at_home) > 8
    await room.start(3)
    await room.slash(both, "act")
    typed = ("card", "name", game), ("replay", "match", {}), ("rules", "words", game)
    for command, option, filled in typed:
        for text in ("", WORD, number):
            await both.autocomplete(room.table, command, option, text, **filled)
    for name in ("the_forge", f"{WORD}_the_forge"):
        await room.slash(both, "card", name=name, **game)
    for command in ("watch list", "match status", "match text", "ladder", "history", "profile", "privacy"):
        await room.slash(both, command)
    assert "no such match here that you can see" in private_answer(await room.slash(carla, "replay", match=number))
    # In another server, a user who was never in the pack's server forges presses of components from the pack's server.
    panel = (await room.slash(carla, "help")).response
    for custom_id, values in at_home.items():
        room.press(carla, panel, custom_id, values or None)
    for verb in controls.registered_verbs():
        for arguments in ("", ":0:0", ":all:0:last"):
            room.press(carla, panel, f"t1:{verb}:{number}{arguments}")
    await room.settle()
    page = (await room.slash(emil, "owner")).response
    await room.click(emil, page, label="Packs")
    assert "box" in message_text(page)
    assert [one.name for one in await home.service.packs.available(room.guild.id, GAME)] == []
    assert WORD not in sent(room, begun)
    assert WORD not in repr(await home.service.part(Privacy).export_data(carla.id)).casefold()


@pytest.fixture
def log() -> io.StringIO:
    """Collect everything that is logged, as text and as JSON."""
    stream = io.StringIO()
    logs.set_up("DEBUG", "text", stream=stream)
    other = logging.StreamHandler(stream)
    other.setFormatter(logs.JsonLines(()))
    logging.getLogger().addHandler(other)
    return stream


def broken_pack() -> bytes:
    """Return a zipped pack with a fault whose error message would contain a card's name."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("locations.json", json.dumps([{"id": f"{WORD}_the_forge", WORD: 1}]))
    return kept.getvalue()


async def test_what_fails_with_a_pack_is_told_without_a_word_of_it(
    log: io.StringIO, home: PackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, service, emil = home.room, home.service, home.room.people[4]

    def fails(*_: Any) -> Any:
        raise KeyError(f"{WORD}_the_forge")

    begun = len(room.env.http_requests)
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.pictures, "_cached_bytes", fails)
        await room.slash(home.ana, "hand", home.table)
        begun = len(room.env.http_requests)
        patch.setattr(Match, "apply", fails)
        with pytest.raises(Refusal, match="is frozen"):
            await home.move()
    await service.part(Reports).make(home.match_id, home.ana.id, "It stands still.")
    await room.settle()
    page = (await room.slash(emil, "owner")).response
    await room.click(emil, page, label="Frozen matches")
    await room.click(emil, page, label="View")
    handed = (await room.click(emil, page, label="Its report as a file")).response
    told = [await handed.attachments[0].read(), sent(room, begun).encode()]
    # Damage the stored pack, so that the process that chooses a computer player's move fails to load it.
    async with room.store.write() as tx:
        await tx.run(update(contents).values(data=broken_pack()))
    info = await service.matches.get(home.match_id)
    marked_packs.clear_pack_cache(GAME)
    service.matches.forget(home.match_id)
    await room.slash(home.ana, "match status", home.table)
    query = {"packs": None, "game": GAME, "pack": info.pack, "zipped": b64encode(broken_pack()).decode(), "world": "{}"}
    answers = io.BytesIO()
    worker_program.serve(JOBS["computer"], [json.dumps(query).encode()], answers)
    assert answers.getvalue().startswith(b"0 ")
    told += [answers.getvalue(), generate_latest(metrics.REGISTRY), log.getvalue().encode()]
    for line in ("could not be drawn", "match frozen", "content pack of a match can't be loaded"):
        assert line in log.getvalue()
    assert [text for text in told if WORD.encode() in text.lower()] == []
    room.errors.found.clear()


async def test_an_export_has_no_word_of_a_pack(home: PackServer, tmp_path: Path) -> None:
    await home.service.play.end(home.match_id, home.ana.id, is_admin=True)
    await home.room.bot.part(ResultRecorder).drain()
    settings = home.room.bot.settings
    await asyncio.to_thread(
        export.write_export, settings, export.Request(names=True), tmp_path / "out", print, force=False
    )
    written = [path.read_text("utf-8") for path in (tmp_path / "out").iterdir()]
    assert '"own_pack":true' in "".join(written)
    assert [text for text in written if WORD in text.casefold() or "box" in text] == []
