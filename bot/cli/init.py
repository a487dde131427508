"""`tenebrae init`: writes the settings file from its options and the user's answers, and tests each value."""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import aiohttp
from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import SecretStr

from bot.app.settings import (
    DISCORD_UNREACHABLE,
    EXIT_DISCORD_UNREACHABLE,
    EXIT_STORE,
    PREFIX,
    ConfigError,
    Settings,
    StartError,
    fault_of,
    load_settings,
)
from bot.cli.transfer_command import atomic_file
from bot.store.doctor_checks import check_database
from bot.store.engine_interface import is_server

#: The question about each setting except the token and the database.
QUESTIONS = {
    "locale": "The default language (en, hu, es)",
    "matches_per_person": "Maximum matches of one person at the same time (0: no limit)",
    "matches_per_server": "Maximum matches of a server at the same time (0: no limit)",
}
#: How to get a token. This is printed before the question about the token.
PORTAL_INSTRUCTIONS = (
    "The bot needs a token: at https://discord.com/developers/applications make an application or open yours, then"
    " under Bot press Reset Token and copy what is shown. Leave the privileged intents there off."
)
FILE_HEADER = "# The settings of Tenebrae: docs/hosting/settings.md explains each one.\n"
#: The pattern of values that need no quotes in the file.
_UNQUOTED_VALUE = re.compile(r"[A-Za-z0-9_./:@%?=&,+~-]*")
#: The pattern of the user and password in a database's URL.
_PASSWORD = re.compile(r"(?<=://)([^:/@]*):[^@]+(?=@)")
#: The pattern of a database URL that has a user but no password.
_NO_PASSWORD = re.compile(r"(postgres(?:ql)?://[^:@/?#]+)(@.*)", re.DOTALL)


class Terminal(Protocol):
    """Asks the user questions in a terminal."""

    def text(self, question: str, default: str) -> str: ...

    def secret(self, question: str) -> str: ...

    def yes(self, question: str) -> bool: ...


def init(
    given: Mapping[str, str], terminal: Terminal | None, say: Callable[[str], None], *, force: bool, untried: bool,
    env: Path = Path(".env"),
) -> None:  # fmt: skip
    """Write the given settings and the user's answers to the file `env`.

    Without a terminal, no questions are asked. If `force`, an existing file is changed without asking. If `untried`,
    neither the token nor the database is tested. Raises StartError if anything is wrong, and then changes nothing.
    """
    now = load_settings(env)
    if os.path.lexists(env) and not force:
        if terminal is None:
            raise ConfigError(f"There is a file {env} already; --force changes it, and leaves its other settings.")
        if not terminal.yes(f"There is a file {env} already. Change it? Its other settings stay"):
            say("Nothing was changed.")
            return
    if terminal is not None and "token" not in given:
        say(PORTAL_INSTRUCTIONS)
    values: dict[str, str] = {}
    values["token"], link = _token(given.get("token"), now, terminal, say, untried)
    values |= _database(given.get("database"), now, terminal, say, untried)
    for name, question in QUESTIONS.items():
        values |= _setting(name, question, given.get(name), now, terminal, say)
    _write(env, values)
    for name in values:
        if f"{PREFIX}{name}".upper() in os.environ:
            say(f"{PREFIX}{name.upper()} is also set in the environment, which overrides the file.")
    say(f"{env} is written; only you can read it.")
    if link is not None:
        say(f"Add the bot to a server: {link}")
    program = sys.argv[0] if Path(sys.argv[0]).stem == "tenebrae" else "tenebrae"
    say(f"Check the installation: {program} doctor")
    say(f"Start it: {program} run")


