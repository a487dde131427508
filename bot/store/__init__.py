"""The store: everything that must survive a restart, in an SQLite file or on a PostgreSQL server.

The modules `matches`, `held`, `journal`, `archives`, `outbox`, `work`, `people`, `decks`, `agreements`, `votes`,
`notes`, `reports`, `results`, `reviews`, `profiles`, `blocks`, `seeks`, `cups`, `follows`, `looks`, `groups`, `budget`
and `facts` have the statements. Each function takes `store.read` or, to write, the transaction of `async with
store.write() as tx`.
"""

from bot.store.budget import Times
from bot.store.connection import Reader, Transaction
from bot.store.engines import Address, is_server
from bot.store.errors import Absent, LeaseLost, StoreError, Unsure
from bot.store.follows import FollowRow
from bot.store.reports import ReportRow
from bot.store.reviews import ReviewRow
from bot.store.rows import ENDED, FAILED, REFUSED, JournalRow, MatchRow, OutboxRow, SeatRow, UserRow, VoteRow
from bot.store.seeks import SeekerRow, SeekRow
from bot.store.store import Store

__all__ = [
    "ENDED",
    "FAILED",
    "REFUSED",
    "Absent",
    "Address",
    "FollowRow",
    "JournalRow",
    "LeaseLost",
    "MatchRow",
    "OutboxRow",
    "Reader",
    "ReportRow",
    "ReviewRow",
    "SeatRow",
    "SeekRow",
    "SeekerRow",
    "Store",
    "StoreError",
    "Times",
    "Transaction",
    "Unsure",
    "UserRow",
    "VoteRow",
    "is_server",
]
