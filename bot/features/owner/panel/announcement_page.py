"""The announcements page of `/owner`: write an announcement, preview it, then post it in all servers."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.bot import Bot
from bot.discord.ui import controls, limits
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import LANGUAGE_NAMES
from bot.discord.ui.person_lookup import person_name, say_at_once
from bot.features.owner.panel.page_frame import Items, check, page, show, show_items
from bot.features.owner.service.announcements import (
    MAX_TEXT_LENGTH,
    NEVER_PLAYED,
    TURNED_OFF,
    AnnouncementProgress,
    AnnouncementRow,
    Announcements,
    text_in,
)
from rules.kernel.words.translation import LOCALES, N_, Translator

PAGE_NAME = "news"
#: Number of announcements on the page, and maximum number of characters shown of each announcement.
PAGE_SIZE, MAX_EXCERPT_LENGTH = 4, 120
_STATES = {"open": N_("being posted"), "stopped": N_("stopped"), "done": N_("posted everywhere")}
_REASONS = {TURNED_OFF: N_("they don't want news"), NEVER_PLAYED: N_("no one has ever played there")}


@page(PAGE_NAME, N_("Announcements"))
async def news(bot: Bot, say: Translator, _: int) -> Items:
    """Return the latest announcements and their progress, with a button for writing a new announcement."""
    items: list[ui.Item[Any]] = []
    for progress in await bot.service.part(Announcements).newest(PAGE_SIZE):
        items.append(controls.text(_progress_words(say, progress)))
        if progress.row.status == "open":
            stop = controls.button(say.t("Stop"), "ownerhush", progress.row.id, style=Style.danger)
            items.append(controls.row(stop))
    none = [controls.text(say.t("Nothing has been announced yet."))]
    write = controls.button(say.t("Write an announcement"), "ownerwrite", style=Style.primary)
    return [*(items or none), controls.row(write)]


def _progress_words(say: Translator, progress: AnnouncementProgress) -> str:
    row = progress.row
    head = say.t(
        "Announcement {n} by {who}, {time}, {state}",
        n=row.id, who=person_name(say, row.user_id), time=f"<t:{row.at}:f>", state=say.t(_STATES[row.status]),
    )  # fmt: skip
    beginning = " ".join(limits.truncate(text_in(row.texts, say.locale), MAX_EXCERPT_LENGTH).split())
    counts = say.t(
        "Servers that have it: {done}; waiting: {due}; skipped: {skipped}",
        done=progress.done, due=progress.due, skipped=progress.skipped,
    )  # fmt: skip
    why = [
        f"{say.t(_REASONS[reason]) if reason in _REASONS else reason}: {number}"
        for reason, number in sorted(progress.reasons.items())
    ]
    reasons = [f"-# {'; '.join(why)}"] if why else []
    return "\n".join([f"**{head}**", counts, *reasons, f"> {beginning}"])


@on("ownerwrite", asks=True)
async def write(press: ComponentInteraction) -> None:
    """Open the form for an announcement's text in each language."""
    say = say_at_once(press.interaction)
    fields = [
        (LANGUAGE_NAMES[locale], controls.paragraph(locale, MAX_TEXT_LENGTH, required=False)) for locale in LOCALES
    ]
    await press.interaction.response.send_modal(controls.fields_form(say.t("Announcement"), fields, "ownerwritten"))


@on("ownerwritten")
async def look(press: ComponentInteraction) -> None:
    """Show a preview of the announcement before it is posted."""
    say, interaction = await check(press.interaction), press.interaction
    of = interaction.client.service.part(Announcements)
    row = await of.draft(dict(zip(LOCALES, press.values, strict=False)), by=interaction.user.id)
    await show_items(interaction, PAGE_NAME, _preview(say, row, await of.count_servers()))


def post(say: Translator, text: str) -> str:
    """Return an announcement as it will be posted, with a note about how managers can turn announcements off."""
    head = say.t("**From the bot's owner:**")
    how = say.t("The server's managers choose a channel for this news, or turn it off, with `/settings server:`.")
    return f"{head}\n{text}\n-# {how}"


def _preview(say: Translator, row: AnnouncementRow, servers: int) -> Items:
    previews = [controls.text(post(Translator(locale), row.texts[locale])) for locale in LOCALES if locale in row.texts]
    first = say.t("This is how it looks. A server gets it in its own language or, if that's missing, in the first.")
    send = say.n("Post it in {n} server", "Post it in {n} servers", servers)
    return [
        controls.text(first),
        *(item for item_text in previews for item in (ui.Separator[Any](), item_text)),
        controls.row(
            controls.button(send, "ownersend", row.id, style=Style.danger),
            controls.button(say.t("Don't post"), "owner", PAGE_NAME, 0),
        ),
    ]


@on("ownersend")
async def send(press: ComponentInteraction) -> None:
    """Start posting a draft in all servers."""
    say, interaction = await check(press.interaction), press.interaction
    announcements = interaction.client.service.part(Announcements)
    await announcements.send(press.number(0), by=interaction.user.id)
    interaction.client.dispatch("announced")
    await show(interaction, PAGE_NAME, say.t("It's on its way; pings and boards go first."))


@on("ownerhush")
async def stop(press: ComponentInteraction) -> None:
    """Stop posting an announcement."""
    say, interaction = await check(press.interaction), press.interaction
    await interaction.client.service.part(Announcements).stop(press.number(0), by=interaction.user.id)
    await show(interaction, PAGE_NAME, say.t("I won't post it anywhere else. Existing posts stay."))
