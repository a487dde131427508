"""What the panel's buttons and menus do."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.discord.panels import panel
from bot.discord.support import controls, errors
from bot.discord.support.bot import Interaction
from bot.discord.support.context import Desk, desk_at, seated
from bot.discord.support.controls import Press, on
from bot.discord.support.permissions import missing_permissions
from rules.kernel.data.events import Event
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

#: Decisions remembered so that the second half of a double click stays quiet.
REMEMBERED = 512
#: The argument of a panel's button that names the position it was made for.
MARK = 2
#: A press that is more moves old than this is stale, whoever made them. A round of secret choices takes fewer.
SINCE = 100


async def show(interaction: Interaction, desk: Desk, *, note: str = "", events: Sequence[Event] = ()) -> None:
    """Put the panel's first page, with the person's hand, in the place of what the interaction shows."""
    seated(desk)
    missing = missing_permissions(interaction)
    if missing:
        # Moves count all the same; the others just don't hear of them here.
        say = desk.voice.text
        lack = say.t("I can't post in this channel; I lack the permission: {names}.", names=", ".join(missing))
        note = f"{lack}\n{note}".strip()
    elif trouble := await desk.bot.troubles.sentence(desk.voice.text, desk.info):
        note = f"{trouble}\n{note}".strip()
    back = await desk.bot.service.undo.can_take_back(desk.table, desk.seat)
    message = await _edit(
        interaction, panel.root(desk, note=note, events=events, can_take_back=back), await desk.hand()
    )
    await _only_one(interaction, desk, message)


async def _only_one(interaction: Interaction, desk: Desk, message: discord.Message) -> None:
    """Remove this person's older panel of the match, as long as Discord lets us reach it (15 minutes)."""
    open_panels = desk.bot.panels
    key = (desk.info.id, desk.user_id)
    older = open_panels.pop(key, None)
    # Of one panel the latest press reaches furthest into the future.
    open_panels[key] = (message.id, interaction)
    while len(open_panels) > REMEMBERED:
        open_panels.pop(next(iter(open_panels)))
    if older is None or older[0] == message.id:
        return
    desk.bot.shown.pop(older[0], None)
    # Gone already, or out of reach: then it stays, and its buttons say that the match has moved on.
    with contextlib.suppress(discord.HTTPException, *errors.BROKEN):
        await older[1].delete_original_response()


async def _edit(interaction: Interaction, page: panel.Page, hand: discord.File | None = None) -> discord.Message:
    """Edit the panel; its picture is sent again only when it has changed."""
    shown = interaction.client.shown
    here = interaction.message.id if interaction.message else 0
    digest = hash(hand.fp.read()) if hand else 0
    extra: dict[str, Any] = {}
    if hand is not None and shown.get(here) != digest:
        hand.fp.seek(0)
        extra["attachments"] = [hand]
    message = await interaction.edit_original_response(
        content=page.content, view=page.view, allowed_mentions=discord.AllowedMentions.none(), **extra
    )
    if hand is not None:
        shown[message.id] = digest
        while len(shown) > REMEMBERED:
            shown.pop(next(iter(shown)))
    return message


async def _at(press: Press) -> tuple[Desk, int, bool]:
    """Return the match a press belongs to, the position it was made for, and whether that has passed.

    A position has not passed for a seat while only others acted at the same time; the service looks again.
    Raises Refusal for somebody else's button.
    """
    match_id, seat = press.numbers(2)
    desk = await desk_at(press.interaction, match_id)
    if seated(desk) != seat:
        raise Refusal(N_("That button belongs to another player."))
    seq = desk.position(press.arg(MARK), SINCE)
    if seq is None:
        return desk, 0, True
    return desk, seq, not await desk.bot.service.play.still_means(desk.table, seat, seq)


async def _moved_on(press: Press, desk: Desk) -> None:
    """Show the present position instead of the past one; nothing is done."""
    say = desk.voice.text
    note = say.t("The match had moved on, so nothing was done. This is what waits for you now.")
    await show(press.interaction, desk, note=note)


