"""Keys of old commands are found by their age: they are forgotten every hour."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_requests_made", "requests", ["made"])


def downgrade() -> None:
    op.drop_index("ix_requests_made", "requests")
