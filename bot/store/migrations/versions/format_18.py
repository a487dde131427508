"""Adds the results of finished matches, and the features based on them: open tables, ladders, cups, reviews and
followers.
"""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy import DOUBLE_PRECISION, REAL, BigInteger, CheckConstraint, Column, ForeignKey, Integer, Text, text

revision = "18"
down_revision = "17"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_REAL = REAL[float]().with_variant(DOUBLE_PRECISION(), "postgresql")
_NUMBERED: dict[str, Any] = {"sqlite_strict": True, "sqlite_autoincrement": True}
_KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def _number(name: str, *more: object, **options: object) -> Column[int]:
    return Column(name, _NUMBER, *more, nullable=False, **options)  # type: ignore[arg-type]


def _maybe(name: str) -> Column[int]:
    return Column(name, _NUMBER)


def _id() -> Column[int]:
    return _number("id", primary_key=True)


def _real(name: str) -> Column[float]:
    return Column(name, _REAL, nullable=False)


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


def _key(name: str, *more: object) -> Column[int]:
    return _number(name, *more, primary_key=True, autoincrement=False)


def _text(name: str, *more: object, **options: object) -> Column[str]:
    return Column(name, Text, *more, nullable=False, **options)  # type: ignore[arg-type]


def _match() -> Column[int]:
    return _key("match_id", ForeignKey("matches.id", ondelete="CASCADE"))


