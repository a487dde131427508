"""Draws the board and the hands of a step for replay files, as palette images in the theme's colours."""

from __future__ import annotations

from PIL import Image

import render
from bot.features.replays.service.replay_steps import RenderedStep
from rules.kernel.words.translation import Translator


def board(rendered_step: RenderedStep, say: Translator) -> Image.Image:
    """Draw the whole board, with its changes marked.

    `say` contains the names of the people who were playing at this step.
    """
    return render.board(
        rendered_step.view, locale=say.locale, names=say.names, events=list(rendered_step.marked_events)
    )


def hand(rendered_step: RenderedStep, say: Translator, seat: int) -> Image.Image:
    """Draw at half size a hand that the viewer may see.

    Hands change with every move, so full-size hands would make the file too large.
    """
    seat_view = rendered_step.view.model_copy(update={"viewer": seat})
    return render.to_palette(render.hand(seat_view, say.locale, say.names, seat).convert("RGB").reduce(2))
