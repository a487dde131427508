"""The match service: all operations on matches, independent of Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import rules
from bot.app.clock import Clock
from bot.app.registry_class import Registry
from bot.matches.absence.service import Absence
from bot.matches.clocks.lateness import Lateness
from bot.matches.clocks.pausing import Pausing
from bot.matches.clocks.service import SeatClockService
from bot.matches.command_groups import CommandGroups
from bot.matches.game_masters.match_repair import Repair
from bot.matches.game_masters.service import GameMasters, OrderVote
from bot.matches.hint_allowance import Hints
from bot.matches.history.service import History
from bot.matches.lobby.brought_decks import BroughtDecks
from bot.matches.lobby.channel_moves import ChannelMoves
from bot.matches.lobby.service import Lobby
from bot.matches.match_files import Transfer
from bot.matches.match_suspension import UnreachableChannels
from bot.matches.metrics_cache import MetricsCache
from bot.matches.own_points import OwnPoints
from bot.matches.packs.server_packs import ServerPacks
from bot.matches.play.read_markers import ReadMarkers
from bot.matches.play.service import Play
from bot.matches.play.undo import Undo
from bot.matches.processes import Processes
from bot.matches.quota_overrides import QuotaOverrides
from bot.matches.quotas import Quotas
from bot.matches.release_versions import CommandSet, release_number
from bot.matches.repository import MatchRepository
from bot.matches.seats.account_exit import AccountExit
from bot.matches.seats.computers import Computers
from bot.matches.seats.player_blocks import PlayerBlocks
from bot.matches.seats.service import SeatTransfer
from bot.matches.service_options import DEFAULTS, NO_CAPS, ServiceOptions
from bot.matches.service_results import GM_KIND
from bot.matches.settings.people import People
from bot.matches.settings.servers import Servers
from bot.matches.votes.service import Votes
from bot.matches.votes.vote_kinds import (
    COME_BACK_KIND,
    VOTE_KINDS,
    ComeBack,
    ConcedeTogether,
    DrawVote,
    EndEarly,
    Extend,
    GoBack,
    HandOverVote,
    NewPlayer,
    Pause,
)
from bot.notifications.nudges import Nudges
from bot.notifications.outbox import Outbox
from bot.notifications.reminders import Reminders
from bot.notifications.request_budget import request_budget_of
from bot.store.store import Store
from rules.kernel.game import AnyGame

T = TypeVar("T")


class MatchService:
    """All services for opening, playing and showing matches, as attributes.

    Requests for the same match are served in order, and their changes are on disk before they return. Every service
    raises Refusal for an impossible request, with a sentence for the user, and StoreError if the database fails. In
    both cases, nothing has changed.
    """

    def __init__(  # noqa: PLR0915 - one for each part
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, AnyGame] | None = None,
        options: ServiceOptions = DEFAULTS,
    ) -> None:
        self.store = store
        self.clock = clock
        self.options, seed = options, options.seed
        played = rules.GAMES if games is None else games
        self.matches = MatchRepository(
            store, clock, played, keep=options.keep, grace=options.grace, pause=options.pause
        )
        self.history = History(self.matches)
        self.read_markers = ReadMarkers(self.matches, self.history)
        self.quota_overrides = QuotaOverrides(store, clock, {**NO_CAPS, **options.caps})
        self.quotas = Quotas(self.quota_overrides, clock)
        self.processes = Processes(store, clock)
        self.packs = ServerPacks(store, clock, played)
        self.lobby = Lobby(self.matches, seed, self.quotas, self.packs)
        self.player_blocks, self.brought_decks = PlayerBlocks(store, clock), BroughtDecks(self.matches)
        self.play = Play(self.matches)
        self.undo = Undo(self.matches, seed)
        self.hints = Hints(self.matches)
        self.own_points = OwnPoints(self.matches, self.history)
        self.computers = Computers(self.matches, self.play)
        self.lateness = Lateness(self.matches, self.computers)
        self.absence = Absence(self.matches)
        self.seat_transfer = SeatTransfer(self.matches, self.quotas)
        self.seat_clocks = SeatClockService(self.matches, self.play, self.lateness)
        self.reminders = Reminders(self.matches)
        self.nudges = Nudges(self.matches)
        self.outbox = Outbox(self.matches)
        self.people = People(store)
        self.servers = Servers(store, clock)
        #: Suspends and resumes matches whose channel the bot can't reach.
        self.unreachable_channels = UnreachableChannels(self.matches)
        self.channel_moves = ChannelMoves(self.matches, self.lobby)
        self.pausing = Pausing(self.matches)
        votable_kinds = (
            *(GoBack(self.undo), Pause(self.pausing), Extend(self.pausing)),
            *(NewPlayer(self.matches, self.seat_transfer), HandOverVote(self.matches, self.computers)),
            *(DrawVote(self.play), EndEarly(self.play), ConcedeTogether(self.play)),
        )
        special_kinds = {GM_KIND: OrderVote(), COME_BACK_KIND: ComeBack(self.seat_transfer)}
        self.votes = Votes(self.matches, dict(zip(VOTE_KINDS, votable_kinds, strict=True)) | special_kinds)
        self.command_set = CommandSet(store, release_number() if options.number is None else options.number)
        self.command_groups = CommandGroups(store, clock, self.command_set)
        self.request_budget = request_budget_of(store)
        self.metrics_cache = MetricsCache(store, clock)
        #: Exports and imports matches as files.
        self.transfer = Transfer(self.matches, self.packs)
        self.repair = Repair(self.matches, seed)
        self.game_masters = GameMasters(self.matches, self.play, self.repair, self.pausing, self.seat_transfer)
        self.account_exit = AccountExit(self.matches, self.lobby, self.play, self.seat_transfer)
        #: The services that features have registered, by class.
        self.parts: dict[type[Any], Any] = {}
        for make in SERVICES:
            part = make(self)
            self.parts[type(part)] = part
        for attach in HOOKS:
            attach(self)

    def part(self, kind: type[T]) -> T:
        """Return the service of this class, which a feature has registered."""
        return self.parts[kind]


#: Functions that create the services of features. A service may use those registered before it.
SERVICES = Registry[Callable[[MatchService], object]]("services of features")
#: Functions that add features to the hooks of the core.
HOOKS = Registry[Callable[[MatchService], None]]("hooks of the core")