def _cup() -> Column[int]:
    return _number("cup_id", ForeignKey("cups.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)


def upgrade() -> None:
    """Add the tables and columns, and schedule all finished matches so that their results are recorded."""
    op.add_column("matches", _number("rated", server_default=text("0")))
    op.add_column("matches", _maybe("invitation_channel_id"))
    op.add_column("matches", _maybe("invitation_id"))
    op.create_index("matches_frozen", "matches", ["id"], **_where("status = 'frozen'"))
    op.add_column("outbox", Column("press", Text()))
    op.add_column("budget", _number("spent_at", server_default=text("0")))
    op.create_index("matches_ended", "matches", ["ended_at"], **_where("ended_at IS NOT NULL"))
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
    _add_seeks()
    _add_ladders()
    _add_cups()
    _add_erasures()
    _add_changes()
    _add_owners()
    op.execute(
        text(
            """INSERT INTO work (kind, match_id, due_at, set_at)
               SELECT 'results', id, 0, 0 FROM matches WHERE status IN ('over', 'ended') AND seq > 0"""
        )
    )


def _add_seeks() -> None:
    op.create_table("blocks", _key("user_id"), _key("other_id"), _number("at"), **_KEYED)
    op.create_index("blocks_other", "blocks", ["other_id"])
    op.create_table(
        "seeks",
        _id(),
        _number("guild_id"),
        _text("game"),
        _number("host_id"),
        _number("fewest"),
        _number("most"),
        _text("wanted"),
        _text("status", CheckConstraint("status IN ('open', 'begun', 'closed')")),
        _maybe("match_id"),
        _number("created_at"),
        _number("ends_at"),
        **_NUMBERED,
    )
    op.create_index("seeks_open", "seeks", ["guild_id", "id"], **_where("status = 'open'"))
    op.create_index("seeks_ends", "seeks", ["ends_at"], **_where("status = 'open'"))
    op.create_index("seeks_match", "seeks", ["match_id"], **_where("match_id IS NOT NULL"))
    op.create_table(
        "seekers",
        _number("seek_id", ForeignKey("seeks.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        _key("user_id"),
        _text("name"),
        _text("answer", CheckConstraint("answer IN ('in', 'invited', 'declined')")),
        _number("at"),
        **_KEYED,
    )
    op.create_index("seekers_people", "seekers", ["user_id"])
    op.create_table("lists", _key("guild_id"), _number("channel_id"), _maybe("message_id"), _maybe("due_at"), **_KEYED)
    op.create_index("lists_due", "lists", ["due_at"], **_where("due_at IS NOT NULL"))


def _add_ladders() -> None:
    op.create_table("ladder_choices", _key("user_id"), _key("guild_id"), _number("shown"), _number("at"), **_KEYED)
    op.create_table(
        "ladders",
        _text("game", primary_key=True),
        _key("guild_id"),
        _number("ended_at"),
        _number("match_id"),
        _number("stale"),
        _number("marks"),
        **_KEYED,
    )
    op.create_index("ladders_stale", "ladders", ["stale"], **_where("stale > 0"))
    op.create_table(
        "ratings",
        _text("game", primary_key=True),
        _key("guild_id"),
        _key("user_id"),
        _text("name"),
        _real("mu"),
        _real("sigma"),
        _real("points"),
        _number("matches"),
        _number("won"),
        _number("last_at"),
        **_KEYED,
    )
    op.create_index("ratings_points", "ratings", ["game", "guild_id", "points"])
    op.create_index("ratings_people", "ratings", ["user_id"])
    op.create_table(
        "rating_points",
        _text("game", primary_key=True),
        _key("guild_id"),
        _key("user_id"),
        _key("match_id"),
        _number("at"),
        _real("mu"),
        _real("sigma"),
        **_KEYED,
    )


def _add_cups() -> None:
    op.create_table(
        "cups",
        _id(),
        _number("guild_id"),
        _number("channel_id"),
        _maybe("message_id"),
        _text("game"),
        _text("name"),
        _number("host_id"),
        _text("kind", CheckConstraint("kind IN ('knockout', 'round_robin', 'groups')")),
        _text("rules"),
        _text("status", CheckConstraint("status IN ('entry', 'playing', 'over', 'ended')")),
        _text("seed"),
        _number("round"),
        _number("created_at"),
        _maybe("started_at"),
        _maybe("ended_at"),
        _maybe("due_at"),
        Column("told", Text),
        **_NUMBERED,
    )
    op.create_index("cups_guild", "cups", ["guild_id", "id"])
    op.create_index("cups_due", "cups", ["due_at"], **_where("due_at IS NOT NULL"))
    op.create_table(
        "cup_people",
        _cup(),
        _key("user_id"),
        _text("name"),
        _number("entered_at"),
        _maybe("dropped_at"),
        Column("computer", Text),
        Column("deck", Text),
        **_KEYED,
    )
    op.create_index("cup_people_of", "cup_people", ["user_id"])
    op.create_table(
        "cup_ties",
        _cup(),
        _key("round"),
        _key("number"),
        _text("people"),
        Column("outcome", Text),
        _maybe("settled_at"),
        **_KEYED,
    )
    op.create_table(
        "cup_matches",
        _match(),
        _number("cup_id", ForeignKey("cups.id", ondelete="CASCADE")),
        _number("round"),
        _number("number"),
        _number("place"),
        _maybe("settled_at"),
        **_KEYED,
    )
    op.create_index("cup_matches_of", "cup_matches", ["cup_id", "round", "number", "place"], unique=True)
    op.create_table(
        "follows",
        _match(),
        _key("user_id"),
        _text("what", CheckConstraint("what IN ('rounds', 'turns')")),
        _number("told_seq"),
        _number("round"),
        _text("points"),
        _number("at"),
        _maybe("lost_at"),
        **_KEYED,
    )
    op.create_index("follows_people", "follows", ["user_id"])
    op.create_index("follows_lost", "follows", ["user_id"], **_where("lost_at IS NOT NULL"))
    op.create_table("reviews", _match(), _number("seq"), _text("found"), _maybe("shared_at"), **_KEYED)
    op.create_table("looks", _match(), _key("user_id"), _number("seq"), **_KEYED)


def _add_erasures() -> None:
    op.create_table(
        "erasures",
        _text("what", CheckConstraint("what IN ('person', 'server')"), primary_key=True),
        _key("subject"),
        _number("alias"),
        _number("asked_at"),
        _number("due_at"),
        _number("match_id", server_default=text("0")),
        **_KEYED,
    )
    op.create_index("erasures_due", "erasures", ["due_at"])


def _add_changes() -> None:
    op.create_table(
        "changes",
        _id(),
        _number("guild_id"),
        _number("user_id"),
        _number("at"),
        _text("what"),
        _text("value"),
        **_NUMBERED,
    )
    op.create_index("changes_guild", "changes", ["guild_id", "id"])
    op.create_index("changes_people", "changes", ["user_id"])


def _add_owners() -> None:
    op.create_table(
        "bars",
        _text("what", CheckConstraint("what IN ('person', 'server')"), primary_key=True),
        _key("subject"),
        _number("at"),
        _number("by_id"),
        _text("reason"),
        _maybe("ends_at"),
        Column("digest", Text),
        _maybe("told_at"),
        _maybe("settled_at"),
        **_KEYED,
    )
    op.create_table("caps", _text("name", primary_key=True), _real("value"), **_KEYED)
    op.create_table(
        "processes",
        _text("name", primary_key=True),
        _text("version"),
        _text("door", CheckConstraint("door IN ('gateway', 'http')")),
        _number("started_at"),
        _number("seen_at"),
        _text("wanted", CheckConstraint("wanted IN ('serve', 'drain', 'stop')"), server_default="serve"),
        _text("figures"),
        **_KEYED,
    )
    op.create_table(
        "announcements",
        _id(),
        _number("user_id"),
        _number("at"),
        _text("texts"),
        _text("status", CheckConstraint("status IN ('draft', 'open', 'stopped', 'done')")),
        _maybe("ended_at"),
        **_NUMBERED,
    )
    op.create_table(
        "announced",
        _number(
            "announcement_id", ForeignKey("announcements.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        ),
        _key("guild_id"),
        _text("status", CheckConstraint("status IN ('due', 'done', 'skipped')")),
        _text("nonce"),
        _number("due_at"),
        _maybe("begun_at"),
        _number("attempts", server_default=text("0")),
        _maybe("channel_id"),
        _maybe("message_id"),
        Column("error", Text),
        **_KEYED,
    )
    op.create_index("announced_due", "announced", ["due_at"], **_where("status = 'due'"))
