"""Encodes pictures as PNG. This is fast because pictures are first mapped to the theme's fixed palette.

The palette consists of ramps between the theme's colours, because nearly every pixel's colour is on such a ramp: the
edge of a letter is a mix of ink and paper, and a shadow is a mix of table and black.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from isal import isal_zlib
from PIL import Image

from render.pen import theme
from render.pen.theme import Colour, mix, rgb

COLOURS = 256
LEVEL = 1
#: The modulus of the Adler-32 checksum.
ADLER = 65_521
_isal = cast("Any", isal_zlib)  # the package has no types
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
GOLD_COIN = rgb("#e2a93b")


def _ramps() -> list[tuple[Colour, Colour, int]]:
    """Return the colour ramps between the colours of the table, parchment and tokens.

    A ramp is its first colour, its last colour, and the number of colours including both ends.
    """
    return [
        (theme.BLACK, theme.TABLE, 4),
        (theme.TABLE, theme.PANEL, 6),
        (theme.PANEL, theme.MUTED, 8),
        (theme.MUTED, theme.WHITE, 6),
        (theme.BLACK, theme.STEEL_DARK, 6),
        (theme.INK, theme.PARCHMENT, 14),
        (theme.PARCHMENT, theme.WHITE, 4),
        (theme.PARCHMENT_SHADE, theme.PARCHMENT, 4),
        (theme.PARCHMENT_LIT, theme.PARCHMENT_LIT, 1),
        (theme.BLACK, theme.GOLD, 6),
        (theme.GOLD, theme.PARCHMENT, 4),
        (theme.BLACK, GOLD_COIN, 5),
        (GOLD_COIN, theme.WHITE, 4),
        (theme.BLIGHT, theme.BLIGHT_INK, 8),
        (theme.BLACK, theme.BLIGHT, 3),
        (theme.BLIGHT, theme.BLIGHT_LIT, 3),
        (mix(theme.PANEL, theme.PARCHMENT, 0.07), theme.PALE, 8),
        (mix(theme.PANEL, theme.STEEL_DARK, 0.28), theme.STEEL_DARK, 3),
        (theme.BLACK, theme.BLOOD, 4),
        (theme.BLOOD, theme.WHITE, 3),
        (theme.BLACK, theme.VIOLET, 4),
        (theme.VIOLET, theme.WHITE, 4),
        (theme.BLACK, theme.ROSE, 4),
        (theme.ROSE, theme.WHITE, 4),
        (theme.rgb("#5d86b5"), theme.rgb("#86abd3"), 2),
        (theme.rgb("#63c98d"), theme.rgb("#3f8f5f"), 2),
        (theme.rgb("#f0935f"), theme.rgb("#b3552d"), 2),
        (theme.rgb("#77b7ee"), theme.rgb("#2f6fa8"), 2),
        (theme.rgb("#ec6a5e"), theme.rgb("#a8322f"), 2),
    ]


def _accent(game_id: str) -> list[tuple[Colour, Colour, int]]:
    """Return two colour ramps: from the table's colour to a game's accent colour, and from there to white."""
    accent = theme.ACCENTS[game_id]
    return [(theme.TABLE, accent, 5), (accent, theme.WHITE, 4)]


def _families() -> list[tuple[Colour, Colour, int]]:
    """Return the colour ramps for seats, crests, skies and the games' accent colours."""
    seats = list(dict.fromkeys(mark.colour for mark in theme.SEATS + theme.GUILDS))
    return [
        *[(theme.mix(theme.PANEL, seat, 0.08), seat, 5) for seat in seats],
        *[(theme.BLACK, seat, 4) for seat in seats],
        *[(seat, theme.WHITE, 4) for seat in seats],
        *[(field, rgb("#f6ecd2"), 3) for field, _ in theme.TINCTURES],
        *[(second, second, 1) for _, second in theme.TINCTURES],
        *[(theme.silhouette(top), theme.silhouette(top), 1) for top, _, _ in theme.SKIES + theme.RUIN_SKIES],
        *[(top, low, 6) for top, low, _ in theme.SKIES],
        *[(top, low, 5) for top, low, _ in theme.RUIN_SKIES],
        *[(mix(theme.PANEL, seat, 0.08), mix(theme.PANEL, seat, 0.08), 1) for seat in seats],
        *[ramp for game_id in theme.ACCENTS for ramp in _accent(game_id)],
        *[(accent, theme.PARCHMENT, 3) for accent in theme.ACCENTS.values()],
    ]


