"""The panel of `/owner`: health, frozen matches, reports with their answers, and who has done what.

Nothing in it is hidden from a player of any match, as those who run the bot may play, too.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from typing import Any

from discord import ButtonStyle as Style
from discord import ui

from bot.discord.support import controls, names
from bot.discord.support.answers import answer, lay_out
from bot.discord.support.bot import Bot, Interaction
from bot.discord.support.context import audience_for
from bot.discord.support.controls import Press, on
from bot.discord.support.people import say_at_once
from bot.matches import ReportRow
from bot.matches.limits import LONGEST_SENTENCE
from bot.matches.privacy import is_gone
from bot.matches.ratings import EVERYWHERE
from bot.matches.reports import ANSWERED, LONGEST_ANSWER
from bot.matches.watching import FrozenRow, Seen
from rules.kernel.words.text import N_, Say

HEALTH, FROZEN, REPORTS, RECORD = "health", "frozen", "reports", "record"
TITLES = {
    HEALTH: N_("How I am"),
    FROZEN: N_("Frozen matches"),
    REPORTS: N_("Reports"),
    RECORD: N_("Who did what"),
}
#: So many frozen matches, reports and orders are shown.
MOST, MOST_REPORTS = 15, 6


async def show(interaction: Interaction, page: str) -> None:
    """Show one page; raises Refusal for whoever does not run the bot."""
    await interaction.client.owners.check(interaction)
    say = (await audience_for(interaction)).text
    items: list[ui.Item[Any]] = [
        controls.text(f"**{say.t(TITLES[page])}**"),
        *await _PAGES[page](interaction.client, say),
    ]
    # That of the page that is open shows it anew.
    styles = {name: Style.primary if name == page else Style.secondary for name in TITLES}
    turns = [controls.button(say.t(title), "owner", name, style=styles[name]) for name, title in TITLES.items()]
    await lay_out(interaction, controls.layout(ui.Container(*items, ui.Separator(), controls.row(*turns))))


@on("owner")
async def turn(press: Press) -> None:
    """Show another page."""
    if press.arg(0) not in _PAGES:
        raise controls.stale()
    await show(press.interaction, press.arg(0))


# -- health -----------------------------------------------------------------------------------------------------------


async def _health(bot: Bot, say: Say) -> list[ui.Item[Any]]:
    seen = await bot.service.watching.seen()
    told = [*_process(bot, say), *_database(seen, say)]
    return [controls.text("\n".join(told))]


def _process(bot: Bot, say: Say) -> list[str]:
    """Return what is known of the process that answers."""
    told = [say.t("Version {version}, Python {python}", version=version("tenebrae"), python=platform.python_version())]
    if math.isfinite(bot.latency):
        told.append(say.t("Discord answers the gateway within {n} ms", n=round(bot.latency * 1000)))
    told.append(say.t("Requests to Discord that wait for their turn: {n}", n=bot.budget.waiting))
    refusals = say.t("Refusals that Discord remembers, about: {n}", n=round(bot.budget.refusals))
    told.append(refusals)
    if bot.budget.shut_for:
        told.append(say.t("I ask nothing of Discord until {time}", time=_after(bot, bot.budget.shut_for)))
    if bot.opens_private.wait:
        told.append(say.t("I open no private messages until {time}", time=_after(bot, bot.opens_private.wait)))
    if bot.service.store.unwritable is not None:
        told.append(say.t("Nothing can be saved; the log says why"))
    return told


def _after(bot: Bot, seconds: float) -> str:
    return f"<t:{bot.clock.now() + math.ceil(seconds)}:R>"


def _database(seen: Seen | None, say: Say) -> list[str]:
    """Return what the database says of all processes."""
    if seen is None:
        return [say.t("The database does not answer")]
    figures = seen.figures
    told = [say.t("Undelivered posts: {n}", n=figures.posts)]
    if figures.oldest is not None:
        told.append(say.t("The oldest of them is of {time}", time=f"<t:{figures.oldest}:R>"))
    if figures.refused:
        told.append(say.t("Calls that Discord has refused: {n}", n=figures.refused))
    late = max((seen.overdue(at) for at in figures.due.values()), default=0)
    told.append(say.t("Work is late by at most {n} s", n=late))
    told.append(say.t("Frozen matches: {n}", n=figures.frozen))
    told.append(say.t("Reports that wait for an answer: {n}", n=figures.reports))
    if figures.backed_up is not None:
        told.append(say.t("The last scheduled backup is of {time}", time=f"<t:{figures.backed_up}:R>"))
    return told


# -- matches and reports ----------------------------------------------------------------------------------------------


async def _frozen(bot: Bot, say: Say) -> list[ui.Item[Any]]:
    rows = await bot.service.watching.frozen(MOST)
    told = [_frozen_line(bot, say, row) for row in rows] or [say.t("No match is frozen.")]
    if rows:
        told.append(
            "-# " + say.t("`tenebrae match show` and `tenebrae match rewind` help them; `/gm repair` does there.")
        )
    return [controls.text("\n".join(told))]


def _frozen_line(bot: Bot, say: Say, row: FrozenRow) -> str:
    game = bot.games[row.game].title(say) if row.game in bot.games else row.game
    told = say.t(
        "Match {match} ({game}) in {channel}, error {error}",
        match=row.id, game=game, channel=f"<#{row.channel_id}>", error=row.error_id or "?",
    )  # fmt: skip
    return told if not row.reports else f"{told}; " + say.n("{n} report waits", "{n} reports wait", row.reports)


async def _reports(bot: Bot, say: Say) -> list[ui.Item[Any]]:
    rows = await bot.service.reports.first_open(MOST_REPORTS)
    if not rows:
        return [controls.text(say.t("No report waits for an answer."))]
    return [controls.section(_report(say, row), controls.button(say.t("Answer"), "ownerask", row.id)) for row in rows]


def _report(say: Say, row: ReportRow) -> str:
    who = f"<@{row.user_id}>"
    head = say.t("Report {n} by {who}, match {match}", n=row.id, who=who, match=row.match_id)
    return f"{head}, <t:{row.at}:R>\n> {names.safe(row.words, LONGEST_SENTENCE)}"


@on("ownerask", asks=True)
async def ask(press: Press) -> None:
    """Open the form for an answer."""
    say, (number,) = say_at_once(press.interaction), press.numbers(1)
    fields = [(say.t("What do I write to them?"), controls.paragraph("words", LONGEST_ANSWER))]
    title = say.t("Answer report {n}", n=number)
    await press.interaction.response.send_modal(controls.sheet(title, fields, "owneranswer", number))


@on("owneranswer", opens=True)
async def keep(press: Press) -> None:
    """Keep the answer, and have it brought."""
    interaction, (number,) = press.interaction, press.numbers(1)
    await interaction.client.owners.check(interaction)
    row = await interaction.client.service.reports.answer(number, press.value, by=interaction.user.id)
    say = (await audience_for(interaction)).text
    told = say.t(
        "Report {n} is answered; {who} gets it by private message, or with their next command.",
        n=row.id,
        who=f"<@{row.user_id}>",
    )
    await answer(interaction, told)


# -- who did what -----------------------------------------------------------------------------------------------------


async def _record(bot: Bot, say: Say) -> list[ui.Item[Any]]:
    rows = await bot.service.servers.changes(EVERYWHERE, MOST)
    told = [
        f"<t:{row.at}:f> {say.t('Somebody') if is_gone(row.user_id) else f'<@{row.user_id}>'}: "
        + (say.t("report {n} answered", n=row.value) if row.what == ANSWERED else f"`{row.what}`")
        for row in rows
    ]
    return [controls.text("\n".join(told or [say.t("Nobody has done anything yet.")]))]


_PAGES: dict[str, Callable[[Bot, Say], Awaitable[Sequence[ui.Item[Any]]]]] = {
    HEALTH: _health,
    FROZEN: _frozen,
    REPORTS: _reports,
    RECORD: _record,
}
