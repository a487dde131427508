"""All pictures that people see of a match, for tests that look at every one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PIL import Image

import render
from rules.kernel.data.events import Event
from rules.kernel.engine.match import Match


def pictures(
    match: Match[Any], events: Sequence[Event], viewer: int | None, locale: str, names: Sequence[str]
) -> Iterator[tuple[str, Image.Image]]:
    """Yield each picture of a match as a viewer sees it, after the name of the picture."""
    view = match.view(viewer)
    yield "board", render.board(view, None, locale, names, events)
    yield "chat board", render.chat_board(view, locale, names, events)
    for part in render.part_names(view, locale, names):
        yield part, render.part(view, part, locale, names)
    yield "hand", render.hand(view, locale, names)
    if viewer is not None:
        own = match.decisions().get(viewer)
        for decision in [own, None] if own is not None else [None]:
            if (choice := render.choice(view, decision, locale, names)) is not None:
                yield "choice" if decision else "compact hand", choice
    if match.result is not None:
        yield "score", render.score(view, match.result, locale, names)
