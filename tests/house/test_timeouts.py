"""If one time limit contains another, the inner limit is shorter, so it always expires first."""

from __future__ import annotations

from bot.app import timeouts
from bot.app.clock import RemoteClock
from bot.app.worker_jobs import JOBS
from bot.discord import client, health, in_flight, owner_stop_commands
from bot.discord.http.outgoing_rate_limiter import Priority
from bot.features.packs.service import validator
from bot.features.replays.panel import export as replay_export
from bot.matches import metrics_cache, scheduler_base
from bot.store import leases, pg_notify, postgres, sqlite

#: Discord's limit for editing the answer to an interaction, and Prometheus's limit for a scrape, in seconds.
INTERACTION, SCRAPE = 900.0, 10.0
#: Pairs of an inner and an outer limit in seconds. The inner value is a sum if several limits apply in succession.
CONTAINED = {
    "the pictures, a turn and a rate limit in a delivery": (
        timeouts.PICTURES + max(rank.max_wait for rank in Priority) + timeouts.RATE_LIMIT,
        timeouts.DELIVERY,
    ),
    "the last board and the parts of the closing post": (
        timeouts.LAST_BOARD + timeouts.CLOSING_PARTS,
        timeouts.CLOSING_POST,
    ),
    "the course in the closing post": (timeouts.SCORE_TIMELINE, timeouts.CLOSING_PARTS),
    "the closing post in a delivery": (timeouts.CLOSING_POST, timeouts.DELIVERY),
    "a curve among the pictures": (timeouts.CHART, timeouts.PICTURES),
    "the pictures of a call, which go before those of other posts": (timeouts.CALL_PICTURES, timeouts.PICTURES),
    "the pictures of an answer": (timeouts.PICTURES, INTERACTION),
    "a file of a replay that is waited for": (JOBS["replay"].timeout, replay_export.PRIVATE_AFTER),
    "the wait for a replay in an answer": (replay_export.PRIVATE_AFTER, INTERACTION),
    "a review": (JOBS["review"].timeout, INTERACTION),
    "all packs that wait to be looked at": ((validator.MAX_QUEUE + 1) * JOBS["pack"].timeout, INTERACTION),
    "the last words of an answer in the last answers": (in_flight.REFUSAL_TIMEOUT, client.SHUTDOWN_GRACE),
    "giving back matches after the grace of a stop": (scheduler_base.RELEASE_TIMEOUT, scheduler_base.STOP_GRACE),
    "the grace of a stop in that of an owner": (scheduler_base.STOP_GRACE, owner_stop_commands.STOP_TIMEOUT),
    "the figures in the page of health": (metrics_cache.SCRAPE_TIMEOUT, SCRAPE),
    "the page of health in its own limit": (health.DATABASE_TIMEOUT, SCRAPE),
    "the question of a listener before the next": (pg_notify.CLOCK_TIMEOUT, pg_notify.CLOCK_INTERVAL),
    "a connection to a server in a delivery": (postgres.CONNECT_TIMEOUT + postgres.POOL_TIMEOUT, timeouts.DELIVERY),
    "two renewals of a lease while it is certain": (2 * leases.RENEWAL_INTERVAL, leases.CERTAIN_SECONDS),
    "the time for which a lease is certain in the lease": (
        leases.CERTAIN_SECONDS + RemoteClock.SLACK + 1,
        leases.LEASE_SECONDS,
    ),
    "a locked file in a delivery": (sqlite.BUSY_TIMEOUT, timeouts.DELIVERY),
}


def test_an_inner_limit_is_shorter_than_the_outer_one() -> None:
    assert [name for name, (inner, outer) in CONTAINED.items() if not 0 < inner < outer] == []
