"""Determines the client address of a request that came through trusted reverse proxies."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from aiohttp import web

from bot.app.settings import Network

#: How many entries are read from the end of X-Forwarded-For.
MAX_HOPS = 8
FORWARDED_FOR = "X-Forwarded-For"
#: The prefix length of the IPv6 network that a provider assigns to a single customer.
IPV6_PREFIX = 64
Address = IPv4Address | IPv6Address


class ClientAddresses:
    """Determines the client of a request, using the headers set by trusted proxies."""

    def __init__(self, proxies: Sequence[Network]) -> None:
        self._proxies = proxies

    def is_proxy(self, peer: str | None) -> bool:
        """Return whether a peer is a trusted proxy."""
        address = _read(peer or "")
        return address is not None and self._trusts(address)

    def key_of(self, request: web.Request) -> str:
        """Return the key for counting requests: the client's IPv4 address, or its IPv6 network."""
        address = _read(request.remote or "")
        hops = ",".join(request.headers.getall(FORWARDED_FOR, [])).split(",")
        # Each proxy appends its peer's address. Entries to the left of the last untrusted address may be forged.
        for hop in reversed(hops[-MAX_HOPS:]):
            if address is None or not self._trusts(address) or (before := _read(hop)) is None:
                break
            address = before
        if address is None:
            return ""
        return str(address if isinstance(address, IPv4Address) else IPv6Network((address, IPV6_PREFIX), strict=False))

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._proxies)


def _read(text: str) -> Address | None:
    """Parse an address; None if the text contains no address.

    Accepted forms are 192.0.2.1, 192.0.2.1:80, 2001:db8::1 and [2001:db8::1]:80.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
