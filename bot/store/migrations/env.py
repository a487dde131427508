"""The module that Alembic runs. It makes the migration scripts use the store's transaction."""

from __future__ import annotations

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
