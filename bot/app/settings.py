"""The bot's settings, read from the file `.env` and from environment variables whose names start with TENEBRAE_."""

from __future__ import annotations

import os
import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict
from rapidfuzz import fuzz, process

from bot.app.database_address_redaction import secrets_in

PREFIX = "TENEBRAE_"

#: The exit codes of the command line.
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_STORE = 3
EXIT_DISCORD_UNREACHABLE = 4
EXIT_NO_BROWSER = 5

#: The error message if Discord can't be reached at startup. Once the bot has been connected, it reconnects
#: automatically.
DISCORD_UNREACHABLE = (
    "Discord can't be reached; check this machine's connection, and TENEBRAE_DISCORD_API if you set it."
)

#: An unknown name counts as a misspelling if it is at least this similar (0 to 100) to a setting's name: DATBASE
#: counts, but SERVICE_HOST doesn't.
MISSPELLING_SIMILARITY = 75
#: The minimum similarity if a name's prefix TENEBRAE_ is misspelt or missing: TENEBRE_TOKEN counts as a misspelling,
#: but TELEGRAM_TOKEN doesn't.
MISSPELT_PREFIX_SIMILARITY = 85

_HOST = r"(\[[0-9A-Fa-f:.]+\]|[^@/?#:,\[\]]*)(:\d+)?"
#: The pattern of a PostgreSQL address.
_DATABASE_ADDRESS = re.compile(
    rf"postgres(ql)?://([^@/?#\[\]]*@)?{_HOST}(,{_HOST})*(/[^@/?#]*)?(\?([^=&@#]+=[^&#]*(&|$))*)?", re.ASCII
)
#: Names that settings accept instead of an address range: one for this machine itself, and one for private networks.
NETWORKS = {
    "loopback": ("127.0.0.0/8", "::1/128"),
    "private": ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"),
}
Network = IPv4Network | IPv6Network
#: The pattern of the address of the monitoring pages: a port, or a host and a port.
_LISTEN_ADDRESS = re.compile(r"((\[[0-9A-Fa-f:.]+\]|[\w.-]+):)?(?P<port>\d{1,5})", re.ASCII)


def computer_process_count() -> int:
    """Return how many processes think for computer players: one fewer than the number of processors, but between 1 and
    4.
    """
    # The operating system may limit this process to some of the machine's processors.
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(4, max(1, usable - 1))


class StartError(Exception):
    """The bot can't start. The message is a sentence for the operator, and `code` is the exit code."""

    code = EXIT_FAILED

    def __init__(self, sentence: str, code: int | None = None) -> None:
        super().__init__(sentence)
        if code is not None:
            self.code = code


class ConfigError(StartError):
    """A setting is missing or wrong."""

    code = EXIT_USAGE


