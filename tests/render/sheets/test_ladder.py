"""The picture of one page of a ladder."""

from __future__ import annotations

from dataclasses import replace

from render.pen import theme
from render.pen.text_audit import audit
from render.sheets.ladder_sheet import DOWN, UP, WIDTH, LadderSheet, Rung, draw_ladder

RUNGS = (
    Rung(1, "Maximiliana von Hohenzollern-Sig", "321 játszma, 158 győzelem", 2014, 2300, 35),
    Rung(2, "Béla", "4 játszma, 0 győzelem, még bizonytalan", 1834, 2100, -26),
    Rung(3, "nem nyilvános profil"),
    Rung(4, "Cili", "12 játszma, 3 győzelem", 1010, 2200, 0),
)
SHEET = LadderSheet(
    title="Cthulhu: A sötétség birodalma",
    under="Ranglista: minden szerver · 100–107. hely 12345 közül",
    accent=theme.ACCENTS["dark_providence"],
    rungs=RUNGS,
    apart=None,
    legend="A pont óvatos becslés a játékos erejére; a sáv onnan a valószínű legnagyobb értékig tart.",
)
OWN = Rung(1234, "W" * 32, "1 játszma, 0 győzelem, még bizonytalan", -120, 3070, -1000, own=True)


def colours(sheet: LadderSheet) -> dict[object, int]:
    return {colour: number for number, colour in draw_ladder(sheet).getcolors(1 << 24)}


def test_everything_fits_and_can_be_read_on_a_phone() -> None:
    for sheet in (SHEET, replace(SHEET, apart=OWN), replace(SHEET, rungs=RUNGS[:1]), replace(SHEET, rungs=())):
        with audit() as seen:
            image = draw_ladder(sheet)
        assert image.width == WIDTH
        assert not seen.overflows
        assert min(seen.sizes) / image.width * 300 >= 11
        # Of all names, only the one that consists of 32 letters W is too long for its column and is shortened.
        assert len(seen.cuts) == (sheet.apart is not None)


def test_the_own_row_is_lit_wherever_it_stands() -> None:
    lit, plain = theme.PARCHMENT_LIT, colours(SHEET)
    assert lit not in plain
    assert colours(replace(SHEET, apart=OWN))[lit] > 40_000
    assert colours(replace(SHEET, rungs=(*RUNGS[:3], replace(RUNGS[3], own=True))))[lit] > 40_000


def test_what_was_gained_and_lost_is_an_arrow_of_its_own_colour() -> None:
    both = colours(SHEET)
    assert both[UP] > 50 < both[DOWN]
    steady = colours(replace(SHEET, rungs=tuple(replace(one, trend=0) for one in RUNGS)))
    assert UP not in steady
    assert DOWN not in steady


def test_a_band_is_as_long_as_little_is_known() -> None:
    def drawn(most: int) -> int:
        shown = replace(SHEET, rungs=(Rung(1, "A", "", 1000, 3000), Rung(2, "B", "", 1000, most)))
        return colours(shown)[theme.mix(shown.accent, theme.PARCHMENT, 0.35)]

    whole, half = drawn(3000), drawn(2000)
    assert 0.7 < half / whole < 0.8


def test_a_hidden_player_has_neither_points_nor_a_band() -> None:
    hidden = colours(replace(SHEET, rungs=(Rung(3, "senkinek sem mutatja"),)))
    assert theme.mix(SHEET.accent, theme.PARCHMENT, 0.35) not in hidden
    assert theme.PARCHMENT_SHADE not in hidden
