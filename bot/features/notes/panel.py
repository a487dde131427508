"""Private notes about a match, written in a form that contains the earlier note. Only their author can see them."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, reader_for
from bot.discord.ui import controls
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.person_lookup import say_at_once
from bot.features.notes.service import MAX_NOTE_LENGTH, Notes


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that opens the note form, in a list."""
    return [controls.button(ctx.reader.label.t("My note"), "note", ctx.info.id)]


async def lines(ctx: MatchContext) -> list[str]:
    """Return a list with the person's note below a heading, or an empty list if there is no note."""
    note = await ctx.bot.service.part(Notes).get(ctx.info.id, ctx.user_id)
    return [f"**{ctx.reader.text.t('Your note')}**\n{note}"] if note else []


async def ask(interaction: Interaction, match_id: int) -> None:
    """Open the note form. This must be the first response to the interaction."""
    say = say_at_once(interaction)
    service, user_id = interaction.client.service, interaction.user.id
    current_note = await service.part(Notes).get((await service.matches.get(match_id)).id, user_id)
    hint = say.t("What to remember. Leave it empty to delete it.")
    line = controls.paragraph("words", MAX_NOTE_LENGTH, current_note, hint=hint, required=False)
    form = controls.fields_form(say.t("My note"), [(say.t("Only you see this."), line)], "noted", match_id)
    await interaction.response.send_modal(form)


@on("note", asks=True)
async def open_form(press: ComponentInteraction) -> None:
    """Open the note form from the pages of the match."""
    await ask(press.interaction, press.numbers(1)[0])


@on("noted", opens=True)
async def keep(press: ComponentInteraction) -> None:
    """Replace the person's note with the text of the form."""
    interaction = press.interaction
    service = interaction.client.service
    info = await service.matches.get(press.numbers(1)[0])
    saved_note = await service.part(Notes).save(info.id, interaction.user.id, press.value if press.values else "")
    say = (await reader_for(interaction)).text
    if saved_note:
        message = say.t("I've saved your note. `/match note` shows it, and so does *Look up* in your panel.")
    else:
        message = say.t("I've deleted your note.")
    await respond(interaction, message)
