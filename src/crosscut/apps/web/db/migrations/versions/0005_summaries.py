"""What lists show of a game, so that no game is read whole to be listed."""

import json

import sqlalchemy as sa
from alembic import op

from crosscut.apps.web.schemas.documents import summary

revision = "0005"
down_revision = "0004"

games = sa.table("games", sa.column("id"), sa.column("document"), sa.column("summary"))


def upgrade() -> None:
    """Add the column, and fill it game by game, for all of them at once may be large."""
    op.add_column("games", sa.Column("summary", sa.Text))
    connection = op.get_bind()
    for name in connection.scalars(sa.select(games.c.id)).all():
        this = games.c.id == name
        document = json.loads(connection.scalar(sa.select(games.c.document).where(this)))
        told = json.dumps(summary(document))
        connection.execute(games.update().where(this).values(summary=told))
    with op.batch_alter_table("games") as table:
        table.alter_column("summary", existing_type=sa.Text, nullable=False)
