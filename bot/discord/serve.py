"""Runs the bot on interactions over HTTP, without the gateway, so that several processes can share the work."""

from __future__ import annotations

import logging

from nacl.signing import VerifyKey

from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.discord.health import HealthEndpoints, serve_separately
from bot.discord.http_endpoint import INTERACTIONS, Endpoint
from bot.discord.login import refusals_in_a_sentence, talk_to
from bot.store.first_start import open_database

log = logging.getLogger("bot.discord")

#: A stopping process still accepts requests for this many seconds, until load balancers have noticed that it stops.
STOP_NOTICE_SECONDS = 3.0


async def serve(settings: Settings, *, new: bool = False) -> None:
    """Log in and accept interactions until told to stop. Cancel this to stop the bot cleanly.

    With `new`, create an empty database, even where there has been one before.

    Raises StartError or StoreError, with a sentence for the operator, if the bot can't start.
    """
    token = talk_to(settings)
    # discord.py would warn that the gateway gets no interactions, which is intended here.
    logging.getLogger("discord.client").setLevel(logging.ERROR)
    async with await open_database(settings, new=new) as store, TenebraeBot(settings, store) as bot:
        with refusals_in_a_sentence(settings):
            await bot.login(token)
        pages = HealthEndpoints(bot)
        endpoint = Endpoint(bot, _key(settings, bot), pages)
        async with serve_separately(pages, settings), endpoint.listening(settings.host, settings.port) as port:
            log.info("listening", extra={"host": settings.host, "port": port})
            bot.warm_up.start()
            try:
                await bot.draining.told_to_stop.wait()
            finally:
                await endpoint.announce_stop(STOP_NOTICE_SECONDS)


def _key(settings: Settings, bot: TenebraeBot) -> VerifyKey:
    """Return the public key for verifying Discord's signatures, from the settings or from Discord."""
    application = bot.application
    assert application is not None
    if application.interactions_endpoint_url is None:
        log.warning("Discord has no endpoint for interactions yet; give it an address that ends in %s", INTERACTIONS)
    return VerifyKey(bytes.fromhex(settings.public_key or application.verify_key))
