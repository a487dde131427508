"""The lines in `/settings` about ladders: whether this server has ladders, and whether the reader is on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ui

from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from bot.features.ratings.service.ladders import Ratings
from bot.store.statements.rows import EVERYWHERE
from bot.table.settings import choices
from bot.table.settings.lines import LineContext, SettingsLine, ShownLine
from rules.kernel.words.translation import N_

#: Texts about whether a person is on this server's ladders, and on the ladders of all servers.
HERE = {True: N_("You're on this server's ladders"), False: N_("You're not on this server's ladders")}
OVER_ALL = {
    True: N_("You're on the ladders of all servers"),
    False: N_("You're not on the ladders of all servers"),
}


async def show(ctx: LineContext) -> ShownLine:
    """Return lines about this server's ladders and whether the reader is on them, with menus that change it."""
    interaction, say = ctx.interaction, ctx.say
    of, user_id, guild_id = interaction.client.service.part(Ratings), interaction.user.id, interaction.guild_id
    title, setting_texts, menus = say.t("Ladders"), list[str](), list[ui.Item[Any]]()

    def add(words: Mapping[bool, str], now: bool, verb: str) -> None:
        setting_texts.append(say.t(words[now]))
        menus.append(controls.row(controls.select(title, choices.yes_or_no(say, words, now), "setting", verb)))

    if guild_id is not None:
        has_any = (await interaction.client.service.servers.settings(guild_id)).ladder
        setting_texts.append(say.t(choices.LADDER_WORDS[has_any]))
        if has_any:
            add(HERE, await of.is_on(user_id, guild_id), "here")
    add(OVER_ALL, await of.is_on(user_id, EVERYWHERE), "everywhere")
    note = say.t("If you leave a ladder, your matches disappear from it until you rejoin.")
    return ShownLine("ladders", title, "\n".join([*setting_texts, f"-# {note}"]), menus)


async def _change_everywhere(press: ComponentInteraction) -> None:
    await _show_on(press, EVERYWHERE)


async def _change_here(press: ComponentInteraction) -> None:
    guild_id = press.interaction.guild_id
    if guild_id is None:
        raise controls.stale_button_error()
    await _show_on(press, guild_id)


async def _show_on(press: ComponentInteraction, guild_id: int) -> None:
    """Add the person to a server's ladders, or remove them."""
    ratings, is_listed = press.interaction.client.service.part(Ratings), choices.is_yes(press)
    await ratings.set_listed(press.interaction.user.id, guild_id, shown=is_listed)


LINE = SettingsLine("ladders", show, {"everywhere": _change_everywhere, "here": _change_here})
