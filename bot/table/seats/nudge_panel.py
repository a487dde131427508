"""Nudges to awaited players, and their replies about how much time they need."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.app.clock import DAY, HOUR
from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, reader_for
from bot.discord.ui import controls
from bot.discord.ui.answers import respond, respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.matches.clocks.time_control import TimeControl
from bot.notifications import nudges
from bot.table.clocks.durations import duration_words
from rules.kernel.words.translation import Translator

#: The amounts of time, in seconds, that a nudged player can choose if they need more time.
EXTRA_TIME_CHOICES = (3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 10 * DAY, 14 * DAY)


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that nudges the awaited players; empty if this person may not nudge anyone now."""
    now, pace = ctx.bot.clock.now(), TimeControl.from_json(ctx.info.pace)
    seats = nudges.nudgeable_seats(ctx.info, ctx.table.match, ctx.seat)
    if not any(nudges.nudgeable_from(seat, pace) <= now for seat in seats):
        return []
    return [controls.button(ctx.reader.label.t("Nudge"), "nudge", ctx.info.id)]


async def ask(interaction: Interaction, ctx: MatchContext) -> None:
    """Nudge all awaited players that this person is allowed to nudge now."""
    seats = await ctx.bot.service.nudges.ask(ctx.info.id, ctx.user_id)
    say = ctx.reader.text
    names = say.join([say.seat(seat.seat) for seat in seats])
    message = say.t("I'm asking {names} for you. If they have quiet hours now, I'll ask afterwards.", names=names)
    await respond(interaction, message)


@on("nudge", opens=True)
async def nudge(press: ComponentInteraction) -> None:
    """Nudge the awaited players, after a press of the button in the panel or below `/match status`."""
    await ask(press.interaction, await context_at(press.interaction, press.numbers(1)[0]))


@on("until", opens=True)
async def until(press: ComponentInteraction) -> None:
    """Ask a nudged player how much more time they need."""
    (match_id,) = press.numbers(1)
    say = (await reader_for(press.interaction)).label
    time_options = [controls.option(_longer(say, seconds), str(seconds)) for seconds in EXTRA_TIME_CHOICES]
    menu = controls.select(say.t("Choose a time"), time_options, "need", match_id)
    lines = [
        f"**{say.t('How much longer do you need?')}**",
        say.t("I'll tell the table, and won't remind you before then. Your clock keeps running."),
    ]
    await respond_with_layout(press.interaction, controls.layout(controls.text("\n".join(lines)), controls.row(menu)))


def _longer(say: Translator, seconds: int) -> str:
    return say.t("{time} more", time=duration_words(say, seconds))


@on("need")
async def need(press: ComponentInteraction) -> None:
    """Tell the other players how much more time this person needs."""
    (match_id,) = press.numbers(1)
    if not press.value.isdecimal() or int(press.value) not in EXTRA_TIME_CHOICES:
        raise controls.stale_button_error()
    interaction = press.interaction
    ends = await interaction.client.service.nudges.needs(match_id, interaction.user.id, int(press.value))
    say = (await reader_for(interaction)).text
    message = say.t("I've told the table you need until {time}.", time=f"<t:{ends}:f>")
    await respond_with_layout(interaction, controls.layout(controls.text(message)))
