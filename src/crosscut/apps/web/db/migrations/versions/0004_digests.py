"""Of who keeps a game only a digest, so that who reads the database can be nobody else."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

games = sa.table("games", sa.column("visitor"))


def upgrade() -> None:
    """Make room for digests, and put them where names are."""
    with op.batch_alter_table("games") as table:
        table.alter_column("visitor", type_=sa.String(64), existing_nullable=False)
    connection = op.get_bind()
    for name in connection.scalars(sa.select(games.c.visitor).distinct()).all():
        digest = hashlib.sha256(name.encode()).hexdigest()
        connection.execute(games.update().where(games.c.visitor == name).values(visitor=digest))