def token_in(file: Path) -> str:
    """Read the token from a file; raises ConfigError."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn't UTF-8 text"
        raise ConfigError(f"The file {file} can't be read: {reason}.") from None


# -- questions --------------------------------------------------------------------------------------------------------


def _token(
    given: str | None, now: Settings, terminal: Terminal | None, say: Callable[[str], None], untried: bool
) -> tuple[str, str | None]:
    """Return the token, and the link that adds the bot to a server (None if the token wasn't tested)."""
    current_token = now.token.get_secret_value().strip()
    while True:
        token = given
        if token is None and terminal is not None:
            keeps = "; empty keeps the present one" if current_token else ""
            token = terminal.secret(f"The bot's token (it is not shown{keeps})")
        token = (token or current_token).strip()
        if not token:
            if given is not None or terminal is None:
                raise ConfigError(f"There is no bot token: give --token-file, or set {PREFIX}TOKEN.")
            continue
        if untried:
            return token, None
        try:
            name, link = _bot_invitation(now.model_copy(update={"token": SecretStr(token)}))
        except StartError as error:
            if terminal is None or given is not None:
                raise
            say(str(error))
            if error.code == EXIT_DISCORD_UNREACHABLE and terminal.yes("Keep this token untested?"):
                return token, None
            continue
        say(f"Discord knows the token: it belongs to {name}.")
        return token, link


def _bot_invitation(settings: Settings) -> tuple[str, str]:
    from bot.discord.invite import bot_invitation

    try:
        return asyncio.run(bot_invitation(settings))
    except (OSError, aiohttp.ClientError) as error:
        raise StartError(DISCORD_UNREACHABLE, EXIT_DISCORD_UNREACHABLE) from error


def _database(
    given: str | None, now: Settings, terminal: Terminal | None, say: Callable[[str], None], untried: bool
) -> dict[str, str]:
    """Return the database setting after testing it, or {} if there is neither an option nor a terminal."""
    present = str(now.database)
    redacted_address = _PASSWORD.sub(r"\1", present)
    while given is not None or terminal is not None:
        address = given
        if address is None:
            assert terminal is not None
            address = terminal.text(
                "Where the matches are kept: a file, or postgresql://user@host/database", redacted_address
            )
            address = present if address == redacted_address else _with_password(address, terminal)
        fault = fault_of("database", address) or (None if untried else _database_fault(address))
        if fault is None:
            return {"database": address}
        if given is not None:
            raise StartError(fault, EXIT_STORE)
        say(fault)
    return {}


def _with_password(place: str, terminal: Terminal) -> str:
    """Ask for the password of a database server, and insert it into the URL, percent-encoded."""
    match = _NO_PASSWORD.fullmatch(place)
    password = terminal.secret("That user's password (it is not shown; empty if none is needed)") if match else ""
    return f"{match[1]}:{quote(password, safe='')}{match[2]}" if match and password else place


def _database_fault(place: str) -> str | None:
    database = place if is_server(place) else Path(place)
    return next(
        (diagnostic.text for diagnostic in asyncio.run(check_database(database)) if diagnostic.state == "wrong"), None
    )


def _setting(
    name: str, question: str, given: str | None, now: Settings, terminal: Terminal | None, say: Callable[[str], None]
) -> dict[str, str]:
    while given is not None or terminal is not None:
        value = given
        if value is None:
            assert terminal is not None
            value = terminal.text(question, str(getattr(now, name)))
        fault = fault_of(name, value)
        if fault is None:
            return {name: value}
        if given is not None:
            raise ConfigError(fault)
        say(fault)
    return {}


# -- settings file ----------------------------------------------------------------------------------------------------


def _write(env: Path, values: Mapping[str, str]) -> None:
    """Write the values to the file atomically, without changing its other lines."""
    value_by_setting = {f"{PREFIX}{name}".upper(): value for name, value in values.items()}
    text = with_settings(env.read_text("utf-8") if env.exists() else FILE_HEADER, value_by_setting)
    read = dotenv_values(stream=io.StringIO(text))
    for name, value in value_by_setting.items():
        if read.get(name) != value:
            raise ConfigError(
                f"{name} can't be written so that it is read again; leave out quotes, ${{ and line breaks."
            )
    with atomic_file(env.resolve()) as file:
        file.write(text.encode())


def with_settings(text: str, values: Mapping[str, str]) -> str:
    """Return a settings file's text with these settings. Each replaces the old line with its name or, if there is none,
    is added at the end.
    """
    remaining_values, parts = dict(values), list[str]()
    for binding in parse_stream(io.StringIO(text)):
        original, key = binding.original.string, (binding.key or "").upper()
        if key not in values:
            parts.append(original)
            continue
        # The parser treats blank lines before a setting as part of the setting, so copy them from the old text.
        parts.append(original[: len(original) - len(original.lstrip())])
        if key in remaining_values:
            parts.append(_line(key, remaining_values.pop(key)))
    text_so_far = "".join(parts)
    if remaining_values and text_so_far and not text_so_far.endswith("\n"):
        text_so_far += "\n"
    return text_so_far + "".join(_line(name, value) for name, value in remaining_values.items())


def _line(name: str, value: str) -> str:
    if not _UNQUOTED_VALUE.fullmatch(value):
        value = "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return f"{name}={value}\n"
