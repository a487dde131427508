"""Owners upload a content pack for a server in `/owner`. The server can use the pack until the pack is removed."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

import rules
from bot.features.packs.service.validator import PackValidator
from bot.matches.packs.server_packs import PACK_ADDED, PACK_REMOVED
from rules.kernel.content.packs import without_hash
from tests.discord.room import GAME, Room, both_doors, components, message_text, private_answer


@pytest.fixture(autouse=True)
def nobody_elses() -> Iterator[None]:
    """Start each test with no loaded content packs, and unload the test's own packs when it ends."""
    own = rules.GAMES[GAME].packs
    assert own is not None
    yield
    own._recent.clear()
    own._fixed.clear()
    own._titles.clear()


def zipped_pack(**changes: Any) -> bytes:
    """Return a zipped content pack that changes fields of one Location."""
    ours = json.loads((Path("data") / GAME / "locations.json").read_text("utf-8"))
    place = next(place for place in ours if place["id"] == "the_forge") | changes
    about = {"name": {"en": "Our box", "hu": "A mi dobozunk", "es": "Nuestra caja"}, "game": GAME, "base": "base"}
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("box/pack.json", json.dumps(about))
        archive.writestr("box/locations.json", json.dumps([place]))
    return kept.getvalue()


async def test_a_pack_is_brought_played_and_taken_away_and_its_words_stay_in_its_server(owned: Room) -> None:
    ana, emil, here = owned.people[0], owned.people[4], str(owned.guild.id)
    anvil = dict.fromkeys(("en", "hu", "es"), "The Secret Anvil")
    result = await owned.slash(emil, "owner", pack=("Öur Bőx.zip", zipped_pack(name=anvil)), server=here)
    assert "has the content pack **Our box (our_box)**" in message_text(result.response)
    assert "37 Locations" in message_text(result.response)
    assert "pack.png" in [file.filename for file in result.response.attachments]
    (change, *_) = await owned.bot.service.servers.changes(owned.guild.id, 1)
    assert (change.user_id, change.what, change.value["name"]) == (emil.id, PACK_ADDED, "our_box")
    # The lobby offers the pack by its title, before the options that depend on the pack.
    await owned.slash(ana, "match new", game=GAME)
    panel = (await owned.click(ana, owned.posts()[-1], label="Options")).response
    menus = [item for item in components(panel) if ":pack:" in item["custom_id"]]
    labels = {option["label"]: option["value"] for option in menus[0]["options"]}
    await owned.select(ana, panel, [labels["Our box"]], custom_id=menus[0]["custom_id"])
    info = await owned.info()
    assert without_hash(info.pack) == "our_box"
    assert "**Content:** Our box" in message_text(owned.posts()[-1])
    # `/card` shows the pack's card in this match's channel, but in no other channel.
    shown = await owned.slash(ana, "card", name="The Secret Anvil")
    assert "Content pack: Our box" in message_text(shown.response)
    other = owned.guild.create_text_channel("elsewhere")
    assert "The Secret Anvil" not in message_text(
        (await owned.slash(ana, "card", other, name="the_forge", game=GAME)).response
    )
    # The owner's panel shows the pack's name and hash, but none of its contents.
    page = (await owned.slash(emil, "owner")).response
    await owned.click(emil, page, label="Packs")
    assert "our_box" in message_text(page)
    assert "Anvil" not in message_text(page)
    gone = next(item for item in components(page) if "ownerpackgone" in item["custom_id"])
    await owned.select(emil, page, [gone["options"][0]["value"]], custom_id=gone["custom_id"])
    assert "No server has a content pack" in message_text(page)
    await owned.click(emil, page, label="Who did what")
    assert "content pack removed: our_box" in message_text(page)
    # An open lobby that still uses the removed pack says what its players can do about that.
    again = (await owned.click(ana, owned.lobby(), label="Options")).response
    assert "Our box (removed)" in str(components(again))
    await owned.click(owned.people[1], owned.lobby(), label="Join")
    told = "This server doesn't have the content pack “Our box” (any more). Choose another one in the options."
    assert private_answer(await owned.click(ana, owned.lobby(), label="Start")) == told


async def test_a_match_and_what_is_left_of_it_call_the_pack_by_its_title_as_the_reader_does(room: Room) -> None:
    ana, own, service = room.people[0], rules.GAMES[GAME].packs, room.bot.service
    assert own is not None
    box = own.freeze(zipfile.Path(zipfile.ZipFile(io.BytesIO(zipped_pack())), "box/"))
    await service.packs.add(room.guild.id, GAME, "ours", box, "", by=ana.id)
    await room.open_lobby(2)
    info = await room.info()
    await service.lobby.set_options(info.id, ana.id, {"pack": "ours"})
    await room.click(ana, room.lobby(), label="Start")
    assert "Content pack: Our box" in message_text((await room.slash(ana, "match status")).response)
    await service.play.end(info.id, ana.id, is_admin=True)
    await room.settle()
    assert "Content pack: Our box" in message_text(room.posts()[-1])
    # A new process (with no cached titles) also knows the pack's title, even though the pack was removed from the
    # server.
    await service.packs.remove(room.guild.id, GAME, "ours", by=ana.id)
    own._titles.clear()
    await service.people.set_language(ana.id, "hu")
    assert "Tartalomcsomag: A mi dobozunk" in message_text((await room.slash(ana, "history")).response)


