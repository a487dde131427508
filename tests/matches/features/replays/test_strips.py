"""The compressed pictures of a replay decompress to the same pixels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.features.replays.files import picture_compression
from bot.features.replays.files.picture_compression import STRIP_WIDTH, RowCompressor
from tests.matches.features.replays.row_decompression import decompress_pictures

#: A few distinct rows of pixels, so that rows are repeated and shifted in random pictures.
_LINES = [
    bytes([colour + (at % 3 == shade) for at in range(STRIP_WIDTH * 2 + 5)])
    for colour in range(3)
    for shade in range(3)
]
PICTURES = st.lists(
    st.tuples(st.integers(1, STRIP_WIDTH * 2 + 5), st.lists(st.integers(0, len(_LINES) - 1), min_size=1, max_size=12)),
    min_size=1,
    max_size=6,
)


def picture(wide: int, lines: list[int]) -> Image.Image:
    return Image.frombytes("P", (wide, len(lines)), b"".join(_LINES[line][:wide] for line in lines))


@given(PICTURES)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_pictures_come_out_as_they_went_in(told: list[tuple[int, list[int]]]) -> None:
    images = [picture(*one) for one in told]
    packing = RowCompressor()
    for image in images:
        packing.add(image)
    out = decompress_pictures(packing.packed())
    assert [(image.size, image.tobytes()) for image in out] == [(image.size, image.tobytes()) for image in images]


def test_a_picture_that_stays_or_moves_takes_a_few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_compression, "KEYFRAME_INTERVAL", 4)
    still = Image.effect_noise((STRIP_WIDTH * 3, 200), 80).convert("P")
    moved = Image.new("P", (STRIP_WIDTH * 3, 230), 7)
    moved.paste(still, (0, 30))
    packing = RowCompressor()
    for image in (still, still, moved, still, still):
        packing.add(image)
    packed = packing.packed()
    assert [image.tobytes() for image in decompress_pictures(packed)] == [
        image.tobytes() for image in (still, still, moved, still, still)
    ]
    first, *later, whole = packed.lengths
    assert max(first, *later, whole) < 40
    assert packed.rows == (3 * 200 + 1) * STRIP_WIDTH
