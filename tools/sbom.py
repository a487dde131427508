"""Writes the bot's software bill of materials, from cyclonedx-py and the hashes in requirements/ (`make sbom`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from tools.licences import licence
from tools.lock_requirements import ROOT, Pin, pinned

FILE = ROOT / "build" / "tenebrae.cdx.json"


def installed(tool: Path) -> dict[str, Any]:
    """Return the bill of materials of everything that is installed here, including developers' tools."""
    how = ["--short-PURLs", "--output-reproducible", "--pyproject", "pyproject.toml", "--spec-version", "1.6"]
    done = subprocess.run(  # noqa: S603
        [tool, "environment", *how, sys.executable], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"No bill of materials was written.\n{done.stderr.strip()}")
    return json.loads(done.stdout)


def bill(whole: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a bill of materials that the bot needs, with the hashes of all files that may be installed."""
    parts: dict[str, Any] = {canonicalize_name(part["name"]): part for part in whole["components"]}
    components = [_component(pin, parts) for pin in pinned("run")]
    refs = {part["bom-ref"] for part in components} | {whole["metadata"]["component"]["bom-ref"]}
    needs = {one["ref"]: one.get("dependsOn", []) for one in whole["dependencies"]}
    graph = [{"ref": ref, "dependsOn": [to for to in needs.get(ref, []) if to in refs]} for ref in sorted(refs)]
    return whole | {"components": components, "dependencies": graph}


def _component(pin: Pin, parts: dict[str, Any]) -> dict[str, Any]:
    """Return the component of a package, even if the package isn't installed because it is for another system."""
    here = f"pkg:pypi/{pin.name}@{pin.version}"
    known = {"type": "library", "bom-ref": here, "name": pin.name, "version": pin.version, "purl": here}
    part = parts.get(pin.name) or known | {"licenses": [{"expression": licence(pin.name)}]}
    return part | {"hashes": [{"alg": "SHA-256", "content": digest} for digest in pin.hashes]}


if __name__ == "__main__":
    made = bill(installed(Path(sys.argv[1])))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    print(FILE.relative_to(ROOT))
