"""The final score sheet: its text fits, and it marks the sides that the rules exclude from winning."""

import random

import pytest

import render
from render.dark_providence import score_sheet
from render.dark_providence.pictures import PICTURES
from render.dark_providence.score_sheet import read_sheet
from render.pen import text_audit, theme
from render.sheets.game_pictures_base import say_for
from rules.dark_providence.content.component_counts import SIDES
from rules.dark_providence.flow import scoring
from rules.dark_providence.game import GAME
from rules.kernel.words.translation import LOCALES
from tests.render.conftest import LETTERS, PHONE
from tests.render.matches_to_draw import play_random_moves

NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?", "W" * 32)


def finished(seats, seed):
    """Play a random match to its end."""
    return play_random_moves("dark_providence", seats, "score", seed)[0]


def sheet(match, names=NAMES):
    view = match.view(None)
    return read_sheet(view, scoring.result(match), say_for("en", names, view.seats))


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_score_sheet_fits(unpainted, seats, locale):
    match = finished(seats, 1)
    with text_audit.audit() as found:
        PICTURES.score(match.view(None), match.result, locale, NAMES)
    assert not found.overflows
    assert min(found.sizes) >= theme.TEXT_MIN


@pytest.mark.parametrize("locale", LOCALES)
def test_four_players_allegiances_are_not_hyphenated(unpainted, monkeypatch, locale):
    written: list[str] = []

    def note(_image, _box, text, style, **_how):
        if style == score_sheet.SIDE_NAME:
            written.append(text)

    match = finished(4, 1)
    for player, side in zip(match.state.players, SIDES * 2, strict=False):
        player.allegiance = side
    monkeypatch.setattr(score_sheet, "write_block", note)
    PICTURES.score(match.view(None), match.result, locale, NAMES)
    assert len(written) == 4
    assert not [text for text in written if "- " in text]


@pytest.mark.parametrize("seats", [1, 5])
def test_the_score_sheet_is_a_small_file(seats):
    match = finished(seats, 1)
    assert len(render.encode(PICTURES.score(match.view(None), match.result, "hu", NAMES))) < 1_000_000


def test_every_allegiance_is_turned_up():
    match = finished(5, 2)
    shown = {column.name: column.art for column in sheet(match).columns}
    assert shown == {NAMES[seat]: player.allegiance for seat, player in enumerate(match.state.players)}


def test_columns_stand_in_the_order_of_places_and_add_up():
    columns = sheet(finished(4, 3)).columns
    stay = [column for column in columns if not column.out]
    assert [column.total for column in stay] == sorted((column.total for column in stay), reverse=True)
    for column in columns:
        assert column.total == sum(value or 0 for value in column.scores)


@pytest.mark.rule("DP-WIN.1", "DP-WIN.4", "DP-WIN.5", "DP-WIN.6", "DP-WIN.13")
@pytest.mark.parametrize("ties", ["all_lower", "lowest_only"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_sides_that_are_marked_are_those_the_rules_exclude(seats, ties):
    match, dice = GAME.new(seats, "excluded", {"tie_elimination": ties}), random.Random(seats)
    several = 0
    for _ in range(100):
        for player in match.state.players:
            player.allegiance, player.vp = dice.choice(SIDES), dice.randrange(4)
            player.revealed = dice.random() < 0.5
        match.state.ritual = match.state.investigation = 0
        totals = [row.total for row in scoring.result(match).rows]
        wanted = {NAMES[seat] for seat in scoring.excluded(match, totals)}
        assert {column.name for column in sheet_over(match).columns if column.out} == wanted
        several += len(wanted) > 1
    assert several or seats == 2


def sheet_over(match):
    """Return the score sheet of an unfinished match, as if the match were over."""
    match.state.over = True
    try:
        return sheet(match)
    finally:
        match.state.over = False


@pytest.mark.rule("DP-SOLO.142")
def test_in_solo_play_the_great_old_one_has_a_column_of_its_own():
    match = finished(1, 1)
    player, foe = sheet(match).columns
    assert match.state.old_one is not None
    assert (player.total, foe.total) == (scoring.result(match).rows[0].total, match.state.old_one.vp)
    assert (player.winner, foe.winner) in ((True, False), (False, True))
    assert not player.out


def test_rows_without_any_points_are_left_out():
    match = finished(3, 4)
    rows = len(sheet(match).categories)
    used = {name for row in match.result.rows for name, value in row.scores.items() if value}
    assert rows == len(used)


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
@pytest.mark.parametrize("locale", LOCALES)
def test_names_and_allegiances_are_legible_on_a_phone(unpainted, seats, locale):
    names = ("Anna", "Bartholomew", "Csűrős Őrs", "Ñuño ¿Quién?", "Eva")
    for seed in range(4):
        match = finished(seats, seed)
        with text_audit.audit() as found:
            image = PICTURES.score(match.view(None), match.result, locale, names)
        assert not found.cuts
        assert not found.overflows
        assert min(found.sizes) * PHONE / image.width >= LETTERS, locale
