"""The results of finished matches."""

from __future__ import annotations

from alembic import op
from sqlalchemy import REAL, BigInteger, CheckConstraint, Column, ForeignKey, Integer, Text, text

revision = "18"
down_revision = "17"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def _number(name: str, *more: object, **options: object) -> Column[int]:
    return Column(name, _NUMBER, *more, nullable=False, **options)  # type: ignore[arg-type]


def _key(name: str, *more: object) -> Column[int]:
    return _number(name, *more, primary_key=True, autoincrement=False)


def _text(name: str, *more: object, **options: object) -> Column[str]:
    return Column(name, Text, *more, nullable=False, **options)  # type: ignore[arg-type]


def _match() -> Column[int]:
    return _key("match_id", ForeignKey("matches.id", ondelete="CASCADE"))


def upgrade() -> None:
    """Add the results, and have all matches entered there that have come to their end."""
    op.add_column("matches", _number("rated", server_default=text("0")))
    op.create_table(
        "finished",
        _match(),
        _text("game"),
        _number("guild_id"),
        _number("players"),
        _text("options"),
        _text("pace"),
        _number("rounds"),
        _number("moves"),
        _text("ending", CheckConstraint("ending IN ('played', 'conceded', 'draw', 'agreed', 'ended')")),
        _number("started_at"),
        _number("ended_at"),
        _number("rated"),
        _text("pack", server_default=""),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("finished_guild", "finished", ["guild_id", "game", "ended_at"])
    op.create_index("finished_game", "finished", ["game", "ended_at"])
    op.create_table(
        "results",
        _match(),
        _key("seat"),
        _key("user_id"),
        _text("name"),
        _number("last"),
        Column("computer", Text),
        Column("place", _NUMBER),
        _number("won"),
        Column("total", REAL),
        _text("scores"),
        _text("played"),
        _number("moves"),
        _number("of_moves"),
        Column("answers_in", _NUMBER),
        _number("hints"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("results_people", "results", ["user_id", "match_id"])
    op.execute(
        text(
            """INSERT INTO work (kind, match_id, due_at, set_at)
               SELECT 'results', id, 0, 0 FROM matches WHERE status IN ('over', 'ended') AND seq > 0"""
        )
    )
