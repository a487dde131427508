"""Parts are drawn once, without gaps in an audit."""

from PIL import Image

from render.pen import audit
from render.pen.cache import ENTRY, PICTURES, Cache, cached, weight

drawn = []


@cached
def plain(size):
    drawn.append("plain")
    return Image.new("RGB", (size, size))


@cached
def worded(size):
    drawn.append("worded")
    audit.note_size(size)
    return plain(size)


@cached
def framed(size):
    drawn.append("framed")
    return worded(size)


def draw(size):
    """Draw a part with a nested part that has text; return what had to be drawn."""
    drawn.clear()
    framed(size)
    return list(drawn)


def test_a_part_is_drawn_once():
    audit.forget()
    assert draw(30) == ["framed", "worded", "plain"]
    assert draw(30) == []


def test_an_audit_hears_of_the_words_in_parts_that_were_drawn_before_it():
    audit.forget()
    worded(30)
    draw(30)
    with audit.audit() as found:
        assert draw(30) == []
        draw(31)
    assert found.sizes == {30: 1, 31: 1}


def test_everything_that_is_kept_stays_under_one_limit_and_the_unused_goes_first():
    cache = Cache(3 * (1000 + ENTRY))
    for name in ("a", "b", "c"):
        cache.put(name, bytes(1000), 1.0)
    assert cache.get("a") == bytes(1000)
    cache.put("d", bytes(1000), 1.0)
    assert [name for name in "abcd" if cache.get(name) is not None] == ["a", "c", "d"]
    assert cache.size == 3 * (1000 + ENTRY)


def test_large_pictures_that_are_quickly_made_do_not_push_out_small_ones():
    cache = Cache(100_000)
    for number in range(20):
        cache.put(number, bytes(500), 0.01)
    for number in range(20, 60):
        cache.put(number, bytes(50_000), 0.01)
    assert all(cache.get(number) is not None for number in range(20))


def test_what_was_used_often_goes_in_the_end_if_no_one_asks_any_more():
    cache = Cache(10 * (1000 + ENTRY))
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
    assert cache.size == 1000 + ENTRY


def test_a_picture_weighs_what_its_pixels_take():
    assert weight(Image.new("RGB", (10, 10))) == 400
    assert weight(Image.new("L", (10, 10))) == 100
    assert weight((1, (Image.new("RGBA", (10, 10)), b"abc"))) == 403


def test_parts_of_all_functions_share_the_limit(monkeypatch):
    audit.forget()
    monkeypatch.setattr(PICTURES, "limit", 3 * (400 * 400 * 4 + ENTRY))
    for size in range(380, 400):
        draw(size)
    assert 0 < PICTURES.size <= PICTURES.limit
    assert len(PICTURES) <= 3
    audit.forget()
