"""The Prometheus gauges of a bot's current state. The process's counters are in `bot.app.metrics`."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.discord.client import TenebraeBot
from bot.matches.metrics_cache import MetricsSnapshot

#: The values of a gauge, each preceded by the values of its labels.
Values = Iterable[tuple[tuple[str, ...], float]]


def _single_value(value: float) -> Values:
    return [((), value)]


@dataclass(frozen=True, slots=True)
class _Gauge:
    name: str
    told: str
    values: Callable[[TenebraeBot], Values]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _DatabaseGauge:
    """A gauge whose value is read from the database."""

    name: str
    told: str
    values: Callable[[MetricsSnapshot], Values]
    labels: tuple[str, ...] = ()


def _overdue(snapshot: MetricsSnapshot) -> Values:
    return [((kind,), snapshot.overdue(at)) for kind, at in snapshot.figures.due.items()]


def _leases(bot: TenebraeBot) -> Values:
    return [((one.kind,), one.leases) for one in bot.schedulers]


def _backup_every(bot: TenebraeBot) -> Values:
    return [] if bot.settings.backups is None else _single_value(bot.settings.backup_every * 3600)


def _version(_: TenebraeBot) -> Values:
    return [((version("tenebrae"), platform.python_version()), 1)]


GAUGES = (
    _Gauge("info", "Always 1, with the versions.", _version, ("version", "python")),
    _Gauge("backup_every_seconds", "How often backups are made; missing where none are.", _backup_every),
    _Gauge("hears", "Whether interactions reach the process.", lambda bot: _single_value(bot.is_receiving)),
    _Gauge(
        "posts_enabled",
        "Whether Discord takes the token, so that posts go out.",
        lambda bot: _single_value(bot.is_delivering),
    ),
    _Gauge(
        "writable", "Whether the last try to save got through.", lambda bot: _single_value(bot.store.unwritable is None)
    ),
    _Gauge("answering", "Interactions that are being answered.", lambda bot: _single_value(bot.in_flight.in_progress)),
    _Gauge("leases", "Matches that this process has taken, by kind of work.", _leases, ("kind",)),
    _Gauge("loaded_matches", "Positions in memory.", lambda bot: _single_value(bot.service.matches.loaded_count)),
    _Gauge(
        "budget_waiting", "Requests that wait for their turn.", lambda bot: _single_value(bot.rate_budget.queue_length)
    ),
    _Gauge(
        "budget_refusals",
        "Refusals that Discord remembers, about.",
        lambda bot: _single_value(bot.rate_budget.recent_refusals),
    ),
    _Gauge(
        "budget_shut_seconds", "For how long nothing may be asked.", lambda bot: _single_value(bot.rate_budget.shut_for)
    ),
)
DATABASE_GAUGES = (
    _DatabaseGauge(
        "figures_age_seconds", "How old the figures of the database are.", lambda seen: _single_value(seen.age)
    ),
    _DatabaseGauge(
        "outbox_posts", "Undelivered posts, at most 10,000.", lambda seen: _single_value(seen.figures.posts)
    ),
    _DatabaseGauge(
        "outbox_oldest_seconds",
        "Age of the oldest undelivered post.",
        lambda seen: _single_value(seen.overdue(seen.figures.oldest)),
    ),
    _DatabaseGauge(
        "calls_refused", "Undelivered calls that were refused.", lambda seen: _single_value(seen.figures.refused)
    ),
    _DatabaseGauge("work_overdue_seconds", "For how long the first work of a kind is due.", _overdue, ("kind",)),
    _DatabaseGauge("frozen_matches", "Matches that are frozen.", lambda seen: _single_value(seen.figures.frozen)),
    _DatabaseGauge(
        "processes", "Processes that have not said goodbye.", lambda seen: _single_value(seen.figures.processes)
    ),
    _DatabaseGauge("processes_alive", "Those that give signs of life.", lambda seen: _single_value(seen.figures.alive)),
    _DatabaseGauge(
        "reports_waiting", "Reports that wait for an answer.", lambda seen: _single_value(seen.figures.reports)
    ),
    _DatabaseGauge(
        "backup_timestamp_seconds",
        "When a scheduled backup was made last, in seconds since 1970.",
        lambda seen: [] if seen.figures.backed_up is None else _single_value(seen.figures.backed_up),
    ),
)


class Gauges(Collector):
    """Collects the values of one bot's gauges at one point in time."""

    def __init__(self, bot: TenebraeBot, snapshot: MetricsSnapshot | None) -> None:
        self._bot = bot
        self._seen = snapshot

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield every gauge. If the database couldn't be read, omit the gauges that need it."""
        for gauge in GAUGES:
            yield _family(gauge, gauge.values(self._bot))
        for figure in DATABASE_GAUGES if self._seen is not None else ():
            assert self._seen is not None
            yield _family(figure, figure.values(self._seen))


def _family(gauge: _Gauge | _DatabaseGauge, values: Values) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"tenebrae_{gauge.name}", gauge.told, labels=gauge.labels)
    for labels, value in values:
        family.add_metric(labels, value)
    return family
