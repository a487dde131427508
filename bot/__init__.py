"""Tenebrae, the Discord bot: everything that does I/O."""
