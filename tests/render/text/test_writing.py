"""Text in pictures: line breaks, shortening, icons within lines, and the audit of drawn text."""

import pytest
from PIL import Image

from render.icons import NAMES
from render.pen import theme
from render.pen.text_audit import audit
from render.text.drawable_characters import covers, drawable
from render.text.fonts import font
from render.text.text_layout import (
    Style,
    fitted,
    hyphenated,
    pieces,
    shorten,
    width,
    wrap,
    write,
    write_block,
    write_fit,
)
from tests.game_helpers import each

BODY = Style(28, "text", theme.PALE)


def canvas(wide=400, tall=200):
    return Image.new("RGB", (wide, tall), theme.TABLE)


def test_lines_keep_to_their_room():
    text = "Each attacked player faces the full Damage of the attacking card, whoever owns it."
    lines = wrap(text, BODY, 200)
    assert len(lines) > 3
    assert all(width(line, BODY) <= 200 for line in lines)
    assert " ".join(lines) == text


def test_a_forced_break_breaks():
    assert wrap("one\ntwo", BODY, 900) == ["one", "two"]


def test_initials_stay_in_one_line():
    name, room = "Washington D. C.", width("Washington D.", BODY)
    assert wrap(name, BODY, room) == ["Washington", "D. C."]
    assert wrap(f"J. Edgar Hoover in {name}", BODY, width("J. ", BODY)) == [
        "J.",
        "Edgar",
        "Hoover",
        "in",
        "Washington",
        "D. C.",
    ]


@each("face", ("text", "bold", "italic", "title"))
def test_accents_of_capitals_are_whole(face: str):
    ink, box = Image.new("L", (80, 80)), font(face, 40).getbbox("Ő")
    write(ink, 20, 20, "Ő", Style(40, face, 255))
    drawn = ink.getbbox()
    assert drawn is not None
    assert drawn[3] - drawn[1] == box[3] - box[1]


def test_an_icon_counts_as_a_letter_and_never_parts_from_its_number():
    assert pieces("gain 2{coin}.") == (("gain",), ("2", "{coin}", "."))
    assert width("2{coin}", BODY) > width("2", BODY) + 20


def test_unknown_braces_stay_text():
    assert pieces("{nonsense}") == (("nonsense",),)


def test_short_text_is_left_alone_and_long_text_ends_in_an_ellipsis():
    assert shorten("short", BODY, 300) == "short"
    cut = shorten("Commander of the Citywatch", BODY, 150)
    assert cut.endswith("…")
    assert width(cut, BODY) <= 150


def test_a_shortened_name_keeps_the_number_at_its_end():
    first, second = (shorten(f"Computer (normal) {number}", BODY, 150) for number in (1, 2))
    assert first.startswith("Computer")
    assert first.endswith("… 1")
    assert second.endswith("… 2")
    assert width(first, BODY) <= 150
    # Without room for anything else, the number is cut off, too.
    assert shorten("Wolf 12", BODY, 20) == "…"


def test_fitting_shrinks_before_it_cuts():
    lines, style = fitted("Commander of the Citywatch", Style(40, "text"), 300, 1)
    assert lines == ["Commander of the Citywatch"]
    assert theme.TEXT_MIN <= style.size < 40


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_fitted_text_stays_in_its_room(align):
    image = canvas()
    with audit() as found:
        end = write_fit(image, 50, 10, "Árvíztűrő tükörfúrógép {coin}", BODY, 200, align)
    assert end <= 251
    assert not found.overflows
    outside = image.crop((0, 0, 46, 200)), image.crop((256, 0, 400, 200))
    assert all(part.getcolors() == [(part.width * part.height, theme.TABLE)] for part in outside)


def test_a_block_stays_in_its_box():
    image = canvas()
    with audit() as found:
        write_block(image, (10, 10, 390, 100), "a long text " * 30, BODY)
    assert not found.overflows
    assert found.cuts
    below = image.crop((0, 106, 400, 200))
    assert below.getcolors() == [(below.width * below.height, theme.TABLE)]


@pytest.mark.parametrize(
    ("word", "room", "parts"),
    [
        ("Cazarrecompensas", 150, "Cazarrecom- pensas"),
        ("Cselekvésképtelenné", 150, "Cselekvés- képtelenné"),
        ("Boszorkánykereső", 100, "Boszor- kányke- reső"),
        ("Millhollow", 100, "Millhol- low"),
        ("Rrrrrrrrrrrrrr", 120, "Rrrrrrrrrrr- rrr"),
        ("Bell", 120, "Bell"),
    ],
)
def test_a_word_too_wide_for_its_line_is_broken_between_syllables(word, room, parts):
    assert hyphenated(word, BODY, room) == parts


def test_the_audit_reports_what_runs_out():
    with audit() as found:
        write(canvas(), 350, 10, "far too long for this", BODY)
        write(canvas(), 10, 10, "wider than its room", BODY, room=40)
    assert len(found.overflows) == 2
    assert found.sizes == {28: 2}


def test_every_letter_of_the_three_languages_can_be_drawn():
    letters = "áéíóöőúüűÁÉÍÓÖŐÚÜŰñÑ¿¡ç·…−≤×¼½¾→"
    for face in ("title", "text", "bold", "italic"):
        missing = [char for char in letters if not covers(char, face)]
        assert not [char for char in missing if char not in "→≤"], (face, missing)


def test_names_lose_what_can_not_be_drawn_and_can_not_make_icons():
    assert drawable("Anna") == "Anna"
    assert drawable("Őrs \U0001f409 \u202e") == "Őrs"
    assert drawable("{coin}") == "(coin)"
    assert drawable("\U0001f409") == ""


@each("name", NAMES)
def test_every_icon_can_stand_in_a_line(name):
    image = canvas(80, 60)
    write(image, 4, 4, f"{{{name}}}", BODY)
    assert len(image.getcolors(5000) or ()) > 3
