"""Run the bot on Discord's gateway until it is told to stop."""

from __future__ import annotations

from bot.config import Settings
from bot.discord.login import refusals_in_a_sentence, talk_to
from bot.discord.pages import Pages, apart
from bot.discord.shards import GatewayBot
from bot.store import Store


async def run(settings: Settings) -> None:
    """Connect with the token of the settings; cancel it to stop the bot cleanly.

    Raises StartError or StoreError, with one sentence for the operator, when the bot can't start.
    """
    token = talk_to(settings)
    async with await Store.open(settings.database, prompt=True) as store:
        bot = GatewayBot(settings, store)
        # The pages tell of the bot until it has stopped.
        async with apart(Pages(bot), settings), bot:
            with refusals_in_a_sentence(settings):
                await bot.start(token)
