"""`/learn`: lessons on the real panel, played to their end in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.support.completion import digest
from rules import GAMES
from rules.kernel.data.actions import Action
from rules.kernel.engine.lesson import Lesson, course, judge, lesson
from rules.kernel.words.text import Say
from tests.discord.room import GAME, Room, components, said, words

TAUGHT = [name for name, game in GAMES.items() if course(game)]
LANGUAGES = {"en": "en-US", "hu": "hu", "es": "es-ES"}


class Pupil:
    """Somebody who takes the lessons of a game."""

    def __init__(self, room: Room, game: str) -> None:
        self.room, self.game, self.who = room, GAMES[game], room.people[0]
        self.page: Any = None

    async def open(self, channel: Any = None) -> str:
        result = await self.room.slash(self.who, "learn", channel, game=self.game.id)
        self.page = result.response
        return said(result)

    async def place(self) -> Lesson | None:
        taught = course(self.game)
        assert taught is not None
        progress = await self.room.bot.service.people.progress(self.who.id, self.game.id)
        return lesson(self.game, taught, progress) if progress.step < len(taught.steps) else None

    async def click(self, verb: str) -> str:
        (item,) = [item for item in components(self.page) if item["custom_id"].startswith(f"t1:{verb}:")]
        return words((await self.room.click(self.who, self.page, custom_id=item["custom_id"])).response)

    async def do(self, at: Lesson, action: Action) -> str:
        """Make a move by its button, its menu, or the menu of its group."""
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
                return words((await self.room.click(self.who, self.page, custom_id=item["custom_id"])).response)
            if token in [entry["value"] for entry in item.get("options", ())]:
                result = await self.room.select(self.who, self.page, [token], item["custom_id"])
                return words(result.response)
        return None


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT)
async def test_the_lessons_are_played_to_their_end_with_a_wrong_move_in_every_step(
    room: Room, game: str, locale: str
) -> None:
    pupil, say = Pupil(room, game), Say(locale)
    room.locales[pupil.who.id] = LANGUAGES[locale]
    taught = course(GAMES[game])
    assert taught is not None
    assert say.name(taught.steps[0].words) in await pupil.open()
    while (at := await pupil.place()) is not None:
        assert at.decision is not None
        wrong = next((one for one in at.decision.actions if not judge(at, one).right), None)
        if wrong is not None:
            told = judge(at, wrong).words
            assert told is not None
            assert say.name(told) in await pupil.do(at, wrong)
            now = await pupil.place()
            assert now is not None
            assert now.progress == at.progress
        page = await pupil.do(at, at.shown)
        after = await pupil.place()
        assert say.name(at.course.end if after is None else after.step.words) in page
    assert say.t("That was the last lesson.") in page
    assert not room.posts()


async def test_lessons_can_be_left_and_are_taken_up_again_in_a_private_message(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    await pupil.click("lshow")
    await pupil.click("lshow")
    assert "`/learn` goes on" in await pupil.click("lleave")
    await room.restart()
    assert "Lesson 3 of 16" in await pupil.open()
    assert "Lesson 2 of 16" in await pupil.click("lback")


async def test_a_page_of_an_earlier_step_shows_the_present_one(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    old = pupil.page
    stale = next(item["custom_id"] for item in components(old) if item["custom_id"].startswith("t1:lshow:"))
    await pupil.click("lshow")
    result = room.press(pupil.who, old, stale)
    await room.settle()
    assert "Lesson 2 of 16" in words(result.response)
    assert (await room.bot.service.people.progress(pupil.who.id, GAME)).step == 1


async def test_the_end_offers_to_begin_anew(room: Room) -> None:
    pupil = Pupil(room, GAME)
    await pupil.open()
    while await pupil.place() is not None:
        await pupil.click("lshow")
    assert "That was the last lesson." in await pupil.open()
    assert "Lesson 1 of 16" in await pupil.click("lagain")
