"""The exceptions that the rules raise, each with one sentence for the player."""

from __future__ import annotations

from typing import Any


class TenebraeError(Exception):
    """An error with one sentence: an English message id with named fields, which is translated when it is shown."""

    def __init__(self, msgid: str, **args: Any) -> None:
        self.msgid = msgid
        self.args_by_name = args
        super().__init__(msgid.format(**args) if args else msgid)


class Refusal(TenebraeError):
    """A player's request was refused and nothing has changed. The sentence says why."""


class IllegalAction(Refusal):
    """The seat may not take this action now; the match is unchanged.

    `rule` is the id of the players' rule behind the refusal, or "" if there is none. The sentence doesn't mention the
    id.
    """

    def __init__(self, msgid: str, *, rule: str = "", **args: Any) -> None:
        super().__init__(msgid, **args)
        self.rule = rule


class SaveError(TenebraeError):
    """The bytes are not a saved match that this version of the rules can load."""


class NewerSave(SaveError):
    """The saved match was written by a newer version of the rules."""


class ContentError(TenebraeError):
    """A content pack is broken; the sentence names the file and the place in it."""


class EngineError(TenebraeError):
    """The rules themselves failed, which is always a bug and never a player's fault."""
