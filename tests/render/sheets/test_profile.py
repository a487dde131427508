"""The picture of a player's profile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.profiles.panel.profile import sheet
from bot.features.profiles.service.profiles import Profile
from render.pen import theme
from render.pen.text_audit import audit
from render.sheets.profile_sheet import AHEAD, BEHIND, LEVEL, WIDTH, GameSheet, ProfileSheet, Rival, draw_profile
from rules.kernel.words.translation import LOCALES, Translator

GAME = GameSheet(
    title="Cthulhu: A sötétség birodalma",
    accent=theme.ACCENTS["dark_providence"],
    bars=(("1.", 15), ("2.", 0), ("3.", 30)),
    facts=("45 játszma", "győzelem: 15 / 45", "egyedül: 2 győzelem / 8", "szokásos válaszidő 2 óra"),
    lines=("leggyakrabban ezzel: Nyomozó (41), Szektatag (39), Szakadár szektatag (23)",),
)
SHEET = ProfileSheet(
    title="Anna",
    facts=(("321", "játszma"), ("58", "győzelem"), ("2 óra", "szokásos válaszidő")),
    games=(GAME,),
    rivals_title="Mások ellen",
    signs=("jobb hely", "egyforma", "rosszabb"),
    rivals=(Rival("Béla", 3, 2, 5), Rival("Cili", 0, 0, 1)),
)


@pytest.mark.parametrize("games", [0, 1, 3])
def test_everything_fits_and_can_be_read_on_a_phone(games: int) -> None:
    with audit() as seen:
        image = draw_profile(replace(SHEET, games=(GAME,) * games))
    assert image.width == WIDTH
    assert not seen.cuts
    assert not seen.overflows
    assert min(seen.sizes) / image.width * 300 >= 11


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seconds", [0, 59 * 60, 47 * 3_600, 99 * 86_400])
def test_every_usual_answer_is_whole(locale: str, seconds: int) -> None:
    profile = sheet(None, Profile(1, None, answers_in=seconds), Translator(locale), "Anna")  # type: ignore[arg-type]
    (_, matches), (_, won), usual = profile.facts
    with audit() as seen:
        draw_profile(replace(profile, facts=(("9999", matches), ("9999", won), usual)))
    assert not seen.cuts
    assert not seen.overflows
    assert min(seen.sizes) / WIDTH * 300 >= 11


def test_no_name_leaves_its_place() -> None:
    names = ("W" * 32, "Maximiliana von Hohenzollern-Sig", "{coin}{coin}", "a")
    with audit() as seen:
        draw_profile(replace(SHEET, title=names[0], rivals=tuple(Rival(name, 999, 99, 999) for name in names)))
    assert not seen.overflows


def test_a_bar_is_as_long_as_its_place_is_frequent() -> None:
    def drawn(*bars: tuple[str, int]) -> int:
        image = draw_profile(replace(SHEET, games=(replace(GAME, bars=bars),), rivals=()))
        return sum(number for number, colour in image.getcolors(1 << 24) if colour == GAME.accent)

    one, both, none = drawn(("1.", 8), ("2.", 4)), drawn(("1.", 8), ("2.", 8)), drawn(("1.", 8), ("2.", 0))
    assert both > one > none > 0
    assert abs((both - none) - 2 * (one - none)) < both / 50


def test_rivals_divide_into_three_colours_and_are_left_out_where_there_are_none() -> None:
    whole, alone = draw_profile(SHEET), draw_profile(replace(SHEET, rivals=()))
    counts = {colour: number for number, colour in whole.getcolors(1 << 24)}
    assert counts[AHEAD] > counts[LEVEL] > 0
    assert counts[BEHIND] > counts[AHEAD]
    assert whole.height > alone.height + 2 * 84
    assert AHEAD not in {colour for _, colour in alone.getcolors(1 << 24)}
