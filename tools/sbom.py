"""Write the bot's bill of materials in CycloneDX's JSON (`make sbom`)."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.licences import licence
from tools.lock_requirements import ROOT, Pin, pinned

FILE = ROOT / "build" / "tenebrae.cdx.json"


def address(name: str, version: str) -> str:
    """Return a package's URL, the same in every bill of materials."""
    return f"pkg:pypi/{name}@{version}"


def _component(pin: Pin) -> dict[str, Any]:
    """Return one package's component, with a hash for each installable file on any system."""
    here = address(pin.name, pin.version)
    return {
        "type": "library",
        "bom-ref": here,
        "name": pin.name,
        "version": pin.version,
        "purl": here,
        "licenses": [{"expression": licence(pin.name)}],
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in pin.hashes],
    }


def _needs(lines: list[str], extras: set[str]) -> set[str]:
    """Return the packages that these lines require here, including the extras' packages."""
    found = [Requirement(line) for line in lines]
    wanted = {"", *extras}
    here = [one for one in found if one.marker is None or any(one.marker.evaluate({"extra": e}) for e in wanted)]
    return {canonicalize_name(one.name) for one in here}


def _lines(package: str) -> list[str]:
    try:
        return requires(package) or []
    except PackageNotFoundError:
        return []


def bill() -> dict[str, Any]:
    """Return the bill of materials: the project, its dependencies, and theirs; the same for the same pins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = pinned("run")
    places = {pin.name: address(pin.name, pin.version) for pin in pins}
    top = address(project["name"], project["version"])
    asked = [Requirement(line) for line in project["dependencies"]]
    extras = {canonicalize_name(one.name): set(one.extras) for one in asked}
    graph = {top: set(extras)} | {
        places[pin.name]: _needs(_lines(pin.name), extras.get(canonicalize_name(pin.name), set())) for pin in pins
    }
    content = {
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": top,
                "name": project["name"],
                "version": project["version"],
                "purl": top,
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": [_component(pin) for pin in pins],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(places[name] for name in needs if name in places)}
            for ref, needs in graph.items()
        ],
    }
    serial = uuid5(NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": serial.urn, "version": 1} | content


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(bill(), indent=2) + "\n", encoding="utf-8")
    print(FILE.relative_to(ROOT))
