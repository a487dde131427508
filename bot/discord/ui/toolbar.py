"""Rows of buttons from the core and the features. `bot.wiring` registers the buttons in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, ParamSpec

from discord import ui

from bot.app.registry_class import Registry

P = ParamSpec("P")


class Toolbar(Generic[P]):
    """The buttons below one kind of message, created by functions that receive the message's context."""

    def __init__(self, name: str) -> None:
        self._makers = Registry[Callable[P, Sequence[ui.Item[Any]]]](f"buttons of {name}")

    def fill(self, *makers: Callable[P, Sequence[ui.Item[Any]]]) -> None:
        """Register the functions that return the buttons, in the order of the buttons from left to right."""
        self._makers.fill(*makers)

    def buttons(self, *args: P.args, **kwargs: P.kwargs) -> list[ui.Item[Any]]:
        """Return the buttons that belong below a message with this context."""
        return list(self.each(*args, **kwargs))

    def each(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[ui.Item[Any]]:
        """Yield the buttons of `buttons` one by one, so that those without room needn't be created."""
        return (item for maker in self._makers for item in maker(*args, **kwargs))
