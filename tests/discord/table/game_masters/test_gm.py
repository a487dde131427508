"""`/gm`: who may use it, what the channel and the log show about its use, and which secrets game masters don't see."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from rules.kernel.engine.match import Match
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, both_doors, message_text, private_answer

WHY = "The *dog* ate @everyone"
#: Every subcommand of /gm, each with its arguments except the reason.
ORDERS: list[tuple[str, dict[str, Any]]] = [
    ("pause", {"days": 2}),
    ("resume", {}),
    ("extend", {"hours": 12}),
    ("undo", {"entry": 1}),
    ("repair", {}),
    ("computer", {"seat": 1}),
    ("replace", {"seat": 1}),
    ("end", {}),
]


def manager(room: Room, **permissions: bool) -> MemberActor:
    """Add a new member with these permissions to the server, and return the member."""
    role = room.guild.create_role("staff", permissions=discord.Permissions(**permissions))
    user = room.env.create_user("gina", global_name="Gina")
    return room.guild.add_member(user, roles=[role])


@pytest.fixture
def gina(room: Room) -> MemberActor:
    return manager(room, manage_channels=True)


async def gm(room: Room, who: MemberActor, verb: str, reason: str = WHY, **options: Any) -> str:
    return private_answer(await room.slash(who, f"gm {verb}", reason=reason, **options))


def spoken(room: Room) -> list[str]:
    return [message.content for message in room.posts()]


@pytest.mark.parametrize(("verb", "options"), ORDERS)
async def test_a_stranger_and_a_player_are_refused(room: Room, verb: str, options: dict[str, Any]) -> None:
    await room.start(2)
    before = spoken(room)
    for who in (room.people[0], room.people[3]):
        assert "game master role can do that" in await gm(room, who, verb, **options)
    assert (spoken(room), (await room.info()).status) == (before, "playing")


async def test_the_channel_and_the_log_are_told_in_escaped_words(room: Room, gina: MemberActor) -> None:
    await room.start(2)
    assert "Done" in await gm(room, gina, "pause", days=2)
    told = spoken(room)[-1]
    assert told.startswith("Gina (game master) has paused the match until <t:")
    assert told.endswith("The \\*dog\\* ate @\u200beveryone")
    log = message_text((await room.slash(room.people[3], "match log")).response)
    assert told in log
    status = message_text((await room.slash(room.people[3], "match status")).response)
    assert "paused until" in status
    await gm(room, gina, "resume", "It is back.")
    assert spoken(room)[-2].endswith("Gina (game master) has resumed the match: It is back.")
    assert "paused until" not in message_text((await room.slash(room.people[3], "match status")).response)


async def test_back_to_an_entry_that_is_offered_by_what_happened(room: Room, gina: MemberActor) -> None:
    await room.start(2)
    for _ in range(4):
        match = await room.match()
        seat, decision = next(iter(match.decisions().items()))
        info = await room.info()
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, decision.actions[0])
    await room.bot.wait_until_idle()
    offered = await gina.autocomplete(room.table, "gm undo", "entry", "")
    assert offered
    assert all(choice["name"].startswith(f"{choice['value']}. ") for choice in offered)
    stranger = await room.people[3].autocomplete(room.table, "gm undo", "entry", "")
    assert stranger == []
    before = (await room.match()).state.chance.seed
    assert "Done" in await gm(room, gina, "undo", entry=offered[-1]["value"])
    assert (await room.match()).state.chance.seed != before
    assert any(f"has set the match back to entry {offered[-1]['value']}, from <t:" in words for words in spoken(room))
    assert any("All randomness now comes" in words for words in spoken(room))


async def test_a_frozen_match_is_repaired_while_the_bot_runs(
    room: Room, gina: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start(2)
    info, match = await room.info(), await room.match()
    seat, decision = next(iter(match.decisions().items()))

    def fails(*_: Any) -> Any:
        raise KeyError("a bug")

    with monkeypatch.context() as broken:
        broken.setattr(Match, "apply", fails)
        with pytest.raises(Exception, match="frozen"):
            await room.bot.service.play.act(info.id, info.seats[seat].user_id, decision.actions[0])
    await room.bot.wait_until_idle()
    room.errors.found.clear()
    assert "is frozen" in await gm(room, gina, "undo", entry=1)
    assert "Done" in await gm(room, gina, "repair")
    assert (await room.info()).status == "playing"
    assert "Gina (game master) has repaired the match" in "\n".join(spoken(room))
    assert room.last_call().content


async def test_a_lobby_is_ended(room: Room, gina: MemberActor) -> None:
    assert "no match in this channel" in await gm(room, gina, "end")
    await room.open_lobby(2)
    assert "hasn't begun" in await gm(room, gina, "pause", days=1)
    await gm(room, gina, "end")
    assert (await room.info()).status == "ended"
    assert spoken(room)[-1].startswith("Gina (game master) has ended the match: ")


async def test_a_match_is_ended(room: Room, gina: MemberActor) -> None:
    await room.start(2)
    await gm(room, gina, "end")
    told = [message_text(post) for post in room.posts()]
    # Both the last board and the closing post give the reason.
    assert ["Gina (game master) has ended the match: " in one for one in told] == [False, True, True]
    assert told[-1].startswith("## The match is over.")
    assert "is over" in await gm(room, gina, "pause", days=1)


async def test_a_seat_for_someone_new(room: Room, gina: MemberActor) -> None:
    await room.start(2)
    offered = await gina.autocomplete(room.table, "gm replace", "seat", "")
    assert [choice["name"] for choice in offered] == [f"{n}. {name}" for n, name in enumerate(await names(room), 1)]
    assert "Done" in await gm(room, gina, "replace", seat=1)
    assert (await room.info()).seats[0].open_since is not None


async def names(room: Room) -> list[str]:
    return [seat.name for seat in (await room.info()).seats]


async def test_a_computer_only_for_late_players(room: Room, gina: MemberActor) -> None:
    await room.start(2)
    assert "late player" in await gm(room, gina, "computer", seat=1)
    assert "no such seat" in await gm(room, gina, "computer", seat=7)


# -- eligibility ----------------------------------------------------------------------------------------------------


@both_doors
async def test_the_role_of_the_server(room: Room) -> None:
    await room.start(2)
    owner = manager(room, manage_guild=True)
    role = room.guild.create_role("referees")
    referee = room.guild.add_member(room.env.create_user("rita", global_name="Rita"), roles=[role])
    assert "game master role can do that" in await gm(room, referee, "pause", days=1)
    assert "Only a server manager" in private_answer(await room.slash(referee, "gm role", role=role))
    assert f"<@&{role.id}>" in private_answer(await room.slash(owner, "gm role", role=role))
    assert "Done" in await gm(room, referee, "pause", days=1)
    assert "the managers of a match's channel" in private_answer(await room.slash(owner, "gm role"))
    assert "game master role can do that" in await gm(room, referee, "resume")


@both_doors
async def test_thread_managers_manage_a_match_in_a_thread(room: Room) -> None:
    await room.open_lobby(2)
    parent: Any = await room.bot.fetch_channel(room.table.id)
    await parent.create_thread(name="match", type=discord.ChannelType.public_thread)
    await room.settle()
    (thread,) = room.table.threads
    keeper = manager(room, manage_threads=True)
    assert "game master role can do that" in await gm(room, keeper, "end")
    assert "no match in this channel" in private_answer(await room.slash(keeper, "gm end", thread, reason=WHY))


@both_doors
async def test_a_manager_of_another_server_is_no_one_here(room: Room) -> None:
    await room.start(2)
    elsewhere = room.env.create_guild("Elsewhere")
    role = elsewhere.create_role("staff", permissions=discord.Permissions(manage_channels=True))
    channel = elsewhere.create_text_channel("general")
    boss = elsewhere.add_member(room.env.create_user("boss", global_name="Boss"), roles=[role])
    result = await room.slash(boss, "gm end", channel, reason="Mine.")
    assert "no match in this channel" in private_answer(result)
    assert (await room.info()).status == "playing"


async def test_a_manager_who_plays_needs_another_player(room: Room) -> None:
    ana = room.people[0] = manager(room, manage_channels=True)
    await room.start(3)
    assert "another player must agree" in await gm(room, ana, "end")
    assert (await room.info()).status == "playing"
    asked = next(message for message in reversed(room.posts()) if "nother player must agree:" in message_text(message))
    assert "The match ends without a result." in message_text(asked)
    assert "> The \\*dog\\* ate" in message_text(asked)
    assert f"<@{room.people[1].id}>" in message_text(asked)
    assert "You're not playing" in private_answer(await room.click(room.people[3], asked, label="Agree"))
    assert "Another player must agree" in private_answer(await room.click(ana, asked, label="Agree"))
    assert "Everyone agreed." in private_answer(await room.click(room.people[2], asked, label="Agree"))
    assert (await room.info()).status == "ended"


# -- secrets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["edge_of_darkness", "dark_providence", "aevum_haeresis"])
async def test_a_game_master_learns_nothing_hidden(room: Room, gina: MemberActor, game: str) -> None:
    room.game = game
    await room.start(2)
    for _ in range(12):
        info, match = await room.info(), await room.match()
        seat, decision = next(iter(match.decisions().items()))
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, decision.actions[-1])
    await room.bot.wait_until_idle()
    table = await room.now()
    say = Translator("en", ("Ana", "Bence"))
    public = table.match.game.board_text(say, table.view(None))
    hands = {
        line.strip()
        for seat in (0, 1)
        for line in table.match.game.hand_text(say, table.view(seat)).splitlines()
        if len(line.strip()) > 20 and line.strip() not in public
    }
    told: list[str] = []
    for verb in ("undo", "repair"):
        offered = await gina.autocomplete(room.table, f"gm {verb}", "entry", "")
        told += [choice["name"] for choice in offered]
    page = await room.bot.service.history.page(await room.info(), None, 500, viewer=None)
    for verb, options in ORDERS:
        about: dict[str, Any] = {"entry": 999} if verb == "undo" else options
        told.append(await gm(room, gina, verb, WHY, **about))
    everything = "\n".join(told)
    # The pause, its end and the extra time added three journal entries.
    assert f"has entries 1 to {page.total + 3}." in everything
    assert not [line for line in hands if line in everything]
    assert table.match.state.chance.seed not in everything


async def test_in_other_languages(room: Room, gina: MemberActor) -> None:
    await room.start(2)
    room.locales[gina.id] = "hu"
    assert "Kész. Szóltam" in await gm(room, gina, "pause", days=1)
    room.locales[room.people[3].id] = "es-ES"
    log = message_text((await room.slash(room.people[3], "match log")).response)
    assert "Gina (director de juego) ha pausado la partida hasta" in log
