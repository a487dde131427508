"""Discord's requirements for request headers ("Reference": Authentication, User Agent, Uploading Files)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

#: The required format of the User-Agent; Discord may block clients that send anything else.
USER_AGENT = re.compile(r"DiscordBot \(\S+,? [^)]+\).*")
BODIES = ("application/json", "multipart/form-data")
#: Maximum length of the reason that a request gives for the audit log (documented in "Audit Logs").
REASON = 512


def header_faults(headers: Mapping[str, str], operation: Mapping[str, Any], *, has_body: bool) -> Iterator[str]:
    """Yield a description of each fault in a request's headers."""
    told = {name.lower(): value for name, value in headers.items()}
    security = operation.get("security", [{}])
    # Interaction answers need no token. discord.py sends them without its User-Agent, and Discord accepts them.
    if {} not in security and not USER_AGENT.fullmatch(told.get("user-agent", "")):
        yield f"the User-Agent {told.get('user-agent')!r}"
    kind = told.get("content-type", "").partition(";")[0]
    if has_body and kind not in BODIES:
        yield f"the Content-Type {kind!r}"
    if {} not in security and not re.fullmatch(r"Bot \S+", told.get("authorization", "")):
        yield "an Authorization that is not that of a bot"
    reason = told.get("x-audit-log-reason")
    if reason is not None and (len(unquote(reason)) > REASON or not reason.isascii()):
        yield "a reason for the audit log that is too long or not encoded"
