"""The page of frozen matches in `/owner`: the cause of each freeze, and buttons to resume or end the match."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import discord
from discord import ButtonStyle as Style
from discord import ui

from bot.discord.bot import Bot
from bot.discord.match_context import title_of
from bot.discord.ui import controls, limits
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.person_lookup import say_at_once
from bot.features.owner.panel.page_frame import MAX_ROWS, Items, check, list_part, page, show, show_items
from bot.features.owner.service.frozen import FreezeCause, FrozenMatches, FrozenRow
from bot.matches.quotas import MAX_REASON_LENGTH
from bot.matches.service_results import Vote
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "frozen"
#: Number of frozen matches per page (a message can have only 40 components), and maximum number of traceback lines.
PAGE_SIZE, MAX_TRACEBACK_LINES = 7, 12
#: The owner's actions on a frozen match: the label of the button, and the question that asks for the reason.
ORDER_WORDS = {
    "repair": (N_("Try again"), N_("Why does it continue? The table sees this.")),
    "repairto": (N_("Go back"), N_("Why does it go back? The table sees this.")),
    "end": (N_("End it"), N_("Why does it end? The table sees this.")),
}


@page(PAGE_NAME, N_("Frozen matches"))
async def frozen(bot: Bot, say: Translator, part: int) -> Items:
    """Return the frozen matches, oldest first, each with a button that shows its details."""
    rows = await bot.service.part(FrozenMatches).first(MAX_ROWS)
    if not rows:
        return [controls.text(say.t("No match is frozen."))]
    rows_on_page, turning = list_part(say, PAGE_NAME, rows, part, PAGE_SIZE)
    look = say.t("View")
    listed = [
        controls.section(_line(bot, say, row), controls.button(look, "ownermatch", row.id)) for row in rows_on_page
    ]
    return [*listed, *turning]


def _line(bot: Bot, say: Translator, row: FrozenRow) -> str:
    text = say.t(
        "Match {match} ({game}) in {channel}, error {error}",
        match=row.id, game=title_of(bot, say, row.game), channel=f"<#{row.channel_id}>", error=row.error_id or "?",
    )  # fmt: skip
    return text if not row.reports else f"{text}; " + say.n("{n} report waiting", "{n} reports waiting", row.reports)


# -- one match --------------------------------------------------------------------------------------------------------


@on("ownermatch")
async def look(press: ComponentInteraction) -> None:
    """Show why a match is frozen, with buttons to resume or end it."""
    (number,) = press.numbers(1)
    say, bot = await check(press.interaction), press.interaction.client
    fault = await bot.service.part(FrozenMatches).fault_of(number, press.interaction.user.id)
    await show_items(press.interaction, PAGE_NAME, _details(bot, say, fault))


def _details(bot: Bot, say: Translator, fault: FreezeCause) -> Items:
    info, number = fault.info, fault.info.id
    row = FrozenRow(number, info.game, info.guild_id, info.public_channel_id, info.error_id, fault.reports)
    head = [_line(bot, say, row), say.n("{n} seat", "{n} seats", len(info.seats))]
    if fault.outline is None:
        head.append(say.t("You've had a seat in this match, so only another owner can see what froze it."))
    items: list[ui.Item[Any]] = [controls.text("\n".join(head))]
    if fault.outline:
        places = "\n".join(fault.outline[-MAX_TRACEBACK_LINES:])
        items.append(controls.text(f"```\n{limits.truncate(places, limits.CONTENT)}\n```"))
    if info.started_at is not None:
        items.append(
            controls.row(
                controls.select(say.t("Go back to an earlier entry"), _entry_menu(say, fault), "ownerback", number)
            )
        )
    items.append(controls.row(*_buttons(say, fault)))
    hint = say.t("Whatever you choose, I ask for a reason first. The match continues with new random draws.")
    return [*items, controls.text(f"-# {hint}")]


def _buttons(say: Translator, fault: FreezeCause) -> list[ui.Button[Any]]:
    number = fault.info.id
    buttons = [controls.button(say.t("End it"), "ownerorder", number, "end", style=Style.danger)]
    if fault.info.started_at is not None:
        buttons.insert(0, controls.button(say.t("Try again"), "ownerorder", number, "repair", style=Style.primary))
    if fault.outline is not None:
        buttons.append(controls.button(say.t("Its report as a file"), "ownerfile", number))
    return buttons


def _entry_menu(say: Translator, fault: FreezeCause) -> list[discord.SelectOption]:
    """Return menu options for resetting a match to one of its latest journal entries.

    Each option shows only the number and the time of its entry, which reveal nothing about the moves.
    """
    numbered = list(enumerate(fault.entries, 1))[:-1] or list(enumerate(fault.entries, 1))
    return [
        controls.option(say.t("Entry {n}, {time} UTC", n=number, time=_time_words(row.at)), str(number))
        for number, row in reversed(numbered[-limits.SELECT_OPTIONS :])
    ]


def _time_words(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"


@on("ownerfile", opens=True)
async def hand_over(press: ComponentInteraction) -> None:
    """Send the report of a frozen match as a file."""
    (number,) = press.numbers(1)
    say, interaction = await check(press.interaction), press.interaction
    data = await interaction.client.service.part(FrozenMatches).report_file(number, interaction.user.id)
    words = say.t(
        "The report of match {n}. To export the match itself, with its secrets, use `tenebrae match export`.", n=number
    )
    await respond(interaction, words, discord.File(io.BytesIO(data), f"match-{number}.json"))


# -- actions ----------------------------------------------------------------------------------------------------------


@on("ownerback", asks=True)
async def go_back(press: ComponentInteraction) -> None:
    """Ask the owner why the match should be reset to the chosen journal entry."""
    (number,) = press.numbers(1)
    await _ask(press, number, "repairto", press.value)


@on("ownerorder", asks=True)
async def order(press: ComponentInteraction) -> None:
    """Ask the owner why a frozen match should be retried or ended."""
    if press.arg(1) not in ORDER_WORDS:
        raise controls.stale_button_error()
    await _ask(press, press.number(0), press.arg(1))


async def _ask(press: ComponentInteraction, number: int, verb: str, *more: str) -> None:
    say, (label, question) = say_at_once(press.interaction), ORDER_WORDS[verb]
    fields = [(say.t(question), controls.paragraph("reason", MAX_REASON_LENGTH))]
    title = say.t("Match {n}: {what}", n=number, what=say.t(label))
    await press.interaction.response.send_modal(
        controls.fields_form(title, fields, "ownerordered", number, verb, *more)
    )


@on("ownerordered")
async def execute(press: ComponentInteraction) -> None:
    """Execute the owner's decision about a match, and show the remaining frozen matches."""
    interaction, verb = press.interaction, press.arg(1)
    say = await check(interaction)
    if verb not in ORDER_WORDS:
        raise controls.stale_button_error()
    entry = press.number(2) if verb == "repairto" else None
    game_masters = interaction.client.service.game_masters
    result = await game_masters.order_as_owner(
        press.number(0), interaction.user.id, "end" if verb == "end" else "repair", press.value, entry=entry
    )
    if isinstance(result, Vote):
        message = say.t("You're playing in this match, so another player must agree. I've asked in the channel.")
    else:
        message = say.t("Done. I've told the channel, with your reason.")
    await show(interaction, PAGE_NAME, message)
