"""The lobby's menu to add and remove computers."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.computers.levels import LEVELS
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.custom_ids import with_mark
from bot.matches.records import MatchInfo
from rules.kernel.words.translation import Translator

#: The menu's entry that removes a computer.
REMOVE_COMPUTER = "away"


def level_name(say: Translator, level: str) -> str:
    """Return the name of a level."""
    words = {"easy": say.t("easy"), "normal": say.t("normal"), "hard": say.t("hard")}
    return words.get(level, level)


def menu(say: Translator, info: MatchInfo, limit: int, shown: int = 0) -> ui.Select[Any] | None:
    """Return the lobby's menu to add and remove computers; None if neither is possible.

    `shown` grows with each change: in a menu with a known custom_id, Discord keeps showing the old choice.
    """
    offered: list[discord.SelectOption] = []
    if len(info.seats) < limit:
        title = say.t("Add a computer")
        offered += [
            controls.option(say.t("Add a computer: {level}", level=level_name(say, level)), level) for level in LEVELS
        ]
    else:
        title = say.t("Computers at the table")
    if any(not seat.is_human for seat in info.seats):
        offered.append(controls.option(say.t("Send a computer away"), REMOVE_COMPUTER))
    if not offered:
        return None
    made = controls.select(title, offered, "seat", info.id)
    made.custom_id = with_mark(made.custom_id, f"{shown:x}")
    return made


@on("seat", public=True)
async def seat_computer(press: ComponentInteraction) -> None:
    """Add a computer, or remove one."""
    service, user_id = press.interaction.client.service, press.interaction.user.id
    match_id = press.numbers(1)[0]
    if press.value == REMOVE_COMPUTER:
        await service.lobby.remove_computer(match_id, user_id)
    else:
        await service.lobby.add_computer(match_id, user_id, press.value)
