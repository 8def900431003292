"""Whose calls are counted together."""

import pytest
from pytest_django import Settings

from challenges.services.addresses import client_address, site_of


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("not an address", "unknown"),
    ],
)
def test_an_ipv4_caller_is_counted_alone_and_an_ipv6_one_by_its_network(
    settings: Settings, peer: str, counted: str
) -> None:
    settings.TRUSTED_PROXIES = 0
    assert client_address({"REMOTE_ADDR": peer}) == counted


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [
        # What the client wrote itself stands first; each trusted proxy appends who called it.
        (0, "203.0.113.1", "198.51.100.1"),
        (1, "203.0.113.1", "203.0.113.1"),
        (1, "203.0.113.9, 203.0.113.1", "203.0.113.1"),
        (2, "203.0.113.1, 10.0.0.1", "203.0.113.1"),
        (2, "203.0.113.8, 203.0.113.9, 203.0.113.1, 10.0.0.1", "203.0.113.1"),
        (1, " 2001:db8::1 ", "2001:db8::/64"),
        (1, "203.0.113.9,nonsense", "unknown"),
        # Fewer than there must be: the call did not come through all the proxies.
        (2, "203.0.113.1", "198.51.100.1"),
        (3, "203.0.113.1,10.0.0.1", "198.51.100.1"),
    ],
)
def test_a_forged_header_moves_nobody_to_another_count(
    settings: Settings, proxies: int, forwarded: str, counted: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    meta = {"REMOTE_ADDR": "198.51.100.1", "HTTP_X_FORWARDED_FOR": forwarded}
    assert client_address(meta) == counted


def test_without_the_header_the_peer_is_counted(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 2
    assert client_address({"REMOTE_ADDR": "198.51.100.1"}) == "198.51.100.1"


@pytest.mark.parametrize(
    ("counted", "site"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::/64", "2001:db8:1::/48"),
        ("2001:db8:2::/64", "2001:db8:2::/48"),
        ("unknown", "unknown"),
    ],
)
def test_networks_of_ipv6_belong_to_a_site(counted: str, site: str) -> None:
    assert site_of(counted) == site
