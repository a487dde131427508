"""What the panel's buttons and menus do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.discord import controls, errors, panel
from bot.discord.controls import Press, on
from bot.discord.desk import Desk, desk_at, seated
from bot.discord.errors import Sorry
from bot.discord.permissions import missing_permissions
from rules.kernel.events import Event
from rules.kernel.text import N_

if TYPE_CHECKING:
    from bot.discord.client import TenebraeBot

    Interaction = discord.Interaction[TenebraeBot]

#: Decisions remembered so that the second half of a double click stays quiet.
REMEMBERED = 512


async def show(interaction: Interaction, desk: Desk, *, note: str = "", events: Sequence[Event] = ()) -> None:
    """Put the panel's first page, with the person's hand, in the place of what the interaction shows."""
    seated(desk)
    missing = missing_permissions(interaction)
    if missing:
        # Moves count all the same; the others just don't hear of them here.
        say = desk.voice.text
        lack = say.t("I can't post in this channel; I lack the permission: {names}.", names=", ".join(missing))
        note = f"{lack}\n{note}".strip()
    back = await desk.bot.service.can_take_back(desk.info.id, desk.user_id)
    await _edit(interaction, panel.root(desk, note=note, events=events, can_take_back=back), await desk.hand())


async def _edit(interaction: Interaction, page: panel.Page, hand: discord.File | None = None) -> None:
    extra: dict[str, Any] = {} if hand is None else {"attachments": [hand]}
    await interaction.edit_original_response(
        content=page.content, view=page.view, allowed_mentions=discord.AllowedMentions.none(), **extra
    )


async def _at(press: Press) -> tuple[Desk, bool]:
    """Return the match a press belongs to, and whether its moment has passed.

    Raises Sorry for somebody else's button.
    """
    try:
        match_id, seat, seq = map(int, press.args[:3])
    except ValueError:
        raise controls.stale() from None
    desk = await desk_at(press.interaction, match_id)
    if seated(desk) != seat:
        raise Sorry(N_("That button belongs to another player."))
    return desk, desk.table.seq != seq


async def _moved_on(press: Press, desk: Desk) -> None:
    """Show the present position instead of the past one; nothing is done."""
    say = desk.voice.text
    note = say.t("The match had moved on, so nothing was done. This is what waits for you now.")
    await show(press.interaction, desk, note=note)


async def perform(press: Press, desk: Desk, choice: panel.Choice) -> None:
    """Take the action and walk on to the next decision; the second half of a double click does nothing."""
    bot, info, seq = desk.bot, desk.info, desk.table.seq
    key = (info.id, desk.user_id, seq)
    if bot.acted.get(key) == _mark(press, choice.token):
        return
    bot.acted.setdefault(key, _mark(press, choice.token))
    while len(bot.acted) > REMEMBERED:
        bot.acted.pop(next(iter(bot.acted)))
    try:
        outcome = await bot.service.act(info.id, desk.user_id, choice.action, seq=seq)
    except errors.TOLD as error:
        bot.acted.pop(key, None)
        now = await desk_at(press.interaction, info.id)
        await show(press.interaction, now, note=errors.sentence(error, desk.voice.text) or "")
        return
    except BaseException:
        bot.acted.pop(key, None)
        raise
    await show(press.interaction, await desk_at(press.interaction, info.id), events=outcome.events)


@on("move", opens=True)
async def open_panel(press: Press) -> None:
    """Open the panel from a public or private post."""
    await show(press.interaction, await desk_at(press.interaction, press.numbers[0]))


@on("panel")
async def refresh(press: Press) -> None:
    """Show the panel's first page again."""
    await show(press.interaction, await desk_at(press.interaction, press.numbers[0]))


@on("act")
async def act(press: Press) -> None:
    """Take the action of a button, after a question when it uncovers something."""
    await _choose(press, press.args[-1])


@on("sure")
async def sure(press: Press) -> None:
    """Take an action after the question."""
    desk, late = await _at(press)
    if late:
        await _late(press, desk, press.args[-1])
    else:
        await perform(press, desk, panel.find(desk, press.args[-1]))


@on("pick")
async def pick(press: Press) -> None:
    """Take the action chosen in a menu, or open the group it names."""
    value = press.values[0] if press.values else ""
    if value == panel.MORE or value.startswith("g"):
        desk, late = await _at(press)
        if late:
            await _moved_on(press, desk)
            return
        group = press.args[3] if value == panel.MORE else value[1:]
        await _edit(press.interaction, panel.group_page(desk, _number(group), 0))
        return
    await _choose(press, value)


@on("group")
async def turn_page(press: Press) -> None:
    """Show another page of a long group."""
    desk, late = await _at(press)
    if late:
        await _moved_on(press, desk)
    else:
        _, _, _, number, page = press.numbers
        await _edit(press.interaction, panel.group_page(desk, number, page))


@on("back")
async def take_back(press: Press) -> None:
    """Take the last action back."""
    desk, late = await _at(press)
    if late:
        await _moved_on(press, desk)
        return
    await desk.bot.service.take_back(desk.info.id, desk.user_id)
    now = await desk_at(press.interaction, desk.info.id)
    await show(press.interaction, now, note=now.voice.text.t("Taken back."))


async def _choose(press: Press, token: str) -> None:
    desk, late = await _at(press)
    if late:
        await _late(press, desk, token)
        return
    choice = panel.find(desk, token)
    if choice.text.reveals:
        await _edit(press.interaction, panel.confirm(desk, choice))
    else:
        await perform(press, desk, choice)


def _mark(press: Press, token: str) -> tuple[int, str]:
    """Return what two halves of a double click have in common."""
    message = press.interaction.message
    return (message.id if message else 0, token)


async def _late(press: Press, desk: Desk, token: str) -> None:
    """Answer a choice for a past decision: quietly if this very press was worked off before, else in words."""
    if desk.bot.acted.get((desk.info.id, desk.user_id, int(press.args[2]))) == _mark(press, token):
        await show(press.interaction, desk)
    else:
        await _moved_on(press, desk)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise controls.stale()
    return int(text)
