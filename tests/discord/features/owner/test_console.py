"""`/owner` shows the bot's health, frozen matches and reports, only to its owners and only in their server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.owner.panel import page_frame as owner_frame
from bot.features.reports.service import Reports
from tests.discord.room import Room, both_doors, message_text, private_answer

TEAM = SimpleNamespace(
    members=[
        SimpleNamespace(id=number, membership_state=state, role=role)
        for number, state, role in (
            (1, discord.TeamMembershipState.accepted, discord.TeamMemberRole.developer),
            (2, discord.TeamMembershipState.invited, discord.TeamMemberRole.developer),
            (3, discord.TeamMembershipState.accepted, discord.TeamMemberRole.read_only),
        )
    ]
)


async def test_an_owner_sees_how_the_bot_is_and_answers_a_report(owned: Room) -> None:
    await owned.start(2)
    ana, emil = owned.people[0], owned.people[4]
    match = await owned.info()
    await owned.bot.service.part(Reports).make(match.id, ana.id, "My *coins* are gone")
    panel = (await owned.slash(emil, "owner")).response
    assert "Frozen matches: 0" in message_text(panel)
    assert "Unanswered reports: 1" in message_text(panel)
    assert "The database takes up " in message_text(panel)
    await owned.bot.heartbeat.run_once()
    await owned.click(emil, panel, label="My health")
    assert "Live processes: 1" in message_text(panel)
    await owned.click(emil, panel, label="Frozen matches")
    assert "No match is frozen." in message_text(panel)
    await owned.click(emil, panel, label="Reports")
    assert f"Report 1 by <@{ana.id}>, match {match.id}" in message_text(panel)
    assert "My \\*coins\\* are gone" in message_text(panel)
    shown = await owned.click(emil, panel, label="Answer")
    assert "answered report 1" in private_answer(await emil.submit_modal(shown, {"words": "They are under the board."}))
    await owned.bot.wait_until_idle()
    assert ana.user.dm_channel.history()[-1].content.endswith("They are under the board.")
    shown = await owned.click(emil, panel, label="Answer")
    again = private_answer(await emil.submit_modal(shown, {"words": "No."}))
    assert again == "Report 1 has already been answered."
    await owned.click(emil, panel, label="Reports")
    assert "No reports to answer" in message_text(panel)
    await owned.click(emil, panel, label="Who did what")
    assert message_text(panel).splitlines()[1].endswith(f"<@{emil.id}>: report 1 answered")


@both_doors
async def test_no_one_else_may_even_with_a_forged_press_and_a_role_may(owned: Room) -> None:
    ana = owned.people[0]
    await owned.start(2)
    await owned.bot.service.part(Reports).make((await owned.info()).id, ana.id, "Odd")
    refused = "Only the bot's owners can do this."
    assert private_answer(await owned.slash(ana, "owner")) == refused
    own = (await owned.slash(ana, "settings")).response
    for page in owner_frame.PAGE_ORDER:
        pressed = owned.press(ana, own, f"t1:owner:{page}")
        await owned.settle()
        assert private_answer(pressed) == refused
    shown = owned.press(ana, own, "t1:ownerask:1")
    await owned.settle()
    assert private_answer(await ana.submit_modal(shown, {"words": "I did it."})) == refused
    report = await owned.bot.service.part(Reports).get(1)
    assert report is not None
    assert report.answer is None
    assert "Frozen matches: 0" in private_answer(await owned.slash(owned.people[-1], "owner"))


async def test_other_servers_have_no_such_command_and_its_buttons_do_nothing_there(room: Room) -> None:
    emil = room.people[4]
    assert "owner" not in {command.name for command in room.bot.tree.get_commands()}
    own = (await room.slash(emil, "settings")).response
    pressed = room.press(emil, own, "t1:owner:health")
    await room.settle()
    assert private_answer(pressed) == "Only the bot's owners can use this, in their own server."


async def test_of_a_team_those_may_who_have_joined_it_to_work(owned: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def application_info() -> Any:
        return SimpleNamespace(owner=SimpleNamespace(id=9), team=TEAM)

    monkeypatch.setattr(owned.bot, "application_info", application_info)
    assert [number for number in range(10) if await owned.bot.owners.is_owner(number)] == [1]
