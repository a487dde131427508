"""Reports all errors of interactions: a message for the person and, if the error is a bug, an error id in the log."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec

import aiohttp
import discord
from discord import app_commands, ui

from bot.discord.bot import Interaction
from bot.discord.custom_ids import custom_id
from bot.discord.http import error_codes, interaction_metrics
from bot.discord.ui import fallbacks, limits, safe_names
from bot.discord.ui.person_lookup import locale_for, say_at_once
from bot.matches.repository import has_saved
from bot.store.errors import CommitOutcomeUnknown, StoreError
from rules.kernel.content.decks import DeckError
from rules.kernel.errors import IllegalAction, Refusal
from rules.kernel.words.translation import Later, Translator

log = logging.getLogger("bot.discord")

#: The errors raised if the connection to Discord fails.
CONNECTION_ERRORS = (aiohttp.ClientError, OSError)


#: The errors caused by an outdated or forged command.
OUTDATED_COMMAND_ERRORS = (
    app_commands.TransformerError,
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
)

#: Maximum length in characters of a list of card names within a message.
MAX_FIELD_LENGTH = 300


def error_sentence(error: BaseException, say: Translator) -> str | None:
    """Return the message that explains an error to the person, or None if the error is a bug."""
    if isinstance(error, DeckError):
        return limits.truncate_lines(deck_faults(error, say), limits.CONTENT)
    if isinstance(error, Refusal):
        return say.error(error)
    if isinstance(error, CommitOutcomeUnknown):
        return say.t("I don't know if this was saved. In a minute, `/act` shows it.")
    if isinstance(error, StoreError):
        return say.t("I can't save anything right now, so nothing has changed. Please try again later.")
    if isinstance(error, app_commands.NoPrivateMessage):
        return say.t("This only works in a server channel.")
    if isinstance(error, app_commands.MissingPermissions):
        return say.t("You can't do that in this server.")
    if isinstance(error, OUTDATED_COMMAND_ERRORS):
        return say.t(
            "I don't know that command or choice; it may have changed. Type the slash again to get the current list."
        )
    if isinstance(error, discord.Forbidden):
        return say.t("I can't do that here. I need to view the channel, send messages and attach files.")
    if is_discord_failure(error):
        return say.t("Discord has trouble right now. In a minute, `/act` shows whether your move was made.")
    return None


def deck_faults(error: DeckError, say: Translator) -> list[str]:
    """Return a message for each fault in a deck list. What the person typed is escaped in the messages."""
    lines: list[str] = []
    for fault in error.faults:
        fields = {name: safe_names.quote(at) if isinstance(at, str) else at for name, at in fault.args_by_name.items()}
        # These fields are short lists of card names, so don't cut them to the length of a quote.
        fields |= {
            name: safe_names.safe_name(at.words(say), MAX_FIELD_LENGTH)
            for name, at in fields.items()
            if isinstance(at, Later)
        }
        lines.append(say.t(fault.msgid, **fields))
    return lines


def is_discord_failure(error: BaseException) -> bool:
    """Return whether an error comes from Discord itself or from the connection to Discord."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, discord.RateLimited | aiohttp.ClientError)


async def acknowledge(answer: Callable[[], Awaitable[Any]]) -> bool:
    """Send the first response to an interaction in at most two attempts. Return whether it can be answered."""
    try:
        try:
            await answer()
        except CONNECTION_ERRORS:
            # Usually, the first attempt failed at once because its idle connection had been closed, so there is still
            # time for another.
            await answer()
    except (discord.HTTPException, *CONNECTION_ERRORS) as error:
        if isinstance(error, discord.HTTPException) and error.code == error_codes.ALREADY_ANSWERED:
            # The first attempt succeeded, and only Discord's reply was lost.
            return True
        # The interaction has expired or Discord has problems. No answer is possible, so do nothing.
        interaction_metrics.set_result("unacknowledged")
        log.warning("an interaction could not be acknowledged", extra={"reason": str(error)})
        return False
    return True


async def send_private(interaction: Interaction, text: str, view: ui.View | None = None) -> None:
    """Show a private message to this person, as the deferred answer or, if that has been filled in, below it."""
    message: dict[str, Any] = {"content": limits.truncate(text, limits.CONTENT)}
    message |= {} if view is None else {"view": view}
    response, none = interaction.response, discord.AllowedMentions.none()
    if not response.is_done():
        try:
            await fallbacks.send(
                interaction.client,
                response.send_message,
                replies=True,
                ephemeral=True,
                allowed_mentions=none,
                **message,
            )
            return
        except discord.HTTPException as error:
            if error.code != error_codes.ALREADY_ANSWERED:
                raise
    if fallbacks.is_open(interaction):
        try:
            await fallbacks.fill(interaction, **message)
            return
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a promised answer is gone", extra={"user": interaction.user.id, "code": error.code})
    await fallbacks.follow_up(interaction, **message)


