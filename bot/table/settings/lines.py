"""The lines of the `/settings` panel. The core or a feature registers each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from bot.app.registry_class import Registry
from bot.discord.bot import Interaction
from bot.discord.ui import controls
from bot.discord.ui.controls import Handler
from bot.discord.ui.locale import ReaderContext
from bot.notifications.preferences import NotificationPrefs
from rules.kernel.words.translation import Translator

#: The value that stands for no line. If it is given, the panel is shown with all lines closed.
NONE = "none"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A setting as a line of the panel. When the line is open, it shows `parts`; without parts, it can't be opened."""

    name: str
    title: str
    value: str
    parts: Sequence[ui.Item[Any]] = ()
    #: Whether the line leads to a separate panel.
    is_panel: bool = False

    def items(self, say: Translator, *, is_open: bool) -> list[ui.Item[Any]]:
        """Return the layout components of the line, including its menus if it is open."""
        words = f"**{self.title}**\n{self.value}"
        if self.is_panel:
            return [controls.section(words, controls.button(say.t("Change"), self.name))]
        if not self.parts:
            return [controls.text(words)]
        label, turn_to = (say.t("Done"), NONE) if is_open else (say.t("Change"), self.name)
        return [controls.section(words, controls.button(label, "settings", turn_to)), *(self.parts if is_open else ())]


@dataclass(frozen=True, slots=True)
class LineContext:
    """The person who reads the panel, and their preferences."""

    interaction: Interaction
    audience: ReaderContext
    preferences: NotificationPrefs
    #: The menu of cities; None unless the person has just selected the current hour of their day.
    cities: ui.Select[Any] | None = None

    @property
    def say(self) -> Translator:
        """The translator for the language of the person who reads the panel."""
        return self.audience.text


Saver = Callable[[Interaction, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SettingsLine:
    """A line that is registered for the panel of settings."""

    name: str
    #: Returns the line as shown to a person; None if it doesn't apply to them.
    show: Callable[[LineContext], Awaitable[ShownLine | None]]
    #: The handlers of the line's menus and buttons, keyed by the name that follows the verb `setting` in their
    #: custom_ids.
    changes: Mapping[str, Handler] = field(default_factory=dict[str, Handler])
    #: Functions that save values given as options of the `/settings` command, keyed by option name.
    options: Mapping[str, Saver] = field(default_factory=dict[str, Saver])


#: All lines of the panel, in order from top to bottom.
LINES = Registry[SettingsLine]("lines of /settings")


async def save_option(interaction: Interaction, option: str, value: str) -> None:
    """Save the value of an option of the `/settings` command with the function that a line has registered for it."""
    for line in LINES:
        if option in line.options:
            await line.options[option](interaction, value)
