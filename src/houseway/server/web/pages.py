"""The page's own files; any other address is the page, which finds its way by itself."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, PlainTextResponse, Response

from houseway.server.refusals import Refusal

STATIC = Path(__file__).parent.parent / "static"
_NO_PAGE = (
    "The page was not built into this installation, only the server. Install without HOUSEWAY_NO_WEB, or build the "
    "folder web/ with npm.\n"
)


def pages() -> APIRouter:
    router = APIRouter()
    router.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False)
    return router


async def _page(path: str) -> Response:
    if path.split("/", 1)[0] in ("api", "healthz", "readyz", "metrics", "openapi.json"):
        raise Refusal("not_found", "There is nothing at this address.", 404)
    file = _file(path)
    if file is not None:
        return _sent(file, lasting=path.startswith("assets/"))  # their names change with what is in them
    if path.startswith("assets/"):
        raise Refusal("not_found", "There is nothing at this address.", 404)
    index = STATIC / "index.html"
    if not index.is_file():
        return PlainTextResponse(_NO_PAGE, 503)
    return _sent(index, lasting=False)


def _sent(file: Path, *, lasting: bool) -> Response:
    cache = "public, max-age=31536000, immutable" if lasting else "no-cache"
    response = FileResponse(file, stat_result=file.stat(), headers={"cache-control": cache})
    response.headers["etag"] = f"W/{response.headers['etag']}"  # weak: it is the same whether compressed or not
    return response


def _file(path: str) -> Path | None:
    """The file of that name in the page's folder and nowhere else."""
    if not path or "\0" in path:
        return None
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
