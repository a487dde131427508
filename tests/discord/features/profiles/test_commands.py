"""`/profile` shows a user's own profile, or the profile of another user of the server unless that user hides it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.components import walk_components

import rules
from bot.features.profiles.panel import profile as profile_panel
from bot.features.profiles.service.profiles import Favourite, GameProfile
from bot.features.ratings.service.ladders import Ratings
from rules.kernel.words.translation import Translator
from tests.discord.room import GAME, NAMES, Room, components, message_text, private_answer
from tests.matches.finished_matches import store_finished_match

ELSEWHERE = 4321
#: A user's name that would ping, format and link if it weren't escaped.
NASTY = "**@everyone** [x](y)"


async def finish(room: Room, *places: int, guild: int | None = None, number: int = 1, **more: Any) -> int:
    """Record a finished match where the room's first users came in these places; return the match id."""
    people = {person.id: place for person, place in zip(room.people, places, strict=False)}
    names = {person.id: name for person, name in zip(room.people, NAMES, strict=True)}
    where = room.guild.id if guild is None else guild
    return await store_finished_match(room.store, number, people, game=GAME, guild=where, names=names, **more)


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if item.get("label")]


def alt_text(message: Any) -> str:
    """Return the alt texts of a message's pictures, joined by spaces."""
    plain = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    galleries = [part for part in walk_components(plain) if part.get("items")]
    return " ".join(picture["description"] for gallery in galleries for picture in gallery["items"])


async def test_a_user_without_matches_is_told_what_to_do(room: Room) -> None:
    ana, bence = room.people[:2]
    assert "`/match new` opens one, and `/learn` teaches" in private_answer(await room.slash(ana, "profile"))
    assert f"<@{ana.id}> hasn't finished a match in this server yet" in private_answer(
        await room.slash(bence, "profile", person=ana)
    )


async def test_ones_own_profile_has_every_server_and_is_private(room: Room) -> None:
    ana = room.people[0]
    await finish(room, 1, 2, results_have={"played": {"guild": "anointed"}})
    await finish(room, 2, 1, number=2, guild=ELSEWHERE, results_have={"answers_in": 20})
    panel = (await room.slash(ana, "profile")).response
    assert panel.flags.ephemeral
    assert "in every server" in message_text(panel)
    assert "matches: 2, won: 1" in alt_text(panel)
    assert labels(panel) == ["In words", "Show in the channel", "My matches"]
    told = private_answer(await room.click(ana, panel, label="In words"))
    assert "Edge of Darkness: 2 matches" in told
    assert "Places: 1. 1×, 2. 1×" in told
    assert "usually answers in under 1 min" in told
    assert "Guild: Anointed (1)" in told
    assert "1. Bence: 2 matches; better 1, level 0, worse 1" in told
    assert (await ana.user.slash("profile")).response is not None


