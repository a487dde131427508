"""The guide sheets of a game as text and as pictures, and the legend of the game's icons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import accent_colour, picture, reader_for
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, Part, on
from bot.discord.ui.locale import ReaderContext
from bot.table.lessons import panel as lessons
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words.summary_sheets import Kind, Sheet
from rules.kernel.words.translation import Translator

#: The kinds of guide sheets that `/rules summary` shows.
SUMMARY_SHEETS = (Kind.TURN, Kind.END)


def buttons(say: Translator, game: AnyParts, seats: int) -> list[ui.Item[Any]]:
    """Return the buttons that open the guide sheets of a game."""
    items: list[ui.Item[Any]] = []
    kinds = [sheet.kind for sheet in game.sheets(say, seats, {})]
    if Kind.HOW in kinds:
        items.append(controls.button(say.t("How to play"), "howto", game.id, seats))
    if Kind.AID in kinds:
        items.append(controls.button(say.t("Player aid"), "aid", game.id, seats))
    return items


def first_button(say: Translator, game: AnyParts, seats: int) -> list[ui.Item[Any]]:
    """Return the most important of the buttons that open the guide sheets of a game; empty if there are none."""
    return buttons(say, game, seats)[:1]


def learning_buttons(say: Translator, game: AnyParts) -> list[ui.Item[Any]]:
    """Return all buttons that help people learn a game with any number of players: its lessons and its guide sheets."""
    return [*lessons.buttons(say, game, 0), *buttons(say, game, 0)]


def sheet_buttons(game: AnyParts, label: Translator, seats: int, sheet: Sheet) -> list[ui.Item[Any]]:
    """Return a button for each guide sheet of a game; the button of the current sheet is disabled."""
    return [
        controls.button(
            other.title(label), "howpage", game.id, seats, list(Kind).index(other.kind),
            disabled=other.kind is sheet.kind,
        )
        for other in game.sheets(label, seats, {})
    ]  # fmt: skip


def text_of(game: AnyParts, say: Translator, sheet: Sheet) -> str:
    """Return a guide sheet as text."""
    return limits.truncate(f"## {game.title(say)}: {sheet.title(say)}\n{sheet.text()}", limits.CONTENT)


async def _drawn(interaction: Interaction, game: AnyParts, reader: ReaderContext, sheet: Sheet) -> list[discord.File]:
    """Return the picture of a guide sheet and, for the player aid, also a picture of all icons.

    Pictures that can't be drawn are left out.
    """
    say, pictures = reader.text, interaction.client.pictures
    name = game.title(say)
    drawing = pictures.sheet(game.id, name, sheet, reader.locale)
    alt = f"{name}: {sheet.title(say)}. {sheet.plain()}"
    files = [await picture(drawing, f"{sheet.kind.name.lower()}.png", alt)]
    if sheet.kind is Kind.AID:
        icons = say.t("{game}: what the icons mean", game=name)
        files.append(await picture(pictures.legend(game.id, reader.locale), "icons.png", icons))
    return [file for file in files if file is not None]


async def summarize(interaction: Interaction, game: AnyParts, seats: int) -> bool:
    """Show how turns work and how the game ends for this player count; return False if the game has no such sheets."""
    reader, options = await reader_for(interaction), await _options_here(interaction, game)
    sheets = [sheet for sheet in game.sheets(reader.text, seats, options) if sheet.kind in SUMMARY_SHEETS]
    if not sheets:
        return False
    parts: list[Part] = []
    for sheet in sheets:
        parts += [text_of(game, reader.text, sheet), *await _drawn(interaction, game, reader, sheet)]
    await answers.show(interaction, *parts, buttons(reader.label, game, seats), accent=accent_colour(game))
    return True


async def _options_here(interaction: Interaction, game: AnyParts) -> Mapping[str, Any]:
    """Return the options of the match of this game in this channel; empty if there is none."""
    if interaction.channel_id is None:
        return {}
    info = await interaction.client.service.matches.in_channel(interaction.channel_id)
    return {} if info is None or info.game != game.id else info.options


def _game_and_seats(press: ComponentInteraction) -> tuple[AnyParts, int]:
    """Return the game and the player count from the arguments of a button. The player count 0 stands for any number."""
    game = press.interaction.client.games.get(press.arg(0))
    if game is None or not press.arg(1).isdecimal() or int(press.arg(1)) not in (0, *game.seats):
        raise controls.stale_button_error()
    return game, int(press.arg(1))


@on("howto", opens=True)
async def open_pages(press: ComponentInteraction) -> None:
    """Show the guide sheet about how to play."""
    await _show(press, Kind.HOW)


@on("howpage")
async def turn_pages(press: ComponentInteraction) -> None:
    """Turn to another guide sheet."""
    kinds, number = list(Kind), press.arg(2)
    if not number.isdecimal() or len(number) > 2 or int(number) >= len(kinds):
        raise controls.stale_button_error()
    await _show(press, kinds[int(number)])


@on("aid", opens=True)
async def open_aid(press: ComponentInteraction) -> None:
    """Show the player aid with the legend of all icons."""
    await _show(press, Kind.AID)


async def _show(press: ComponentInteraction, kind: Kind) -> None:
    game, seats = _game_and_seats(press)
    reader, options = await reader_for(press.interaction), await _options_here(press.interaction, game)
    sheet = next((sheet for sheet in game.sheets(reader.text, seats, options) if sheet.kind is kind), None)
    if sheet is None:
        raise controls.stale_button_error()
    files = await _drawn(press.interaction, game, reader, sheet)
    nav = sheet_buttons(game, reader.label, seats, sheet)
    words = text_of(game, reader.text, sheet)
    await answers.show(press.interaction, words, *files, nav, accent=accent_colour(game))
