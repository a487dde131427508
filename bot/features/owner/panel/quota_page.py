"""The limits page of `/owner`: the current limits, and a form that changes a limit for all processes."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.bot import Bot
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.person_lookup import say_at_once
from bot.features.owner.panel.page_frame import Items, check, page, show
from bot.matches.quota_overrides import QUOTAS, QuotaOverrides
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "limits"


@page(PAGE_NAME, N_("Limits"))
async def caps(bot: Bot, say: Translator, _: int) -> Items:
    """Return a text about each limit, with a menu of the limits that can be changed."""
    await bot.service.quota_overrides.read()
    of = bot.service.quota_overrides
    options = [
        controls.option(say.t(cap.title), name, limit_words(say, name, of[name])) for name, cap in QUOTAS.items()
    ]
    hint = say.t("A change applies to all processes within a minute. It lasts until you undo it, even after a restart.")
    return [
        controls.text("\n".join(_line(say, of, name) for name in QUOTAS)),
        controls.row(controls.select(say.t("Change a limit"), options, "ownercap")),
        controls.text(f"-# {hint}"),
    ]


def _line(say: Translator, of: QuotaOverrides, name: str) -> str:
    text = f"{say.t(QUOTAS[name].title)}: **{limit_words(say, name, of[name])}**"
    if not of.is_changed(name):
        return text
    return f"{text} " + say.t("(settings: {value})", value=limit_words(say, name, of.default(name)))


def limit_words(say: Translator, name: str, value: float) -> str:
    """Return a text for the value of a limit."""
    if value:
        return f"{value:g}"
    return say.t("no limit") if QUOTAS[name].free else "0"


@on("ownercap", asks=True)
async def ask(press: ComponentInteraction) -> None:
    """Open a form for entering a new value of the chosen limit."""
    say, name = say_at_once(press.interaction), press.value
    if name not in QUOTAS:
        raise controls.stale_button_error()
    now, cap = press.interaction.client.service.quota_overrides[name], QUOTAS[name]
    hint = say.t("Empty: as in the settings. 0: no limit") if cap.free else say.t("Empty: as in the settings")
    line = ui.TextInput[Any](
        custom_id="value", default=f"{now:g}", placeholder=hint, required=False, max_length=MAX_LIMIT_LENGTH
    )
    label = say.t("From {least} to {most}", least=f"{cap.least:g}", most=f"{cap.most:.0f}")
    await press.interaction.response.send_modal(
        controls.fields_form(say.t(cap.title), [(label, line)], "ownercapped", name)
    )


#: Maximum number of characters for the value in the form.
MAX_LIMIT_LENGTH = 10


@on("ownercapped")
async def change(press: ComponentInteraction) -> None:
    """Change a limit, then show all limits."""
    say, interaction = await check(press.interaction), press.interaction
    words = press.values[0] if press.values else ""
    await interaction.client.service.quota_overrides.set_quota(press.arg(0), words, by=interaction.user.id)
    await show(interaction, PAGE_NAME, say.t("Done. It applies from now on."))
