"""The lobby's menu for adding and removing computer players."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.computers.policies import LEVELS
from bot.discord.custom_ids import with_mark
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, on
from bot.matches.service_results import MatchInfo
from rules.kernel.words.translation import Translator

#: The menu value that removes a computer player.
REMOVE_COMPUTER = "away"


def level_name(say: Translator, level: str) -> str:
    """Return the name of a computer player's level."""
    words = {"easy": say.t("easy"), "normal": say.t("normal"), "hard": say.t("hard")}
    return words.get(level, level)


def menu(say: Translator, info: MatchInfo, limit: int, revision: int = 0) -> ui.Select[Any] | None:
    """Return the lobby's menu for adding and removing computer players; None if neither is possible.

    `revision` must increase with each change of the lobby, because the menu's custom_id contains it. If the custom_id
    stayed the same, Discord's clients would keep showing the old choice.
    """
    options: list[discord.SelectOption] = []
    if len(info.seats) < limit:
        title = say.t("Add a computer")
        options += [
            controls.option(say.t("Add a computer: {level}", level=level_name(say, level)), level) for level in LEVELS
        ]
    else:
        title = say.t("Computers at the table")
    if any(not seat.is_human for seat in info.seats):
        options.append(controls.option(say.t("Remove a computer"), REMOVE_COMPUTER))
    if not options:
        return None
    select_menu = controls.select(title, options, "seat", info.id)
    select_menu.custom_id = with_mark(select_menu.custom_id, f"{revision:x}")
    return select_menu


@on("seat", public=True)
async def seat_computer(press: ComponentInteraction) -> None:
    """Add or remove a computer player."""
    service, user_id = press.interaction.client.service, press.interaction.user.id
    match_id = press.numbers(1)[0]
    if press.value == REMOVE_COMPUTER:
        await service.lobby.remove_computer(match_id, user_id)
    else:
        await service.lobby.add_computer(match_id, user_id, press.value)
