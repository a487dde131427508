"""Draws the board and the hands of a step for replay files, in mode "P" with the theme's palette."""

from __future__ import annotations

from PIL import Image

import render
from bot.features.replays.service.replay_steps import RenderedStep
from rules.kernel.words.translation import Translator


def board(rendered_step: RenderedStep, say: Translator) -> Image.Image:
    """Draw the board as the channel showed it, with changes marked.

    `say` has the names of the players at the time of the step.
    """
    return render.board(
        rendered_step.view, locale=say.locale, names=say.names, events=list(rendered_step.marked_events)
    )


def hand(rendered_step: RenderedStep, say: Translator, seat: int) -> Image.Image:
    """Draw a hand that the viewer may see, at half size.

    Hands change with every move, so full-size hands would make the file too large.
    """
    seat_view = rendered_step.view.model_copy(update={"viewer": seat})
    return render.to_palette(render.hand(seat_view, say.locale, say.names, seat).convert("RGB").reduce(2))
