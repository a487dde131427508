"""Parts are drawn once, and an audit misses nothing for it."""

from PIL import Image

from render.pen import audit
from render.pen.cache import cached

drawn = []


@cached(4)
def plain(size):
    drawn.append("plain")
    return Image.new("RGB", (size, size))


@cached(4)
def worded(size):
    drawn.append("worded")
    audit.note_size(size)
    return plain(size)


@cached(4)
def framed(size):
    drawn.append("framed")
    return worded(size)


def draw(size):
    """Draw a part whose part bears words, and say what had to be drawn for it."""
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
