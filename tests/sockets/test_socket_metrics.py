"""Monitoring: the metrics of a running bot, and the correlation id in all log lines of one press."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import logging
import re
import socket
from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families as families

from bot.app import logs
from bot.app.settings import ConfigError
from bot.discord.health import METRICS_PATH, READY_PATH, HealthEndpoints, serve_separately
from bot.discord.http import public_page_limits
from bot.discord.http.token_buckets import Rate
from bot.matches import metrics_cache
from bot.store.metrics_queries import read_metrics
from tests.sockets.hosting import RandomMoves, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAIN_PICTURES = True
DOORS = ("http",)
GAME = "edge_of_darkness"
#: The values of metrics, by (name, sorted labels).
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Collect the bot's log as JSON lines."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(logs.JsonLines(()))
    logger = logging.getLogger("bot")
    logger.addHandler(handler)
    yield text
    logger.removeHandler(handler)


@pytest_asyncio.fixture(loop_scope="module")
async def figures_at(table: Table, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Serve the bot's metrics without a rate limit, and yield their URL."""
    monkeypatch.setattr(public_page_limits, "PAGE_RATE", Rate(100_000, 1.0))
    async with serve_separately(
        HealthEndpoints(table.bot), table.settings().model_copy(update={"metrics": "0"})
    ) as port:
        yield f"http://127.0.0.1:{port}{METRICS_PATH}"


def base(table: Table) -> str:
    return table.discord.endpoint.urls[0].rsplit("/", 1)[0]


async def page(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def scraped(figures_at: str) -> Samples:
    status, text = await page(figures_at)
    assert status == 200
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families(text)
        for sample in family.samples
    }


def total(samples: Samples, name: str, **labels: str) -> float:
    return sum(value for (of, its), value in samples.items() if of == name and labels.items() <= dict(its).items())


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


async def test_figures_scraped_while_people_play_add_up(
    table: Table, figures_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = itertools.count()

    async def counted(*args: object) -> object:
        next(reads)
        return await read_metrics(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(metrics_cache, "read_metrics", counted)
    await table.open(GAME)
    before, seq = await scraped(figures_at), await table.seq()
    hands, scrapes = RandomMoves(table, 7), [before]

    async def watch() -> None:
        while True:
            scrapes.append(await scraped(figures_at))
            await asyncio.sleep(0)

    watches = asyncio.create_task(watch())
    for _ in range(3):
        await hands.press()
    await hands.type()
    watches.cancel()
    await asyncio.wait({watches})
    after = await scraped(figures_at)

    def more(name: str, **labels: str) -> float:
        return total(after, name, **labels) - total(before, name, **labels)

    assert len(scrapes) > 10
    assert next(reads) == 1, "the database is asked once in 15 seconds, however often the page is"
    for earlier, later in itertools.pairwise([*scrapes, after]):
        fell = [key for key in earlier if key[0].endswith("_total") and later[key] < earlier[key]]
        assert fell == []
    assert more("tenebrae_acts_total", by="act") == await table.acts(seq)
    assert more("tenebrae_interactions_total", kind="press", result="done") == hands.pressed
    assert more("tenebrae_acknowledgement_seconds_count", kind="press") == hands.pressed
    # Some commands only opened panels, so there are at least as many commands as typed moves.
    commands = more("tenebrae_interactions_total", kind="command")
    assert commands == more("tenebrae_answer_seconds_count", kind="command") >= hands.typed
    assert more("tenebrae_interactions_total", kind="typing", result="done") > 0
    assert more("tenebrae_posts_total", result="done") == more("tenebrae_post_lateness_seconds_count") > 0
    assert more("tenebrae_discord_answers_total", way="request") > 0
    asked = sum(more("tenebrae_discord_request_seconds_count", way=way) for way in ("request", "opening"))
    assert more("tenebrae_budget_wait_seconds_count") == asked
    assert total(after, "tenebrae_posts_enabled") == total(after, "tenebrae_hears") == 1
    assert total(after, "tenebrae_frozen_matches") == 0
    assert not any(of == "tenebrae_backup_timestamp_seconds" for of, _ in after)


async def test_labels_are_few_and_name_no_one(figures_at: str) -> None:
    samples = await scraped(figures_at)
    # The label "code" has Discord's error codes, which may have six digits but identify no one.
    told = ("le", "version", "python", "code")
    values = {value for of, its in samples for name, value in its if name not in told}
    assert [value for value in values if re.search(r"\d{6,}", value)] == []
    assert {"Ana", "Bence", "Carla", GAME}.isdisjoint(values)
    assert len(samples) < 1500


async def test_one_id_leads_from_a_press_to_its_posts(table: Table, lines: io.StringIO) -> None:
    hands = RandomMoves(table, 11)
    await hands.press()
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    saved = next(line for line in told if line["message"] == "saved")
    follows = [line["message"] for line in told if line.get("press") == saved["press"]]
    assert follows[0] == "saved"
    assert {"answered", "posted"} <= set(follows)
    answered = next(line for line in told if line["message"] == "answered" and line["press"] == saved["press"])
    assert (answered["kind"], answered["result"]) == ("press", "done")
    assert {"match", "user", "seat"}.isdisjoint(answered), "nobody learns from it who has decided"


async def test_only_a_process_without_ills_is_ready(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.bot.warm_up, "is_done", True)
    assert await page(base(table) + READY_PATH) == (200, "ready")
    with monkeypatch.context() as patch:
        patch.setattr(table.bot, "is_delivering", False)
        assert await page(base(table) + READY_PATH) == (503, "Discord refuses the token, so nothing is posted")
    monkeypatch.setattr(table.bot.warm_up, "is_done", False)
    assert await page(base(table) + READY_PATH) == (503, "fonts and pictures are still being loaded")


async def test_a_port_of_their_own_takes_the_figures_from_the_public_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, settings = free_port(), table.settings()
    monkeypatch.setattr(table, "settings", lambda: settings.model_copy(update={"metrics": str(port)}))
    await table.stop()
    await table.start()
    assert (await page(base(table) + METRICS_PATH))[0] == 404
    status, text = await page(f"http://127.0.0.1:{port}{METRICS_PATH}")
    assert status == 200
    assert "tenebrae_outbox_posts" in text
    taken = rf"TENEBRAE_METRICS {port} can't be used: another program listens there; stop it or choose another port\.$"
    with pytest.raises(ConfigError, match=taken):
        async with serve_separately(HealthEndpoints(table.bot), table.settings()):
            pass
    monkeypatch.undo()
    await table.stop()
    await table.start()


@pytest.mark.door("gateway")
async def test_a_bot_on_the_gateway_shows_its_pages_where_a_setting_says(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, settings = free_port(), table.settings()
    monkeypatch.setattr(table, "settings", lambda: settings.model_copy(update={"metrics": str(port)}))
    await table.stop()
    await table.start()
    monkeypatch.setattr(table.bot.warm_up, "is_done", True)
    await table.bot.wait_until_ready()
    assert await page(f"http://127.0.0.1:{port}{READY_PATH}") == (200, "ready")
    assert "tenebrae_hears 1.0" in (await page(f"http://127.0.0.1:{port}{METRICS_PATH}"))[1]
    await table.stop()
    with pytest.raises(aiohttp.ClientConnectorError):
        await page(f"http://127.0.0.1:{port}{READY_PATH}")
    monkeypatch.undo()
    await table.start()
