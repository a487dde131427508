"""Log lines without secrets, as key=value pairs or JSON."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import IO, Any

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# The pattern of any Discord bot token. In addition, the bot's own token is replaced wherever it appears.
_TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
#: If an error was raised in or passed through code of these packages, its message may name hidden cards, whatever the
#: error's class is.
_PACKAGES_WITH_SECRETS = frozenset({"rules", "render", "pydantic"})
#: Packages whose error messages never name cards, because they are about the network, the disk or the bot's own
#: checks. Python's built-in errors aren't safe. A KeyError, for example, shows its key, which may be a card.
_PACKAGES_WITHOUT_SECRETS = frozenset({"bot", "discord", "aiohttp", "sqlite3", "asyncio", "simcord"})
#: Libraries that log every event and request at DEBUG or INFO, which would drown out the bot's own lines.
NOISY_LIBRARIES = ("discord", "aiosqlite", "PIL", "asyncio")
#: The id of the interaction that caused the current work. Every log line includes it, so one search finds the press,
#: the saved change and the resulting posts, even those of other processes.
press: ContextVar[str | None] = ContextVar("press", default=None)
_PLAIN = re.compile(r"[^\s\"=]+")


class _SafeFormatter(logging.Formatter):
    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the fields of a record's log line, in the order they are written."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        entry: dict[str, Any] = {
            "at": when.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if (follows := press.get()) is not None:
            entry["press"] = follows
        entry.update((key, value) for key, value in vars(record).items() if key not in _STANDARD_FIELDS)
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"] = safe_error(record.exc_info[1])
        return entry

    def clean(self, line: str) -> str:
        """Return a line with its secrets replaced and its control characters escaped."""
        for secret in self._secrets:
            line = line.replace(secret, "[secret]")
        line = _TOKEN.sub("[secret]", line)
        return line if line.isprintable() else "".join(map(_escaped, line))


def _message(record: logging.LogRecord) -> str:
    """Return a record's message. If asyncio reports an error, leave out the values at the end of the message, which may
    be cards.
    """
    message = record.getMessage()
    return re.split(r"[\n(]", message, maxsplit=1)[0] if record.name == "asyncio" and record.exc_info else message


def safe_error(error: BaseException) -> str:
    """Return an error's traceback for the log, without the error's message if that could name cards."""
    if any(map(_may_name_cards, _error_chain(error))):
        return traceback_places(error)
    return "".join(traceback.format_exception(error))


def traceback_places(error: BaseException) -> str:
    """Return the tracebacks of an error and its causes, with their classes but without their messages.

    The message of an error in the rules may show a hidden card or the whole state of a match.
    """
    return "\n".join(
        f"{type(one).__name__}\n{''.join(traceback.format_tb(one.__traceback__))}" for one in _error_chain(error)
    )


def _error_chain(error: BaseException) -> list[BaseException]:
    chain = [error]
    while (before := chain[-1].__cause__ or chain[-1].__context__) is not None and before not in chain:
        chain.append(before)
    return chain


def _may_name_cards(error: BaseException) -> bool:
    if not isinstance(error, OSError) and type(error).__module__.partition(".")[0] not in _PACKAGES_WITHOUT_SECRETS:
        return True
    modules = (str(frame.f_globals.get("__name__")) for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(module.partition(".")[0] in _PACKAGES_WITH_SECRETS for module in modules)


class TextLines(_SafeFormatter):
    """Formats a record as key=value pairs: `at=... level=info logger=bot.store message="..." match=7`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of key=value pairs."""
        return self.clean(" ".join(f"{key}={_formatted_value(value)}" for key, value in self.fields(record).items()))


class JsonLines(_SafeFormatter):
    """Formats a record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of JSON."""
        return self.clean(json.dumps(self.fields(record), ensure_ascii=False, default=str))


def _escaped(char: str) -> str:
    """Return a character, or its JSON escape if it isn't printable."""
    return char if char.isprintable() else json.dumps(char)[1:-1]


def _formatted_value(value: Any) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def set_up(
    level: str = "INFO",
    style: str = "text",
    secrets: tuple[str, ...] = (),
    stream: IO[str] | None = None,
) -> None:
    """Send the lines of all loggers to `stream`, by default stderr. Call this once, before anything is logged.

    Pass extra fields like this: `log.info("started", extra={"match": 7})`.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(secrets) if style == "json" else TextLines(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in NOISY_LIBRARIES:
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level]))
    # This logger warns at each start that voice support is missing, which the bot doesn't need.
    logging.getLogger("discord.client").setLevel(logging.ERROR)
