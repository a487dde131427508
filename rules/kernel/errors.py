"""The errors of the rules, each one plain sentence."""

from __future__ import annotations

from typing import Any


class TenebraeError(Exception):
    """An error with one sentence: an English message id with named fields, translated when shown."""

    def __init__(self, msgid: str, **args: Any) -> None:
        self.msgid = msgid
        self.args_by_name = args
        super().__init__(msgid.format(**args) if args else msgid)


class Refusal(TenebraeError):
    """A person's request is refused; the sentence says why, and nothing was changed."""


class IllegalAction(Refusal):
    """The seat may not take this action now; the match is unchanged.

    `rule` is the id of the player rule behind it, "" if there is none; the sentence does not mention it.
    """

    def __init__(self, msgid: str, *, rule: str = "", **args: Any) -> None:
        super().__init__(msgid, **args)
        self.rule = rule


class SaveError(TenebraeError):
    """The bytes are not a match that this version can load."""


class NewerSave(SaveError):
    """A newer version wrote these bytes."""


class ContentError(TenebraeError):
    """A content pack is broken; the sentence names the file and the place in it."""


class EngineError(TenebraeError):
    """The rules themselves failed: a bug, never a player's fault."""
