"""The command line of a tool that has a single command."""

from __future__ import annotations

from collections.abc import Callable

import typer


def command_line(command: Callable[..., None]) -> typer.Typer:
    """Return a command line with only this command. It prints errors as plain text."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command()(command)
    return app
