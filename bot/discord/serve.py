"""Runs the bot with interactions over HTTP instead of the gateway, so several processes can share the work."""

from __future__ import annotations

import logging

from nacl.signing import VerifyKey

from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.discord.health import HealthEndpoints, serve_separately
from bot.discord.interactions_endpoint import INTERACTIONS, Endpoint
from bot.discord.login_errors import refusals_in_a_sentence, talk_to
from bot.store.first_start import open_database

log = logging.getLogger("bot.discord")

#: How many seconds a stopping process still accepts requests, so load balancers can notice that it is stopping.
STOP_NOTICE_SECONDS = 3.0


async def serve(settings: Settings, *, new: bool = False) -> None:
    """Log in and accept interactions until told to stop. Cancel this to stop the bot cleanly.

    If `new`, create an empty database, even if there was a database before.

    If the bot can't start, raises StartError or StoreError with a message for the operator.
    """
    token = talk_to(settings)
    # discord.py would warn that no interactions arrive over the gateway, which is intended here.
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
                await bot.draining.stop_requested.wait()
            finally:
                await endpoint.announce_stop(STOP_NOTICE_SECONDS)


def _key(settings: Settings, bot: TenebraeBot) -> VerifyKey:
    """Return the public key that verifies Discord's signatures, from the settings or from Discord."""
    application = bot.application
    assert application is not None
    if application.interactions_endpoint_url is None:
        log.warning("Discord has no endpoint for interactions yet; give it an address that ends in %s", INTERACTIONS)
    return VerifyKey(bytes.fromhex(settings.public_key or application.verify_key))
