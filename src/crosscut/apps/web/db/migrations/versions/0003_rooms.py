"""Rooms for two: what happened there, who sits where, and the secrets of links to seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NAME, DIGEST = sa.String(40), sa.String(64)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rooms",
        sa.Column("name", NAME, primary_key=True),
        sa.Column("charter", sa.Text, nullable=False),
        sa.Column("opener", DIGEST, nullable=False, index=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("to_play", sa.Integer),
        sa.Column("winner", sa.Integer),
        sa.Column("before", NAME),
    )
    op.create_table(
        "entries",
        sa.Column("room", NAME, sa.ForeignKey("rooms.name"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("key", NAME),
        sa.UniqueConstraint("room", "key", name="uq_entries_room_key"),
    )
    op.create_table(
        "sitters",
        sa.Column("room", NAME, sa.ForeignKey("rooms.name"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("visitor", DIGEST, primary_key=True, index=True),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", DIGEST, primary_key=True),
        sa.Column("room", NAME, sa.ForeignKey("rooms.name"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("invites", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used_by", DIGEST),
    )