async def perform(press: Press, desk: Desk, seq: int, choice: panel.Choice) -> None:
    """Take the action and walk on to the next decision; the second half of a double click does nothing."""
    bot, info = desk.bot, desk.info
    key, mark = (info.id, desk.user_id, press.arg(MARK)), _mark(press, choice.token)
    if bot.acted.get(key) == mark:
        return
    bot.acted.setdefault(key, mark)
    while len(bot.acted) > REMEMBERED:
        bot.acted.pop(next(iter(bot.acted)))
    try:
        outcome = await bot.service.play.act(info.id, desk.user_id, choice.action, seq=seq)
    except Refusal as error:
        if bot.acted.get(key) == mark:
            del bot.acted[key]
        now = await desk_at(press.interaction, info.id)
        await show(press.interaction, now, note=errors.sentence(error, desk.voice.text) or "")
        return
    except BaseException:
        bot.acted.pop(key, None)
        raise
    await show(press.interaction, replace(desk, table=outcome.table), events=outcome.events)


async def asked_first(interaction: Interaction, desk: Desk, choice: panel.Choice) -> bool:
    """Ask before an action that brings something hidden to light; return whether that was so."""
    if not await desk.bot.service.play.reveals(desk.table, seated(desk), choice.action):
        return False
    await _edit(interaction, panel.confirm(desk, choice))
    return True


@on("move", opens=True)
async def open_panel(press: Press) -> None:
    """Open the panel from a public or private post."""
    await show(press.interaction, await desk_at(press.interaction, press.numbers(1)[0]))


@on("panel")
async def refresh(press: Press) -> None:
    """Show the panel's first page again."""
    await show(press.interaction, await desk_at(press.interaction, press.numbers(1)[0]))


@on("act")
async def act(press: Press) -> None:
    """Take the action of a button, after a question when it uncovers something."""
    await _choose(press, press.last)


@on("sure")
async def sure(press: Press) -> None:
    """Take an action after the question."""
    desk, seq, late = await _at(press)
    if late:
        await _late(press, desk, press.last)
    else:
        await perform(press, desk, seq, panel.find(desk, press.last))


@on("pick")
async def pick(press: Press) -> None:
    """Take the action chosen in a menu, or open the group it names."""
    value = press.value
    if value == panel.MORE or value.startswith("g"):
        desk, _, late = await _at(press)
        if late:
            await _moved_on(press, desk)
            return
        group = press.args[3] if value == panel.MORE and len(press.args) > 3 else value[1:]
        await _edit(press.interaction, panel.group_page(desk, _number(group), 0))
        return
    await _choose(press, value)


@on("group")
async def turn_page(press: Press) -> None:
    """Show another page of a long group."""
    desk, _, late = await _at(press)
    if late:
        await _moved_on(press, desk)
    else:
        await _edit(press.interaction, panel.group_page(desk, _number(press.arg(3)), _number(press.arg(4))))


@on("back")
async def take_back(press: Press) -> None:
    """Take the last action back."""
    desk, _, late = await _at(press)
    if late:
        await _moved_on(press, desk)
        return
    outcome = await desk.bot.service.undo.take_back(desk.info.id, desk.user_id)
    await show(press.interaction, replace(desk, table=outcome.table), note=desk.voice.text.t("Taken back."))


async def _choose(press: Press, token: str) -> None:
    desk, seq, late = await _at(press)
    if late:
        await _late(press, desk, token)
        return
    choice = panel.find(desk, token)
    if not await asked_first(press.interaction, desk, choice):
        await perform(press, desk, seq, choice)


def _mark(press: Press, token: str) -> tuple[int, str]:
    """Return what two halves of a double click have in common."""
    message = press.interaction.message
    return (message.id if message else 0, token)


async def _late(press: Press, desk: Desk, token: str) -> None:
    """Answer a choice for a past decision: quietly if this very press was worked off before, else in words."""
    if desk.bot.acted.get((desk.info.id, desk.user_id, press.arg(MARK))) == _mark(press, token):
        await show(press.interaction, desk)
    else:
        await _moved_on(press, desk)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise controls.stale()
    return int(text)
