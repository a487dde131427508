"""Signed URLs of attachments, which expire after a day (documented in "Reference", "Signed Attachment CDN URLs").

The real Discord accepts a layout with an expired URL and shows a broken picture. The simulated Discords refuse the
layout instead, so that tests notice the fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.discord_rules.refusals import invalid

#: How many seconds a signed address is valid.
LIFETIME_SECONDS = 86_400


def signed(address: str, now: float) -> str:
    """Sign an attachment's URL for one day, replacing any earlier signature."""
    bare = unsigned(address)
    issued = int(now)
    ends = issued + LIFETIME_SECONDS
    return f"{bare}?ex={ends:x}&is={issued:x}&hm={sha256(f'{bare} {ends}'.encode()).hexdigest()}&"


def unsigned(address: str) -> str:
    """Return a URL without its signature."""
    return address.partition("?")[0]


def expired(address: str, now: float) -> bool:
    """Return whether an attachment's URL has expired or isn't signed."""
    ends = parse_qs(urlsplit(address).query).get("ex")
    return not ends or int(ends[0], 16) <= now


def media(components: Iterable[Mapping[str, Any]]) -> Iterator[MutableMapping[str, Any]]:
    """Yield every media item of a layout: in galleries, thumbnails and files."""
    for one in components:
        for name in ("media", "file"):
            if one.get(name):
                yield one[name]
        for item in one.get("items") or ():
            yield item["media"]
        yield from media(one.get("components") or ())
        if one.get("accessory"):
            yield from media([one["accessory"]])


def check_addresses(components: Sequence[Mapping[str, Any]], host: str, now: float) -> None:
    """Raise Refused if a component refers to an expired URL on Discord's own file host."""
    for item in media(components):
        if item["url"].startswith(host) and expired(item["url"], now):
            raise invalid("components", f"The address {item['url']} has expired.", "URL_TYPE_INVALID_URL")