class Settings(BaseSettings):
    """The bot's settings. The defaults are suitable for a first start."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    token: SecretStr = Field(default=SecretStr(""), description="The bot's token.")
    database: Path | str = Field(
        default=Path("tenebrae.sqlite"),
        description="The SQLite file of all matches, or postgresql://user:password@host/database.",
        repr=False,
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="The least severe lines that are logged."
    )
    log_format: Literal["text", "json"] = Field(default="text", description="key=value lines, or JSON lines.")
    locale: Literal["en", "hu", "es"] = Field(
        default="en", description="The language of a channel whose host's own language the bot doesn't speak."
    )
    call_after: int = Field(
        default=60,
        ge=0,
        le=3600,
        description="Seconds that a player who has moved within a day gets to come without a call; 0 calls at once.",
    )
    picture_cache_mb: int = Field(
        default=64,
        ge=8,
        le=4096,
        description="Megabytes that drawn parts and finished pictures may take in memory, all together.",
    )
    board_pause: int = Field(
        default=15,
        ge=0,
        le=60,
        description="Seconds without a move after which boards and private messages are edited; 0 edits at once.",
    )
    pace: int = Field(
        default=40,
        ge=0,
        le=10_000,
        description="Presses and commands that one person may send within 10 seconds; 0 for no limit.",
    )
    thinking_seconds: float = Field(
        default=1.0, ge=0, le=60, description="Seconds that a hard computer player thinks about a choice."
    )
    thinkers: int = Field(
        default=0,
        ge=0,
        le=64,
        description="Processes in which computer players think; 0 for one less than the processors, at most 4.",
    )
    matches_per_person: int = Field(
        default=20, ge=0, description="Matches at which one person may sit at the same time; 0 for no limit."
    )
    matches_per_server: int = Field(
        default=200, ge=0, description="Matches that a server may have at the same time; 0 for no limit."
    )
    invitations_sent: int = Field(
        default=40, ge=0, description="Invitations that one person may send within a day; 0 for no limit."
    )
    invitations_received: int = Field(
        default=15, ge=0, description="Invitations that one person may get within a day; 0 for no limit."
    )
    replay_files: int = Field(
        default=8, ge=0, le=1000, description="Files of replays that may wait in a process; with 0 none are made."
    )
    reviews: int = Field(
        default=5, ge=0, le=1000, description="Reviews of matches that may wait in a process; with 0 none are made."
    )
    keep_matches: int = Field(
        default=0, ge=0, description="Days for which finished matches and cups are kept; 0 for as long as the database."
    )
    keep_reports: int = Field(
        default=0,
        ge=0,
        description="Days for which reports are kept after their answer; 0 for as long as the database.",
    )
    keep_seeks: int = Field(
        default=30,
        ge=0,
        description="Days for which open tables are kept after their end; 0 for as long as the database.",
    )
    keep_servers: int = Field(
        default=90,
        ge=0,
        description="Days for which a server is kept that has removed the bot; 0 for as long as the database.",
    )
    owner_server: int | None = Field(
        default=None, gt=0, lt=2**63, description="The id of your own server, which alone gets the command `/owner`."
    )
    owner_role: int | None = Field(
        default=None,
        gt=0,
        lt=2**63,
        description="The id of a role there whose people may use `/owner` besides those the application belongs to.",
    )
    signs: bool = Field(
        default=True,
        description="Whether the games' icons are uploaded as the application's emojis, to stand in texts.",
    )
    managers_bring_packs: bool = Field(
        default=False, description="Whether those who manage a server bring content packs for it, besides you."
    )
    packs: Path | None = Field(default=None, description="A folder with content packs of your own.")
    backups: Path | None = Field(default=None, description="The folder of scheduled backups; none when left out.")
    backup_every: int = Field(default=24, ge=1, le=744, description="Hours from one scheduled backup to the next.")
    backup_keep: int = Field(default=7, ge=1, le=1000, description="How many scheduled backups are kept.")
    migrate_without_copy: bool = Field(
        default=False, description="Whether a database is migrated even if no copy of it can be kept first."
    )
    host: str = Field(default="127.0.0.1", description="Where `tenebrae serve` listens; 0.0.0.0 for every address.")
    port: int = Field(default=8080, ge=0, le=65535, description="The port that `tenebrae serve` listens on.")
    metrics: str | None = Field(
        default=None,
        description="Where health and figures are shown, as PORT or HOST:PORT; left out, no figures are shown.",
    )
    proxies: str = Field(
        default="loopback,private",
        description="Reverse proxies whose X-Forwarded-For is trusted: addresses, networks, `loopback`, `private`.",
    )
    public_key: str | None = Field(
        default=None, description="The application's public key; `tenebrae serve` asks Discord when it is left out."
    )
    discord_api: str | None = Field(
        default=None,
        description="Base address of another Discord API: a proxy in front of it, or a local one in tests.",
    )

    @field_validator("log_level", "log_format", "locale", mode="before")
    @classmethod
    def _any_case(cls, value: object, info: object) -> object:
        if not isinstance(value, str):
            return value
        return value.upper() if getattr(info, "field_name", "") == "log_level" else value.lower()

    @field_validator("database", mode="before")
    @classmethod
    def _server_or_file(cls, value: object) -> object:
        return parse_database(value) if isinstance(value, str) else value

    @field_validator("packs", "backups")
    @classmethod
    def _folder_exists(cls, value: Path | None) -> Path | None:
        if value is not None and not os.path.isdir(value):
            raise ValueError(f"{value} is not a folder")
        return value

    @field_validator("public_key")
    @classmethod
    def _is_a_key(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
            raise ValueError("a public key has 64 hexadecimal digits")
        return value

    @field_validator("metrics")
    @classmethod
    def _has_a_port(cls, value: str | None) -> str | None:
        found = None if value is None else _LISTEN_ADDRESS.fullmatch(value)
        if value is not None and (found is None or int(found["port"]) > 65535):
            raise ValueError("it is a port up to 65535, or an address with one, as in 0.0.0.0:9464")
        return value

    @field_validator("proxies")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        networks(value)
        return value

    @field_validator("discord_api")
    @classmethod
    def _is_an_address(cls, value: str | None) -> str | None:
        if value is not None and not _has_host(value):
            raise ValueError("it is not a web address")
        return value

    @property
    def metrics_at(self) -> tuple[str, int] | None:
        """The address and port of the monitoring pages, or None if there are no pages. The default address is
        127.0.0.1.
        """
        host, _, port = (self.metrics or "").rpartition(":")
        return (host.strip("[]") or "127.0.0.1", int(port)) if port else None

    @property
    def trusted_proxies(self) -> tuple[Network, ...]:
        """The networks of the reverse proxies that the bot trusts to report a request's origin."""
        return networks(self.proxies)

    def secrets(self) -> tuple[str, ...]:
        """Return the strings that logs must hide: the token, and the secrets in the database's address."""
        return (self.token.get_secret_value(), *secrets_in(str(self.database)))

    def require_token(self) -> str:
        """Return the token; raises ConfigError if there is none."""
        token = self.token.get_secret_value().strip()
        if not token:
            raise ConfigError(
                f"There is no bot token: `tenebrae init` asks for it, or set {PREFIX}TOKEN in the environment or in the"
                " file .env."
            )
        return token


