"""The match service: everything that can be done with matches, independent of Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import rules
from bot.clock import Clock
from bot.matches.absence import Absence
from bot.matches.allowance import allowance_of
from bot.matches.announcements import Announcements
from bot.matches.backups import Backups
from bot.matches.bars import Bars
from bot.matches.blocks import Blocks
from bot.matches.caps import CAPS, Caps
from bot.matches.computers import Computers
from bot.matches.cups import CupCourse, Cups
from bot.matches.damage import Damage
from bot.matches.decks import PersonalDecks
from bot.matches.follows import Follows
from bot.matches.frozen import Frozen
from bot.matches.game_masters import AskedOrder, GameMasters
from bot.matches.groups import Groups
from bot.matches.hints import Hints
from bot.matches.history import History
from bot.matches.lateness import Lateness
from bot.matches.leaving import Leaving
from bot.matches.limits import Limits
from bot.matches.lobby import Lobby, new_seed
from bot.matches.looks import Looks
from bot.matches.moving import Moving
from bot.matches.notes import Notes
from bot.matches.nudges import Nudges
from bot.matches.outbox import Outbox
from bot.matches.packs import Packs
from bot.matches.parking import Parking
from bot.matches.pausing import Pausing
from bot.matches.people import People
from bot.matches.play import Play
from bot.matches.privacy import Privacy
from bot.matches.processes import Processes
from bot.matches.profiles import Profiles
from bot.matches.ratings import Ratings
from bot.matches.records import GM
from bot.matches.reminders import Reminders
from bot.matches.repair import Repair
from bot.matches.reports import Reports
from bot.matches.repository import MatchRepository
from bot.matches.retention import Keep, Retention
from bot.matches.reviews import Reviews
from bot.matches.seating import Seating
from bot.matches.seeks import Seeks
from bot.matches.servers import Servers
from bot.matches.timekeeper import Timekeeper
from bot.matches.transfer import Transfer
from bot.matches.undo import Undo
from bot.matches.versions import CommandSet, release
from bot.matches.vote_kinds import (
    COME_BACK,
    KINDS,
    ComeBack,
    ConcedeTogether,
    Draw,
    EndEarly,
    Extend,
    GoBack,
    HandOver,
    Pause,
    SomebodyNew,
)
from bot.matches.votes import Votes
from bot.matches.watching import Watching
from bot.store import Store
from rules.kernel.game import AnyGame

#: What limits are where nobody says anything.
NO_CAPS: Mapping[str, float] = dict.fromkeys(CAPS, 0)


class MatchService:
    """The parts that open, play and show matches.

    Requests for one match are served in order, and are on disk before they are answered. When something can't be done,
    every part raises Refusal, with a sentence for the person who asked; when the disk fails, StoreError. Nothing is
    changed then.
    """

    def __init__(  # noqa: PLR0915 - one for each part
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, AnyGame] | None = None,
        *,
        keep: int = 64,
        seed: Callable[[], str] = new_seed,
        grace: int = 0,
        pause: int = 0,
        caps: Mapping[str, float] = NO_CAPS,
        kept: Keep = Keep(),  # noqa: B008 - it is never changed
        number: int | None = None,
    ) -> None:
        """`keep` is how many matches stay in memory; `seed` makes the secrets of matches' chance.

        `grace` is how many seconds players who were present lately have before they are called, `pause` how many must
        pass without a move before posts are edited. `caps` are limits by name where owners have changed none;
        `kept` says for how long what has ended is kept. `number` is that of another release, for tests.
        """
        self.store = store
        #: Matches as they stand.
        played = rules.GAMES if games is None else games
        self.matches = MatchRepository(store, clock, played, keep=keep, grace=grace, pause=pause)
        #: What happened in matches.
        self.history = History(self.matches)
        self.looks = Looks(self.matches, self.history)
        #: Limits that owners change, and whom they don't serve.
        self.caps, self.bars = Caps(store, clock, {**NO_CAPS, **caps}), Bars(store, clock)
        limits = Limits(self.caps, clock)
        self.processes, self.announcements = Processes(store, clock), Announcements(store, clock, self.bars)
        #: The content packs that servers have.
        self.packs = Packs(store, clock, played)
        self.lobby = Lobby(self.matches, seed, limits, self.packs)
        #: Tables that people look for, and whom they don't want to sit there with.
        self.seeks = Seeks(self.matches, self.lobby, limits)
        self.blocks = Blocks(store, clock)
        self.play = Play(self.matches)
        self.undo = Undo(self.matches, seed)
        self.hints = Hints(self.matches)
        #: People's decks, and those that they bring to tables.
        self.decks = PersonalDecks(self.matches)
        #: Seats that computers play, and their moves.
        self.computers = Computers(self.matches, self.play)
        #: Seats that are late, and people who are away.
        self.lateness = Lateness(self.matches, self.computers)
        self.absence = Absence(self.matches)
        #: Seats that somebody leaves to somebody new.
        self.seating = Seating(self.matches, limits)
        #: The clocks of seats.
        self.timekeeper = Timekeeper(self.matches, self.play, self.lateness)
        #: Whoever lets a match wait for days.
        self.reminders = Reminders(self.matches)
        self.nudges = Nudges(self.matches)
        #: Posts and private messages, and the people they are for.
        self.outbox = Outbox(self.matches)
        self.people = People(store)
        self.servers = Servers(store, clock)
        #: Whoever hears how a match goes that others play.
        self.follows = Follows(self.matches)
        #: Ladders, and who is on them.
        self.ratings = Ratings(store, clock)
        #: Matches that stand still because their channel is out of reach.
        self.parking = Parking(self.matches, kept)
        #: Matches that go on in another channel.
        self.moving = Moving(self.matches, self.lobby)
        #: Matches that stand still because the table wants a pause.
        self.pausing = Pausing(self.matches)
        #: What tables are asked.
        asked = (
            *(GoBack(self.undo), Pause(self.pausing), Extend(self.pausing)),
            *(SomebodyNew(self.matches, self.seating), HandOver(self.matches, self.computers)),
            *(Draw(self.play), EndEarly(self.play), ConcedeTogether(self.play)),
        )
        others = {GM: AskedOrder(), COME_BACK: ComeBack(self.seating)}
        self.votes = Votes(self.matches, dict(zip(KINDS, asked, strict=True)) | others)
        #: Which release has registered the commands.
        self.command_set = CommandSet(store, release() if number is None else number)
        #: The slash groups of games that servers have.
        self.groups = Groups(store, clock, self.command_set)
        #: What may be asked of Discord.
        self.allowance = allowance_of(store)
        #: What whoever watches the bot learns from the database.
        self.watching = Watching(store, clock)
        #: The damaged rows that owners are told of.
        self.damage = Damage(store, clock, self.processes)
        #: When the database is backed up.
        self.backups = Backups(store, clock)
        #: Matches as files, and the operator's repairs.
        self.transfer = Transfer(self.matches, self.packs)
        self.repair = Repair(self.matches, seed)
        #: What those order who keep a match going.
        self.game_masters = GameMasters(self.matches, self.play, self.repair, self.pausing, self.seating)
        #: Cups as people and hosts have to do with them, and how they go on.
        self.cups = Cups(self.matches, seed, self.packs)
        self.cup_course = CupCourse(self.matches, self.lobby, self.play, self.computers)
        #: What people say is wrong, and what a computer thinks of finished matches.
        self.reports, self.reviews = Reports(self.matches), Reviews(self.matches)
        #: What froze matches, for those who run the bot.
        self.frozen = Frozen(self.matches, self.game_masters, self.reports)
        #: How people leave everything, what is kept of them, and how they are erased.
        self.leaving = Leaving(self.matches, self.lobby, self.seeks, self.play, self.seating, self.cups)
        self.privacy = Privacy(self.matches, self.people, self.leaving, self.reports)
        #: For how long things are kept.
        self.retention = Retention(self.matches, kept)
        #: What people note down, and what they have played.
        self.notes, self.profiles = Notes(store), Profiles(store)
