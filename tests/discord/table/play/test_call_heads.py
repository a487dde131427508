"""The first 60 characters of a turn notification show game, round and question in every language, but no secrets."""

from __future__ import annotations

from functools import cache

import pytest

import rules
from bot.notifications.preferences import PingMode
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.random_play import new, walk
from tests.discord.room import Room

games = pytest.mark.parametrize("game", rules.GAMES)
#: Number of characters of a notification that a phone shows, and length of a typical mention.
SHOWN, NAME = 60, len("@Bence ")


@cache
def heads(game: str) -> dict[str, set[str]]:
    """Return, by locale, how turn notifications in random matches begin, leaving out the mentions."""
    found: dict[str, set[str]] = {locale: set() for locale in LOCALES}
    parts = rules.GAMES[game]
    for seats in parts.seats:
        match = new(game, seats, 1)
        for _ in walk(match, 1):
            view = match.view(None)
            for locale, said in found.items():
                say = Translator(locale)
                said |= {f"{parts.heading(say, view)}: {parts.task(say, view, seat)}." for seat in match.decisions()}
    return found


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_a_phone_shows_all_of_it(game: str, locale: str) -> None:
    assert [head for head in heads(game)[locale] if NAME + len(head) > SHOWN] == []


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_has_a_task_in_a_game_that_has_any(game: str, locale: str) -> None:
    without = {head for head in heads(game)[locale] if head.endswith(": .")}
    assert without in (set(), heads(game)[locale])


def test_game_round_and_question_in_english() -> None:
    assert "Edge, round 3 of 8: draft 2 cards." in heads("edge_of_darkness")["en"]
    assert "Providence, round 2: your turn, 2 actions." in heads("dark_providence")["en"]
    assert "Aevum, Round 1: lay your Chapters." in heads("aevum_haeresis")["en"]


async def test_the_call_begins_with_it(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    assert room.last_call().content.startswith(f"<@{who.id}> Edge, prologue: take an advancement.")


async def test_so_does_the_private_ring_with_the_whole_question(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    await room.start()
    who = await room.to_move()
    (letter,) = room.mail(who)
    first, second, *_ = letter.content.splitlines()
    assert first == "Edge, prologue: **Prologue: which advancement do you take?**"
    assert second == f"<#{room.table.id}>"


async def test_several_who_owe_the_same_are_called_together(room: Room) -> None:
    await room.start(2)
    for _ in range(100):
        table = await room.now()
        if len(table.match.decisions()) > 1:
            break
        ((seat, decision),) = table.match.decisions().items()
        await room.bot.service.play.act(table.info.id, table.info.seats[seat].user_id, decision.actions[0])
    await room.settle()
    ana, bence = (f"<@{seat.user_id}>" for seat in (await room.info()).seats)
    assert room.last_call().content.startswith(f"{ana} and {bence} Edge, prologue: a Starter for the Guild Hall.")
