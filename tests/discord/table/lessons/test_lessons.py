"""`/learn`: a user plays all lessons of each game with the buttons and menus of the real panel, in three languages."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from bot.table.play.action_options import digest
from rules import GAMES
from rules.kernel.data.actions import Action
from rules.kernel.engine.lesson import Lesson, Progress, course, judge, lesson
from rules.kernel.words.translation import Translator
from tests.discord.room import GAME, Room, components, message_text, private_answer

TAUGHT = [name for name, game in GAMES.items() if course(game)]
LANGUAGES = {"en": "en-US", "hu": "hu", "es": "es-ES"}


class Pupil:
    """A user who takes the lessons of a game."""

    def __init__(self, room: Room, game: str) -> None:
        self.room, self.game, self.who = room, GAMES[game], room.people[0]
        self.page: Any = None

    async def open(self, channel: Any = None) -> str:
        result = await self.room.slash(self.who, "learn", channel, game=self.game.id)
        self.page = result.response
        return private_answer(result)

    async def place(self) -> Lesson | None:
        taught = course(self.game)
        assert taught is not None
        progress = await self.room.bot.service.people.progress(self.who.id, self.game.id)
        return lesson(self.game, taught, progress) if progress.step < len(taught.steps) else None

    async def click(self, verb: str) -> str:
        (item,) = [item for item in components(self.page) if item["custom_id"].startswith(f"t1:{verb}:")]
        return message_text((await self.room.click(self.who, self.page, custom_id=item["custom_id"])).response)

    async def do(self, at: Lesson, action: Action) -> str:
        """Make a move with its button or menu entry, which may be inside a group; return the text of the next page."""
        assert at.decision is not None
        token = f"{at.decision.actions.index(action)}.{digest(action)}"
        if (pressed := await self._press(token)) is not None:
            return pressed
        groups = [entry["value"] for item in components(self.page) for entry in item.get("options", ())]
        for group in groups:
            await self.room.select(self.who, self.page, [group], components(self.page)[0]["custom_id"])
            if (pressed := await self._press(token)) is not None:
                return pressed
            await self.click("lpanel")
        raise AssertionError(f"nothing does {action}")

    async def _press(self, token: str) -> str | None:
        for item in components(self.page):
            if item["custom_id"].endswith(f":{token}"):
                return message_text((await self.room.click(self.who, self.page, custom_id=item["custom_id"])).response)
            if token in [entry["value"] for entry in item.get("options", ())]:
                result = await self.room.select(self.who, self.page, [token], item["custom_id"])
                return message_text(result.response)
        return None


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT)
async def test_the_lessons_are_played_to_their_end_with_a_wrong_move_in_every_step(
    room: Room, game: str, locale: str
) -> None:
    pupil, say = Pupil(room, game), Translator(locale)
    room.locales[pupil.who.id] = LANGUAGES[locale]
    taught, reasons = course(GAMES[game]), 0
    assert taught is not None
    assert say.name(taught.steps[0].words) in await pupil.open()
    while (at := await pupil.place()) is not None:
        assert at.decision is not None
        told_above = message_text(pupil.page).partition(say.name(at.step.words))[0].split("\n-# **")[1:]
        assert len(told_above) <= 1, "only the card that the lesson is about"
        wrong = next((one for one in at.decision.actions if not judge(at, one).right), None)
        if wrong is not None:
            menus = {item["custom_id"] for item in components(pupil.page) if item.get("options")}
            told = judge(at, wrong).words
            assert told is not None
            answered = await pupil.do(at, wrong)
            assert say.t("Why it's good:") not in answered
            assert say.name(told) in answered
            # The explanation of the wrong move is below the choices, and the position is unchanged.
            _, _, below = answered.partition(say.name(at.step.words))
            put_back = say.t("I've put everything back.")
            assert f"\n> **{say.name(told)}** {put_back}" in below
            assert say.t("The table now shows another position.") not in answered
            # The menus have new custom_ids, because under the old ones Discord would keep showing the wrong choice.
            assert not menus & {item["custom_id"] for item in components(pupil.page)}
            now = await pupil.place()
            assert now is not None
            assert now.progress == at.progress
        page = await pupil.do(at, at.shown)
        after = await pupil.place()
        assert say.name(at.course.end if after is None else after.step.words) in page
        reasons += say.t("Why it's good:") in page
    assert reasons >= len(taught.steps) // 4
    assert say.t("That was the last lesson.") in page
    assert not room.posts()


class PrivatePupil(Pupil):
    """A user who takes the lessons in private messages with the bot."""

    def __init__(self, room: Room, game: str) -> None:
        super().__init__(room, game)
        self.who = self.who.user

    async def open(self, channel: Any = None) -> str:
        result = await self.who.slash("learn", game=self.game.id)
        self.page = result.response
        return private_answer(result)


@pytest.mark.parametrize("game", TAUGHT)
async def test_the_lessons_are_played_to_their_end_in_private_messages(room: Room, game: str) -> None:
    pupil = PrivatePupil(room, game)
    page = await pupil.open()
    assert "Lesson 1 of" in page
    while (at := await pupil.place()) is not None:
        page = await pupil.do(at, at.shown)
    assert "That was the last lesson." in page
    assert not room.posts()
    assert not room.welcomes(room.people[0])


async def test_a_lesson_that_ends_the_match_shows_the_final_scores(room: Room) -> None:
    pupil = PrivatePupil(room, "edge_of_darkness")
    page = await pupil.open()
    while (at := await pupil.place()) is not None:
        assert "1\\. " not in page
        page = await pupil.do(at, at.shown)
    scores = re.search(r"1\\\. (.+): (\d+)\S* · 2\\\. (.+): (\d+)", page)
    assert scores is not None
    assert int(scores[2]) > int(scores[4])


async def test_lessons_can_be_left_and_are_taken_up_again_in_a_private_message(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    await pupil.click("lshow")
    await pupil.click("lleave")
    await room.restart()
    alone = PrivatePupil(room, GAME)
    assert "Lesson 2 of 17" in await alone.open()
    await alone.click("lshow")
    assert "`/learn` continues" in await alone.click("lleave")
    assert "Lesson 3 of 17" in await pupil.open()


async def test_without_a_name_all_games_with_lessons_are_offered_with_how_far_one_is(room: Room) -> None:
    who = room.people[0].user
    people, done = room.bot.service.people, GAMES[TAUGHT[1]]
    taught = course(done)
    assert taught is not None
    await people.save_progress(who.id, TAUGHT[0], Progress(4))
    await people.save_progress(who.id, done.id, Progress(len(taught.steps)))
    result = await who.slash("learn")
    page = result.response
    assert [item["label"] for item in components(page)] == ["Continue", "From the beginning", "Begin"]
    for game in TAUGHT:
        assert f"**{GAMES[game].title(Translator())}**" in private_answer(result)
    assert "Lesson 5 of" in private_answer(result)
    assert f"You've completed all {len(taught.steps)} lessons." in private_answer(result)
    assert "Lesson 5 of" in message_text((await room.click(who, page, label="Continue")).response)
    (again,) = [item for item in components((await who.slash("learn")).response) if item["label"] != "Begin"][1:]
    page = (await who.slash("learn")).response
    assert "Lesson 1 of" in message_text((await room.click(who, page, custom_id=again["custom_id"])).response)
    wrong = await who.slash("learn", game="chess")
    assert "Which game?" in private_answer(wrong)


async def test_the_welcome_in_private_messages_opens_the_lessons_there(room: Room) -> None:
    await room.open_lobby(1)
    who = room.people[0].user
    (letter,) = room.welcomes(room.people[0])
    (learn,) = [item["custom_id"] for item in components(letter) if item["custom_id"].startswith("t1:learn:")]
    assert "Lesson 1 of 17" in private_answer(await room.click(who, letter, custom_id=learn))


async def test_lessons_are_taken_where_the_bot_may_neither_write_nor_attach_files(room: Room) -> None:
    nothing = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    mute = room.guild.create_text_channel("mute", overwrites={room.guild.default_role: nothing})
    pupil = Pupil(room, GAME)
    assert "Lesson 1 of 17" in await pupil.open(mute)
    room.env.inject_error("PATCH", "/webhooks/*", status=403, code=50013, message="Missing Permissions")
    assert "Lesson 2 of 17" in await pupil.click("lshow")
    assert not room.errors.found


async def test_lessons_can_be_left_and_are_taken_up_again(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    await pupil.click("lshow")
    await pupil.click("lshow")
    assert "`/learn` continues" in await pupil.click("lleave")
    await room.restart()
    assert "Lesson 3 of 17" in await pupil.open()
    assert "Lesson 2 of 17" in await pupil.click("lback")
    # After going forward and back, the menu has a new custom_id, so that Discord lets the user make the same choice.
    menus = {item["custom_id"] for item in components(pupil.page) if item.get("options")}
    await pupil.click("lshow")
    assert "Lesson 2 of 17" in await pupil.click("lback")
    assert menus
    assert not menus & {item["custom_id"] for item in components(pupil.page)}


async def test_a_page_of_an_earlier_step_shows_the_present_one(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    old = pupil.page
    stale = next(item["custom_id"] for item in components(old) if item["custom_id"].startswith("t1:lshow:"))
    await pupil.click("lshow")
    result = room.press(pupil.who, old, stale)
    await room.settle()
    assert "Lesson 2 of 17" in message_text(result.response)
    assert (await room.bot.service.people.progress(pupil.who.id, GAME)).step == 1


async def test_the_end_offers_to_begin_again(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    while await pupil.place() is not None:
        await pupil.click("lshow")
    assert "That was the last lesson." in await pupil.open()
    # After the last lesson, a button opens a first match. In private messages, the page instead says how to open one.
    alone = PrivatePupil(room, GAME)
    assert "Type `/match new` in a channel" in await alone.open()
    assert [item["label"] for item in components(alone.page)] == ["From the beginning"]
    await room.click(pupil.who, pupil.page, label="First match")
    info = await room.info()
    assert info.options == dict(GAMES[GAME].options(**GAMES[GAME].first_match))
    assert info.locale == "en"
    assert "Lesson 1 of 17" in await pupil.click("lagain")


async def test_a_first_match_opens_in_the_learners_language(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await room.bot.service.servers.choose_language(room.guild.id, "es")
    room.locales = {pupil.who.id: "hu"}
    await pupil.open()
    while await pupil.place() is not None:
        await pupil.click("lshow")
    await room.click(pupil.who, pupil.page, label="Első játszma")
    assert (await room.info()).locale == "hu"
    assert "Csatlakozás" in [item["label"] for item in components(room.lobby()) if "label" in item]


async def test_another_position_is_told_once(room: Room) -> None:
    """If a step that starts from a new position takes several moves, only its first page says that it is new."""
    pupil, told = Pupil(room, "dark_providence"), "The table now shows another position."
    await pupil.open()
    while (at := await pupil.place()) is not None:
        page = await pupil.do(at, at.shown)
        after = await pupil.place()
        if after is not None:
            fresh = after.progress.step != at.progress.step and bool(after.step.position)
            assert (told in page) is fresh
