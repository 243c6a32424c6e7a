"""Runs the migrations, for alembic, on the connection that `database.upgrade` gives it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
