"""The first page of `/owner`: the bot's health."""

from __future__ import annotations

import math
import platform
from importlib.metadata import version
from typing import Any

from discord import ui

from bot.discord.bot import Bot
from bot.discord.ui import controls
from bot.features.owner.panel.page_frame import Items, page
from bot.features.owner.service.damage_warnings import DamageWarnings
from bot.matches.metrics_cache import MetricsSnapshot
from bot.matches.processes import is_gone
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "health"
#: Sentences about the slowest process, keyed by the name of the metric.
QUANTILE_WORDS = {
    "acknowledged": N_("19 of 20 presses were acknowledged within {n} s"),
    "boards": N_("19 of 20 boards and pings were posted within {n} s"),
}


@page(PAGE_NAME, N_("My health"))
async def health(bot: Bot, say: Translator, _: int) -> Items:
    """Return the state of this process, and figures about all processes from the database."""
    snapshot = await bot.service.metrics_cache.snapshot()
    process_lines, system_lines = (
        _process(bot, say),
        [*await _processes(bot, say), *_database(snapshot, say), await _size(bot, say)],
    )
    return [controls.text("\n".join(process_lines)), ui.Separator[Any](), controls.text("\n".join(system_lines))]


async def _processes(bot: Bot, say: Translator) -> list[str]:
    """Return lines about the number of processes, and about the slowest process."""
    rows, now = await bot.service.processes.list_all(), bot.clock.now()
    live = [row for row in rows if not is_gone(row, now)]
    lines = [say.t("Live processes: {n}", n=len(live))]
    if len(live) < len(rows):
        lines.append(say.t("Processes without a sign of life: {n}", n=len(rows) - len(live)))
    for name, words in QUANTILE_WORDS.items():
        reported_values = [float(row.figures[name]) for row in live if row.figures.get(name) is not None]
        if reported_values:
            lines.append(say.t(words, n=f"{max(reported_values):g}"))
    damaged = await bot.service.part(DamageWarnings).count()
    if damaged:
        lines.append(say.t("Unreadable rows: {n}; `tenebrae doctor` lists them", n=damaged))
    return lines


async def _size(bot: Bot, say: Translator) -> str:
    return say.t("The database takes up {n} MB", n=f"{await bot.service.metrics_cache.size() / 1_000_000:.1f}")


def _process(bot: Bot, say: Translator) -> list[str]:
    """Return lines about the state of the process that handles this command."""
    lines = [say.t("Version {version}, Python {python}", version=version("tenebrae"), python=platform.python_version())]
    if math.isfinite(bot.latency):
        lines.append(say.t("Discord's gateway answers within {n} ms", n=round(bot.latency * 1000)))
    lines.append(say.t("Requests waiting to go to Discord: {n}", n=bot.rate_budget.queue_length))
    refusals = say.t("Refusals that Discord counts, roughly: {n}", n=round(bot.rate_budget.recent_refusals))
    lines.append(refusals)
    if bot.rate_budget.shut_for:
        lines.append(
            say.t("I'm sending no requests to Discord until {time}", time=_after(bot, bot.rate_budget.shut_for))
        )
    if bot.dm_circuit_breaker.retry_after:
        lines.append(
            say.t(
                "I'm starting no new private messages until {time}",
                time=_after(bot, bot.dm_circuit_breaker.retry_after),
            )
        )
    if bot.service.store.unwritable is not None:
        lines.append(say.t("I can't save anything; the log says why"))
    return lines


def _after(bot: Bot, seconds: float) -> str:
    return f"<t:{bot.clock.now() + math.ceil(seconds)}:R>"


def _database(snapshot: MetricsSnapshot | None, say: Translator) -> list[str]:
    """Return the figures stored in the database, which cover all processes."""
    if snapshot is None:
        return [say.t("The database doesn't answer")]
    figures = snapshot.figures
    lines = [say.t("Undelivered posts: {n}", n=figures.posts)]
    if figures.oldest is not None:
        lines.append(say.t("The oldest is from {time}", time=f"<t:{figures.oldest}:R>"))
    if figures.refused:
        lines.append(say.t("Pings that Discord refused: {n}", n=figures.refused))
    late = max((snapshot.overdue(at) for at in figures.due.values()), default=0)
    lines.append(say.t("Jobs are at most {n} s late", n=late))
    lines.append(say.t("Frozen matches: {n}", n=figures.frozen))
    lines.append(say.t("Unanswered reports: {n}", n=figures.reports))
    if figures.backed_up is not None:
        lines.append(say.t("The last scheduled backup is from {time}", time=f"<t:{figures.backed_up}:R>"))
    return lines
