"""The first steps of every command: read the settings, set up the log, install the host's own content packs."""

from __future__ import annotations

from bot.app import logs
from bot.app.settings import Settings, load_settings


def prepare() -> Settings:
    """Return the settings, with the log set up and the packs installed; raises ConfigError."""
    settings = load_settings()
    logs.set_up(settings.log_level, settings.log_format, settings.secrets())
    install_packs(settings)
    return settings


def install_packs(settings: Settings) -> None:
    """Install the content packs of the settings, if they name a folder; raises ConfigError for a broken one."""
    if settings.packs is not None:
        from bot.app import host_packs as packs

        packs.install(settings.packs)
