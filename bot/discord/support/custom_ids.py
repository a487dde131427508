"""The format of custom_ids: what a button or select triggers, and with what."""

from __future__ import annotations

import re

#: "t1" is the version of the format. discord.py doesn't know our components, so every press comes to `work`.
TEMPLATE = re.compile(r"t1:(?P<verb>[a-z]+)(?::(?P<args>.*))?")


def custom_id(verb: str, *args: int | str) -> str:
    """Return the custom_id of a verb with its arguments."""
    return ":".join(("t1", verb, *map(str, args)))
