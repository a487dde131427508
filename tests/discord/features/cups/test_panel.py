"""The posts and panels that show a cup fit Discord's limits in every language, for any player count and any names."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from bot.discord.ui import limits
from bot.discord.ui.locale import ReaderContext
from bot.features.cups import jobs as cup_jobs
from bot.features.cups import words
from bot.features.cups.model import CupRules, CupView
from bot.features.cups.panel import buttons as cup_buttons
from bot.features.cups.panel import pages
from bot.matches.clocks.time_control import PRESET_TIME_CONTROLS
from render.pen.text_audit import audit
from render.sheets.standings_sheet import draw_standings
from rules.kernel.words.translation import LOCALES, Translator
from tests.discord import limit_faults
from tests.discord.cup_views import MAX_ID, cup
from tests.discord.room import Room
from tests.game_helpers import each
from tests.sockets import layouts

LONG = ("*" * 32, "_Á" * 16, "~`" * 16, "Ő" * 32, "||" * 16)
PACE = PRESET_TIME_CONTROLS["bank"].to_json()
KINDS = {
    "knockout": CupRules("knockout", series=3, sealed=True, pace=PACE, rated=True),
    "round_robin": CupRules("round_robin", pace=PACE, rated=True),
    "groups": CupRules("groups", size=4, onward=2, pace=PACE),
}
GAME = "edge_of_darkness"


def cups(people: int, **how: Any) -> list[CupView]:
    names = [LONG[number % len(LONG)] for number in range(people)]
    return [cup(GAME, one, names, name="**" * 30, **how) for one in KINDS.values()]


def check(view: Any) -> None:
    payload = {"flags": layouts.LAYOUT, "components": view.to_components()}
    assert list(limit_faults.message_faults(payload)) == []


def test_the_heading_of_groups_says_once_that_they_are_groups() -> None:
    game = rules.GAMES[GAME]
    entry, playing = (
        words.sheet(Translator("en"), game, cup(GAME, KINDS["groups"], LONG, until=at)).subtitle for at in (0, 1)
    )
    assert entry.endswith("groups of up to 4 · Entries are open")
    assert playing.endswith("up to 4 per table · Groups, round 1")


@pytest.mark.parametrize("locale", LOCALES)
async def test_posts_and_panels_fit(room: Room, locale: str) -> None:
    reader, game = ReaderContext(locale), rules.GAMES[GAME]
    for people in (2, 5, 24, 64):
        for how in ({"until": 0}, {"until": 1}, {"until": 1, "stuck": True}, {"dropped": (1, 2)}):
            for one in cups(people, **how):
                view, _ = await pages.post(room.bot, reader, one)
                check(view)
                for viewer in (1, MAX_ID, 0):
                    parts = pages.page(reader, game, one, viewer, None, manages=True, told="x" * 300)
                    check(cup_buttons.controls.box(*parts))
                for _, text in cup_jobs.announcements(reader.text, one):
                    assert len(text) <= limits.CONTENT


@each("kind", KINDS)
def test_the_picture_can_be_read_on_a_phone_in_every_language(kind: str) -> None:
    for people in (2, 7, 24):
        for locale in LOCALES:
            for how in ({"until": 1}, {"dropped": (1,)}):
                one = cup(GAME, KINDS[kind], [f"Anna {number}" for number in range(people)], **how)
                with audit() as seen:
                    image = draw_standings(words.sheet(Translator(locale), rules.GAMES[GAME], one))
                assert not seen.cuts, (kind, people, locale)
                assert not seen.overflows
                assert min(seen.sizes) / image.width * 300 >= 11


@each("kind", KINDS)
def test_its_alt_text_says_who_is_in_front_and_who_has_won(kind: str) -> None:
    names = [f"Anna {number}" for number in range(5)]
    running, over = cup(GAME, KINDS[kind], names, until=2), cup(GAME, KINDS[kind], names)
    assert over.champion is not None
    assert f"Champion: {over.champion.name}" in words.alt_text(Translator(), rules.GAMES[GAME], over)
    assert "Leading: Anna" in words.alt_text(Translator(), rules.GAMES[GAME], running)
    assert draw_standings(words.sheet(Translator(), rules.GAMES[GAME], over)).height <= 2400
    assert "Leading" not in words.alt_text(Translator(), rules.GAMES[GAME], cup(GAME, KINDS[kind], names[:2], until=1))


def test_of_a_large_knock_out_the_latest_rounds_are_drawn_and_the_others_told_in_words() -> None:
    one = cup(GAME, KINDS["knockout"], [f"Anna {number}" for number in range(64)])
    sheet = words.sheet(Translator(), rules.GAMES[GAME], one)
    assert [part.title for part in sheet.parts] == ["Final", "Semi-finals", "Quarter-finals", "Round 3 of 6"]
    assert sheet.foot == ("The rest is in words.",)
    assert sum(line.startswith("- ") for line in words.rounds(Translator(), one)) == 63


def test_a_bye_a_walkover_and_a_drop_out_are_named() -> None:
    one = cup(GAME, KINDS["knockout"], ["Ana", "Bence", "Carla"], dropped=(2,))
    told = "\n".join(words.rounds(Translator(), one))
    assert "has a bye" in told
    sheet = words.sheet(Translator(), rules.GAMES[GAME], one)
    assert "Struck through: has dropped out." in sheet.foot
    assert any(side.struck for part in sheet.parts for tie in part.ties for side in tie)  # type: ignore[union-attr]
