"""The lobby's option whether players can see their own points during the match."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from bot.discord.ui.locale import ReaderContext
from bot.matches.own_points import are_own_points_shown
from bot.matches.service_results import MatchInfo
from rules.kernel.words.translation import N_, Translator

#: The name used in custom_ids for this option, and the text for each of its values.
FIELD = "standing"
WORDS = {"on": N_("Shown to each player"), "off": N_("Not shown")}


def components(info: MatchInfo, reader: ReaderContext) -> list[ui.Item[Any]]:
    """Return the components of the panel of options: a text and a menu."""
    say, title = reader.label, reader.label.t("How I stand")
    now = "on" if are_own_points_shown(info) else "off"
    options = [controls.option(say.t(words), value, default=value == now) for value, words in WORDS.items()]
    explanation = say.t("the panel shows you your own points, as they were at the start of your turn.")
    return [
        controls.text(f"**{title}**: {explanation}"),
        controls.row(controls.select(title, options, "set", info.id, FIELD, 0)),
    ]


def lines(say: Translator, info: MatchInfo) -> list[str]:
    """Return a line saying that the match doesn't show the points; empty if it does, which is the default."""
    if are_own_points_shown(info):
        return []
    return [f"**{say.t('How I stand')}:** {say.t('not shown in this match')}."]


async def change(press: ComponentInteraction, info: MatchInfo, value: str) -> None:
    """Change the option to the value that was chosen in the menu."""
    if value not in WORDS:
        raise controls.stale_button_error()
    lobby = press.interaction.client.service.lobby
    await lobby.set_own_points(info.id, press.interaction.user.id, shown=value == "on")
