"""Checks the settings in Discord's developer portal, and whether the bot responds at the interactions endpoint URL."""

from __future__ import annotations

import json
import time
from http import HTTPStatus

import aiohttp
from discord import AppInfo, InteractionType

from bot.app.doctor_findings import Diagnostic, Door
from bot.app.settings import Settings
from bot.discord.interactions_endpoint import BAD_SIGNATURE, INTERACTIONS

#: How many seconds Discord waits for a first response, and how many seconds this check waits for the endpoint's
#: response.
DISCORD_TIMEOUT, ADDRESS_TIMEOUT = 3.0, 10.0
#: A forged signature, which the endpoint must reject.
_FORGED = "0" * 128


def check_portal(application: AppInfo, settings: Settings, door: Door | None) -> list[Diagnostic]:
    """Return findings on portal settings that keep the bot from working or grant it more than it needs."""
    diagnostics: list[Diagnostic] = []
    if application.bot_require_code_grant:
        text = "Nobody can add the bot to a server: in the portal, under Bot, switch Requires OAuth2 Code Grant off."
        diagnostics.append(Diagnostic("application", text, "wrong"))
    if settings.public_key is not None and settings.public_key.lower() != application.verify_key.lower():
        text = (
            "TENEBRAE_PUBLIC_KEY is not the key of this application, so that `tenebrae serve` would refuse what Discord"
            " sends; copy it anew from the portal, or leave it out."
        )
        diagnostics.append(Diagnostic("application", text, "wrong"))
    if application.user_integration_config is not None:
        text = (
            "People can install the bot for themselves, but matches need a server: in the portal, under Installation,"
            " switch User Install off."
        )
        diagnostics.append(Diagnostic("application", text, "note"))
    flags = application.flags
    if any((
        flags.gateway_presence_limited, flags.gateway_guild_members_limited, flags.gateway_message_content_limited,
        flags.gateway_presence, flags.gateway_guild_members, flags.gateway_message_content,
    )):  # fmt: skip
        text = "The bot needs no privileged intent: in the portal, under Bot, switch all three off."
        diagnostics.append(Diagnostic("application", text, "note"))
    diagnostics += _check_endpoint_setting(application.interactions_endpoint_url, door)
    return diagnostics or [Diagnostic("application", "The application is set up as the bot needs it.")]


def _check_endpoint_setting(address: str | None, door: Door | None) -> list[Diagnostic]:
    """Return findings on an endpoint URL that doesn't match the way the bot receives interactions."""
    if address is None:
        text = (
            "Discord has no address to send presses to, so `tenebrae serve` hears of none: enter yours, which ends in"
            f" {INTERACTIONS}, in the portal, under General Information, Interactions Endpoint URL."
        )
        return [Diagnostic("application", text, "wrong")] if door == "serve" else []
    if door == "serve":
        return []
    text = (
        f"Discord sends presses to the address in the portal, {address}, so start the bot with `tenebrae serve`;"
        " for `tenebrae run` empty Interactions Endpoint URL."
    )
    return [Diagnostic("application", text, "wrong" if door == "run" else "note")]


async def check_endpoint(address: str) -> Diagnostic:
    """Send a ping with an invalid signature to the endpoint URL, and check that this bot itself is what rejects it."""
    body = json.dumps({"type": InteractionType.ping.value}).encode()
    headers = {
        "X-Signature-Ed25519": _FORGED,
        "X-Signature-Timestamp": str(int(time.time())),
        "Content-Type": "application/json",
    }
    began = time.monotonic()
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ADDRESS_TIMEOUT)) as session,
            session.post(address, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            status, body_text = answer.status, await answer.content.read(len(BAD_SIGNATURE) + 1)
    except (TimeoutError, OSError, aiohttp.ClientError) as error:
        return _endpoint_fault(address, _connection_fault(error))
    duration = time.monotonic() - began
    fault = _answer_fault(status, body_text)
    if fault is not None:
        return _endpoint_fault(address, fault)
    if duration > DISCORD_TIMEOUT:
        return _endpoint_fault(address, f"the answer took {duration:.0f} seconds, and Discord gives up after three")
    return Diagnostic(
        "address", f"The bot answers at {address}, where Discord sends presses, and refuses what is forged."
    )


def _endpoint_fault(address: str, fault: str) -> Diagnostic:
    text = (
        f"Discord sends presses to {address}, and {fault}; start `tenebrae serve` behind it, or mend what stands"
        " before it, or change the address in the portal."
    )
    return Diagnostic("address", text, "wrong")


def _connection_fault(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing answered within {ADDRESS_TIMEOUT:.0f} seconds"
    if isinstance(error, aiohttp.ClientConnectorCertificateError | aiohttp.ClientSSLError):
        return "its certificate is not valid for it"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "no machine has that name"
    if isinstance(error, aiohttp.ClientConnectorError):
        return "nobody takes a connection there from this machine"
    return "the connection was cut without an answer"


def _answer_fault(status: int, body_text: bytes) -> str | None:
    """Return what is wrong with an endpoint's response to a forged request, or None if the bot itself rejected it."""
    if status == HTTPStatus.UNAUTHORIZED:
        return None if body_text == BAD_SIGNATURE.encode() else "something other than this bot refuses what comes (401)"
    if status < 300:
        return f"what answers there takes what Discord has not signed ({status}), which Discord refuses"
    if status < 400:
        return f"it leads elsewhere ({status}), where Discord doesn't follow"
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED):
        return f"nothing is there ({status}): the bot's address ends in {INTERACTIONS}"
    if status >= 500:
        return f"what stands before the bot finds no process of it ({status})"
    return f"something before the bot refuses what comes ({status})"
