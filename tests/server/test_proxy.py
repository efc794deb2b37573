"""Behind a proxy: whose word on who asks is taken. Limits are per address, so they show it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.server.server_process import LONG, ServerProcess, free_port

from houseway.server.refusals import ServerError
from houseway.server.settings import read_settings


def _newcomer(house: ServerProcess, forwarded: str) -> int:
    """The status that a newcomer gets whom the proxy says to come from there."""
    with httpx.Client(base_url=house.address, headers={"X-Forwarded-For": forwarded}, timeout=LONG) as client:
        csrf = client.get("/api/me").json()["csrf"]
        return client.post("/api/guest", json={}, headers={"X-Houseway-CSRF": csrf}).status_code


@pytest.mark.parametrize(
    ("settings", "believed"),
    [
        ({}, True),  # a proxy on the same machine
        ({"trusted_proxies": "10.1.2.3, 127.0.0.0/8"}, True),
        ({"trusted_proxies": "10.1.2.3"}, False),
        ({"trusted_proxies": ""}, False),
        ({"public_url": ""}, False),  # no proxy at all
    ],
)
def test_limits_are_per_address_that_a_trusted_proxy_names(
    tmp_path: Path, settings: dict[str, str], believed: bool
) -> None:
    port = free_port()
    own = {"public_url": f"http://127.0.0.1:{port}", "new_guests": 1, "house_tables": False}
    house = ServerProcess(f"sqlite:///{tmp_path / 'house.sqlite'}", tmp_path, **own | settings)
    house.port, house.forked = port, True
    try:
        house.open()
        assert _newcomer(house, "203.0.113.1") == 200
        assert _newcomer(house, "203.0.113.2") == (200 if believed else 429)
        assert _newcomer(house, "203.0.113.1") == 429
    finally:
        house.kill()


@pytest.mark.parametrize("value", ["*", "proxy.example.org", "10.0.0.1/8", "10.0.0.256", "10.0.0.1;10.0.0.2"])
def test_a_proxy_that_is_no_address_is_refused(value: str) -> None:
    with pytest.raises(ServerError, match="trusted_proxies are addresses or networks such as"):
        read_settings({"trusted_proxies": value})


def test_addresses_and_networks_are_read() -> None:
    settings = read_settings({"trusted_proxies": "10.0.0.5, fd00::/8,172.16.0.0/12"})
    assert settings.trusted_proxies == "10.0.0.5,fd00::/8,172.16.0.0/12"
