"""The tables of both engines. A change here needs a migration, too: see `migrations`.

Discord's ids and times in seconds have up to 63 bits; JSON is stored as text.
"""

from __future__ import annotations

from sqlalchemy import (
    REAL,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

from bot.store import owner_tables, pack_tables
from bot.store.columns import KEYED_TABLE as _KEYED
from bot.store.columns import NUMBERED_TABLE as _NUMBERED
from bot.store.columns import TABLE_OPTIONS as _FILE
from bot.store.columns import key as _key
from bot.store.columns import maybe as _maybe
from bot.store.columns import metadata as metadata
from bot.store.columns import number as _number
from bot.store.columns import numbered as _id
from bot.store.columns import of_match as _of_match
from bot.store.columns import real as _real
from bot.store.columns import text as _text
from bot.store.columns import where as _where
from bot.store.statements.rows import LIVE_STATUSES

#: Numbers about the database as a whole, by name: see `facts`.
facts = Table("facts", metadata, _text("name", primary_key=True), _number("value"), **_KEYED)

guilds = Table("guilds", metadata, _key("guild_id"), _text("settings", server_default="{}"), **_FILE)

users = Table(
    "users",
    metadata,
    _key("user_id"),
    Column("locale", Text),
    _maybe("dm_channel_id"),
    _number("dm_closed", server_default=literal_column("0")),
    _text("prefs", server_default="{}"),
    **_FILE,
)

#: The condition of an index on the matches that hold their channel.
_LIVE = _where("status IN ({})".format(", ".join(f"'{status}'" for status in LIVE_STATUSES)))

matches = Table(
    "matches",
    metadata,
    _id(),
    _text("game"),
    _number("guild_id"),
    _number("channel_id"),
    _text("status", CheckConstraint("status IN ('lobby', 'playing', 'over', 'ended', 'frozen')")),
    _number("host_id"),
    _text("locale"),
    _text("options", server_default="{}"),
    _number("seq", server_default=literal_column("0")),
    Column("state", LargeBinary),
    _maybe("lobby_message_id"),
    _maybe("board_message_id"),
    _maybe("reminder_message_id"),
    Column("error_id", Text),
    Column("error", Text),
    _number("created_at"),
    _maybe("started_at"),
    _maybe("ended_at"),
    _maybe("deadline"),
    _maybe("deadline_set_at"),
    _maybe("parked_at"),
    # The version that saved it last: see `bot.matches.release_versions`.
    _number("version", server_default=literal_column("0")),
    # Its pace, and the consequence of a clock's end, as JSON: see `bot.matches.clocks.time_control`.
    _text("pace", server_default="{}"),
    # Since when the table is paused, and until when at most.
    _maybe("paused_at"),
    _maybe("paused_until"),
    # The spectators' thread of a private table.
    _maybe("watching_channel_id"),
    # The message that people use to join a private table, and its channel.
    _maybe("invitation_channel_id"),
    _maybe("invitation_id"),
    # The match that this one is a rematch of, with rotated seats.
    _maybe("rematch_of"),
    # Whether hints are allowed, 0 or 1; NULL: see `bot.matches.hints`.
    _maybe("hints"),
    # Whether it is rated, once it has ended.
    _number("rated", server_default=literal_column("0")),
    # The hash of its content pack; "" for the game's own, and for one without a hash.
    _text("content", server_default=""),
    **_NUMBERED,
)
# One live match per channel, and any number of finished ones.
Index("matches_live", matches.c.channel_id, unique=True, **_LIVE)
Index("matches_guild", matches.c.guild_id, **_LIVE)
Index("matches_channel", matches.c.channel_id, matches.c.id)
Index("matches_watching", matches.c.watching_channel_id, **_where("watching_channel_id IS NOT NULL"))
Index("matches_frozen", matches.c.id, **_where("status = 'frozen'"))
Index("matches_ended", matches.c.ended_at, **_where("ended_at IS NOT NULL"))
Index("matches_content", matches.c.content, **_where("content <> ''"))
Index("matches_deadline", matches.c.deadline, **_where("deadline IS NOT NULL"))

seats = Table(
    "seats",
    metadata,
    _of_match(),
    _key("seat"),
    _number("user_id"),
    _text("name"),
    _maybe("dm_message_id"),
    _maybe("waiting_since"),
    _maybe("pinged_seq"),
    _maybe("pinged_epoch"),
    # When its player is reminded next, and the number of reminders so far.
    _maybe("remind_at"),
    _number("reminded", server_default=literal_column("0")),
    # Orders one a line; private to the player, and NULL for the defaults.
    Column("standing", Text),
    _maybe("deferred"),
    Column("computer", Text),
    # The seat's clock: the seconds left when it last started or stopped, since when it runs, and its player's quiet
    # hours: see `bot.matches.clocks.seat_clock`.
    _maybe("clock_left"),
    _maybe("clock_since"),
    Column("clock_rest", Text),
    # Since when the seat is late; when a computer makes its turn; and whether it then plays for a turn or for longer.
    _maybe("late_since"),
    _maybe("stand_in_at"),
    Column("stand_in", Text),
    # Since and until when its player is away, and for how many seconds they were away in this match before.
    _maybe("away_since"),
    _maybe("away_until"),
    _number("away_used", server_default=literal_column("0")),
    _maybe("nudged_at"),
    # Since when the seat is open, the one person invited to it, if any, and the channel message that asks about the
    # seat.
    _maybe("open_since"),
    _maybe("open_for"),
    _maybe("open_message_id"),
    # Its number of hints, and the position of the last one.
    _number("hinted", server_default=literal_column("0")),
    _maybe("hinted_seq"),
    UniqueConstraint("match_id", "user_id"),
    **_KEYED,
)
Index("seats_waiting", seats.c.user_id, **_where("waiting_since IS NOT NULL"))
Index("seats_people", seats.c.user_id, seats.c.match_id)
Index("seats_computers", seats.c.match_id, **_where("computer IS NOT NULL"))

journal = Table(
    "journal",
    metadata,
    _of_match(),
    _key("seq"),
    _number("at"),
    _text("kind"),
    _maybe("seat"),
    _maybe("user_id"),
    Column("action", Text),
    _text("events", server_default="[]"),
    _text("chance", server_default="[]"),
    _maybe("epoch_before"),
    _maybe("epoch_after"),
    _maybe("restores"),
    **_KEYED,
)

snapshots = Table(
    "snapshots", metadata, _of_match(), _key("seq"), Column("state", LargeBinary, nullable=False), **_FILE
)

outbox = Table(
    "outbox",
    metadata,
    _id(),
    _of_match(key=False),
    _text("kind"),
    _maybe("seat"),
    _text("payload"),
    Column("coalesce_key", Text),
    _text("nonce", unique=True),
    _text("status", CheckConstraint("status IN ('due', 'done', 'dead')"), server_default="due"),
    _number("attempts", server_default=literal_column("0")),
    _number("not_before", server_default=literal_column("0")),
    _number("created_at"),
    _maybe("finished_at"),
    Column("error", Text),
    _number("uncertain", server_default=literal_column("0")),
    _number("put_off_at", server_default=literal_column("0")),
    # The interaction that caused it, for the log.
    Column("press", Text),
    **_NUMBERED,
)
Index("outbox_due", outbox.c.match_id, outbox.c.id, **_where("status = 'due'"))
Index("outbox_finished", outbox.c.finished_at, **_where("status != 'due'"))

#: When a match is due next, for each kind of work: see `work`.
work = Table(
    "work",
    metadata,
    _text("kind", primary_key=True),
    _of_match(),
    _number("due_at"),
    _number("set_at"),
    # The process that has leased it; `due_at` is then the end of its lease.
    Column("owner", Text),
    # The row of the outbox under delivery.
    _maybe("item"),
    **_KEYED,
)
Index("work_due", work.c.kind, work.c.due_at)
Index("work_taken", work.c.owner, **_where("owner IS NOT NULL"))

#: Take-back requests from processes of the release before; a later format removes the table.
undo_requests = Table(
    "undo_requests",
    metadata,
    _id(),
    _of_match(key=False),
    _number("asker"),
    _number("seq"),
    _number("restores"),
    _text("agreed"),
    _text("status", CheckConstraint("status IN ('open', 'done', 'refused', 'lapsed')")),
    _number("created_at"),
    _maybe("message_id"),
    **_NUMBERED,
)
Index("undo_open", undo_requests.c.match_id, unique=True, **_where("status = 'open'"))

Index("undo_askers", undo_requests.c.match_id, undo_requests.c.asker)

#: Votes: to go back, to pause and the like. See `bot.matches.votes.service`.
votes = Table(
    "votes",
    metadata,
    _id(),
    _of_match(key=False),
    _text("kind"),
    _number("asker"),
    # The entry at the time of the vote, and the kind's further data, as JSON.
    _number("seq"),
    _text("data", server_default="{}"),
    _text("agreed"),
    _text("status", CheckConstraint("status IN ('open', 'done', 'refused', 'lapsed')")),
    _number("created_at"),
    _number("ends_at"),
    _maybe("message_id"),
    **_NUMBERED,
)
Index("votes_open", votes.c.match_id, votes.c.kind, unique=True, **_where("status = 'open'"))
Index("votes_askers", votes.c.match_id, votes.c.asker)

#: Former holders of a match's seats.
held = Table(
    "held",
    metadata,
    _of_match(),
    _key("user_id"),
    _key("seat"),
    _text("name"),
    _number("left_at"),
    **_KEYED,
)

#: Players' private notes about matches.
notes = Table("notes", metadata, _of_match(), _key("user_id"), _text("words"), **_KEYED)
Index("notes_people", notes.c.user_id)

#: Problem reports, each with the match of that moment, and the operator's answers.
reports = Table(
    "reports",
    metadata,
    _id(),
    _of_match(key=False),
    _number("seq"),
    _number("user_id"),
    _number("at"),
    _text("words"),
    Column("file", LargeBinary),
    Column("answer", Text),
    _maybe("answered_at"),
    # When its author got the answer.
    _maybe("told_at"),
    **_NUMBERED,
)
Index("reports_match", reports.c.match_id)
Index("reports_open", reports.c.id, **_where("answer IS NULL"))
Index("reports_untold", reports.c.user_id, **_where("answer IS NOT NULL AND told_at IS NULL"))

#: The journal and all positions of a finished match, in one compressed stream.
archives = Table("archives", metadata, _of_match(), Column("data", LargeBinary, nullable=False), **_FILE)

#: Finished matches: see `bot.features.profiles.service.results`.
finished = Table(
    "finished",
    metadata,
    _of_match(),
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
    # Whether its table chose to be rated.
    _number("rated"),
    # Its content pack's name, "" for the game's own.
    _text("pack", server_default=""),
    **_KEYED,
)
Index("finished_guild", finished.c.guild_id, finished.c.game, finished.c.ended_at)
Index("finished_game", finished.c.game, finished.c.ended_at)

#: The result of each person, and each computer, in a finished match.
results = Table(
    "results",
    metadata,
    _of_match(),
    _key("seat"),
    _key("user_id"),
    _text("name"),
    # Whether they held the seat at the end, and the level of the computer that played it then.
    _number("last"),
    Column("computer", Text),
    # The place among the seats, 1 is best; NULL without one.
    _maybe("place"),
    _number("won"),
    Column("total", REAL),
    # As JSON: the scores by category, and the seat's choices, such as its deck, by the game's names.
    _text("scores"),
    _text("played"),
    # Moves by this player, and all moves of the seat; and the median of the seconds before an answer.
    _number("moves"),
    _number("of_moves"),
    _maybe("answers_in"),
    _number("hints"),
    **_KEYED,
)
Index("results_people", results.c.user_id, results.c.match_id)

#: Blocks between players.
blocks = Table("blocks", metadata, _key("user_id"), _key("other_id"), _number("at"), **_KEYED)
Index("blocks_other", blocks.c.other_id)

#: Recent invitations.
invitations = Table("invitations", metadata, _id(), _number("user_id"), _number("guest_id"), _number("at"), **_NUMBERED)
Index("invitations_sent", invitations.c.user_id, invitations.c.at)
Index("invitations_received", invitations.c.guest_id, invitations.c.at)

#: Open tables, and open seats of running matches.
seeks = Table(
    "seeks",
    metadata,
    _id(),
    _number("guild_id"),
    _text("game"),
    _number("host_id"),
    # The table's minimum and maximum number of seats.
    _number("fewest"),
    _number("most"),
    # Further wishes, as JSON: the pace, the language, a first match, a role, options, invited people only.
    _text("wanted"),
    _text("status", CheckConstraint("status IN ('open', 'begun', 'closed')")),
    # The match that it led to, or the one with an open seat.
    _maybe("match_id"),
    _number("created_at"),
    _number("ends_at"),
    **_NUMBERED,
)
Index("seeks_open", seeks.c.guild_id, seeks.c.id, **_where("status = 'open'"))
Index("seeks_ends", seeks.c.ends_at, **_where("status = 'open'"))
Index("seeks_match", seeks.c.match_id, **_where("match_id IS NOT NULL"))

#: The people who have joined an open table, or are invited to it.
seekers = Table(
    "seekers",
    metadata,
    _number("seek_id", ForeignKey("seeks.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    _key("user_id"),
    _text("name"),
    _text("answer", CheckConstraint("answer IN ('in', 'invited', 'declined')")),
    _number("at"),
    **_KEYED,
)
Index("seekers_people", seekers.c.user_id)

#: The messages with servers' open tables.
lists = Table(
    "lists",
    metadata,
    _key("guild_id"),
    _number("channel_id"),
    _maybe("message_id"),
    # When it is updated next; NULL: it is up to date.
    _maybe("due_at"),
    **_KEYED,
)
Index("lists_due", lists.c.due_at, **_where("due_at IS NOT NULL"))

#: Users' choices of ladders; server 0 stands for all servers together.
ladder_choices = Table(
    "ladder_choices", metadata, _key("user_id"), _key("guild_id"), _number("shown"), _number("at"), **_KEYED
)

#: The progress of a ladder's ratings: see `bot.features.ratings.service.ladders`.
ladders = Table(
    "ladders",
    metadata,
    _text("game", primary_key=True),
    _key("guild_id"),
    # The last match counted; the remaining work: none (0), count the matches after it (1), or recount all (2); and the
    # number of marks, which detects marks made meanwhile.
    _number("ended_at"),
    _number("match_id"),
    _number("stale"),
    _number("marks"),
    **_KEYED,
)
Index("ladders_stale", ladders.c.stale, **_where("stale > 0"))

#: Users' ratings on ladders.
ratings = Table(
    "ratings",
    metadata,
    _text("game", primary_key=True),
    _key("guild_id"),
    _key("user_id"),
    _text("name"),
    _real("mu"),
    _real("sigma"),
    # The sort key of the ladder.
    _real("points"),
    _number("matches"),
    _number("won"),
    _number("last_at"),
    **_KEYED,
)
Index("ratings_points", ratings.c.game, ratings.c.guild_id, ratings.c.points)
Index("ratings_people", ratings.c.user_id)

#: The ratings after each match that counted.
rating_points = Table(
    "rating_points",
    metadata,
    _text("game", primary_key=True),
    _key("guild_id"),
    _key("user_id"),
    _key("match_id"),
    _number("at"),
    _real("mu"),
    _real("sigma"),
    **_KEYED,
)

cups = Table(
    "cups",
    metadata,
    _id(),
    _number("guild_id"),
    _number("channel_id"),
    _maybe("message_id"),
    _text("game"),
    _text("name"),
    _number("host_id"),
    _text("kind", CheckConstraint("kind IN ('knockout', 'round_robin', 'groups')")),
    # Its rules, as JSON: options, pace, table size, length of a series, how many advance.
    _text("rules"),
    _text("status", CheckConstraint("status IN ('entry', 'playing', 'over', 'ended')")),
    # The random seed of its draws.
    _text("seed"),
    _number("round"),
    _number("created_at"),
    _maybe("started_at"),
    _maybe("ended_at"),
    # When it is due next; NULL: only when one of its matches ends.
    _maybe("due_at"),
    # The notices sent to its channel and its host, as JSON: keys of notices that are sent once.
    Column("told", Text),
    **_NUMBERED,
)
Index("cups_guild", cups.c.guild_id, cups.c.id)
Index("cups_due", cups.c.due_at, **_where("due_at IS NOT NULL"))


def _of_cup() -> Column[int]:
    return _number("cup_id", ForeignKey("cups.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)


#: The participants of a cup.
cup_people = Table(
    "cup_people",
    metadata,
    _of_cup(),
    _key("user_id"),
    _text("name"),
    _number("entered_at"),
    _maybe("dropped_at"),
    # The level of a computer; and the deck sealed at the entry, as JSON.
    Column("computer", Text),
    Column("deck", Text),
    **_KEYED,
)
Index("cup_people_of", cup_people.c.user_id)

#: The pairings in a cup's rounds, and their results.
cup_ties = Table(
    "cup_ties",
    metadata,
    _of_cup(),
    _key("round"),
    _key("number"),
    # As JSON: the people, in order; and, once settled, the points of each and who advances.
    _text("people"),
    Column("outcome", Text),
    _maybe("settled_at"),
    **_KEYED,
)

#: The matches of a tie, in order of play.
cup_matches = Table(
    "cup_matches",
    metadata,
    _of_match(),
    _number("cup_id", ForeignKey("cups.id", ondelete="CASCADE")),
    _number("round"),
    _number("number"),
    _number("place"),
    _maybe("settled_at"),
    **_KEYED,
)
Index(
    "cup_matches_of", cup_matches.c.cup_id, cup_matches.c.round, cup_matches.c.number, cup_matches.c.place, unique=True
)

#: Followers of other players' matches.
follows = Table(
    "follows",
    metadata,
    _of_match(),
    _key("user_id"),
    # Their topic: the end of each round, or the deciding turns.
    _text("what", CheckConstraint("what IN ('rounds', 'turns')")),
    # The news they have received: the last entry, the last completed round, and the points then, as JSON.
    _number("told_seq"),
    _number("round"),
    _text("points"),
    _number("at"),
    # Since when they can't be reached, which they learn at their next use of the bot.
    _maybe("lost_at"),
    **_KEYED,
)
Index("follows_people", follows.c.user_id)
Index("follows_lost", follows.c.user_id, **_where("lost_at IS NOT NULL"))

#: Reviews of finished matches by computers, as JSON: valid while the match ends with entry `seq`.
reviews = Table("reviews", metadata, _of_match(), _number("seq"), _text("found"), _maybe("shared_at"), **_KEYED)

#: The entry at which a user last had a match's board read out; the next time they hear the changes since.
looks = Table("looks", metadata, _of_match(), _key("user_id"), _number("seq"), **_KEYED)

decks = Table(
    "decks",
    metadata,
    _id(),
    _number("user_id"),
    _text("game"),
    _text("name"),
    _text("key"),
    _text("cards"),
    _number("changed_at"),
    UniqueConstraint("user_id", "game", "key"),
    **_NUMBERED,
)

# Not in `seats`, so that no description of a table can reveal its decks.
brought = Table("brought", metadata, _of_match(), _key("user_id"), _text("cards"), **_KEYED)

agreed = Table("agreed", metadata, _of_match(), _key("user_id"), _text("terms"), **_KEYED)

#: Servers' slash groups of games: see `groups`.
groups = Table(
    "groups",
    metadata,
    _key("guild_id"),
    _text("game", primary_key=True),
    # The hash of the last definition sent to Discord; "" for none.
    _text("definition", server_default=""),
    # The earliest time of the next attempt.
    _number("due_at", server_default=literal_column("0")),
    **_KEYED,
)

#: The last changes of each server's settings, with their authors: see `changes`.
changes = Table(
    "changes",
    metadata,
    _id(),
    _number("guild_id"),
    _number("user_id"),
    _number("at"),
    _text("what"),
    # The new value, as JSON.
    _text("value"),
    **_NUMBERED,
)
Index("changes_guild", changes.c.guild_id, changes.c.id)
Index("changes_people", changes.c.user_id)

#: Pending erasures of users and servers: see `bot.features.privacy.service.erasure`.
erasures = Table(
    "erasures",
    metadata,
    _text("what", CheckConstraint("what IN ('person', 'server')"), primary_key=True),
    _key("subject"),
    # A user's placeholder where a record remains; 0 for a server.
    _number("alias"),
    _number("asked_at"),
    _number("due_at"),
    # The last match done.
    _number("match_id", server_default=literal_column("0")),
    **_KEYED,
)
Index("erasures_due", erasures.c.due_at)

#: Owners' decisions, and the processes that they see: see `owner_tables`.
bars, caps, processes = owner_tables.bars, owner_tables.caps, owner_tables.processes
announcements, announced = owner_tables.announcements, owner_tables.announced

#: Content packs: see `pack_tables`.
contents, packs = pack_tables.contents, pack_tables.packs

#: The requests to Discord of all processes (see `bot.store.request_budget`): one row, after the first request.
budget = Table(
    "budget",
    metadata,
    _key("id"),
    _number("requests"),
    _number("openings"),
    _number("refusals"),
    # When anything was last taken: a clock that shows less has been set back.
    _number("spent_at", server_default=literal_column("0")),
    **_FILE,
)

# Conditions worded like the indexes: with bound values, no engine would use them.
IS_DUE = outbox.c.status == literal_column("'due'")
IS_LIVE = matches.c.status.in_([literal_column(f"'{status}'") for status in LIVE_STATUSES])
