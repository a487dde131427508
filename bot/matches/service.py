"""The match service: all operations on matches, independent of Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import rules
from bot.app.clock import Clock
from bot.features.backups.service import Backups
from bot.features.cups.service.actions import Cups
from bot.features.cups.service.tournament import TournamentEngine
from bot.features.decks.service import PersonalDecks
from bot.features.follow.service import news
from bot.features.follow.service.follows import Follows
from bot.features.notes.service import Notes
from bot.features.open_tables.service import OpenTables
from bot.features.owner.service.announcements import Announcements
from bot.features.owner.service.blocklist import Blocklist
from bot.features.owner.service.damage import Damage
from bot.features.owner.service.frozen import FrozenMatches
from bot.features.privacy.service.erasure import Privacy
from bot.features.privacy.service.retention import Retention
from bot.features.profiles.service.profiles import Profiles
from bot.features.ratings.service.ladders import Ratings
from bot.features.reports.service import Reports
from bot.features.reviews.service.reviews import Reviews
from bot.matches.absence.service import Absence
from bot.matches.clocks.lateness import Lateness
from bot.matches.clocks.pausing import Pausing
from bot.matches.clocks.service import SeatClockService
from bot.matches.command_groups import CommandGroups
from bot.matches.game_masters.repair import Repair
from bot.matches.game_masters.service import GameMasters, OrderVote
from bot.matches.history.service import History
from bot.matches.lessons.hints import Hints
from bot.matches.lobby.brought_decks import BroughtDecks
from bot.matches.lobby.channel_moves import ChannelMoves
from bot.matches.lobby.service import Lobby
from bot.matches.lobby.starting import new_seed
from bot.matches.metrics_queries import MetricsCache
from bot.matches.packs.server_packs import Packs
from bot.matches.play.read_markers import ReadMarkers
from bot.matches.play.service import Play
from bot.matches.play.undo import Undo
from bot.matches.processes import Processes
from bot.matches.quota_overrides import CAPS, QuotaOverrides
from bot.matches.quotas import Quotas
from bot.matches.records import GM
from bot.matches.repository import MatchRepository
from bot.matches.seats.account_exit import AccountExit
from bot.matches.seats.computers import Computers
from bot.matches.seats.player_blocks import PlayerBlocks
from bot.matches.seats.service import SeatTransfer
from bot.matches.settings.people import People
from bot.matches.settings.retention_periods import RetentionPeriods
from bot.matches.settings.servers import Servers
from bot.matches.transfer import Transfer
from bot.matches.versions import CommandSet, release
from bot.matches.votes.kinds import (
    COME_BACK,
    KINDS,
    ComeBack,
    ConcedeTogether,
    Draw,
    EndEarly,
    Extend,
    GoBack,
    HandOver,
    NewPlayer,
    Pause,
)
from bot.matches.votes.service import Votes
from bot.notifications.nudges import Nudges
from bot.notifications.outbox import Outbox
from bot.notifications.reminders import Reminders
from bot.notifications.request_budget import allowance_of
from bot.notifications.unreachable_channels import UnreachableChannels
from bot.store.store import Store
from rules.kernel.game import AnyGame

#: Limits for services without settings.
NO_CAPS: Mapping[str, float] = dict.fromkeys(CAPS, 0)


class MatchService:
    """The parts that open, play and show matches.

    Requests for one match are served in order, and are on disk before they are answered. Every part raises Refusal for
    an impossible request, with a sentence for the person who asked, and StoreError when the disk fails. Nothing is
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
        kept: RetentionPeriods = RetentionPeriods(),  # noqa: B008 - it is never changed
        number: int | None = None,
    ) -> None:
        """`keep` is how many matches stay in memory; `seed` makes the secret seeds of matches.

        `grace` is the seconds before players who were recently present are called, `pause` the seconds without a move
        before posts are edited. `caps` are the default limits by name; `kept` has the retention periods. `number` is
        that of another release, for tests.
        """
        self.store = store
        #: Current matches.
        played = rules.GAMES if games is None else games
        self.matches = MatchRepository(store, clock, played, keep=keep, grace=grace, pause=pause)
        #: Matches' history.
        self.history = History(self.matches)
        self.looks = ReadMarkers(self.matches, self.history)
        #: Limits that owners change, and blocked users and servers.
        self.caps, self.bars = QuotaOverrides(store, clock, {**NO_CAPS, **caps}), Blocklist(store, clock)
        limits = Quotas(self.caps, clock, [self.bars.unserved])
        self.processes, self.announcements = Processes(store, clock), Announcements(store, clock, self.bars)
        #: Servers' content packs.
        self.packs = Packs(store, clock, played)
        self.lobby = Lobby(self.matches, seed, limits, self.packs)
        #: Open tables, and players' blocks.
        self.seeks = OpenTables(self.matches, self.lobby, limits)
        self.matches.hooks.seats_offered.append(self.seeks.seats_offered)
        self.blocks = PlayerBlocks(store, clock)
        self.play = Play(self.matches)
        self.undo = Undo(self.matches, seed)
        self.hints = Hints(self.matches)
        #: Users' decks, and those brought to tables.
        self.decks, self.brought_decks = PersonalDecks(self.matches), BroughtDecks(self.matches)
        #: Computers' seats and moves.
        self.computers = Computers(self.matches, self.play)
        #: Late seats and absences.
        self.lateness = Lateness(self.matches, self.computers)
        self.absence = Absence(self.matches)
        #: Seats that change hands.
        self.seating = SeatTransfer(self.matches, limits)
        #: The clocks of seats.
        self.timekeeper = SeatClockService(self.matches, self.play, self.lateness)
        #: Reminders.
        self.reminders = Reminders(self.matches)
        self.nudges = Nudges(self.matches)
        #: Posts and private messages, and their recipients.
        self.outbox = Outbox(self.matches)
        self.people = People(store)
        self.servers = Servers(store, clock)
        #: Followers of other players' matches.
        self.follows = Follows(self.matches)
        self.matches.hooks.moved.append(news.moved)
        self.matches.hooks.ended.append(news.ended)
        #: Ladders and their members.
        self.ratings = Ratings(store, clock)
        #: Matches suspended because their channel is out of reach.
        self.parking = UnreachableChannels(self.matches)
        #: Matches that move to another channel.
        self.moving = ChannelMoves(self.matches, self.lobby)
        #: Paused matches.
        self.pausing = Pausing(self.matches)
        #: The votes.
        asked = (
            *(GoBack(self.undo), Pause(self.pausing), Extend(self.pausing)),
            *(NewPlayer(self.matches, self.seating), HandOver(self.matches, self.computers)),
            *(Draw(self.play), EndEarly(self.play), ConcedeTogether(self.play)),
        )
        others = {GM: OrderVote(), COME_BACK: ComeBack(self.seating)}
        self.votes = Votes(self.matches, dict(zip(KINDS, asked, strict=True)) | others)
        #: The release that has registered the commands.
        self.command_set = CommandSet(store, release() if number is None else number)
        #: Servers' slash groups of games.
        self.groups = CommandGroups(store, clock, self.command_set)
        #: The budget of requests to Discord.
        self.allowance = allowance_of(store)
        #: Database figures for monitoring.
        self.watching = MetricsCache(store, clock)
        #: Warnings to owners about damaged rows.
        self.damage = Damage(store, clock, self.processes)
        #: The backup schedule.
        self.backups = Backups(store, clock)
        #: Matches as files, and the operator's repairs.
        self.transfer = Transfer(self.matches, self.packs)
        self.repair = Repair(self.matches, seed)
        #: Game masters' orders.
        self.game_masters = GameMasters(self.matches, self.play, self.repair, self.pausing, self.seating)
        #: Cups: people's and hosts' actions, and progress.
        self.cups = Cups(self.matches, seed, self.packs)
        self.cup_course = TournamentEngine(self.matches, self.lobby, self.play, self.computers)
        #: Problem reports, and reviews of finished matches.
        self.reports, self.reviews = Reports(self.matches), Reviews(self.matches)
        #: Frozen matches, for the bot's owners.
        self.frozen = FrozenMatches(self.matches, self.game_masters, self.reports.count_of)
        #: Leaving everything, exporting one's data, and erasing it.
        self.leaving = AccountExit(self.matches, self.lobby, self.play, self.seating)
        self.leaving.first += [self.seeks.leave_all, self.cups.quit_all]
        self.privacy = Privacy(self.matches, self.people, self.leaving, self.seeks, self.cups, self.reports)
        #: Retention.
        self.retention = Retention(self.matches, kept)
        self.parking.on_server_left.append(self.retention.server_left)
        self.parking.on_server_back.append(self.retention.server_is_back)
        #: Players' notes and profiles.
        self.notes, self.profiles = Notes(store), Profiles(store)
        self.matches.hooks.reopened.append(self.profiles.reopened)
