"""The commands of the core and of every feature, and the news that follows an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.features.cups import commands as cups
from bot.features.decks import commands as decks
from bot.features.follow import panel as follows
from bot.features.open_tables import commands as tables
from bot.features.owner.panel import (
    announcement_page,
    audit_page,
    blocklist_page,
    frozen_page,
    health_page,
    process_page,
    quota_page,
)
from bot.features.packs.panel import owner_page as pack_page
from bot.features.privacy import commands as privacy
from bot.features.profiles import commands as profile
from bot.features.ratings import commands as ladder
from bot.features.replays import commands as replay
from bot.features.reports import commands as report_commands
from bot.features.reports.panel import owner_page as report_page
from bot.features.reports.panel import report as reporting
from bot.features.rulebook.commands import help, look_up
from bot.table.absence import commands as away
from bot.table.game_masters import commands as gm
from bot.table.history import commands as history
from bot.table.history import watch_command as watch
from bot.table.lessons import commands as learn
from bot.table.lobby import commands as match
from bot.table.play import commands as play
from bot.table.play import game_commands as games
from bot.table.settings import commands as settings_commands
from rules.kernel.game import AnyGame

#: The pages of `/owner`, which register when they are imported.
OWNER_PAGES = (
    *(health_page, process_page, frozen_page, report_page),
    *(blocklist_page, pack_page, quota_page, announcement_page, audit_page),
)


def add_commands(tree: app_commands.CommandTree[Any], played: Mapping[str, AnyGame]) -> None:
    """Add every command, and the command groups of these games."""
    for command in (
        match.MATCH,
        tables.TABLE,
        watch.WATCH,
        cups.CUP,
        help.help_command,
        play.act,
        play.hand,
        play.waiting,
        play.undo,
        play.leave_orders,
        play.plan,
        away.away,
        profile.profile,
        history.history,
        ladder.ladder,
        replay.replay,
        learn.learn,
        look_up.rules_command,
        look_up.card,
        privacy.privacy,
        settings_commands.settings,
        report_commands.report,
        gm.GM,
    ):
        tree.add_command(command)
    deck = decks.group(played)
    if deck is not None:
        tree.add_command(deck)
    for game in played.values():
        tree.add_command(games.group(game))


async def tell_news(interaction: discord.Interaction[Any]) -> None:
    """Show a person the news that no private message could deliver, below the answer to their press."""
    await reporting.tell_answers(interaction)
    await follows.tell_lost(interaction)
