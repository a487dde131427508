"""Formats 1 to 10, from the time when every database was an SQLite file. `PRAGMA user_version` counts the steps taken.

This list never changes: later formats are in `versions`.
"""

from __future__ import annotations

#: The steps from each format to the next. Each step is a list of statements.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE guilds (
            guild_id INTEGER PRIMARY KEY,
            settings TEXT NOT NULL DEFAULT '{}'
        ) STRICT""",
        """CREATE TABLE users (
            user_id INTEGER PRIMARY KEY,
            locale TEXT,
            dm_channel_id INTEGER,
            dm_closed INTEGER NOT NULL DEFAULT 0,
            prefs TEXT NOT NULL DEFAULT '{}'
        ) STRICT""",
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            guild_id INTEGER NOT NULL,
            channel_id INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'ended', 'frozen')),
            host_id INTEGER NOT NULL,
            locale TEXT NOT NULL,
            options TEXT NOT NULL DEFAULT '{}',
            seq INTEGER NOT NULL DEFAULT 0,
            state BLOB,
            lobby_message_id INTEGER,
            board_message_id INTEGER,
            error_id TEXT,
            error TEXT,
            created_at INTEGER NOT NULL,
            started_at INTEGER,
            ended_at INTEGER
        ) STRICT""",
        # A channel has at most one live match, but any number of finished ones.
        """CREATE UNIQUE INDEX matches_live ON matches (channel_id)
            WHERE status IN ('lobby', 'playing', 'frozen')""",
        "CREATE INDEX matches_channel ON matches (channel_id, id)",
        """CREATE TABLE seats (
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            user_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            dm_message_id INTEGER,
            waiting_since INTEGER,
            pinged_seq INTEGER,
            pinged_epoch INTEGER,
            PRIMARY KEY (match_id, seat),
            UNIQUE (match_id, user_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX seats_waiting ON seats (user_id) WHERE waiting_since IS NOT NULL",
        """CREATE TABLE journal (
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            seat INTEGER,
            user_id INTEGER,
            action TEXT,
            events TEXT NOT NULL DEFAULT '[]',
            chance TEXT NOT NULL DEFAULT '[]',
            epoch_before INTEGER,
            epoch_after INTEGER,
            restores INTEGER,
            PRIMARY KEY (match_id, seq)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE snapshots (
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            state BLOB NOT NULL,
            PRIMARY KEY (match_id, seq)
        ) STRICT""",
        """CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            seat INTEGER,
            payload TEXT NOT NULL,
            coalesce_key TEXT,
            nonce TEXT NOT NULL UNIQUE,
            status TEXT NOT NULL DEFAULT 'due' CHECK (status IN ('due', 'done', 'dead')),
            attempts INTEGER NOT NULL DEFAULT 0,
            not_before INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL,
            finished_at INTEGER,
            error TEXT
        ) STRICT""",
        "CREATE INDEX outbox_due ON outbox (match_id, id) WHERE status = 'due'",
        "CREATE INDEX outbox_finished ON outbox (finished_at) WHERE status != 'due'",
        """CREATE TABLE undo_requests (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            asker INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            restores INTEGER NOT NULL,
            agreed TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'done', 'refused', 'lapsed')),
            created_at INTEGER NOT NULL
        ) STRICT""",
        "CREATE UNIQUE INDEX undo_open ON undo_requests (match_id) WHERE status = 'open'",
    ),
    # A player's standing order for decisions of one kind. It is private to that player.
    ("ALTER TABLE seats ADD COLUMN standing TEXT",),
    # Players' saved decks, and the decks brought to a match that hasn't started. They are private to each player.
    (
        """CREATE TABLE decks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL,
            cards TEXT NOT NULL,
            changed_at INTEGER NOT NULL,
            UNIQUE (user_id, game, key)
        ) STRICT""",
        # These decks aren't stored in `seats`, so code that describes a match's seats can't reveal them.
        """CREATE TABLE brought (
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            user_id INTEGER NOT NULL,
            cards TEXT NOT NULL,
            PRIMARY KEY (match_id, user_id)
        ) STRICT, WITHOUT ROWID""",
    ),
    # Decisions with a deadline: the time of the deadline, and the position where a seat has answered in advance. A
    # seat may now have several standing orders, one per line; NULL stands for the default orders.
    (
        "ALTER TABLE matches ADD COLUMN held_until INTEGER",
        "CREATE INDEX matches_held ON matches (held_until) WHERE held_until IS NOT NULL",
        "ALTER TABLE seats ADD COLUMN kept INTEGER",
    ),
    # The level of the computer that plays a seat; NULL if the seat's player plays it. Seats without a person have a
    # user_id below 0.
    (
        "ALTER TABLE seats ADD COLUMN computer TEXT",
        "CREATE INDEX seats_computers ON seats (match_id) WHERE computer IS NOT NULL",
    ),
    # 1 if the connection was lost during a delivery, so it is unknown whether the post was made.
    ("ALTER TABLE outbox ADD COLUMN uncertain INTEGER NOT NULL DEFAULT 0",),
    # When a row's wait started, so setting the clock back doesn't make the wait longer.
    (
        "ALTER TABLE outbox ADD COLUMN put_off_at INTEGER NOT NULL DEFAULT 0",
        "UPDATE outbox SET put_off_at = created_at",
        "ALTER TABLE matches ADD COLUMN held_since INTEGER",
        """UPDATE matches SET held_since = (SELECT max(at) FROM journal WHERE match_id = matches.id)
           WHERE held_until IS NOT NULL""",
    ),
    # The people who have agreed to the options of a match before its start, and the options that they agreed to.
    (
        """CREATE TABLE agreed (
            match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            user_id INTEGER NOT NULL,
            terms TEXT NOT NULL,
            PRIMARY KEY (match_id, user_id)
        ) STRICT, WITHOUT ROWID""",
    ),
    # The post of a take-back request. Its buttons are removed when the request is closed.
    ("ALTER TABLE undo_requests ADD COLUMN message_id INTEGER",),
    # When a match was suspended, because its channel is gone or the bot was removed from the server.
    (
        "ALTER TABLE matches ADD COLUMN parked_at INTEGER",
        # Indexes for the limits on live matches and on take-back requests.
        "CREATE INDEX matches_guild ON matches (guild_id) WHERE status IN ('lobby', 'playing', 'frozen')",
        "CREATE INDEX seats_people ON seats (user_id, match_id)",
        "CREATE INDEX undo_askers ON undo_requests (match_id, asker)",
        # The journal and all positions of a finished match, in one compressed stream.
        """CREATE TABLE archives (
            match_id INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            data BLOB NOT NULL
        ) STRICT""",
    ),
)
