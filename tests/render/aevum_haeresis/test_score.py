"""The score sheet: its text fits, it states the reason for the end, and it highlights the winner."""

import pytest

import render
from render.aevum_haeresis.legend import MEANINGS
from render.aevum_haeresis.pictures import PICTURES
from render.aevum_haeresis.score_sheet import DECISIVE_ROWS, read_sheet
from render.pen import text_audit, theme
from render.sheets.game_pictures_base import say_for
from rules.kernel.words.translation import LOCALES
from tests.render.aevum_haeresis.tables import NAMES, ODD, finished


def sheet(match, result=None):
    return read_sheet(match.view(None), result or match.result, say_for("en", NAMES, 2))


@pytest.mark.parametrize("locale", LOCALES)
def test_text_is_legible_on_a_phone(unpainted, locale):
    for seed in range(1, 5):
        match = finished(seed)
        with text_audit.audit() as found:
            image = PICTURES.score(match.view(None), match.result, locale, ("Anna", "Bartholomew"))
        assert min(found.sizes) * 340 >= 11 * image.width


@pytest.mark.parametrize("locale", LOCALES)
def test_the_sheet_fits(unpainted, locale):
    for seed, names in ((1, NAMES), (2, ODD)):
        match = finished(seed)
        with text_audit.audit() as found:
            PICTURES.score(match.view(None), match.result, locale, names)
        assert not found.overflows
        assert min(found.sizes) >= theme.TEXT_MIN
        assert found.icons <= set(MEANINGS)


def test_the_sheet_is_a_small_file(plain):
    match = finished(2)
    assert len(render.encode(PICTURES.score(match.view(None), match.result, "hu", ODD))) < 400_000


@pytest.mark.parametrize("reason", ["souls", "execution", "deck", "damned"])
def test_every_way_to_win_is_told(reason):
    match = finished(1)
    winner = match.result.winners[0]
    rows = [row.model_copy(update={"facts": row.facts | {"reason": reason}}) for row in match.result.rows]
    told = sheet(match, match.result.model_copy(update={"rows": rows}))
    assert NAMES[winner] in told.verdict
    assert any(name in told.reason for name in NAMES)
    assert told.decisive == DECISIVE_ROWS.get(reason, -1)


def test_the_winner_stands_first_and_alone_is_lit():
    match = finished(2)
    told = sheet(match)
    assert [column.winner for column in told.columns] == [True, False]
    assert told.columns[0].seat == match.result.winners[0]


def test_the_sheet_shows_souls_execution_and_what_is_left_of_the_decks():
    match = finished(1)
    view = match.view(None)
    for column in sheet(match).columns:
        player = view.players[column.seat]
        assert (column.souls, column.execution) == (player.souls, player.execution)
        assert column.counts == (player.plot, player.heretics, len(player.pyre), player.gold)
