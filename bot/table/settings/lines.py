"""The lines of the `/settings` panel: core and features register theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from bot.app.registry import Registry
from bot.discord.bot import Interaction
from bot.discord.ui import controls
from bot.discord.ui.controls import Handler
from bot.discord.ui.locale import ReaderContext
from bot.notifications.preferences import NotificationPrefs
from rules.kernel.words.translation import Translator

#: The name of no line, for a panel with all lines closed.
NONE = "none"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the panel, and its parts when it is open. A line without parts can't be opened."""

    name: str
    title: str
    value: str
    parts: Sequence[ui.Item[Any]] = ()
    #: Whether it opens as a separate panel.
    is_panel: bool = False

    def items(self, say: Translator, *, is_open: bool) -> list[ui.Item[Any]]:
        """Return the line, with its parts if it is open."""
        words = f"**{self.title}**\n{self.value}"
        if self.is_panel:
            return [controls.section(words, controls.button(say.t("Change"), self.name))]
        if not self.parts:
            return [controls.text(words)]
        label, turn_to = (say.t("Done"), NONE) if is_open else (say.t("Change"), self.name)
        return [controls.section(words, controls.button(label, "settings", turn_to)), *(self.parts if is_open else ())]


@dataclass(frozen=True, slots=True)
class LineContext:
    """The person who reads the panel."""

    interaction: Interaction
    audience: ReaderContext
    wish: NotificationPrefs
    #: The menu of cities, after the person has chosen the hour.
    cities: ui.Select[Any] | None = None

    @property
    def say(self) -> Translator:
        """The person's language."""
        return self.audience.text


Saver = Callable[[Interaction, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SettingsLine:
    """A registered line."""

    name: str
    #: Returns the line, or None where it doesn't apply.
    show: Callable[[LineContext], Awaitable[Line | None]]
    #: The setters of its menus and buttons, by their names in the custom_ids of `setting`.
    changes: Mapping[str, Handler] = field(default_factory=dict[str, Handler])
    #: The setters of options of the command, by their names.
    options: Mapping[str, Saver] = field(default_factory=dict[str, Saver])


#: All lines, from top to bottom.
LINES = Registry[SettingsLine]("lines of /settings")


async def save_option(interaction: Interaction, option: str, value: str) -> None:
    """Save the value of an option of `/settings`."""
    for line in LINES:
        if option in line.options:
            await line.options[option](interaction, value)
