"""Log lines as key=value or JSON, without secrets."""

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
# The pattern of a Discord bot token; the token of the settings is removed as well.
_TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
#: Packages whose errors may name cards, of any class.
_PACKAGES_WITH_SECRETS = frozenset({"rules", "render", "pydantic"})
#: Packages whose errors are about the network or the disk, or are our own sentences. Python's own errors show values,
#: such as a KeyError its key, which may be cards.
_PACKAGES_WITHOUT_SECRETS = frozenset({"bot", "discord", "aiohttp", "sqlite3", "asyncio", "simcord"})
#: Libraries that log every event and request at DEBUG and INFO, which would bury the bot's own lines.
NOISY_LIBRARIES = ("discord", "aiosqlite", "PIL", "asyncio")
#: The interaction that caused the present work, included in every line: from the press, through the saved change, to
#: its posts, in any process.
press: ContextVar[str | None] = ContextVar("press", default=None)
_PLAIN = re.compile(r"[^\s\"=]+")


class _Lines(logging.Formatter):
    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the fields of the line, in order."""
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
        """Return one line without tokens and terminal control characters."""
        for secret in self._secrets:
            line = line.replace(secret, "[secret]")
        line = _TOKEN.sub("[secret]", line)
        return line if line.isprintable() else "".join(map(_shown, line))


def _message(record: logging.LogRecord) -> str:
    """Return a record's message; for an error reported by asyncio only its origin, as it shows values, perhaps
    cards.
    """
    told = record.getMessage()
    return re.split(r"[\n(]", told, maxsplit=1)[0] if record.name == "asyncio" and record.exc_info else told


def safe_error(error: BaseException) -> str:
    """Return an error as the log may show it: with its message only if that can't name cards."""
    if any(map(_may_tell_secrets, _chain(error))):
        return traceback_places(error)
    return "".join(traceback.format_exception(error))


def traceback_places(error: BaseException) -> str:
    """Return the classes of an error and its causes, and the places in the code that raised them.

    The message of an error in the rules may show a hidden card or a whole state.
    """
    return "\n".join(
        f"{type(one).__name__}\n{''.join(traceback.format_tb(one.__traceback__))}" for one in _chain(error)
    )


def _chain(error: BaseException) -> list[BaseException]:
    chain = [error]
    while (before := chain[-1].__cause__ or chain[-1].__context__) is not None and before not in chain:
        chain.append(before)
    return chain


def _may_tell_secrets(error: BaseException) -> bool:
    if not isinstance(error, OSError) and type(error).__module__.partition(".")[0] not in _PACKAGES_WITHOUT_SECRETS:
        return True
    modules = (str(frame.f_globals.get("__name__")) for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(module.partition(".")[0] in _PACKAGES_WITH_SECRETS for module in modules)


class TextLines(_Lines):
    """`at=... level=info logger=bot.store message="..." match=7`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line of key=value pairs."""
        return self.clean(" ".join(f"{key}={_word(value)}" for key, value in self.fields(record).items()))


class JsonLines(_Lines):
    """The same fields as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line of JSON."""
        return self.clean(json.dumps(self.fields(record), ensure_ascii=False, default=str))


def _shown(char: str) -> str:
    """Return a character, or its JSON escape if it can't be printed."""
    return char if char.isprintable() else json.dumps(char)[1:-1]


def _word(value: Any) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def set_up(
    level: str = "INFO",
    style: str = "text",
    secrets: tuple[str, ...] = (),
    stream: IO[str] | None = None,
) -> None:
    """Send every logger's lines to stderr; call once, before anything logs.

    Extra fields are passed as `log.info("started", extra={"match": 7})`.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(secrets) if style == "json" else TextLines(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in NOISY_LIBRARIES:
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level]))
    # It warns at each start that voice is missing, which the bot doesn't need.
    logging.getLogger("discord.client").setLevel(logging.ERROR)
