"""The Prometheus metrics of this process.

Each label has few possible values, all of them named in the code. No label names a person, a match, a server or a
hidden card.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector
from prometheus_client import disable_created_metrics as _disable_created_metrics

# By default, half of the exported lines would be creation times of time series, which no one needs.
_disable_created_metrics()

#: All metrics of this process.
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

#: Bucket limits of the histograms in seconds, for interactions and for posts.
_INTERACTION_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 15.0)
_POST_BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0, 21600.0)
#: The label that replaces values not named in the code, such as kinds of posts from a newer version.
OTHER_LABEL = "other"


def _counter(name: str, description: str, *labels: str) -> Counter:
    return Counter(f"tenebrae_{name}", description, labels, registry=REGISTRY)


def _seconds(name: str, description: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"tenebrae_{name}_seconds", description, labels, registry=REGISTRY, buckets=buckets)


INTERACTIONS = _counter("interactions", "Commands, presses and forms, by what became of them.", "kind", "result")
ACKNOWLEDGEMENT_SECONDS = _seconds(
    "acknowledgement",
    "From an interaction's arrival to Discord's consent to the first response.",
    _INTERACTION_BUCKETS,
    "kind",
)
ANSWER_SECONDS = _seconds(
    "answer", "From an interaction's arrival to the end of all work on it.", _INTERACTION_BUCKETS, "kind"
)

ACTS = _counter("acts", "Moves that were saved, by who made them.", "by")
UNKNOWN_EVENTS = _counter("unknown_events", "Events of journals, read by a version that doesn't know them.")
FREEZES = _counter("freezes", "Matches that a fault of the rules has frozen.")
UNREADABLE_ROWS = _counter("unreadable_rows", "Rows of the database that can't be read, each counted once.", "table")

POSTS = _counter("posts", "Tries to deliver a post, by what came of them.", "kind", "result")
POST_LATENESS = _seconds("post_lateness", "From when a post was due to when it was made.", _POST_BUCKETS, "kind")
DELIVERY_SECONDS = _seconds("delivery", "How long it took to draw and deliver a post.", _POST_BUCKETS, "kind")
LEASES_LOST = _counter("leases_lost", "Matches that another process has taken over.", "kind")

DISCORD_RESPONSES = _counter("discord_answers", "Discord's answers to requests.", "way", "status", "limit")
DISCORD_REQUEST_SECONDS = _seconds(
    "discord_request", "From a request's turn to Discord's answer.", _INTERACTION_BUCKETS, "way"
)
DISCORD_ERROR_CODES = _counter("discord_refusals", "Discord's error codes where something was refused.", "code")
BUDGET_WAIT_SECONDS = _seconds(
    "budget_wait", "How long a request has waited for its turn.", _INTERACTION_BUCKETS, "rank"
)
BUDGET_EXHAUSTED = _counter("budget_exhausted", "Requests that were not made, for want of budget.", "rank")

CONNECTIONS_OVER_LIMIT = _counter(
    "crowded_out_connections", "HTTP connections closed or refused as too many are open.", "result"
)

COMPUTER_CHOICES = _counter("thoughts", "Choices that computers were asked for.", "level", "result")
THINKING_SECONDS = _seconds("thinking", "How long a computer has thought about a choice.", _POST_BUCKETS, "level")
THINKING_WAIT_SECONDS = _seconds(
    "thinking_wait", "How long a choice has waited for a free thinking process.", _POST_BUCKETS
)

BACKUPS = _counter("backups", "Scheduled backups, by what came of them.", "result")
for _result in ("done", "failed"):
    BACKUPS.labels(_result)  # starts the counter at 0, so that a monitor sees the first failure as an increase


def quantile(histogram: Histogram, share: float, kinds: Collection[str] | None = None) -> float | None:
    """Return the smallest bucket limit, in seconds, below which at least this share of the observations lies.

    If `kinds` is given, count only observations whose label `kind` is among them. Return None if there are no
    observations or if the share is reached only in the last bucket, which has no upper limit.
    """
    counts: dict[float, float] = {}
    for family in histogram.collect():
        for sample in family.samples:
            if sample.name.endswith("_bucket") and (kinds is None or sample.labels.get("kind") in kinds):
                end = float(sample.labels["le"])
                counts[end] = counts.get(end, 0) + sample.value
    most = max(counts.values(), default=0)
    found = next((end for end in sorted(counts) if counts[end] >= share * most), None) if most else None
    return None if found is None or math.isinf(found) else found