async def test_others_read_what_was_played_here_and_not_elsewhere(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await finish(room, 1, 2)
    await finish(room, 2, 3, 1, number=2, guild=ELSEWHERE)
    panel = (await room.slash(bence, "profile", person=ana)).response
    assert labels(panel) == ["In words"]
    assert "matches: 1, won: 1" in alt_text(panel)
    told = private_answer(await room.click(bence, panel, label="In words"))
    assert "1 match" in told
    assert "Carla" not in told
    refused = private_answer(await bence.user.slash("profile", person=ana))
    assert "ask me there" in refused
    forged = room.press(carla, panel, f"t1:profilewords:{ana.id}:0")
    await room.settle()
    assert "out of date" in private_answer(forged)
    forged = room.press(carla, panel, f"t1:profilewords:{ana.id}:{ELSEWHERE}")
    await room.settle()
    assert "out of date" in private_answer(forged)


async def test_a_hidden_profile_is_one_sentence_and_its_person_is_left_out_of_others(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await finish(room, 1, 2, 3)
    panel = (await room.slash(ana, "settings", profile="hidden")).response
    assert "Only you see what you've played" in message_text(panel)
    refused = private_answer(await room.slash(bence, "profile", person=ana))
    assert refused == f"<@{ana.id}>'s profile is private."
    own = (await room.slash(ana, "profile")).response
    assert "No one else sees it" in message_text(own)
    assert "Show in the channel" not in labels(own)
    forged = room.press(ana, own, "t1:showprofile")
    await room.settle()
    assert "hidden your profile" in private_answer(forged)
    other = (await room.slash(carla, "profile", person=bence)).response
    told = private_answer(await room.click(carla, other, label="In words"))
    assert "Carla: 1 match" in told
    assert "Ana" not in told


async def test_ones_own_profile_can_be_shown_in_the_channel_as_others_see_it(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await finish(room, 1, 2, 3)
    await finish(room, 1, 2, number=2, guild=ELSEWHERE)
    await room.bot.service.people.choose_profile(carla.id, shown=False)
    panel = (await room.slash(ana, "profile")).response
    await room.click(ana, panel, label="Show in the channel")
    post = room.posts()[-1]
    assert not post.flags.ephemeral
    assert "matches: 1, won: 1" in alt_text(post)
    assert labels(post) == ["In words"]
    told = private_answer(await room.click(carla, post, label="In words"))
    assert "Bence: 1 match" in told
    await room.bot.service.people.choose_profile(ana.id, shown=False)
    assert "profile is private" in private_answer(await room.click(bence, post, label="In words"))


async def test_ratings_are_told_and_drawn_where_there_is_a_ladder(room: Room) -> None:
    ana, bence = room.people[:2]
    service = room.bot.service
    await service.servers.choose_ladder(room.guild.id, ladder=True)
    for number in (1, 2):
        await finish(room, 1, 2, number=number, ended_at=number * 30 * 86_400, rated=True)
    await service.part(Ratings).set_listed(ana.id, 0, shown=True)
    await service.part(Ratings).set_listed(bence.id, 0, shown=True)
    while await service.part(Ratings).is_due():
        await service.part(Ratings).catch_up()
    panel = (await room.slash(bence, "profile", person=ana)).response
    (shown,) = room.bot.charts.asked
    (ladder,) = shown.ladders
    assert ladder.title == "Edge of Darkness"
    assert ladder.times == [30 * 86_400, 60 * 86_400]
    assert all(least < most for least, most in zip(ladder.least, ladder.most, strict=True))
    assert [words for _, words in shown.dates] == ["1970-02-03", "1970-02-15", "1970-02-27"]
    assert f"Ratings. Edge of Darkness: {ladder.least[0]:.0f} → {ladder.least[1]:.0f}." in alt_text(panel)
    told = private_answer(await room.click(bence, panel, label="In words"))
    assert f"ladder of this server: {ladder.least[1]:.0f} points, place 1 of 2 (provisional)" in told
    assert "all servers" not in told
    own = (await room.slash(ana, "profile")).response
    assert "ladder of all servers" in private_answer(await room.click(ana, own, label="In words"))
    assert len(room.bot.charts.asked[1].ladders) == 1
    await service.servers.choose_ladder(room.guild.id, ladder=False)
    await room.slash(ana, "profile")
    assert [one.title for one in room.bot.charts.asked[2].ladders] == ["Edge of Darkness, all servers"]


async def test_a_user_without_write_access_shares_nothing_in_a_channel(room: Room) -> None:
    ana, silent = room.people[0], discord.PermissionOverwrite(send_messages=False)
    news = room.guild.create_text_channel("news", overwrites={room.guild.default_role: silent})
    await finish(room, 1, 2)
    panel = (await room.slash(ana, "profile", news)).response
    assert "You can't write in this channel" in private_answer(
        await room.click(ana, panel, label="Show in the channel")
    )


async def test_who_reads_words_gets_them_at_once_and_names_are_safe(room: Room) -> None:
    ana, bence = room.people[:2]
    await store_finished_match(
        room.store, 1, {ana.id: 1, bence.id: 2}, game=GAME, guild=room.guild.id, names={bence.id: NASTY}
    )
    await room.bot.service.people.choose_words(ana.id, True)
    panel = (await room.slash(ana, "profile")).response
    assert "In words" not in labels(panel)
    assert r"\*\*@" in message_text(panel)
    assert NASTY not in message_text(panel)


def test_each_line_about_favourites_names_their_kind() -> None:
    favourites = [Favourite("damned", "anchoress_of_saltmarsh", 2, 1), Favourite("camp", "reed_roofed_chapel", 2, 1)]
    game = GameProfile("aevum_haeresis", 2, 2, 1, 0, {}, 0, 0, None, favourites)
    lines = profile_panel._favourites(Translator("es"), rules.GAMES["aevum_haeresis"], game)
    assert lines == ["Condenado: La anacoreta de la marisma (2)", "Campamento: Capilla de juncos (2)"]
    for other in rules.GAMES.values():
        played = other.played(other.new(other.seats[0], "titles", other.first_match), 0)
        assert set(played) <= set(other.played_titles), other.id


async def test_a_match_ended_early_tells_nothing_but_itself(room: Room) -> None:
    ana, bence = room.people[:2]
    await store_finished_match(
        room.store, 1, {ana.id: None, bence.id: None}, game=GAME, guild=room.guild.id, ending="ended"
    )
    panel = (await room.slash(bence, "profile", person=ana)).response
    told = private_answer(await room.click(bence, panel, label="In words"))
    assert "1 without a result" in told
    assert "Guild" not in told
    assert "Against others" not in told


@pytest.mark.parametrize("value", ["x", ""])
async def test_a_forged_choice_of_who_sees_it_changes_nothing(room: Room, value: str) -> None:
    ana = room.people[0]
    panel = (await room.slash(ana, "settings")).response
    await room.click(ana, panel, custom_id="t1:settings:profile")
    await room.select(ana, panel, ["hidden"], "t1:setting:profile")
    assert not await room.bot.service.people.shows_profile(ana.id)
    forged = room.press(ana, panel, "t1:setting:profile", [value])
    await room.settle()
    assert "out of date" in private_answer(forged)
    assert not await room.bot.service.people.shows_profile(ana.id)
