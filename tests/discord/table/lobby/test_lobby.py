"""The lobby: joining, leaving, choosing options, starting, and what is refused."""

from __future__ import annotations

import discord
import pytest

from bot.discord.ui import controls
from bot.matches.lobby.opening import LobbyRequest
from tests import database_access
from tests.discord.room import GAME, Room, components, message_text, private_answer


@pytest.mark.painted
async def test_a_lobby_fills_and_starts(room: Room) -> None:
    result = await room.slash(room.people[0], "match new", game=GAME)
    assert result.ephemeral
    assert "1. Ana — host\n" in f"{message_text(room.lobby())}\n"
    await room.click(room.people[1], room.lobby(), label="Join")
    assert "2. Bence\n" in message_text(room.lobby())
    await room.click(room.people[1], room.lobby(), label="Leave")
    assert "Bence" not in message_text(room.lobby())
    await room.slash(room.people[2], "match join")
    await room.click(room.people[0], room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
    assert components(room.lobby()) == []
    assert room.last_call().attachments[0].filename == "board.png"
    assert room.last_call().attachments[0].description


async def test_a_lobby_that_an_older_version_posted_plain_goes_on_and_becomes_a_layout(room: Room) -> None:
    await room.open_lobby(1)
    info, laid_out = await room.info(), room.lobby()
    buttons = [controls.button(verb, verb, info.id) for verb in ("join", "leave", "start")]
    channel = room.bot.get_partial_messageable(room.table.id)
    plain = await channel.send("## Edge of Darkness\n1. Ana", view=controls.rows(buttons))
    await laid_out.delete()
    async with room.store.write() as tx:
        await database_access.run(
            tx, "UPDATE matches SET lobby_message_id = :new WHERE id = :id", new=plain.id, id=info.id
        )
    await room.click(room.people[1], room.lobby(), label="join")
    assert room.lobby().id == plain.id
    assert (room.lobby().content, room.lobby().flags.components_v2) == ("", True)
    assert "2. Bence" in message_text(room.lobby())
    # A press of Start is accepted even if the message no longer has the button.
    room.press(room.people[0], room.lobby(), f"t1:start:{info.id}")
    await room.settle()
    assert (await room.info()).status == "playing"


async def test_one_lobby_message_however_often_it_changes(room: Room) -> None:
    await room.open_lobby(4)
    assert len(room.posts()) == 1


async def test_a_fifth_player_is_refused(room: Room) -> None:
    await room.open_lobby(4)
    button = next(item for item in components(room.lobby()) if item["label"] == "Join")
    assert button["disabled"]
    result = await room.slash(room.people[4], "match join")
    assert result.ephemeral
    assert "full" in message_text(result.response)
    assert len((await room.info()).seats) == 4


async def test_a_second_match_in_the_channel_is_refused(room: Room) -> None:
    await room.start(2)
    result = await room.slash(room.people[2], "match new", game=GAME)
    assert "already has a match" in private_answer(result)
    assert len((await room.info()).seats) == 2


async def test_no_one_starts_alone_or_for_the_host(room: Room) -> None:
    await room.slash(room.people[0], "match new", game=GAME)
    assert "1 more player needed" in message_text(room.lobby())
    assert "2 to 4 players" in message_text((await room.slash(room.people[0], "match start")).response)
    await room.click(room.people[1], room.lobby(), label="Join")
    result = await room.click(room.people[1], room.lobby(), label="Start")
    assert "Only the player who opened" in private_answer(result)
    assert (await room.info()).status == "lobby"


async def test_the_host_sets_options_and_language(room: Room) -> None:
    await room.open_lobby(2)
    panel = (await room.click(room.people[0], room.lobby(), label="Options")).response
    assert panel.ephemeral
    menu = components(panel)[2]
    field = menu["custom_id"].split(":")[3]
    await room.select(room.people[0], panel, ["1"], menu["custom_id"])
    default = room.bot.games[GAME].options().model_dump()[field]
    assert (await room.info()).options[field] != default
    await room.select(room.people[0], panel, ["hu"], components(panel)[0]["custom_id"])
    assert (await room.info()).locale == "hu"
    await room.click(room.people[0], panel, label="More")
    assert "optpage" in str(components(panel))


async def test_others_read_the_options_and_get_nothing_to_press(room: Room) -> None:
    await room.open_lobby(2)
    panel = (await room.click(room.people[1], room.lobby(), label="Options")).response
    assert "Only the host can change them" in message_text(panel)
    assert "**Guilds:** " in message_text(panel)
    assert components(panel) == []


async def test_a_forged_choice_of_someone_else_is_refused(room: Room) -> None:
    await room.open_lobby(2)
    panel = (await room.click(room.people[0], room.lobby(), label="Options")).response
    menu, before = components(panel)[2], await room.info()
    other = (await room.click(room.people[1], room.lobby(), label="Options")).response
    result = room.press(room.people[1], other, menu["custom_id"], ["1"])
    await room.settle()
    assert "Only the player who opened" in private_answer(result)
    assert (await room.info()).options == before.options


@pytest.mark.parametrize("way", ["button", "command"])
async def test_the_start_closes_the_open_option_panel(room: Room, way: str) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel = (await room.click(ana, room.lobby(), label="Options")).response
    assert components(panel)
    await (room.click(ana, room.lobby(), label="Start") if way == "button" else room.slash(ana, "match start"))
    assert components(panel) == []
    assert message_text(panel) == "The match has begun, so its options can't change."


async def test_a_form_of_an_option_is_not_opened_after_the_start(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel = (await room.click(ana, room.lobby(), label="Options")).response
    number = (await room.info()).id
    await room.click(ana, room.lobby(), label="Start")
    result = room.press(ana, panel, f"t1:pickform:{number}:setup:0")
    await room.settle()
    assert result.modal is None
    assert "its options can't change" in private_answer(result)


async def test_a_newcomers_lobby_is_a_first_match_and_a_veterans_is_not(room: Room) -> None:
    ana = room.people[0]
    await room.slash(ana, "match new", game=GAME)
    assert "**First match:** the beginners' set-up" in message_text(room.lobby())
    assert (await room.info()).options["setup"] == "embers_first_spark"
    await room.slash(ana, "match leave")
    assert message_text(room.lobby()) == "## Edge of Darkness\n**This lobby is closed.**"
    done = await room.bot.service.lobby.open(
        LobbyRequest(game=GAME, guild_id=1, channel_id=2, locale="en", options={}), user_id=ana.id, name="Ana"
    )
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET status = 'over' WHERE id = :id", id=done.id)
    await room.slash(ana, "match new", game=GAME)
    assert (await room.info()).options["setup"] == ""


async def test_a_lobby_counts_free_seats_only_before_the_start(room: Room) -> None:
    await room.open_lobby(2)
    assert "**Players** (2 of 4):" in message_text(room.lobby())
    await room.click(room.people[0], room.lobby(), label="Start")
    assert "**Players:**\n1. " in message_text(room.lobby())


async def test_first_match_can_be_chosen_and_left_again(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel = (await room.click(ana, room.lobby(), label="Options")).response
    menu = components(panel)[1]
    assert [option["label"] for option in menu["options"]] == [
        "First match",
        "Usual options",
    ]
    await room.select(ana, panel, ["usual"], menu["custom_id"])
    assert (await room.info()).options == room.bot.games[GAME].options().model_dump()
    await room.select(ana, panel, ["1"], "t1:set:1:guilds:0")
    assert "Your own options" in str(components(panel)[1])
    await room.select(ana, panel, ["first"], components(panel)[1]["custom_id"])
    assert "First match" in message_text(room.lobby())


async def test_every_option_can_be_set_to_every_value(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel = (await room.click(ana, room.lobby(), label="Options")).response
    seen: set[str] = set()
    while True:
        for menu in [item for item in components(panel) if item["type"] == 3]:
            field = menu["custom_id"].split(":")[3]
            seen.add(field)
            # The current value is chosen last, because Discord sends nothing if a user chooses the displayed value.
            for option in sorted(menu["options"], key=lambda option: bool(option.get("default"))):
                await room.select(ana, panel, [option["value"]], menu["custom_id"])
        turning = [item for item in components(panel) if item["custom_id"].startswith("t1:optpage:")]
        if turning[-1].get("disabled"):
            break
        await room.click(ana, panel, custom_id=turning[-1]["custom_id"])
    fields = room.bot.games[GAME].options.model_fields
    assert {name for name, field in fields.items() if field.annotation is not str} <= seen
    await room.click(ana, room.lobby(), custom_id=f"t1:start:{(await room.info()).id}")
    assert (await room.info()).status == "playing"


async def test_no_permission_to_post_is_said_and_nothing_is_opened(room: Room) -> None:
    mute = room.guild.create_text_channel(
        "mute", overwrites={room.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await room.slash(room.people[0], "match new", channel=mute, game=GAME)
    assert "Send Messages" in message_text(result.response)
    assert await room.bot.service.matches.in_channel(mute.id, live=False) is None


@pytest.mark.parametrize("command", ["match join", "match leave", "match start", "match status", "match board",
                                     "match log", "match text", "match end", "act", "hand", "undo"])  # fmt: skip
async def test_without_a_match_every_command_says_so(room: Room, command: str) -> None:
    result = await room.slash(room.people[0], command)
    assert result.ephemeral
    assert "There's no match in this channel" in message_text(result.response)


async def test_names_can_do_no_harm(room: Room) -> None:
    evil = room.guild.add_member(room.env.create_user("evil", global_name="**@everyone** <@1>\u202e`x`"))
    await room.slash(evil, "match new", game=GAME)
    content = message_text(room.lobby())
    assert "\u202e" not in content
    assert "@everyone" not in content
    assert "\\*\\*" in content
    assert not room.lobby().mentions


async def test_ending_asks_first_and_is_for_host_and_administrators(room: Room) -> None:
    await room.start(2)
    result = await room.slash(room.people[1], "match end")
    assert "Only the match's host" in message_text(result.response)
    result = await room.slash(room.people[0], "match end")
    assert (await room.info()).status == "playing"
    await room.click(room.people[0], result.response, label="End the match")
    assert (await room.info()).status == "ended"
    assert "ended" in message_text(room.posts()[-1])
    status = await room.slash(room.people[1], "match status")
    assert "ended" in message_text(status.response)
    # The channel is free for a new match.
    await room.slash(room.people[1], "match new", game=GAME)
    assert (await room.info()).status == "lobby"


async def test_options_that_everyone_must_agree_to_have_a_button_and_hold_the_start(room: Room) -> None:
    await room.slash(room.people[0], "match new", game="aevum_haeresis")
    await room.click(room.people[1], room.lobby(), label="Join")
    assert not any(item["label"] == "I agree" for item in components(room.lobby()))
    info = await room.info()
    await room.bot.service.lobby.set_options(info.id, info.host_id, {"pace": "trust"})
    await room.settle()
    assert "both players must agree" in message_text(room.lobby())
    refused = await room.click(room.people[0], room.lobby(), label="Start")
    assert "Everyone must press *I agree* in the lobby first" in private_answer(refused)
    for person in room.people[:2]:
        await room.click(person, room.lobby(), label="I agree")
    assert message_text(room.lobby()).count("agrees") == 2
    await room.click(room.people[0], room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
