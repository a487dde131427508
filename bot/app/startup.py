"""The first steps of every command: read the settings, set up the log, and install the operator's own content packs."""

from __future__ import annotations

from bot.app import logs
from bot.app.settings import Settings, load_settings


def prepare() -> Settings:
    """Read the settings, set up the log and install the operator's packs. Return the settings; raises ConfigError."""
    settings = load_settings()
    logs.set_up(settings.log_level, settings.log_format, settings.secrets())
    install_packs(settings)
    return settings


def install_packs(settings: Settings) -> None:
    """Install the packs in the folder that the settings name, if they name one; raises ConfigError for a broken
    pack.
    """
    if settings.packs is not None:
        from bot.app import host_packs

        host_packs.install(settings.packs)
