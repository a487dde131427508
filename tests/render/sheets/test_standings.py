"""The picture of a cup's standings."""

from __future__ import annotations

from dataclasses import replace

from render.pen import theme
from render.pen.text_audit import audit
from render.sheets import standings_sheet
from render.sheets.standings_sheet import WIDTH, PointTable, Round, Row, Side, StandingsSheet, draw_standings
from tests.game_helpers import each

ACCENT = theme.ACCENTS["dark_providence"]
#: The widest column headings of the three languages.
COLUMNS = ("encuentros", "győzelem", "puntos")


def points(people: int, names: str = "Béla {n}") -> PointTable:
    fates = ("on", "plays", "out")
    rows = [Row(f"{n}.", names.format(n=n), ("64", "64", "192"), fates[min(n - 1, 2)]) for n in range(1, people + 1)]
    return PointTable("A csoport állása", COLUMNS, tuple(rows))


def knock_out(people: int, name: str = "Carla") -> tuple[Round, ...]:
    rounds, left = [], people
    while left > 1:
        won, lost = Side(name, "2", "on"), Side(name, "1", "out")
        rounds.append(Round(f"{len(rounds) + 1}. forduló", ((won, lost),) * (left // 2), f"Ellenfél nélkül: {name}"))
        left = (left + 1) // 2
    return tuple(rounds)


SHEET = StandingsSheet("Téli kupa", "Aevum Haeresis · egyenes kieséses · 2. forduló / 5", ACCENT)


@each("people", [2, 4, 7, 16, 33])
def test_everything_fits_and_can_be_read_on_a_phone(people: int) -> None:
    for parts in ((points(people),), knock_out(people)):
        with audit() as seen:
            image = draw_standings(replace(SHEET, crown="Anna", crown_word="Győztes", parts=parts, foot=("Kieső",)))
        assert image.width == WIDTH
        assert not seen.cuts
        assert not seen.overflows
        assert min(seen.sizes) / image.width * 300 >= 11


def test_a_line_below_the_title_ends_between_two_phrases() -> None:
    about = "Sötétség pereme · asztalonként legfeljebb 4 játékos · Csoportok, 1. forduló"
    assert standings_sheet._about(replace(SHEET, subtitle=about)) == [
        "Sötétség pereme · asztalonként legfeljebb 4 játékos",
        "Csoportok, 1. forduló",
    ]


@each("name", ["W" * 32, "Maximiliana von Hohenzollern-Sig", "{coin}{coin}", "a"])
def test_no_name_leaves_its_place(name: str) -> None:
    with audit() as seen:
        parts = (points(5, name.replace("{", "{{").replace("}", "}}")), *knock_out(5, name))
        draw_standings(replace(SHEET, title=name, crown=name, crown_word="Győztes", parts=parts))
    assert not seen.overflows


def test_a_tie_that_is_not_decided_has_the_colour_of_the_game_around_it() -> None:
    def drawn(*sides: Side) -> int:
        image = draw_standings(replace(SHEET, parts=(Round("Final", (sides,)),)))
        return sum(number for number, colour in image.getcolors(1 << 24) if colour == ACCENT)

    assert drawn(Side("Anna", "1"), Side("Béla", "1")) > 500
    assert drawn(Side("Anna", "2", "on"), Side("Béla", "1", "out")) < 50


def test_a_champion_stands_above_all_once_there_is_one() -> None:
    without = draw_standings(replace(SHEET, parts=(points(4),)))
    crowned = draw_standings(replace(SHEET, crown="Anna", crown_word="Győztes", parts=(points(4),)))
    assert crowned.height > without.height + 100
