"""Group visitors by network address, so that their sessions are counted together."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_LOGGED_BITS = {4: 24, 6: 48}  # bits of an address that a log keeps, by version
_HOUSEHOLD_PREFIX_BITS = 64  # bits of an IPv6 address that a household's devices have in common


def visitor_network(peer: str, forwarded_for: str = "", proxies: Sequence[Network] = ()) -> str:
    """Return the network whose limit of sessions applies to a visitor; "" for this computer or an invalid
    `peer`, to which no limit applies.

    `peer` is the address that asks. If it is one of the trusted `proxies`, the last address in
    `forwarded_for` (X-Forwarded-For) that is not such a proxy counts. Earlier addresses are ignored, since a
    visitor can write them. A household has a whole block of IPv6 addresses.

    >>> visitor_network("203.0.113.7"), visitor_network("2001:db8:1:2:3::4"), visitor_network("127.0.0.1")
    ('203.0.113.7', '2001:db8:1:2::/64', '')
    >>> visitor_network("127.0.0.1", "127.0.0.9, 198.51.100.9", [ipaddress.ip_network("127.0.0.1")])
    '198.51.100.9'
    >>> visitor_network("203.0.113.7", "198.51.100.9", [ipaddress.ip_network("127.0.0.1")])
    '203.0.113.7'
    """
    address = visitor_ip_address(peer, forwarded_for, proxies)
    if address is None or address.is_loopback:
        return ""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((int(address), _HOUSEHOLD_PREFIX_BITS), strict=False))


def visitor_ip_address(peer: str, forwarded_for: str = "", proxies: Sequence[Network] = ()) -> Address | None:
    """Return the visitor's IP address: `peer`, or the address in `forwarded_for` if `peer` is a trusted
    proxy.

    Returns None if `peer` is not an address.

    >>> str(visitor_ip_address("127.0.0.1", "198.51.100.9", [ipaddress.ip_network("127.0.0.1")]))
    '198.51.100.9'
    """
    address = parse_ip_address(peer)
    for text in reversed(forwarded_for.split(",")):
        named = parse_ip_address(text)
        if address is None or named is None or not any(address in proxy for proxy in proxies):
            break
        address = named
    return address


def shortened_address(address: Address) -> str:
    """Return an address without the part that tells households apart, as for a log; this computer's whole.

    >>> [shortened_address(ipaddress.ip_address(text)) for text in ("203.0.113.7", "2001:db8:1:2::4", "::1")]
    ['203.0.113.0', '2001:db8:1::', '::1']
    """
    if address.is_loopback:
        return str(address)
    kept = _LOGGED_BITS[address.version]
    return str(ipaddress.ip_network((int(address), kept), strict=False).network_address)


def parse_ip_address(text: str) -> Address | None:
    """Parse an IP address; an IPv4 address mapped to IPv6 becomes IPv4. None if it is not valid."""
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def parse_network(text: str) -> Network:
    """Parse an IP address or a network as a network. Raises `ValueError` if it is neither.

    >>> parse_network("172.17.0.1"), parse_network("172.17.0.1/16")
    (IPv4Network('172.17.0.1/32'), IPv4Network('172.17.0.0/16'))
    """
    return ipaddress.ip_network(text, strict=False)
