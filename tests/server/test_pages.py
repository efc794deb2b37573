"""How the page's files and long answers are sent: compressed for who takes it, and kept no longer than they are right."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.server.server_process import LONG, ServerProcess

ASSET = re.compile(r'"(/assets/[^"]+\.js)"')


def _get(house: ServerProcess, path: str, **headers: str) -> httpx.Response:
    answer = httpx.get(house.address + path, headers={"Accept-Encoding": "identity"} | headers, timeout=LONG)
    answer.raise_for_status()
    return answer


def _paths(house: ServerProcess) -> list[str]:
    found = ASSET.search(_get(house, "/").text)
    assert found is not None
    return [found[1], "/api/games", "/openapi.json"]


def test_what_is_long_is_compressed_for_who_takes_it(live_house: ServerProcess) -> None:
    for path in _paths(live_house):
        plain = _get(live_house, path)
        packed = _get(live_house, path, **{"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in packed.headers["vary"].lower()
        assert "accept-encoding" in plain.headers["vary"].lower()
        assert packed.content == plain.content
        assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 2
        assert packed.headers.get("cache-control") == plain.headers.get("cache-control")
        assert packed.headers["x-content-type-options"] == "nosniff"


def test_what_is_short_is_sent_as_it_is(live_house: ServerProcess) -> None:
    answer = _get(live_house, "/healthz", **{"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_files_named_by_their_content_last_and_the_page_is_asked_for_again(
    live_house: ServerProcess, coding: str
) -> None:
    asset = _get(live_house, _paths(live_house)[0], **{"Accept-Encoding": coding})
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/table/3", "/index.html"):
        page = _get(live_house, path, **{"Accept-Encoding": coding})
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["etag"].startswith('W/"')  # one for both forms
    assert asset.headers["etag"].startswith('W/"')


def test_part_of_a_file_is_a_part_of_it_as_it_is(live_house: ServerProcess) -> None:
    path = _paths(live_house)[0]
    whole = _get(live_house, path).content
    part = _get(live_house, path, **{"Accept-Encoding": "gzip", "Range": "bytes=100-2099"})
    assert (part.status_code, part.content) == (206, whole[100:2100])
    assert "content-encoding" not in part.headers
