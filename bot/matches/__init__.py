"""The match service: lobby, moves, take-back, notices and delivery, independent of Discord."""

from bot.matches.allowance import BATCH, FORGETS, Allowance, Left
from bot.matches.along import Along
from bot.matches.archivist import Archivist
from bot.matches.batch import hidden_hold, orders_of
from bot.matches.bots import BotScheduler
from bot.matches.computers import names_in
from bot.matches.course import Course, Moment, TurningPoint
from bot.matches.delivery import Deliverer, DeliveryWorker, Retry, Undeliverable
from bot.matches.notices import notice_text
from bot.matches.outbox import Outbox
from bot.matches.parking import Parking
from bot.matches.play import worlds_at
from bot.matches.records import LogEntry, LogPage, MatchInfo, Outcome, SeatInfo, Table, Vote
from bot.matches.refusal import NewerMatch
from bot.matches.repository import has_saved
from bot.matches.results import Recorder
from bot.matches.retention import Keep
from bot.matches.reviews import Missed, Review
from bot.matches.ringing import Ring, Wish
from bot.matches.seeks import Wanted
from bot.matches.service import MatchService
from bot.matches.times import TimeScheduler
from bot.matches.waiting import Waiting
from bot.store import REFUSED, FollowRow, OutboxRow, ReportRow, SeekRow, StoreError, Unsure
from bot.store.leases import verify as verify_lease
from rules.kernel.errors import Refusal

__all__ = [
    "BATCH",
    "FORGETS",
    "REFUSED",
    "Allowance",
    "Along",
    "Archivist",
    "BotScheduler",
    "Course",
    "Deliverer",
    "DeliveryWorker",
    "FollowRow",
    "Keep",
    "Left",
    "LogEntry",
    "LogPage",
    "MatchInfo",
    "MatchService",
    "Missed",
    "Moment",
    "NewerMatch",
    "Outbox",
    "OutboxRow",
    "Outcome",
    "Parking",
    "Recorder",
    "Refusal",
    "ReportRow",
    "Retry",
    "Review",
    "Ring",
    "SeatInfo",
    "SeekRow",
    "StoreError",
    "Table",
    "TimeScheduler",
    "TurningPoint",
    "Undeliverable",
    "Unsure",
    "Vote",
    "Waiting",
    "Wanted",
    "Wish",
    "has_saved",
    "hidden_hold",
    "names_in",
    "notice_text",
    "orders_of",
    "verify_lease",
    "worlds_at",
]
