"""`/report` and the button *Something's wrong* send a short text from a user to the bot's owner only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.features.reports.service import Reports
from tests.discord.room import Room, components, private_answer


@pytest.fixture
def owner(room: Room, monkeypatch: pytest.MonkeyPatch) -> MemberActor:
    """Emil, who becomes the bot's owner and doesn't play in the matches."""
    emil = room.people[4]

    async def application_info() -> Any:
        return SimpleNamespace(owner=SimpleNamespace(id=emil.id), team=None)

    monkeypatch.setattr(room.bot, "application_info", application_info)
    return emil


async def report(room: Room, who: MemberActor, words: str = "My *coins* are gone") -> Any:
    """Use /report and submit its form with this text; return the result of submitting the form."""
    shown = await room.slash(who, "report")
    result = await who.submit_modal(shown, {"words": words})
    await room.bot.wait_until_idle()
    return result


def letters(who: MemberActor) -> list[str]:
    return [letter.content for letter in who.user.dm_channel.history()]


async def test_the_owner_is_told_and_the_asker_hears_the_answer(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    ana = room.people[0]
    assert "saved report 1" in private_answer(await report(room, ana))
    (letter,) = letters(owner)
    assert letter.startswith(
        f"**Report 1** by <@{ana.id}>, match 1 (Edge of Darkness) in <#{room.table.id}>:\n> My \\*coins\\* are gone\n"
    )
    await room.bot.service.part(Reports).answer(1, "They are under the board.")
    await room.bot.wait_until_idle()
    assert letters(ana)[-1].startswith(f"**Answer to your report 1** (<#{room.table.id}>):")
    assert letters(ana)[-1].endswith("They are under the board.")
    result = await room.slash(ana, "waiting")
    assert not result.followups, "the answer is told twice"


async def test_nothing_hidden_leaves_the_match(room: Room, owner: MemberActor) -> None:
    """The owner may play in the reported match, so a report has no secrets, not even the number of journal entries."""
    await room.start(2)
    before = len(room.posts())
    result = await report(room, room.people[0])
    table = await room.now()
    told = "\n".join([private_answer(result), *letters(owner)])
    assert table.match.state.chance.seed not in told
    assert "entry" not in told
    hands = [table.match.game.hand_text(room_say(), table.match.view(seat)) for seat in (0, 1)]
    assert not [line for hand in hands for line in hand.splitlines() if len(line) > 20 and line in told]
    assert len(room.posts()) == before, "I've told the channel"


def room_say() -> Any:
    from rules.kernel.words.translation import Translator

    return Translator("en", ("Ana", "Bence"))


async def test_from_panel_and_log(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    mover, other = await room.to_move(), await room.not_to_move()
    for number, (who, command) in enumerate(((mover, "act"), (other, "act"), (room.people[3], "match log")), 1):
        page = await room.slash(who, command)
        shown = await room.tool(who, page.response, "Something's wrong")
        result = await who.submit_modal(shown, {"words": "It is odd."})
        await room.bot.wait_until_idle()
        assert f"saved report {number}" in private_answer(result)
    assert len(letters(owner)) == 3


async def test_an_owner_without_private_messages_finds_it_in_the_log(
    room: Room, owner: MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    await room.start(2)
    channel = owner.user.dm_channel
    room.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, message="no", times=None)
    assert "saved report 1" in private_answer(await report(room, room.people[0]))
    assert "the bot's owner takes no private messages" in caplog.text
    assert "coins" not in caplog.text
    room.errors.found.clear()
    assert await room.bot.service.part(Reports).waiting() == 1


async def test_an_asker_without_private_messages_is_told_with_the_next_command(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    ana = room.people[0]
    await report(room, ana)
    channel = ana.user.dm_channel
    room.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, message="no", times=None)
    await room.bot.service.part(Reports).answer(1, "Mended.")
    await room.bot.wait_until_idle()
    assert not (await room.slash(room.people[1], "waiting")).followups
    result = await room.slash(ana, "waiting")
    assert private_answer(result).startswith(f"**Answer to your report 1** (<#{room.table.id}>):")
    assert not (await room.slash(ana, "waiting")).followups


async def test_a_second_report_within_the_hour_and_one_without_words(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    ana = room.people[0]
    assert "Write one sentence" in private_answer(await report(room, ana, "  "))
    await report(room, ana)
    assert "less than an hour old" in private_answer(await report(room, ana))


async def test_a_channel_without_a_match(room: Room) -> None:
    assert "There's no match in this channel" in private_answer(await room.slash(room.people[0], "report"))


async def test_a_forged_form_reports_no_match_of_another_server(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    elsewhere = room.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("general")
    stranger = elsewhere.add_member(room.env.create_user("stranger", global_name="Stranger"))
    await room.slash(stranger, "match new", channel, game=room.game)
    page = await room.slash(stranger, "match log", channel)
    assert "hasn't begun" in private_answer(page)
    shown = room.press(stranger, page.response, "t1:wrong:1")
    await room.settle()
    result = await stranger.submit_modal(shown, {"words": "Let me in."})
    assert "You're not playing in this match" in private_answer(result)
    assert letters(owner) == []


async def test_the_words_of_other_languages(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    room.locales[room.people[0].id] = "hu"
    assert "1. bejelentést" in private_answer(await report(room, room.people[0]))


async def test_every_page_with_the_button_fits(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    await room.more(who, panel)
    assert len([item for item in components(panel) if item["custom_id"].startswith("t1:wrong:")]) == 1
