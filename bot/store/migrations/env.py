"""Alembic runs this: the scripts work in the transaction of the store."""

from __future__ import annotations

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
