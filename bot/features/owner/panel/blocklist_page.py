"""The blocklist page of `/owner`: blocked people and servers, and forms for blocking more of them."""

from __future__ import annotations

import re
from typing import Any, cast

from discord import ui

from bot.discord.bot import Bot
from bot.discord.ui import controls, limits, safe_names
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.person_lookup import person_name, say_at_once
from bot.features.owner.panel.page_frame import Items, check, list_part, page, show
from bot.features.owner.service.blocklist import Blocklist, BlocklistRow, What
from bot.matches.quotas import MAX_REASON_LENGTH
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "blocks"
#: Number of blocks per page, newest first.
PAGE_SIZE = 10
#: Maximum number of characters in the list of blocks.
MAX_LIST_LENGTH = 3_000
#: Maximum number of characters in the form's fields: for an id or mention, and for a number of days.
MAX_ID_LENGTH, MAX_DAYS_LENGTH = 25, 4
_ID = re.compile(r"<@!?(\d{1,20})>|(\d{1,20})")
_KINDS: dict[str, tuple[str, str]] = {
    "person": (N_("Block a person"), N_("The person's id, or a mention")),
    "server": (N_("Block a server"), N_("The server's id")),
}


@page(PAGE_NAME, N_("Blocks"))
async def blocks(bot: Bot, say: Translator, part: int) -> Items:
    """Return the blocked people and servers, with a menu for lifting a block."""
    rows, turning = list_part(say, PAGE_NAME, await bot.service.part(Blocklist).list_all(), part, PAGE_SIZE)
    lines = [_line(say, row) for row in rows] or [say.t("No one is blocked.")]
    items: list[ui.Item[Any]] = [controls.text(limits.truncate_lines(lines, MAX_LIST_LENGTH))]
    if rows:
        options = [controls.option(_short(say, row), f"{row.what}.{row.subject}", row.reason) for row in rows]
        items.append(controls.row(controls.select(say.t("Lift a block"), options, "ownerserve")))
    buttons = [
        controls.button(say.t(label), "ownerblock", what, style=Style.danger) for what, (label, _) in _KINDS.items()
    ]
    return [*items, *turning, controls.row(*buttons)]


def _line(say: Translator, row: BlocklistRow) -> str:
    until = say.t("until it's lifted") if row.ends_at is None else say.t("until {time}", time=f"<t:{row.ends_at}:f>")
    text = say.t(
        "{who}, {until}; blocked by {by}, {time}",
        who=_who(say, row), until=until, by=person_name(say, row.by_id), time=f"<t:{row.at}:f>",
    )  # fmt: skip
    return text if not row.reason else f"{text}\n> {safe_names.safe_name(row.reason, MAX_REASON_LENGTH)}"


def _who(say: Translator, row: BlocklistRow) -> str:
    if row.digest is not None:
        return say.t("Someone who has deleted their data")
    return f"<@{row.subject}> ({row.subject})" if row.what == "person" else say.t("Server {id}", id=row.subject)


def _short(say: Translator, row: BlocklistRow) -> str:
    """Return a menu label for a block. Menus can't show names, only ids."""
    if row.digest is not None:
        return say.t("Someone who has deleted their data")
    return say.t("Person {id}", id=row.subject) if row.what == "person" else say.t("Server {id}", id=row.subject)


@on("ownerblock", asks=True)
async def ask(press: ComponentInteraction) -> None:
    """Open a form that asks for the id to block, the reason, and the duration."""
    say, kind = say_at_once(press.interaction), press.arg(0)
    if kind not in _KINDS:
        raise controls.stale_button_error()
    label, question = _KINDS[kind]
    fields: list[tuple[str, ui.Item[Any]]] = [
        (say.t(question), ui.TextInput[Any](custom_id="id", max_length=MAX_ID_LENGTH)),
        (say.t("Why? They'll see this."), controls.paragraph("reason", MAX_REASON_LENGTH, required=False)),
        (say.t("For how many days?"), _days(say)),
    ]
    await press.interaction.response.send_modal(controls.fields_form(say.t(label), fields, "ownerblocked", kind))


def _days(say: Translator) -> ui.TextInput[Any]:
    hint = say.t("Empty: until you lift it")
    return ui.TextInput(custom_id="days", placeholder=hint, required=False, max_length=MAX_DAYS_LENGTH)


@on("ownerblocked")
async def block(press: ComponentInteraction) -> None:
    """Block the person or server named in the form, and show all blocks."""
    interaction, kind = press.interaction, press.arg(0)
    say, bot = await check(interaction), interaction.client
    if kind not in _KINDS or len(press.values) < 3:
        raise controls.stale_button_error()
    what, (subject_text, reason, days) = cast("What", kind), press.values[:3]
    subject = _id_of(subject_text)
    await _check_may_be_blocked(press, what, subject)
    await bot.service.part(Blocklist).ban(what, subject, by=interaction.user.id, reason=reason, days=_days_of(days))
    bot.dispatch("bars_read")
    confirmation = say.t("Done. I'll tell them when they use me, and their seats are open to others.")
    await show(
        interaction,
        PAGE_NAME,
        confirmation if what == "person" else say.t("Done. I'll tell that server and leave it."),
    )


def _id_of(words: str) -> int:
    match = _ID.fullmatch(words.strip())
    number = int(match[1] or match[2]) if match else 0
    if not 0 < number < 2**63:
        raise Refusal(N_("That's not a Discord id. Turn on developer mode to copy ids."))
    return number


def _days_of(words: str) -> int | None:
    if not words.strip():
        return None
    if not words.strip().isdecimal() or len(words.strip()) > len("9999"):
        raise Refusal(N_("Type the number of days, or leave it empty."))
    return int(words)


async def _check_may_be_blocked(press: ComponentInteraction, what: What, subject: int) -> None:
    """Raise Refusal for owners and the owners' server, because no one could lift the block."""
    owners = press.interaction.client.owners
    if what == "server" and subject == press.interaction.guild_id:
        raise Refusal(N_("This is your own server, so you can't block it."))
    if what == "person" and (subject == press.interaction.user.id or await owners.is_owner(subject)):
        raise Refusal(N_("You can't block one of the bot's owners."))


@on("ownerserve")
async def lift(press: ComponentInteraction) -> None:
    """Lift the block chosen in the menu."""
    say, interaction = await check(press.interaction), press.interaction
    what, _, subject = press.value.partition(".")
    if what not in _KINDS:
        raise controls.stale_button_error()
    number = controls.number(subject)
    await interaction.client.service.part(Blocklist).lift(cast("What", what), number, by=interaction.user.id)
    await show(interaction, PAGE_NAME, say.t("Done. They're no longer blocked."))
