"""Every metric used in the dashboard or the alert rules exists, and the metrics page explains all metrics."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # this package comes with pre-commit

from bot.app import metrics
from bot.discord.gauges import DATABASE_GAUGES, GAUGES

DOCS = Path(__file__).parents[2] / "docs" / "observability"
PAGE = (DOCS / "README.md").read_text("utf-8")
NAME = re.compile(r"\b(?:tenebrae|process)_\w+")


def families() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the kind and the labels of each of the bot's metrics, by the name that the metrics page uses."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {
        f"tenebrae_{one.name}": ("gauge", one.labels) for one in (*GAUGES, *DATABASE_GAUGES)
    }
    for one in vars(metrics).values():
        if isinstance(one, metrics.Counter | metrics.Histogram):
            (family,) = one.describe()
            total = "_total" if family.type == "counter" else ""
            found[family.name + total] = (family.type, tuple(one._labelnames))
    return found


def series() -> set[str]:
    """Return the names of all time series that Prometheus reads from the bot."""
    found = {
        f"{name}{end}"
        for name, (kind, _) in families().items()
        if kind == "histogram"
        for end in ("_bucket", "_sum", "_count")
    }
    scraped = {sample.name for family in metrics.REGISTRY.collect() for sample in family.samples}
    return found | scraped | {name for name, (kind, _) in families().items() if kind != "histogram"}


def expressions(part: Any) -> list[str]:
    """Return every PromQL expression anywhere inside a part of the dashboard's or the alert rules' data."""
    if isinstance(part, dict):
        own = [value for key, value in part.items() if key in ("expr", "definition")]
        return own + [one for value in part.values() for one in expressions(value)]
    return [one for value in part for one in expressions(value)] if isinstance(part, list) else []


@pytest.mark.parametrize("file", ["dashboard.json", "alerts.yaml"])
def test_what_is_watched_exists(file: str) -> None:
    text = (DOCS / file).read_text("utf-8")
    asked = expressions(json.loads(text) if file.endswith("json") else yaml.safe_load(text))
    assert len(asked) > 10
    assert {name for one in asked for name in NAME.findall(one)} - series() == set()
    labels = {label for _, labels in families().values() for label in labels} | {"job", "le", "instance"}
    for one in asked:
        chosen = re.findall(r"(\w+)\s*(?:=~|!=|=)\s*\"", one) + re.findall(r"by \(([^)]*)\)", one)
        assert {label for names in chosen for label in re.split(r",\s*", names)} <= labels, one


def test_every_figure_is_explained_with_its_kind_and_labels() -> None:
    rows = re.findall(r"^\| `(tenebrae_\w+)` \| (\w+) \|([^|]*)\|", PAGE, re.MULTILINE)
    assert {name: (kind, tuple(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows} == families()


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    (group,) = yaml.safe_load((DOCS / "alerts.yaml").read_text("utf-8"))["groups"]
    names = [rule["alert"] for rule in group["rules"]]
    assert len(names) == len({*names})
    for rule in group["rules"]:
        assert {*rule["annotations"]} == {"summary", "action"}
        assert rule["labels"]["severity"] in ("page", "ticket")


def test_panels_of_the_dashboard_lie_beside_each_other() -> None:
    panels = json.loads((DOCS / "dashboard.json").read_text("utf-8"))["panels"]
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
