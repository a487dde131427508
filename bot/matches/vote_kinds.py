"""What a table may be asked: what each kind of vote needs to know, its sentence, and what happens once all agree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bot.matches import notices
from bot.matches.records import Outcome, Table
from bot.matches.undo import Undo
from bot.store import Transaction, VoteRow
from rules.kernel.words.text import N_, Say

_HOUR, DAY = 3_600, 86_400


class Kind(ABC):
    """One thing that a table may be asked."""

    #: What a menu calls it, and what it says of it there.
    label: ClassVar[str]
    about: ClassVar[str]
    #: Whether the silence of those who have not answered means yes when it ends.
    silence: ClassVar[bool] = False
    #: After how many seconds it ends.
    lasts: ClassVar[int] = 2 * DAY

    async def offered(self, table: Table) -> bool:
        """Tell whether this table may be asked that at all."""
        return True

    async def prepare(self, table: Table, seat: int, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the vote must know, from what its asker wants. Raises Refusal when it can't be asked now."""
        return {}

    @abstractmethod
    def sentence(self, say: Say, vote: VoteRow) -> str:
        """Return who asks for what."""

    def details(self, say: Say, vote: VoteRow) -> str:
        """Return what else everybody must know before they agree; "" for nothing."""
        return ""

    @abstractmethod
    async def carry_out(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None) -> Outcome | None:
        """Do what the table agreed to, by whoever was the last to agree; None is silence. Return the new position.

        The caller holds the match, and closes the vote.
        """


class GoBack(Kind):
    """Going back to before the asker's last move."""

    label = N_("Take moves back")
    about = N_("The match goes back to before your last move.")

    def __init__(self, undo: Undo) -> None:
        self._undo = undo

    async def prepare(self, table: Table, seat: int, wanted: Mapping[str, Any]) -> dict[str, Any]:
        return await self._undo.wanted(table, seat)

    def sentence(self, say: Say, vote: VoteRow) -> str:
        who, n, number = say.seat(vote.asker), vote.data.get("moves", 0), vote.data.get("round", 0)
        if not n:
            return say.t("{who} asks to go back to before their last move.", who=who)
        if not number:
            return say.n("{who} asks to take back {n} move.", "{who} asks to take back {n} moves.", n, who=who)
        return say.n(
            "{who} asks to take back {n} move (round {round}).",
            "{who} asks to take back {n} moves (round {round}).",
            n,
            who=who,
            round=number,
        )

    def details(self, say: Say, vote: VoteRow) -> str:
        if "seen" not in vote.data:
            return ""
        if vote.data["seen"]:
            return say.t("Something hidden has come to light since then; what was drawn will be drawn anew.")
        return say.t("Nobody has seen anything hidden.")

    async def carry_out(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None) -> Outcome:
        alone = user_id == table.info.seats[vote.asker].user_id
        calls = notices.Calls.NOT_ACTOR if alone else notices.Calls.AFRESH
        return await self._undo.go_back(table, vote.asker, user_id, vote.data["restores"], calls)