def colours() -> list[Colour]:
    """Return the colours of the palette: at most 256 colours of the ramps, in order, leaving out near-duplicates."""
    found: list[Colour] = []
    for start, end, steps in _ramps() + _families():
        for step in range(steps):
            colour = mix(start, end, step / max(1, steps - 1))
            if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) > 3 for other in found):
                found.append(colour)
    return found[:COLOURS]


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the palette for Pillow, fully initialised because several threads share it.

    Pillow changes a new palette when the palette is first used for a picture. If two threads did so at the same time,
    they could leave the colours in the wrong order until the process ends.
    """
    image = Image.new("P", (1, 1))
    flat = [channel for colour in colours() for channel in colour]
    image.putpalette(flat + flat[-3:] * (COLOURS - len(flat) // 3))
    image.load()
    return image


def to_palette(image: Image.Image) -> Image.Image:
    """Map a picture to the fixed palette without dithering. A picture in mode "P" is returned unchanged.

    Each pixel is mapped independently of the others, so a picture can be assembled from mapped pieces.
    """
    if image.mode == "P":
        return image
    plain = image if image.mode == "RGB" else image.convert("RGB")
    return plain.quantize(palette=palette(), dither=Image.Dither.NONE)


@dataclass(frozen=True, slots=True)
class CompressedRows:
    """Some rows of a PNG: the number of rows, and their pixels as a piece of the compressed stream."""

    tall: int
    piece: bytes
    #: The Adler-32 checksum of the uncompressed bytes, and their number.
    check: int
    size: int

    @property
    def weight(self) -> int:
        """The size of the piece in bytes."""
        return len(self.piece)


def compress_rows(image: Image.Image) -> CompressedRows:
    """Compress a picture to a piece that can be joined with pieces of the same width."""
    # Each row of a PNG starts with a filter byte. 0 means no filter.
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(to_palette(image), (1, 0))
    pixels = rows.tobytes()
    packer = _isal.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    piece = packer.compress(pixels) + packer.flush(zlib.Z_FULL_FLUSH)
    return CompressedRows(image.height, piece, _isal.adler32(pixels), len(pixels))


def join_rows(width: int, parts: Sequence[CompressedRows]) -> bytes:
    """Return the PNG of compressed pictures stacked on top of each other."""
    height = sum(part.tall for part in parts)
    check = 1
    for part in parts:
        check = _joined_checksum(check, part.check, part.size)
    eight_bits_of_palette = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    # The header of the stream, the pieces, and an empty piece that ends the stream.
    packed = b"".join((b"\x78\x01", *(part.piece for part in parts), b"\x03\x00", struct.pack(">I", check)))
    return _SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", eight_bits_of_palette),
            _palette_chunk(),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _joined_checksum(first: int, second: int, size: int) -> int:
    """Return the Adler-32 checksum of two joined byte strings, given both checksums and the second string's size."""
    one = (first & 0xFFFF) + (second & 0xFFFF) - 1
    two = (first >> 16) + (second >> 16) + size * ((first & 0xFFFF) - 1)
    return (two % ADLER) << 16 | one % ADLER


def encode(image: Image.Image) -> bytes:
    """Encode a picture as PNG, small enough to be posted in any channel. On one machine, the result is always the same.

    For these pictures, Pillow's own encoder takes four times as long and creates larger files.
    """
    return join_rows(image.width, [compress_rows(image)])


@lru_cache(maxsize=1)
def _palette_chunk() -> bytes:
    return _chunk(b"PLTE", bytes(palette().getpalette() or ()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", _isal.crc32(data, _isal.crc32(kind)))
