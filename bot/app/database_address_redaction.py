"""Removes passwords and other secrets from a database server's address, so logs and process lists don't show them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

#: The patterns of an address's secrets: the password after the user name, which may itself contain an @, and the
#: options whose values are secret.
_AFTER_USER = re.compile(r"^(\w+://[^:/?#]*):([^/?#]*)(?=@)")
_OPTION = re.compile(r"(?<=[?&])(password|sslpassword)=([^&#]*)&?", re.IGNORECASE)


def without_secrets(address: str) -> tuple[str, Mapping[str, str]]:
    """Return a database address without its secrets, and a dict from option name to decoded secret."""
    secrets: dict[str, str] = {}
    if (password_match := _AFTER_USER.match(address)) is not None:
        secrets["password"] = unquote(password_match[2])
    # If a password is given both before the host and as an option, the option wins, as in PostgreSQL's own programs.
    secrets |= {name.lower(): unquote(value) for name, value in _OPTION.findall(address)}
    return _OPTION.sub("", _AFTER_USER.sub(r"\1", address)).rstrip("?&"), secrets


def secrets_in(address: str) -> tuple[str, ...]:
    """Return the secrets in a database address, both as written and percent-decoded, so logs can hide them."""
    values = [value for _, value in _OPTION.findall(address)]
    if (password_match := _AFTER_USER.match(address)) is not None:
        values.append(password_match[2])
    return tuple(dict.fromkeys(one for value in values for one in (value, unquote(value)) if one))
