"""Who wrote a game last, so that two tabs of one browser are not taken for strangers."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; of games that are there nobody knows."""
    op.add_column("games", sa.Column("writer", sa.String(40)))