def parse_database(text: str) -> Path | str:
    """Return the path of a database file, or a database server's address unchanged. Raises ValueError, whose message
    never shows the password.
    """
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/|postgres(ql)?:", text, re.IGNORECASE):
        return Path(text)
    if not _DATABASE_ADDRESS.fullmatch(text) or re.search(r"%(?![0-9A-Fa-f]{2})", text):
        raise ValueError(
            "a server's address looks like postgresql://user:password@host/database, where user and password have %40"
            " for @, %2F for /, %3F for ?, %23 for # and %25 for %"
        )
    return text


def networks(text: str) -> tuple[Network, ...]:
    """Parse a list of networks such as `loopback, 203.0.113.7, 10.0.0.0/8`; raises ValueError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return tuple(ip_network(one, strict=False) for name in parts for one in NETWORKS.get(name.lower(), (name,)))
    except ValueError:
        raise ValueError(
            "it is a list of addresses and networks with commas between them, as in 10.0.0.0/8,203.0.113.7; the words"
            " loopback and private may stand in it"
        ) from None


def _has_host(address: str) -> bool:
    """Return whether this is an http or https address with a valid host."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
        if ":" in host or not host.strip("0123456789."):
            ip_address(host)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and host != "" and port != 0 and not re.search(r"\s", address)


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings. Raises ConfigError, which names the wrong setting but never shows its value."""
    settings, faults = read_settings(env_file)
    if settings is None:
        raise ConfigError(faults[0])
    return settings


def read_settings(env_file: Path | None = Path(".env")) -> tuple[Settings | None, list[str]]:
    """Return the settings and an empty list, or None and a sentence about each fault."""
    faults: list[str] = []
    try:
        if env_file is not None and env_file.is_dir():
            return None, [f"The file {env_file} for the settings is a folder."]
        names_in_file = _names_in(env_file) if env_file is not None else []
        unknown = [_misspelt_name(name, may_lack_prefix=False) for name in os.environ] + [
            _misspelt_name(name, may_lack_prefix=True) for name in names_in_file
        ]
        faults += [fault for fault in unknown if fault is not None]
        settings = Settings(_env_file=env_file)  # pyright: ignore[reportCallIssue]
    except ConfigError as error:
        return None, [str(error)]
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn't UTF-8 text"
        return None, [f"The file {env_file} can't be read: {reason}."]
    except ValidationError as error:
        return None, [*faults, *map(_sentence, error.errors(include_input=False))]
    return (None if faults else settings), faults


def fault_of(name: str, value: str) -> str | None:
    """Return a sentence that explains why a setting's value is invalid, or None if the value is valid."""
    try:
        Settings(_env_file=None, **{name: value})  # pyright: ignore[reportCallIssue, reportArgumentType]
    except ValidationError as error:
        return next(
            (_sentence(detail) for detail in error.errors(include_input=False) if detail["loc"][0] == name), None
        )
    return None


