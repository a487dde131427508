"""Runs the bot on Discord's gateway until it is told to stop."""

from __future__ import annotations

import asyncio

from bot.app.settings import Settings
from bot.discord.gateway import GatewayBot
from bot.discord.health import HealthEndpoints, serve_separately
from bot.discord.login_errors import refusals_in_a_sentence, talk_to
from bot.store.first_start import open_database


async def run(settings: Settings, *, new: bool = False) -> None:
    """Run the bot with the token in the settings. Cancel this to stop the bot cleanly.

    If `new`, create an empty database, even if there was a database before.

    If the bot can't start, raises StartError or StoreError with a message for the operator.
    """
    token = talk_to(settings)
    async with await open_database(settings, new=new) as store:
        bot = GatewayBot(settings, store)
        # In this order, the monitoring pages are served until the bot has stopped.
        async with serve_separately(HealthEndpoints(bot), settings), bot:
            with refusals_in_a_sentence(settings):
                await _run_until_stopped(bot, token)


async def _run_until_stopped(bot: GatewayBot, token: str) -> None:
    """Run until cancelled, or until an owner stops this process."""
    working = asyncio.create_task(bot.start(token), name="working")
    stop_task = asyncio.create_task(bot.draining.stop_requested.wait(), name="told to stop")
    try:
        await asyncio.wait({working, stop_task}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            await working
    finally:
        stop_task.cancel()
        if not working.done():
            await bot.close()
            working.cancel()
            await asyncio.wait({working})
