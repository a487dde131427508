"""Rows of buttons that core and features fill together. `bot.wiring` lists them in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, ParamSpec

from discord import ui

from bot.app.registry import Registry

P = ParamSpec("P")


class Toolbar(Generic[P]):
    """Buttons below one kind of message, each made by a function of the message's context; it may return none."""

    def __init__(self, name: str) -> None:
        self._makers = Registry[Callable[P, Sequence[ui.Item[Any]]]](f"buttons of {name}")

    def fill(self, *makers: Callable[P, Sequence[ui.Item[Any]]]) -> None:
        """Register the functions that make the buttons, in their order."""
        self._makers.fill(*makers)

    def buttons(self, *args: P.args, **kwargs: P.kwargs) -> list[ui.Item[Any]]:
        """Return the buttons for this context."""
        return [item for maker in self._makers for item in maker(*args, **kwargs)]
