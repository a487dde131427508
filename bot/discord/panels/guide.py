"""What a newcomer reads: how to play, page by page, and the player aid with the meaning of the icons."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.support import controls, limits
from bot.discord.support.answers import answer
from bot.discord.support.context import audience_for, picture
from bot.discord.support.controls import Press, on
from bot.discord.support.locale import Audience
from rules.kernel.engine.parts import AnyParts
from rules.kernel.words.text import Say


def buttons(say: Say, game: AnyParts, seats: int, *, named: bool = False) -> list[ui.Item[Any]]:
    """Return the buttons to a game's pages, as many as it has; `named` tells which game is meant."""
    found: list[ui.Item[Any]] = []
    if game.how_to_play(say, seats):
        label = say.t("How to play: {game}", game=game.title(say)) if named else say.t("How to play")
        found.append(controls.button(label, "howto", game.id, seats))
    if not named and game.player_aid(say, seats):
        found.append(controls.button(say.t("Player aid"), "aid", game.id, seats))
    return found


def page_of(game: AnyParts, audience: Audience, seats: int, number: int) -> tuple[str, ui.View]:
    """Return a page of how to play, with buttons to turn it."""
    pages, label = game.how_to_play(audience.text, seats), audience.label
    number = min(max(number, 0), len(pages) - 1)
    nav: list[ui.Item[Any]] = []
    if len(pages) > 1:
        last = len(pages) - 1
        where = (game.id, seats)
        nav.append(controls.button(label.t("Previous"), "howpage", *where, number - 1, disabled=number == 0))
        nav.append(controls.button(label.t("Next"), "howpage", *where, number + 1, disabled=number == last))
    if game.player_aid(label, seats):
        nav.append(controls.button(label.t("Player aid"), "aid", game.id, seats))
    text = f"## {game.title(audience.text)}\n{pages[number]}" if number == 0 else pages[number]
    return limits.clip(text, limits.CONTENT), controls.rows(nav)


def _asked(press: Press) -> tuple[AnyParts, int]:
    """Return the game and the number of players that a button names."""
    game = press.interaction.client.games.get(press.arg(0))
    if game is None or not press.arg(1).isdecimal() or int(press.arg(1)) not in game.seats:
        raise controls.stale()
    return game, int(press.arg(1))


@on("howto", opens=True)
async def open_pages(press: Press) -> None:
    """Show how to play."""
    await _show(press, 0)


@on("howpage")
async def turn_pages(press: Press) -> None:
    """Turn the page."""
    number = press.arg(2)
    await _show(press, int(number) if number.isdecimal() and len(number) < 3 else 0)


async def _show(press: Press, number: int) -> None:
    game, seats = _asked(press)
    if not game.how_to_play(Say(), seats):
        raise controls.stale()
    text, view = page_of(game, await audience_for(press.interaction), seats, number)
    await answer(press.interaction, text, view=view)


@on("aid", opens=True)
async def open_aid(press: Press) -> None:
    """Show the player aid, with the legend of the icons below it."""
    game, seats = _asked(press)
    audience = await audience_for(press.interaction)
    text = game.player_aid(audience.text, seats)
    if not text:
        raise controls.stale()
    title = audience.text.t("{game}: what the icons mean", game=game.title(audience.text))
    drawing = press.interaction.client.pictures.legend(game.id, audience.locale)
    await answer(press.interaction, text, file=await picture(drawing, "icons.png", title))