async def _rule_button(interaction: Interaction, error: BaseException, say: Translator) -> ui.View | None:
    """Return a view with a button that shows the rule behind a refusal, or None if the refusal names no rule."""
    rule = error.rule if isinstance(error, IllegalAction) else ""
    if not rule:
        return None
    games = interaction.client.games.values()
    # Run this in a thread, because the first refusal in each language reads the rulebooks from files.
    game = await asyncio.to_thread(lambda: next((one for one in games if rule in one.book(say.locale).by_id), None))
    if game is None:
        return None
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=say.t("Why?"), custom_id=custom_id("whynot", game.id, rule)))
    view.stop()
    return view


async def refuse(interaction: Interaction, error: IllegalAction, say: Translator) -> None:
    """Tell the person why an action was refused, and add a button for the rule behind the refusal if there is one."""
    interaction_metrics.set_result("refused")
    await send_private(interaction, say.error(error), await _rule_button(interaction, error, say))


async def _locale(interaction: Interaction) -> str:
    try:
        return await locale_for(interaction)
    except StoreError:
        return "en"


def _metrics_label(error: BaseException) -> str:
    """Return an error's label in the metrics."""
    if isinstance(error, StoreError):
        return "storage"
    if _is_expired(error):
        return "over"
    if isinstance(error, discord.Forbidden) or is_discord_failure(error):
        return "discord"
    return "failed" if error_sentence(error, Translator("en")) is None else "refused"


def _is_expired(error: BaseException) -> bool:
    """Return whether an error means that the interaction has expired or that the message to edit is gone."""
    return isinstance(error, discord.HTTPException) and error.code in error_codes.INTERACTION_EXPIRED


def _saved_move_answer(say: Translator, error_id: str) -> str:
    """Return the answer to a player whose move was saved before an error. `error_id` is "" unless that was a bug."""
    if not error_id:
        return say.t("Your move counts, but I couldn't show you what comes next. Open `/act` to see it.")
    return say.t(
        "Your move counts, but something went wrong after it (error {id}). Open `/act` to play on, and "
        "please tell the bot's owner about the error.",
        id=error_id,
    )


async def report(interaction: Interaction, error: BaseException) -> None:
    """Report an error to the person, and log it unless it is the person's mistake."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    interaction_metrics.set_result(_metrics_label(error))
    if isinstance(error, discord.HTTPException):
        interaction_metrics.count_refusal(error)
    if isinstance(error, discord.HTTPException) and _is_expired(error):
        log.info("an interaction was over", extra={"user": interaction.user.id, "code": error.code})
        if not has_saved.get():
            return
    # If the database has failed, the person's language can't be read from it.
    say = say_at_once(interaction) if isinstance(error, StoreError) else Translator(await _locale(interaction))
    text, error_id = "" if _is_expired(error) else error_sentence(error, say), ""
    if text is None:
        error_id = secrets.token_hex(4)
        extra = {"error_id": error_id, "user": interaction.user.id, "channel": interaction.channel_id}
        log.error("an interaction failed", exc_info=error, extra=extra)
        text = say.t("Something went wrong (error {id}). Please tell the bot's owner.", id=error_id)
    elif isinstance(error, StoreError):
        log.debug("an answer failed with the store: %s", error, extra={"user": interaction.user.id})
    elif is_discord_failure(error):
        log.warning("an answer did not come through", extra={"user": interaction.user.id, "reason": str(error)})
    if has_saved.get() and not isinstance(error, Refusal | CommitOutcomeUnknown):
        text = _saved_move_answer(say, error_id)
    try:
        await send_private(interaction, text, await _rule_button(interaction, error, say))
    except (discord.HTTPException, aiohttp.ClientError) as failed:
        log.warning("could not tell a person about a fault", extra={"reason": str(failed)})


P = ParamSpec("P")


def reports_errors(
    callback: Callable[Concatenate[Any, P], Awaitable[None]],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, None]]:
    """Wrap a command so that errors are reported to the person. discord.py alone would log refusals as failures."""

    @functools.wraps(callback)
    async def call(interaction: Any, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            await callback(interaction, *args, **kwargs)
        except Exception as error:
            await report(interaction, error)

    return call
