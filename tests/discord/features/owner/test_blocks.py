"""Blocks in `/owner`: every command and button answers a blocked user with one private sentence."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.clock import DAY
from bot.features.owner.jobs.blocklist_effects import BlocklistEnforcer
from bot.features.owner.panel.blocklist_page import PAGE_SIZE
from bot.features.owner.service.blocklist import Blocklist
from bot.features.reports.service import Reports
from tests.discord.room import Room, components, message_text, private_answer

SENTENCE = "The bot's owner has blocked you."


async def block_in_panel(room: Room, subject: object, label: str = "Block a person", **form: str) -> Any:
    """Block the user or server with the id `subject` in the owner's panel, and return the panel."""
    emil = room.people[4]
    panel = (await room.slash(emil, "owner")).response
    await room.click(emil, panel, label="Blocks")
    shown = await room.click(emil, panel, label=label)
    await emil.submit_modal(shown, {"id": str(subject), "reason": "", "days": ""} | form)
    await leave_blocked_servers(room)
    return panel


async def leave_blocked_servers(room: Room) -> None:
    """Let the bot leave the servers that are blocked, and wait until it is idle."""
    await room.bot.part(BlocklistEnforcer).run_once()
    await room.settle()


def block_notices_in(room: Room, channel: Any) -> list[str]:
    """Return the notices of blocks that the bot posted in a channel, even if it has since left the server."""
    path = f"/channels/{channel.id}/messages"
    bodies: list[Any] = [one.json for one in room.env.http_requests if (one.method, one.path) == ("POST", path)]
    return [body["content"] for body in bodies if "blocked this server" in (body.get("content") or "")]


async def test_who_is_blocked_reads_one_sentence_at_every_door_for_them_alone(owned: Room) -> None:
    await owned.start(3)
    ana, board = owned.people[0], owned.last_call()
    before = (await owned.slash(ana, "settings")).response
    mail = len(ana.user.dm_channel.history())
    panel = await block_in_panel(owned, ana.id, reason="You are *rude*", days="2")
    assert f"<@{ana.id}> ({ana.id}), until <t:{owned.clock.time + 2 * DAY}:f>" in message_text(panel)
    why = f"{SENTENCE} Reason: You are \\*rude\\* This ends <t:{owned.clock.time + 2 * DAY}:f>."
    for result in (
        await owned.slash(ana, "act"),
        await ana.user.slash("help"),
        await owned.click(ana, board, label="Your move"),
        owned.press(ana, before, "t1:setting:mine", ["hu"]),
    ):
        await owned.settle()
        assert private_answer(result).startswith(why)
        assert "`/privacy`" in private_answer(result)
    assert await ana.autocomplete(owned.table, "match new", "game", "") == []
    assert len(ana.user.dm_channel.history()) == mail
    assert "What I store about you" in message_text((await owned.slash(ana, "privacy")).response)
    owned.clock.time += 2 * DAY
    assert SENTENCE not in private_answer(await owned.slash(ana, "waiting"))


async def test_seats_of_who_is_blocked_are_open_and_the_table_is_told(owned: Room) -> None:
    await owned.start(3)
    ana, ben = owned.people[:2]
    await block_in_panel(owned, f"<@{ana.id}>")
    info = await owned.info()
    seat = info.seat_of(ana.id)
    assert info.seats[seat].open_since is not None
    assert info.host_id != ana.id
    asked = next(post for post in owned.posts() if "seat is open. Anyone in this server" in message_text(post))
    assert "rude" not in message_text(asked)
    result = await owned.click(owned.people[3], asked, label="Take the seat")
    assert result.response.ephemeral
    assert (await owned.info()).seats[seat].user_id == owned.people[3].id
    assert SENTENCE not in private_answer(await owned.slash(ben, "waiting"))


async def test_a_private_message_to_who_is_blocked_is_given_up(owned: Room) -> None:
    await owned.start(2)
    ana = owned.people[0]
    number = await owned.bot.service.part(Reports).make((await owned.info()).id, ana.id, "Odd")
    await block_in_panel(owned, ana.id)
    mail = len(ana.user.dm_channel.history())
    await owned.bot.service.part(Reports).answer(number, "Thank you")
    await owned.settle()
    assert len(ana.user.dm_channel.history()) == mail


