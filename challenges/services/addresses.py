"""Who is calling, as far as limits need to know."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from django.conf import settings


def client_address(meta: Mapping[str, Any]) -> str:
    """The address to count for: of the peer, or as the outermost trusted proxy saw it.

    Each trusted proxy appends the address it was called from, so the client's is that many from
    the right; what stands further left is the client's own invention. An IPv6 caller is counted
    by its /64, the least that a network hands to one customer.
    """
    seen = str(meta.get("REMOTE_ADDR", ""))
    if settings.TRUSTED_PROXIES:
        forwarded = str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",")
        if len(forwarded) >= settings.TRUSTED_PROXIES:
            seen = forwarded[-settings.TRUSTED_PROXIES].strip()
    return _network(seen)


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def site_of(address: str) -> str:
    """Of an address to count for: the /48 of IPv6, as much as one site is given; else itself."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network(address).supernet(new_prefix=48))
