"""A whole document is drawn and set once: several tests read it."""

from __future__ import annotations

import pytest
from tests.document import samples

from houseway.document.blocks import Document
from houseway.document.html import page
from houseway.document.typst import pdf


@pytest.fixture(scope="session")
def everything() -> Document:
    """Every kind of block, hostile texts in all of them, a long table and wide ones."""
    return samples.document(*samples.hostile(), samples.outcomes(90), samples.wide(14), samples.wide(40))


@pytest.fixture(scope="session")
def pdf_bytes(everything: Document) -> bytes:
    return pdf(everything)


@pytest.fixture(scope="session")
def html_text(everything: Document) -> str:
    return page(everything)
