"""The tables of both engines. A change in this module also needs a migration: see `migrations`.

Discord's ids and times in seconds have up to 63 bits. JSON is stored as text.
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
from bot.store.column_definitions import KEYED_TABLE as _KEYED
from bot.store.column_definitions import NUMBERED_TABLE as _NUMBERED
from bot.store.column_definitions import TABLE_OPTIONS as _FILE
from bot.store.column_definitions import index_condition as _where
from bot.store.column_definitions import key as _key
from bot.store.column_definitions import metadata as metadata
from bot.store.column_definitions import number as _number
from bot.store.column_definitions import numbered as _id
from bot.store.column_definitions import of_match as _of_match
from bot.store.column_definitions import optional_number as _maybe
from bot.store.column_definitions import real as _real
from bot.store.column_definitions import text as _text
from bot.store.statements.rows import LIVE_STATUSES

#: Numbers about the database as a whole, by name; see `named_numbers`.
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

#: The condition of an index on live matches.
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
    # The version of the code that last saved the match; see `bot.matches.release_versions`.
    _number("version", server_default=literal_column("0")),
    # The match's time control and what happens when a clock runs out, as JSON; see `bot.matches.clocks.time_control`.
    _text("pace", server_default="{}"),
    # When the match was paused, and the latest end of the pause.
    _maybe("paused_at"),
    _maybe("paused_until"),
    # The thread for spectators of a private match.
    _maybe("watching_channel_id"),
    # The channel and the id of the message with the buttons for joining a private match.
    _maybe("invitation_channel_id"),
    _maybe("invitation_id"),
    # The previous match, if this match is a rematch. A rematch rotates the seats.
    _maybe("rematch_of"),
    # Whether hints are allowed: 0, 1, or NULL for the default; see `bot.matches.hint_allowance`.
    _maybe("hints"),
    # 0 if players can't see their own points during the match, otherwise 1 or NULL; see `bot.matches.own_points`.
    _maybe("own_points"),
    # Whether the match is rated once it has ended.
    _number("rated", server_default=literal_column("0")),
    # The hash of the match's content pack; "" for the built-in pack and for other packs without a hash.
    _text("content", server_default=""),
    **_NUMBERED,
)
# A channel can have only one live match, but any number of finished ones.
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
    # When the seat's player gets the next reminder, and how many reminders they have received about this decision.
    _maybe("remind_at"),
    _number("reminded", server_default=literal_column("0")),
    # The player's standing orders, one per line, which must stay hidden from others; NULL for the default orders.
    Column("standing", Text),
    _maybe("deferred"),
    Column("computer", Text),
    # The seat's clock: the seconds left when it last started or stopped, when it was started, and the player's quiet
    # hours. See `bot.matches.clocks.seat_clock`.
    _maybe("clock_left"),
    _maybe("clock_since"),
    Column("clock_rest", Text),
    # When the seat became late, when a computer player will make its turn, and how long the computer player stays.
    _maybe("late_since"),
    _maybe("stand_in_at"),
    Column("stand_in", Text),
    # When the seat's player went away and when they will be back, and how many seconds they were away earlier in this
    # match.
    _maybe("away_since"),
    _maybe("away_until"),
    _number("away_used", server_default=literal_column("0")),
    _maybe("nudged_at"),
    # When the seat was opened to a new player, the only person who may take it (NULL: anyone), and the message in the
    # channel that asks about the seat.
    _maybe("open_since"),
    _maybe("open_for"),
    _maybe("open_message_id"),
    # How many hints the seat's player has received, and the position of the last hint.
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
    # The id of the interaction that caused the post, for the log.
    Column("press", Text),
    **_NUMBERED,
)
Index("outbox_due", outbox.c.match_id, outbox.c.id, **_where("status = 'due'"))
Index("outbox_finished", outbox.c.finished_at, **_where("status != 'due'"))

#: When each match is due for each kind of work; see `work_queue`.
work = Table(
    "work",
    metadata,
    _text("kind", primary_key=True),
    _of_match(),
    _number("due_at"),
    _number("set_at"),
    # The process that has leased the match. If it is set, `due_at` is the end of the lease.
    Column("owner", Text),
    # The id of the outbox row that is being delivered.
    _maybe("item"),
    **_KEYED,
)
Index("work_due", work.c.kind, work.c.due_at)
Index("work_taken", work.c.owner, **_where("owner IS NOT NULL"))

#: Take-back requests, from releases before there were votes. No code uses this table any more.
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

#: Votes, for example about going back or pausing; see `bot.matches.votes.service`.
votes = Table(
    "votes",
    metadata,
    _id(),
    _of_match(key=False),
    _text("kind"),
    _number("asker"),
    # The last journal entry when the vote started, and the data that this kind of vote needs, as JSON.
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

#: Former players of a match's seats.
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

#: Problem reports, each with the match as it was at that time, and the operator's answer.
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
    # When the answer was delivered to the author of the report.
    _maybe("told_at"),
    **_NUMBERED,
)
Index("reports_match", reports.c.match_id)
Index("reports_open", reports.c.id, **_where("answer IS NULL"))
Index("reports_untold", reports.c.user_id, **_where("answer IS NOT NULL AND told_at IS NULL"))

#: The journal and all positions of a finished match, in one compressed stream.
archives = Table("archives", metadata, _of_match(), Column("data", LargeBinary, nullable=False), **_FILE)

#: Finished matches; see `bot.features.profiles.service.results`.
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
    # Whether the players chose a rated match.
    _number("rated"),
    # The name of the match's content pack; "" for the built-in pack.
    _text("pack", server_default=""),
    **_KEYED,
)
Index("finished_guild", finished.c.guild_id, finished.c.game, finished.c.ended_at)
Index("finished_game", finished.c.game, finished.c.ended_at)

#: The results of each person and each computer player in finished matches.
results = Table(
    "results",
    metadata,
    _of_match(),
    _key("seat"),
    _key("user_id"),
    _text("name"),
    # Whether this player had the seat at the end, and the level of the computer player that played it then.
    _number("last"),
    Column("computer", Text),
    # The seat's final placing, where 1 is best; NULL if the game doesn't rank the seats.
    _maybe("place"),
    _number("won"),
    Column("total", REAL),
    # The scores by category, and the seat's choices, such as its deck, under the game's own names. Both are JSON.
    _text("scores"),
    _text("played"),
    # The number of this player's moves, the number of all moves of the seat, and the median time in seconds that this
    # player took for a move.
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

#: Recent invitations to matches: the sender and the guest.
invitations = Table("invitations", metadata, _id(), _number("user_id"), _number("guest_id"), _number("at"), **_NUMBERED)
Index("invitations_sent", invitations.c.user_id, invitations.c.at)
Index("invitations_received", invitations.c.guest_id, invitations.c.at)

#: Open tables, whose hosts look for players, and open seats of running matches.
seeks = Table(
    "seeks",
    metadata,
    _id(),
    _number("guild_id"),
    _text("game"),
    _number("host_id"),
    # The minimum and maximum number of seats.
    _number("fewest"),
    _number("most"),
    # More about the table, as JSON: its time control, language, role and options, whether it is a first match, and
    # whether only invited people may join.
    _text("wanted"),
    _text("status", CheckConstraint("status IN ('open', 'begun', 'closed')")),
    # The match that was started from the table, or the match with the open seat.
    _maybe("match_id"),
    _number("created_at"),
    _number("ends_at"),
    **_NUMBERED,
)
Index("seeks_open", seeks.c.guild_id, seeks.c.id, **_where("status = 'open'"))
Index("seeks_ends", seeks.c.ends_at, **_where("status = 'open'"))
Index("seeks_match", seeks.c.match_id, **_where("match_id IS NOT NULL"))

#: The people who have joined an open table or are invited to it.
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

#: The messages that list the open tables of a server.
lists = Table(
    "lists",
    metadata,
    _key("guild_id"),
    _number("channel_id"),
    _maybe("message_id"),
    # When the message must be updated; NULL while it is up to date.
    _maybe("due_at"),
    **_KEYED,
)
Index("lists_due", lists.c.due_at, **_where("due_at IS NOT NULL"))

#: Whether users are shown on a ladder. Server 0 stands for the ladder of all servers together.
ladder_choices = Table(
    "ladder_choices", metadata, _key("user_id"), _key("guild_id"), _number("shown"), _number("at"), **_KEYED
)

#: How far each ladder's ratings have been computed; see `bot.features.ratings.service.ladders`.
ladders = Table(
    "ladders",
    metadata,
    _text("game", primary_key=True),
    _key("guild_id"),
    # `ended_at` and `match_id` identify the last match counted. `stale` is the work that remains: 0 for none, 1 for
    # later matches, 2 for a recount of all matches. `marks` counts the changes to `stale`, so a process notices a
    # change made while it was computing.
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
    # The points that the ladder is sorted by.
    _real("points"),
    _number("matches"),
    _number("won"),
    _number("last_at"),
    **_KEYED,
)
Index("ratings_points", ratings.c.game, ratings.c.guild_id, ratings.c.points)
Index("ratings_people", ratings.c.user_id)

#: The rating of each player after each rated match.
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
    # The cup's rules as JSON: options, time control, players per table, length of a series, and how many advance.
    _text("rules"),
    _text("status", CheckConstraint("status IN ('entry', 'playing', 'over', 'ended')")),
    # The random seed of the cup's draws.
    _text("seed"),
    _number("round"),
    _number("created_at"),
    _maybe("started_at"),
    _maybe("ended_at"),
    # When the cup must be checked next; NULL if nothing is due until one of its matches ends.
    _maybe("due_at"),
    # The keys of the notices that were sent to the channel or the host, as JSON. Each notice is sent only once.
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
    # The level of a computer player, and the deck chosen when entering, as JSON.
    Column("computer", Text),
    Column("deck", Text),
    **_KEYED,
)
Index("cup_people_of", cup_people.c.user_id)

#: The ties of a cup: the pairings in each round, and their results.
cup_ties = Table(
    "cup_ties",
    metadata,
    _of_cup(),
    _key("round"),
    _key("number"),
    # The people in order and, once the tie is settled, the points of each person and who advances. Both are JSON.
    _text("people"),
    Column("outcome", Text),
    _maybe("settled_at"),
    **_KEYED,
)

#: The matches of each tie, in playing order.
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
    # Which news the follower gets: about the end of each round, or about turning points.
    _text("what", CheckConstraint("what IN ('rounds', 'turns')")),
    # The match's state at the last news: the last journal entry, the last completed round, and the points as JSON.
    _number("told_seq"),
    _number("round"),
    _text("points"),
    _number("at"),
    # When the follower became unreachable. They are told about this when they next use the bot.
    _maybe("lost_at"),
    **_KEYED,
)
Index("follows_people", follows.c.user_id)
Index("follows_lost", follows.c.user_id, **_where("lost_at IS NOT NULL"))

#: Computer reviews of finished matches, as JSON. A review is valid while `seq` is the match's last journal entry.
reviews = Table("reviews", metadata, _of_match(), _number("seq"), _text("found"), _maybe("shared_at"), **_KEYED)

#: The number of the journal entry that was the newest when a user last had a match's board read out. The next time, the
#: user hears what has changed since then.
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

# Decks brought to a match that hasn't started. They aren't stored in `seats`, so code that describes a match's seats
# can't reveal them.
brought = Table("brought", metadata, _of_match(), _key("user_id"), _text("cards"), **_KEYED)

agreed = Table("agreed", metadata, _of_match(), _key("user_id"), _text("terms"), **_KEYED)

#: The slash command groups of games in servers; see `bot.store.statements.command_groups`.
groups = Table(
    "groups",
    metadata,
    _key("guild_id"),
    _text("game", primary_key=True),
    # The hash of the group's definition that was last sent to Discord; "" if none was sent.
    _text("definition", server_default=""),
    # The earliest time of the next attempt to register the group.
    _number("due_at", server_default=literal_column("0")),
    **_KEYED,
)

#: The last changes of each server's settings; see `bot.store.statements.settings_audit_log`.
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

#: Unfinished erasures of users and servers; see `bot.features.privacy.service.erasure`.
erasures = Table(
    "erasures",
    metadata,
    _text("what", CheckConstraint("what IN ('person', 'server')"), primary_key=True),
    _key("subject"),
    # The placeholder that replaces the user's id in the remaining records; 0 for a server.
    _number("alias"),
    _number("asked_at"),
    _number("due_at"),
    # The last match whose data has been erased.
    _number("match_id", server_default=literal_column("0")),
    **_KEYED,
)
Index("erasures_due", erasures.c.due_at)

#: The tables of the bot owners' decisions and of the processes; see `owner_tables`.
bars, caps, processes = owner_tables.bars, owner_tables.caps, owner_tables.processes
announcements, announced = owner_tables.announcements, owner_tables.announced

#: The tables of content packs; see `pack_tables`.
contents, packs = pack_tables.contents, pack_tables.packs

#: The request budget of all processes; see `bot.store.request_budget`. It has one row, which the first request creates.
budget = Table(
    "budget",
    metadata,
    _key("id"),
    _number("requests"),
    _number("openings"),
    _number("refusals"),
    # When a request was last counted. If the clock shows an earlier time, it was set back.
    _number("spent_at", server_default=literal_column("0")),
    **_FILE,
)

# Like the indexes, these conditions have literal values, because with bound values no engine would use the indexes.
IS_DUE = outbox.c.status == literal_column("'due'")
IS_LIVE = matches.c.status.in_([literal_column(f"'{status}'") for status in LIVE_STATUSES])