def _names_in(env_file: Path) -> list[str]:
    """Return the names of the variables in a `.env` file; raises ConfigError for an unreadable line."""
    if not env_file.exists():
        return []
    names: list[str] = []
    with env_file.open(encoding="utf-8") as text:
        for binding in parse_stream(text):
            if binding.error or (binding.key is not None and binding.value is None):
                blank = len(binding.original.string) - len(binding.original.string.lstrip())
                line = binding.original.line + binding.original.string[:blank].count("\n")
                raise ConfigError(f"Line {line} of the file {env_file} can't be read; a setting looks like NAME=value.")
            if binding.key is not None:
                names.append(binding.key)
    return names


def _misspelt_name(name: str, *, may_lack_prefix: bool) -> str | None:
    """Return a sentence that suggests the right name if this name is a misspelt setting; otherwise None.

    If `may_lack_prefix`, a setting without its prefix counts as misspelt. Names that only have a similar prefix, such
    as the variables of other programs, don't count.
    """
    setting_names = [f"{PREFIX}{field}".upper() for field in Settings.model_fields]
    if name.upper() in setting_names:
        return None
    normalized = re.sub(r"\W", "_", name.upper())
    if normalized.startswith(PREFIX):
        near = process.extractOne(
            normalized, setting_names, scorer=fuzz.ratio, score_cutoff=MISSPELLING_SIMILARITY, processor=_without_prefix
        )
    else:
        near = process.extractOne(normalized, setting_names, scorer=fuzz.ratio, score_cutoff=MISSPELT_PREFIX_SIMILARITY)
        if near is None and may_lack_prefix:
            near = process.extractOne(
                normalized,
                setting_names,
                scorer=fuzz.ratio,
                score_cutoff=MISSPELT_PREFIX_SIMILARITY,
                processor=_without_prefix,
            )
    return None if near is None else f"There is no setting {name}; the nearest is {near[0]}."


def _without_prefix(name: str) -> str:
    return name.removeprefix(PREFIX)


def _sentence(fault: ErrorDetails) -> str:
    name = f"{PREFIX}{fault['loc'][0]}".upper()
    return f"The setting {name} is wrong: {_fault(fault)}."


def _fault(fault: ErrorDetails) -> str:
    """Return a plain description of a validation error."""
    kind, limits = fault["type"], fault.get("ctx", {})
    if kind == "value_error":
        return fault["msg"].removeprefix("Value error, ")
    if kind == "literal_error":
        return f"choose {limits['expected']}"
    if kind == "greater_than_equal":
        return f"the least is {limits['ge']}"
    if kind in ("greater_than", "less_than"):
        return "it is no id of Discord"
    if kind == "less_than_equal":
        return f"the most is {limits['le']}"
    return "it is not a whole number" if kind.startswith("int") else "it is not a number"