async def test_a_block_is_lifted_in_the_menu_and_both_are_recorded(owned: Room) -> None:
    emil, ana = owned.people[4], owned.people[0]
    panel = await block_in_panel(owned, ana.id)
    await owned.select(emil, panel, [f"person.{ana.id}"], "t1:ownerserve")
    assert "Done. They're no longer blocked." in message_text(panel)
    assert "No one is blocked." in message_text(panel)
    assert SENTENCE not in private_answer(await owned.slash(ana, "waiting"))
    gone = owned.press(emil, panel, "t1:ownerserve", [f"person.{ana.id}"])
    await owned.settle()
    assert private_answer(gone) == "They aren't blocked."
    await owned.click(emil, panel, label="Who did what")
    lines = message_text(panel).splitlines()
    assert lines[1].endswith(f": <@{ana.id}> unblocked")
    assert lines[2].endswith(f": <@{ana.id}> blocked")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"id": "Ana"}, "That's not a Discord id"),
        ({"id": "0"}, "That's not a Discord id"),
        ({"id": str(2**63)}, "That's not a Discord id"),
        ({"days": "some"}, "Type the number of days"),
        ({"days": "9999"}, "A block lasts 1 to 3650 days"),
    ],
)
async def test_what_can_be_no_block_is_refused(owned: Room, form: dict[str, str], sentence: str) -> None:
    emil, ana = owned.people[4], owned.people[0]
    panel = (await owned.slash(emil, "owner")).response
    await owned.click(emil, panel, label="Blocks")
    shown = await owned.click(emil, panel, label="Block a person")
    refused = await emil.submit_modal(shown, {"id": str(ana.id), "reason": "", "days": ""} | form)
    assert sentence in private_answer(refused)
    assert await owned.bot.service.part(Blocklist).list_all() == []


async def test_owners_and_their_server_cannot_be_blocked(owned: Room) -> None:
    emil, crew = owned.people[4], owned.people[5]
    panel = (await owned.slash(crew, "owner")).response
    await owned.click(crew, panel, label="Blocks")
    for label, subject in (
        ("Block a person", emil.id),
        ("Block a person", crew.id),
        ("Block a server", owned.guild.id),
    ):
        shown = await owned.click(crew, panel, label=label)
        refused = await crew.submit_modal(shown, {"id": str(subject), "reason": "", "days": ""})
        assert "can't block" in private_answer(refused)
    assert await owned.bot.service.part(Blocklist).list_all() == []


async def test_a_server_that_is_blocked_is_told_once_and_left_and_so_when_it_comes_back(owned: Room) -> None:
    other = owned.env.create_guild("Other")
    channel = other.create_text_channel("games")
    finn = other.add_member(owned.env.create_user("finn"))
    await finn.slash(channel, "match new", game=owned.game)
    await owned.settle()
    panel = await block_in_panel(owned, other.id, "Block a server", reason="Spam")
    assert "Done. I'll tell that server and leave it." in message_text(panel)
    assert block_notices_in(owned, channel) == ["The bot's owner has blocked this server. Reason: Spam"]
    assert owned.bot.get_guild(other.id) is None
    info = (await owned.bot.service.matches.of_server(other.id))[0]
    assert info.parked_at is not None
    assert await owned.bot.service.part(Blocklist).unsettled() == []
    await leave_blocked_servers(owned)
    assert len(block_notices_in(owned, channel)) == 1


async def test_many_blocks_stand_on_several_pages_and_each_is_lifted_where_it_stands(owned: Room) -> None:
    for number in range(PAGE_SIZE + 2):
        await owned.bot.service.part(Blocklist).ban("person", 1000 + number, by=owned.people[4].id)
    panel = (await owned.slash(owned.people[4], "owner")).response
    await owned.click(owned.people[4], panel, label="Blocks")
    assert len(menu(panel)["options"]) == PAGE_SIZE
    await owned.click(owned.people[4], panel, label="Next")
    assert [one["value"] for one in menu(panel)["options"]] == ["person.1010", "person.1011"]
    assert message_text(panel).count("until it's lifted") == 2
    await owned.select(owned.people[4], panel, ["person.1011"], "t1:ownerserve")
    assert len(await owned.bot.service.part(Blocklist).list_all()) == PAGE_SIZE + 1


def menu(panel: Any) -> Any:
    return next(item for item in components(panel) if item["custom_id"].partition("~")[0] == "t1:ownerserve")
