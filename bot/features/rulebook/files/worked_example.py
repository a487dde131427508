"""A worked example on a page of the rules: its events, and boards before and after the moves, one over the other."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from PIL import Image, ImageChops, ImageOps

import render
from render.pen import theme
from render.pen.pillow_wrappers import scaled
from rules.kernel.engine.example import Played, played
from rules.kernel.game import AnyGame
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import Translator

#: Width of the pictures in pixels, and their WebP quality (out of 100).
WIDTH, QUALITY = 1000, 32
#: WebP compression effort (out of 6). It is high because a page is created once and loaded many times.
WEBP_EFFORT = 6
#: A picture at least this tall, relative to the tallest picture of the example, is extended to the same height.
MIN_RELATIVE_HEIGHT = 0.85
#: Maximum number of lines, and of characters, of the text about an example's events.
MAX_LINES, MAX_LENGTH = 12, 1800
#: A function that turns plain text into HTML.
Words = Callable[[str], str]


def example(game: AnyGame, locale: str, rule: str, words: Words) -> Iterator[str]:
    """Yield the HTML of an example, including the hand of its seat if the example has one.

    Tapping a picture enlarges it. For the later position, only the differences are stored. They lie over the picture of
    the earlier position, and a switch shows or hides them.
    """
    worked_example = game.examples[rule]
    played_example = played(worked_example)
    names = game.example_names(Translator(locale))
    say = Translator(locale, names)
    event_texts = _event_html(game, say, played_example, worked_example.seat, words)
    yield f'<figure class="boards"><figcaption>{"".join(event_texts)}</figcaption>'
    if played_example.events:
        yield _switch(say, rule)
    yield _picture_stack(
        say,
        played_example,
        worked_example.seat,
        lambda view: render.board(view, locale=locale, names=names),
        game.alt_text,
    )
    if worked_example.seat is not None:
        yield _picture_stack(
            say, played_example, worked_example.seat, lambda view: render.hand(view, locale, names), game.hand_text
        )
    yield "</figure>"


def _event_html(
    game: AnyGame, say: Translator, played_example: Played[Any], seat: int | None, words: Words
) -> Iterator[str]:
    """Yield the HTML of the question asked before the moves, and of the events."""
    waiting = played_example.before.decisions()
    asked_seat = seat if seat in waiting else next(iter(waiting), None)
    if asked_seat is not None:
        question = game.question(say, played_example.before.view(asked_seat), waiting[asked_seat].prompt)
        line = say.t("Before, {player} decides: {question}", player=say.seat(asked_seat), question=question)
        yield f"<p>{words(line)}</p>"
    visible_events = [event for event in played_example.events if event.seen_by(seat)]
    for number, line in enumerate(
        recap.lines(say, game.recap, game.event_line, [RecapMove(visible_events)], MAX_LINES, MAX_LENGTH)
    ):
        yield f"<p>{words(say.t('After: {line}', line=line) if number == 0 else line)}</p>"


def _switch(say: Translator, rule: str) -> str:
    """Return the HTML of the switch between the boards before and after the moves."""
    moments = ((say.t("Before"), "first", " checked"), (say.t("After"), "then", ""))
    labels = (
        f'<label><input type="radio" name="at-{rule}" class="{name}"{on}>{escape(text)}</label>'
        for text, name, on in moments
    )
    return f'<div class="moments" role="group">{"".join(labels)}</div>'


def _picture_stack(
    say: Translator,
    played_example: Played[Any],
    seat: int | None,
    draw: Callable[[Any], Image.Image],
    tell: Callable[[Translator, Any], str],
) -> str:
    """Return the HTML of the pictures of both positions, with the later picture lying over the earlier one."""
    views = [(say.t(name), match.view(seat)) for name, match, _ in played_example.moments]
    images = _same_height([_fitted(draw(view)) for _, view in views])
    pictures: list[str] = []
    for (name, view), image in zip(views, images, strict=True):
        part, kind = image, "base" if image is images[0] else "over whole"
        if image is not images[0] and image.size == images[0].size:
            part, kind = _changed(images[0], image), "over"
        if part is not None:
            alt = escape(f"{name}. {tell(say, view)}")
            pictures.append(f'<img class="{kind}" alt="{alt}" loading="lazy" src="{_data(part)}">')
    enlarge = f'<input type="checkbox" class="zoom" aria-label="{escape(say.t("Enlarge"))}">'
    return f'<label class="stack">{enlarge}{"".join(pictures)}</label>'


def _fitted(image: Image.Image) -> Image.Image:
    image = image.convert("RGB")
    if image.width <= WIDTH:
        return image
    return scaled(image, (WIDTH, round(image.height * WIDTH / image.width)))


def _same_height(images: list[Image.Image]) -> list[Image.Image]:
    """Extend pictures of similar height to the same height, so one can lie over another."""
    tall = max(image.height for image in images)
    if any(image.height < MIN_RELATIVE_HEIGHT * tall for image in images):
        return images
    return [ImageOps.pad(image, (image.width, tall), color=theme.TABLE, centering=(0, 0)) for image in images]


def _changed(before: Image.Image, after: Image.Image) -> Image.Image | None:
    """Return a picture's differences from an earlier picture, with the rest transparent; None if there are none."""
    channels = ImageChops.difference(before, after).split()
    mask = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    if mask.getbbox() is None:
        return None
    # Extend the differences to whole blocks of pixels, because scattered pixels don't compress well.
    blocks = mask.point(lambda level: 255 if level else 0).reduce(8).point(lambda level: 255 if level else 0)
    full_size_mask = blocks.resize((blocks.width * 8, blocks.height * 8), Image.Resampling.NEAREST)
    part = after.convert("RGBA")
    part.putalpha(full_size_mask.crop((0, 0, *after.size)))
    return part


def _data(image: Image.Image) -> str:
    """Return a picture as a data URL."""
    out = io.BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=WEBP_EFFORT)
    return f"data:image/webp;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
