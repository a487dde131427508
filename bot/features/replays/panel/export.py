"""Exports a replay as a file, which is created in a separate process and sent as a reply or as a private message."""

from __future__ import annotations

import asyncio
import io
import logging
from typing import Any

import discord
from discord import ui

from bot.app.job_queue import wait_for_result
from bot.app.subprocesses import WorkerError
from bot.discord.bot import Interaction
from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.http import error_codes
from bot.discord.match_context import reader_for
from bot.discord.match_visibility import seen_match
from bot.discord.ui import controls, fallbacks
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.features.replays.files import export as replay_files
from bot.features.replays.panel.viewer_codes import viewer_of
from bot.features.replays.service.export_queue import ExportRequest, ReplayExportQueue
from bot.features.replays.service.replay_cache import check_viewer
from bot.table.lobby import pack_words
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")

#: Seconds to wait for the file before the bot replies that it will be sent as a private message. An interaction expires
#: after 900 seconds.
PRIVATE_AFTER = 780.0
#: Maximum number of bytes of a file in a private message.
MAX_DM_BYTES = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES


def buttons(label: Translator, *where: int | str) -> list[ui.Item[Any]]:
    """Return the buttons that export a match; `where` contains the match, the viewer and the step."""
    kind_labels = (
        (label.t("As a page"), replay_files.HTML_PAGE),
        (label.t("As a moving picture"), replay_files.ANIMATION),
    )
    return [controls.button(name, "replayfile", *where, kind) for name, kind in kind_labels]


@on("replayfile", opens=True, begins=True)
async def make(press: ComponentInteraction) -> None:
    """Export a match from the point of view of the viewer in the button, and send the file."""
    interaction = press.interaction
    info, viewer, kind = await seen_match(interaction, press.number(0)), viewer_of(press.arg(1)), press.last
    if kind not in replay_files.SUFFIXES:
        raise controls.stale_button_error()
    check_viewer(info, viewer, interaction.user.id)
    pack_words.check_own(info, interaction.user.id)
    interaction.client.part(ReplayExportQueue).check(interaction.user.id)
    reader = await reader_for(interaction)
    say = reader.text
    await respond(
        interaction, say.t("I'm making the file; a long match takes a few minutes. I'll send it here, only for you.")
    )
    request = ExportRequest(info.id, interaction.user.id, viewer, reader.locale, kind)
    try:
        data = await _make_file(interaction, say, request)
        # In the meantime, the match may have been reset to an earlier move, or the person may have lost the seat.
        info = await seen_match(interaction, info.id)
        check_viewer(info, viewer, interaction.user.id)
        pack_words.check_own(info, interaction.user.id)
    except Refusal as error:
        await _send_file(interaction, say.error(error), say)
        return
    words = say.t("Your replay: open it in a browser." if kind == replay_files.HTML_PAGE else "Your replay.")
    await _send_file(interaction, words, say, data, replay_files.file_name(kind, info))


async def _make_file(interaction: Interaction, say: Translator, request: ExportRequest) -> bytes:
    """Return the replay file; raises Refusal.

    If creating the file takes too long, tell the person that it will be sent as a private message.
    """
    bot = interaction.client
    making = bot.part(ReplayExportQueue).submit(request, request.user)
    try:
        try:
            async with asyncio.timeout(PRIVATE_AFTER):
                await asyncio.wait([making])
        except TimeoutError:
            retry_note = say.t(
                "The file takes too long to answer here, so I'll send it as a private message. If you don't "
                "accept mine, ask for it again later."
            )
            await respond(interaction, retry_note)
        return await wait_for_result(making)
    except WorkerError as error:
        log.warning("a replay was not made", extra={"match": request.match, "kind": request.kind, "reason": str(error)})
        raise Refusal(N_("I couldn't make the file; ask for it again in a few minutes.")) from None


async def _send_file(interaction: Interaction, words: str, say: Translator, data: bytes = b"", name: str = "") -> None:
    """Send a person their file or an error message.

    The message is a reply to the request or, if the interaction has expired, a private message.
    """
    if len(data) > interaction.filesize_limit:
        words, data = _too_large(say, data), b""
    try:
        await fallbacks.follow_up(interaction, content=words, **_attached(data, name))
    except discord.HTTPException as error:
        if error.code not in error_codes.INTERACTION_EXPIRED:
            raise
        if len(data) > MAX_DM_BYTES:
            words, data = _too_large(say, data), b""
        if not await DMChannels(interaction.client).write(interaction.user.id, content=words, **_attached(data, name)):
            log.info("a replay reached nobody", extra={"user": interaction.user.id})


def _attached(data: bytes, name: str) -> dict[str, Any]:
    return {"file": discord.File(io.BytesIO(data), name)} if data else {}


def _too_large(say: Translator, data: bytes) -> str:
    size = f"{-(-len(data) // 1_000_000)} MB"
    return say.t(
        "The file has {size}, more than Discord accepts here; the other kind of file may be smaller.", size=size
    )
