"""Records metrics and a log line about each interaction, with the result and duration."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import discord

from bot.app import logs, metrics
from bot.discord.custom_ids import TEMPLATE
from bot.discord.http import error_codes
from bot.matches.repository import has_saved

log = logging.getLogger("bot.discord")

INTERACTION_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "typing",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
#: Discord's error codes that have their own label in the metrics.
_KNOWN = frozenset(re.findall(r"\d+", str([value for name, value in vars(error_codes).items() if name.isupper()])))


class InFlightInteraction:
    """An interaction that is being handled."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.began = asyncio.get_running_loop().time()
        self.result = "done"
        self.is_acknowledged = False


_current: ContextVar[InFlightInteraction | None] = ContextVar("answer", default=None)


@contextmanager
def measure(interaction: discord.Interaction[Any]) -> Generator[None]:
    """Count and time the `with` block as the handling of an interaction, whose id is added to all log lines.

    Within the block, `has_saved` becomes true once a match has been saved.
    """
    answer = InFlightInteraction(INTERACTION_KINDS.get(interaction.type, metrics.OTHER_LABEL))
    current, press, saved = _current.set(answer), logs.press.set(f"{interaction.id:x}"), has_saved.set(False)
    try:
        yield
    except asyncio.CancelledError:
        answer.result = "cut short"
        raise
    except BaseException:
        answer.result = "failed"
        raise
    finally:
        _log_answer(interaction, answer)
        _current.reset(current)
        logs.press.reset(press)
        has_saved.reset(saved)


def _log_answer(interaction: discord.Interaction[Any], answer: InFlightInteraction) -> None:
    seconds = asyncio.get_running_loop().time() - answer.began
    metrics.INTERACTIONS.labels(answer.kind, answer.result).inc()
    if answer.result == "repeated":
        return
    metrics.ANSWER_SECONDS.labels(answer.kind).observe(seconds)
    # Discord requests suggestions for every letter that a person types, so these lines would flood the log.
    level = logging.DEBUG if answer.kind == "typing" else logging.INFO
    log_fields = {
        "kind": answer.kind,
        "what": _command_or_verb(interaction),
        "result": answer.result,
        "ms": round(seconds * 1000),
    }
    log.log(level, "answered", extra=log_fields)


def _command_or_verb(interaction: discord.Interaction[Any]) -> str:
    """Return the command's name or the button's verb. The arguments are left out because they may be secret."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: Any = interaction.data or {}
    match = TEMPLATE.fullmatch(str(data.get("custom_id", "")))
    return match["verb"] if match else metrics.OTHER_LABEL


def set_result(word: str) -> None:
    """Record the result of the current interaction."""
    answer = _current.get()
    if answer is not None:
        answer.result = word


def set_acknowledged() -> None:
    """Record that Discord has accepted the first response to the current interaction."""
    answer = _current.get()
    if answer is not None and not answer.is_acknowledged:
        answer.is_acknowledged = True
        metrics.ACKNOWLEDGEMENT_SECONDS.labels(answer.kind).observe(asyncio.get_running_loop().time() - answer.began)


def count_refusal(error: discord.HTTPException) -> None:
    """Count an error returned by Discord by its code."""
    code = str(error.code)
    metrics.DISCORD_ERROR_CODES.labels(code if code in _KNOWN else metrics.OTHER_LABEL).inc()
