"""Pictures of cards, places, hands, score sheets and the legend."""

import pytest

import render
import rules
from render.edge_of_darkness.cards import LARGE_SIZE, card_back
from render.edge_of_darkness.score_sheet import read_sheet
from render.emblem.city_vistas import vista
from render.pen import text_audit, theme
from rules.edge_of_darkness.content.load import base
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.words.results import points
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.conftest import NAMES
from tests.render.matches_to_draw import play_random_moves

GAME = "edge_of_darkness"


def everything():
    """Return the ids of all cards, Locations and sets that have a look-up page."""
    content = base()
    contacts = [f"{place}_contact" for place in content.locations]
    return [*content.starters, *content.locations, *contacts, *content.slips, *sets()]


def sets():
    """Return the ids of all Guilds and set-ups, whose look-up pages show several cards."""
    content = base()
    return [*(f"guild_{guild}" for guild in content.guilds), *(f"setup_{setup}" for setup in content.setups)]


def test_everything_in_the_content_has_a_picture():
    for entry in everything():
        assert len(set(vista(entry, 90, 40).tobytes())) > 20, entry
    for entry in ("old_piet_haverkamp", "the_forge", "the_forge_contact", "forge_m1", "war_council_t1"):
        assert len(render.card(GAME, entry).getcolors(1_000_000)) > 200, entry


def test_everything_that_can_be_looked_up_has_a_picture():
    known = set(everything())
    assert {entry.id for entry in rules.GAMES[GAME].look_up(Translator("en"))} <= known


@pytest.mark.parametrize("locale", LOCALES)
def test_no_guild_and_no_set_up_is_cut(unpainted, locale):
    for entry in sets():
        with text_audit.audit() as found:
            render.card(GAME, entry, locale)
        assert (found.cuts, found.overflows) == ([], []), entry
        assert min(found.sizes) >= theme.TEXT_MIN


def test_an_unknown_card_is_a_key_error():
    with pytest.raises(KeyError):
        render.card(GAME, "no such card")
    with pytest.raises(KeyError):
        render.card(GAME, "guild_of_nobody")


def test_two_card_backs_never_differ_by_a_pixel():
    first = card_back(LARGE_SIZE).tobytes()
    text_audit.forget()
    assert card_back(LARGE_SIZE).tobytes() == first


def test_a_spectator_gets_the_hand_of_the_player_to_act(played):
    view, _ = played(3, 1, 100)
    assert view.active is not None
    assert render.hand(view).tobytes() == render.hand(view, seat=view.active).tobytes()


def result(seats):
    rows = [
        ResultRow(
            seat=seat,
            scores={"agents": 10.0, "reputation": 16.0, "slots": 14.0, "defence": 7.0 - seat, "quarters": 3.75},
            total=50.75 - seat,
            rank=seat + 1,
        )
        for seat in range(seats)
    ]
    return Result(categories=["agents", "reputation", "slots", "defence", "quarters"], rows=rows, winners=[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_score_sheet_fits(unpainted, played, seats, locale):
    view, _ = played(seats, 1, 40)
    with text_audit.audit() as found:
        render.score(view, result(seats), locale, NAMES)
    assert not found.overflows
    assert min(found.sizes) >= theme.TEXT_MIN


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_names_on_the_score_sheet_are_read_on_a_phone(unpainted, played, seats):
    view, _ = played(seats, 1, 40)
    with text_audit.audit() as found:
        image = render.score(
            view, result(seats), "en", ["Margaret Annabel", "Bartholomew the Third", "Bo", "Cy"][:seats]
        )
    assert not found.cuts
    assert min(found.sizes) * 340 / image.width >= 11


def test_the_score_sheet_and_the_legend_are_small_files(played):
    view, _ = played(4, 1, 40)
    assert len(render.encode(render.score(view, result(4), "hu", NAMES))) < 1_000_000
    assert len(render.encode(render.legend(GAME, "hu"))) < 1_000_000


def test_the_score_sheet_goes_by_place_and_names_the_awards():
    """The sheet has the same numbers in the same order as the text, and shows the tiebreaker below the winner."""
    match, _ = play_random_moves(GAME, 3, "sheet", 3)
    names = ("Ana", "Bo", "Cy")
    say, text = Translator("en", names), rules.GAMES[GAME].result_text(Translator("en", names), match.result)
    sheet = read_sheet(match.view(None), match.result, say)
    lines = [line.split() for line in text.splitlines()]
    assert [column.name for column in sheet.columns] == lines[0]
    for number, row in enumerate(sheet.categories):
        assert [*row.name.split(), *(column.scores[number] for column in sheet.columns)] in lines
    assert [row.name for row in sheet.categories if not row.icon] == [
        "most Reputation", "most Agents", "most Guild cards", "best Defense",
    ]  # fmt: skip
    assert ["Total", *(column.total for column in sheet.columns)] in lines
    assert [column.winner for column in sheet.columns] == [True, False, False]
    assert not sheet.note
    tied = match.result.model_copy(update={"facts": {"tie": "agents"}})
    assert read_sheet(match.view(None), tied, say).note in rules.GAMES[GAME].reasons(say, tied)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_score_sheet_with_awards_and_a_tie_fits(unpainted, locale):
    match, _ = play_random_moves(GAME, 4, "sheet", 4)
    tied = match.result.model_copy(update={"facts": {"tie": "tokens"}})
    with text_audit.audit() as found:
        plain = render.score(match.view(None), match.result, locale, NAMES)
        noted = render.score(match.view(None), tied, locale, NAMES)
    assert not found.overflows
    assert not found.cuts
    assert min(found.sizes) >= theme.TEXT_MIN
    assert noted.height > plain.height


def test_scores_are_written_with_their_quarters():
    assert [points(Translator(), value) for value in (0, 3.75, 0.25, 12, 52.5)] == ["0", "3¾", "¼", "12", "52½"]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_legend_fits(unpainted, locale):
    with text_audit.audit() as found:
        render.legend(GAME, locale)
    assert not found.overflows
    assert not found.cuts
