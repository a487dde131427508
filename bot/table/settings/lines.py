"""The lines of the `/settings` panel, which are registered by the core and the features."""

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

#: The value that stands for no line. The panel is then shown with all lines closed.
NONE = "none"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A setting as a line of the panel, with the menus shown when it is open. Without menus, it can't be opened."""

    name: str
    title: str
    value: str
    parts: Sequence[ui.Item[Any]] = ()
    #: True if the line opens a separate panel.
    is_panel: bool = False

    def items(self, say: Translator, *, is_open: bool) -> list[ui.Item[Any]]:
        """Return the line's layout items, including its menus if it is open."""
        words = f"**{self.title}**\n{self.value}"
        if self.is_panel:
            return [controls.section(words, controls.button(say.t("Change"), self.name))]
        if not self.parts:
            return [controls.text(words)]
        label, turn_to = (say.t("Done"), NONE) if is_open else (say.t("Change"), self.name)
        return [controls.section(words, controls.button(label, "settings", turn_to)), *(self.parts if is_open else ())]


@dataclass(frozen=True, slots=True)
class LineContext:
    """The person reading the panel, and their preferences."""

    interaction: Interaction
    audience: ReaderContext
    preferences: NotificationPrefs
    #: The menu of cities, once the person has selected the hour of their local time.
    cities: ui.Select[Any] | None = None

    @property
    def say(self) -> Translator:
        """The translator for the person's language."""
        return self.audience.text


Saver = Callable[[Interaction, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SettingsLine:
    """A line registered for the panel."""

    name: str
    #: Returns the line for a person, or None if the line doesn't apply to them.
    show: Callable[[LineContext], Awaitable[ShownLine | None]]
    #: The handlers of the line's menus and buttons, by the name that follows the verb `setting` in the custom_id.
    changes: Mapping[str, Handler] = field(default_factory=dict[str, Handler])
    #: The functions that save options of the `/settings` command, by option name.
    options: Mapping[str, Saver] = field(default_factory=dict[str, Saver])


#: All lines of the panel, from top to bottom.
LINES = Registry[SettingsLine]("lines of /settings")


async def save_option(interaction: Interaction, option: str, value: str) -> None:
    """Save the value of an option of `/settings` if a line has registered the option."""
    for line in LINES:
        if option in line.options:
            await line.options[option](interaction, value)
