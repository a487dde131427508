"""The alert rules, tested on time series with Prometheus's own tool, promtool."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

RULES = Path(__file__).parents[2] / "docs" / "observability" / "alerts.yaml"
PAGE = RULES.with_name("README.md").read_text("utf-8")
TOOL = shutil.which("promtool")

needs_promtool = pytest.mark.skipif(TOOL is None, reason="promtool is not here: `make alerts` installs it")

EVERY, MADE, FAILED = "tenebrae_backup_every_seconds", "tenebrae_backup_timestamp_seconds", "tenebrae_backups_total"
KNOWN, ALIVE = "tenebrae_processes", "tenebrae_processes_alive"
FAILS = FAILED + '{result="failed"}'
#: For each case: the alert, whether it fires, after how many minutes that is checked, and each series' value per
#: minute.
CASES: Mapping[str, tuple[str, bool, int, Mapping[str, str]]] = {
    "none was ever made": ("TenebraeBackupNeverWorked", True, 150, {EVERY: "86400x200"}),
    "backups are off": ("TenebraeBackupNeverWorked", False, 150, {}),
    "one was made": ("TenebraeBackupNeverWorked", False, 150, {EVERY: "86400x200", MADE: "1x200"}),
    "one fails": ("TenebraeBackupFails", True, 30, {FAILS: "0x9 1x90"}),
    "none fails": ("TenebraeBackupFails", False, 30, {FAILS: "1x99"}),
    "a daily one is old": ("TenebraeBackupIsOld", True, 2900, {EVERY: "86400x3000", MADE: "1x3000"}),
    "a weekly one is not": ("TenebraeBackupIsOld", False, 2900, {EVERY: "604800x3000", MADE: "1x3000"}),
    "one of three died": ("TenebraeProcessIsMissing", True, 60, {KNOWN: "3x99", ALIVE: "3x20 2x70"}),
    "another took its place": ("TenebraeProcessIsMissing", False, 60, {KNOWN: "3x20 4x70", ALIVE: "3x99"}),
    "one was stopped": ("TenebraeProcessIsMissing", False, 60, {KNOWN: "3x20 2x70", ALIVE: "3x20 2x70"}),
    "no figures": ("TenebraeCannotBeAsked", True, 10, {'up{job="tenebrae",instance="b"}': "0x20"}),
    "figures": ("TenebraeCannotBeAsked", False, 10, {'up{job="tenebrae",instance="b"}': "1x20"}),
    "a damaged row": ("TenebraeRowsAreDamaged", True, 5, {'tenebrae_unreadable_rows_total{table="votes"}': "1x9"}),
}


@needs_promtool
@pytest.mark.parametrize("case", [pytest.param(one, id=name) for name, one in CASES.items()])
def test_an_alert_is_raised_when_it_should_be(case: tuple[str, bool, int, Mapping[str, str]], tmp_path: Path) -> None:
    alert, raised, minute, series = case
    (rules,) = yaml.safe_load(RULES.read_text("utf-8"))["groups"]
    (rule,) = (one for one in rules["rules"] if one["alert"] == alert)
    tried = {"groups": [{"name": "tried", "rules": [{**rule, "labels": {}, "annotations": {}}]}]}
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump(tried))
    labels = {"job": "tenebrae", "instance": "b"} if alert == "TenebraeCannotBeAsked" else {}
    test = {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "alert_rule_test": [
            {"eval_time": f"{minute}m", "alertname": alert, "exp_alerts": [{"exp_labels": labels}] if raised else []}
        ],
    }
    file = tmp_path / "test.yaml"
    file.write_text(yaml.safe_dump({"rule_files": ["rules.yaml"], "evaluation_interval": "1m", "tests": [test]}))
    done = subprocess.run([TOOL or "", "test", "rules", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_all_rules_are_sound() -> None:
    done = subprocess.run([TOOL or "", "check", "rules", RULES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_lists_every_alert_with_its_severity() -> None:
    (rules,) = yaml.safe_load(RULES.read_text("utf-8"))["groups"]
    listed = re.findall(r"^\| `(Tenebrae\w+)` \| (page|ticket) \| ", PAGE, re.MULTILINE)
    assert listed == [(rule["alert"], rule["labels"]["severity"]) for rule in rules["rules"]]
