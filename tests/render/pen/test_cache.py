"""The cache of drawn parts: each part is drawn only once, but a text audit always includes the text of cached parts."""

import pytest
from PIL import Image

from render.pen import picture_cache as caches
from render.pen import text_audit
from render.pen.picture_cache import ENTRY_OVERHEAD, PICTURES, SELDOM_USES, Cache, cached
from render.pen.pixel_compression import compress, decompress, is_compressible, size_of
from render.pen.png_encoding import to_palette

drawn = []


@cached
def plain(size):
    drawn.append("plain")
    return Image.new("RGB", (size, size))


@cached
def worded(size):
    drawn.append("worded")
    text_audit.note_size(size)
    return plain(size)


@cached
def framed(size):
    drawn.append("framed")
    return worded(size)


def draw(size):
    """Draw a part that contains another part with text. Return the names of the parts that weren't cached."""
    drawn.clear()
    framed(size)
    return list(drawn)


def test_a_part_is_drawn_once():
    text_audit.forget()
    assert draw(30) == ["framed", "worded", "plain"]
    assert draw(30) == []


def test_an_audit_hears_of_the_words_in_parts_that_were_drawn_before_it():
    text_audit.forget()
    worded(30)
    draw(30)
    with text_audit.audit() as found:
        assert draw(30) == []
        draw(31)
    assert found.sizes == {30: 1, 31: 1}


def test_everything_that_is_kept_stays_under_one_limit_and_the_unused_goes_first():
    cache = Cache(3 * (1000 + ENTRY_OVERHEAD))
    for name in ("a", "b", "c"):
        cache.put(name, bytes(1000), 1.0)
    assert cache.get("a") == bytes(1000)
    cache.put("d", bytes(1000), 1.0)
    assert [name for name in "abcd" if cache.get(name) is not None] == ["a", "c", "d"]
    assert cache.size == 3 * (1000 + ENTRY_OVERHEAD)


def test_large_pictures_that_are_quickly_made_do_not_push_out_small_ones():
    cache = Cache(100_000)
    for number in range(20):
        cache.put(number, bytes(500), 0.01)
    for number in range(20, 60):
        cache.put(number, bytes(50_000), 0.01)
    assert all(cache.get(number) is not None for number in range(20))


def test_what_was_used_often_goes_in_the_end_if_no_one_asks_any_more():
    cache = Cache(10 * (1000 + ENTRY_OVERHEAD))
    cache.put("old", bytes(1000), 1.0)
    for _ in range(5):
        cache.get("old")
    for number in range(100):
        cache.put(number, bytes(1000), 1.0)
    assert cache.get("old") is None


def test_a_value_larger_than_the_limit_is_not_kept():
    cache = Cache(10_000)
    cache.put("huge", bytes(100_000), 1.0)
    assert (len(cache), cache.size) == (0, 0)


def test_a_value_that_is_put_again_is_counted_once():
    cache = Cache(10_000)
    for _ in range(5):
        cache.put("a", bytes(1000), 1.0)
    assert cache.size == 1000 + ENTRY_OVERHEAD


def test_a_picture_weighs_what_its_pixels_take():
    assert size_of(Image.new("RGB", (10, 10))) == 400
    assert size_of(Image.new("L", (10, 10))) == 100
    assert size_of((1, (Image.new("RGBA", (10, 10)), b"abc"))) == 403


def random_picture(mode, size=(40, 40)):
    """Return a picture of random pixels."""
    image = Image.effect_noise(size, 90)
    return image if mode == "L" else to_palette(image) if mode == "P" else Image.merge(mode, [image] * len(mode))


@pytest.mark.parametrize("mode", ["L", "P", "RGB", "RGBA"])
def test_a_packed_picture_opens_as_it_was(mode):
    image = random_picture(mode, (80, 70))
    part = (image, 7, (random_picture(mode, (4, 4)), "words"))
    opened = decompress(compress(part))
    assert (opened[0].mode, opened[0].size, opened[0].tobytes()) == (mode, (80, 70), image.tobytes())
    assert opened[0].getpalette() == image.getpalette()
    assert opened[1:] == part[1:]


def test_a_packed_picture_is_small():
    image = Image.new("RGBA", (300, 400), (20, 30, 40, 255))
    assert size_of(compress(image)) < size_of(image) / 100


def test_words_and_small_pictures_are_not_packed():
    assert not is_compressible((Image.new("RGBA", (20, 20)), "words"))
    assert not is_compressible(Image.new("CMYK", (200, 200)))
    assert is_compressible((("words", Image.new("L", (64, 64))), 1))


def test_a_picture_that_leaves_for_others_is_packed_and_opened_again():
    cache = Cache(3 * (200 * 200 * 4 + ENTRY_OVERHEAD))
    first = Image.new("RGB", (200, 200), "navy")
    cache.put("first", first, 1.0)
    for number in range(10):
        cache.put(number, Image.new("RGB", (200, 200)), 1.0)
    assert cache.size <= cache.limit
    again = cache.get("first")
    assert again is not first
    assert again.tobytes() == first.tobytes()
    assert cache.get("first") is again
    assert len(cache) == 11


def test_a_part_costs_the_time_for_what_is_not_a_part_itself(monkeypatch):
    text_audit.forget()
    times = iter([0.0, 1.0, 2.0, 10.0, 15.0, 22.0])
    monkeypatch.setattr(caches, "perf_counter", lambda: next(times))
    costs = []
    monkeypatch.setattr(PICTURES, "put", lambda key, value, cost: costs.append(cost))
    framed(33)
    assert costs == [8.0, 6.0, 8.0]


def test_parts_of_all_functions_share_the_limit(monkeypatch):
    text_audit.forget()
    monkeypatch.setattr(PICTURES, "limit", 3 * (400 * 400 * 4 + ENTRY_OVERHEAD))
    for size in range(380, 400):
        draw(size)
    assert 0 < PICTURES.size <= PICTURES.limit
    text_audit.forget()


@pytest.mark.parametrize(
    ("seconds", "uses", "is_kept"),
    [(1e-5, 0, False), (1e-5, SELDOM_USES, True), (1e-2, 0, True), (1e-2, SELDOM_USES, True)],
)
def test_a_picture_that_is_quickly_drawn_and_seldom_used_is_dropped_rather_than_packed(seconds, uses, is_kept):
    cache = Cache(3 * (200 * 200 * 4 + ENTRY_OVERHEAD))
    cache.put("first", Image.new("RGB", (200, 200), "navy"), seconds)
    for _ in range(uses):
        cache.get("first")
    for number in range(10):
        cache.put(number, Image.new("RGB", (200, 200)), 1.0)
    assert (cache.get("first") is not None) is is_kept
