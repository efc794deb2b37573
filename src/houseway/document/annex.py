"""The annex: a document's figures for programs."""

from __future__ import annotations

import json

from houseway.document.blocks import Document


def annex_text(document: Document) -> str:
    """As JSON that every reader of JSON accepts: no infinities."""
    return json.dumps(document.annex, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