async def managed(room: Room, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Allow server managers to upload packs; return a user who manages the server but doesn't own the bot."""
    settings = room.bot.settings.model_copy(update={"managers_bring_packs": True})
    monkeypatch.setattr(room.bot, "settings", settings)
    manages = room.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("manager"), roles=[manages])


async def test_who_manages_a_server_brings_packs_for_it_where_the_host_allows_it(
    owned: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, emil, mia = owned.people[0], owned.people[4], await managed(owned, monkeypatch)
    assert "Only a server manager" in private_answer(await owned.slash(ana, "settings", pack=("a.zip", zipped_pack())))
    result = await owned.slash(mia, "settings", pack=("ours.zip", zipped_pack()))
    assert "This server now has the content pack **Our box (ours)** for Edge of Darkness." in message_text(
        result.response
    )
    assert "pack.png" in [file.filename for file in result.response.attachments]
    (change, *_) = await owned.bot.service.servers.changes(owned.guild.id, 1)
    assert (change.user_id, change.what, change.value["name"]) == (mia.id, PACK_ADDED, "ours")
    # The owners' panel says who uploaded the pack.
    page = (await owned.slash(emil, "owner")).response
    await owned.click(emil, page, label="Packs")
    assert f"by <@{mia.id}>" in message_text(page)
    # The server's settings list the pack, and the manager can remove it there.
    panel = (await owned.slash(mia, "settings", server="panel")).response
    await owned.click(mia, panel, label="Content packs")
    assert f"**Our box (ours)** for Edge of Darkness; added by <@{mia.id}>" in message_text(panel)
    gone = next(item for item in components(panel) if "serverpackgone" in item["custom_id"])
    # The button is refused if uploads by server managers have been forbidden since the page was opened.
    closed = owned.bot.settings.model_copy(update={"managers_bring_packs": False})
    with monkeypatch.context() as patch:
        patch.setattr(owned.bot, "settings", closed)
        only = "Only the bot's owner adds content packs here; send them the file."
        menu = {"custom_id": gone["custom_id"]}
        assert private_answer(await owned.select(mia, panel, [gone["options"][0]["value"]], **menu)) == only
        assert private_answer(await owned.slash(mia, "settings", pack=("ours.zip", zipped_pack()))) == only
    await owned.select(mia, panel, [gone["options"][0]["value"]], custom_id=gone["custom_id"])
    assert "This server has no content packs." in message_text(panel)
    (change, *_) = await owned.bot.service.servers.changes(owned.guild.id, 1)
    assert (change.user_id, change.what) == (mia.id, PACK_REMOVED)


async def test_packs_of_a_server_are_looked_at_one_at_a_time(owned: Room) -> None:
    emil, here = owned.people[4], str(owned.guild.id)
    with owned.bot.part(PackValidator).reserve_place(owned.guild.id):
        refused = await owned.slash(emil, "owner", pack=("ours.zip", zipped_pack()), server=here)
        assert "I'm checking another pack for this server" in private_answer(refused)


async def test_a_faulty_pack_is_answered_with_its_faults(owned: Room) -> None:
    emil, here = owned.people[4], str(owned.guild.id)
    result = await owned.slash(emil, "owner", pack=("ours.zip", zipped_pack(icons=3)), server=here)
    assert "This pack has 1 fault" in private_answer(result)
    assert "there is no such field" in private_answer(result)
    assert [file.filename for file in result.response.attachments] == ["faults.txt"]
    assert await owned.bot.service.packs.available(owned.guild.id, GAME) == []


@both_doors
async def test_only_owners_upload_packs_and_only_to_servers_of_the_bot(owned: Room) -> None:
    ana, emil = owned.people[0], owned.people[4]
    refused = await owned.slash(ana, "owner", pack=("ours.zip", zipped_pack()), server=str(owned.guild.id))
    assert "Only the bot's owners can do this." in private_answer(refused)
    for server, told in (("123", "I'm not in that server."), ("here", "Choose the server in the option")):
        assert told in private_answer(await owned.slash(emil, "owner", pack=("ours.zip", zipped_pack()), server=server))
    large = await owned.slash(emil, "owner", pack=("ours.zip", b"x" * 1_000_001), server=str(owned.guild.id))
    assert "The file is too large" in private_answer(large)
