"""Checks the bot's dependencies for known vulnerabilities with pip-audit, and prints the findings (`make audit`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

from bot.app.settings import EXIT_DISCORD_UNREACHABLE, EXIT_FAILED
from tools.lock_requirements import ROOT

NO_NEWS = "No data about vulnerabilities: the package registry is unreachable or publishes none. Nothing was checked."


def findings(answer: str) -> tuple[list[str], int]:
    """Return the findings in pip-audit's JSON answer as sentences, and the exit code.

    Packages that pip-audit has skipped don't count as safe.
    """
    try:
        asked = cast("list[dict[str, Any]]", json.loads(answer)["dependencies"])
    except (ValueError, KeyError, TypeError):
        return [NO_NEWS], EXIT_DISCORD_UNREACHABLE
    known = [one for one in asked if "vulns" in one]
    if not known:
        return [NO_NEWS], EXIT_DISCORD_UNREACHABLE
    faults = [
        f"{one['name']} {one['version']} has the known vulnerability {fault['id']}: "
        + (f"take {' or '.join(fault['fix_versions'])}." if fault["fix_versions"] else "no version fixes it yet.")
        for one in known
        for fault in one["vulns"]
    ]
    passed_over = [f"No data about {one['name']}: it was not checked." for one in asked if "vulns" not in one]
    sound = [] if faults else [f"No known vulnerabilities in {len(known)} of {len(asked)} packages."]
    return faults + passed_over + sound, EXIT_FAILED if faults else EXIT_DISCORD_UNREACHABLE if passed_over else 0


def run(tool: Path) -> int:
    """Check requirements/run.txt and print the findings. Return the exit code."""
    asked = ["--requirement", str(ROOT / "requirements" / "run.txt"), "--require-hashes", "--disable-pip"]
    shown = ["--progress-spinner", "off", "--format", "json"]
    done = subprocess.run([tool, *asked, *shown], capture_output=True, text=True, check=False)  # noqa: S603
    sentences, code = findings(done.stdout)
    print("\n".join(sentences))
    return code


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
