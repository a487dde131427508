"""Installed packages are pinned by hash, their licences are listed, and the check for known vulnerabilities works."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.game_helpers import each
from tools import audit, licences, lock_requirements, sbom

ROOT = Path(__file__).parents[2]
LISTS = sorted(lock_requirements.UV_ARGUMENTS)
ANEW = "run `make pins`"


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_every_list_is_written_by_the_tool_and_by_nothing_else() -> None:
    assert sorted(file.stem for file in (ROOT / "requirements").iterdir()) == LISTS
    for name in LISTS:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        before = (
            lock_requirements.NESTED[lock_requirements.NESTED.index(name) - 1]
            if name in lock_requirements.NESTED[1:]
            else None
        )
        assert lock_requirements.list_text(name, lock_requirements.parse(text), before) == text, ANEW


@each("name", LISTS)
def test_every_package_has_one_version_and_hashes_and_no_address(name: str) -> None:
    found = lock_requirements.pinned(name)
    assert len({pin.name for pin in found}) == len(found) > 1
    assert all(pin.hashes for pin in found)
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in re.sub(r"\n    --hash.*", "", text)


def test_the_versions_are_those_of_the_constraints() -> None:
    wanted = constraints()
    for name in ("dev", "build"):
        for pin in lock_requirements.pinned(name):
            # Packages that are only needed on other operating systems may be missing from the constraints.
            assert Version(pin.version) == Version(wanted.get(pin.name, pin.version)), ANEW
    assert wanted.keys() <= {pin.name for pin in lock_requirements.pinned("dev")}, ANEW
    assert {pin.name for pin in lock_requirements.pinned("dev") if not pin.marker} <= wanted.keys()


def test_every_list_holds_what_the_project_asks_for() -> None:
    found = project()
    extras, groups = found["project"]["optional-dependencies"], found["dependency-groups"]
    asked = {
        "run": found["project"]["dependencies"],
        "play": extras["playground"],
        "dev": [line for lines in extras.values() for line in lines] + groups["build"],
        "build": groups["build"],
        "tools": groups["tools"],
    }
    for name, lines in asked.items():
        versions = {pin.name: pin.version for pin in lock_requirements.pinned(name)}
        for one in map(Requirement, lines):
            assert canonicalize_name(one.name) in versions, f"{one.name} lacks in {name}: {ANEW}"
            assert one.specifier.contains(versions[canonicalize_name(one.name)]), ANEW


def test_a_list_names_only_what_the_one_before_lacks() -> None:
    held: set[str] = set()
    for name in lock_requirements.NESTED:
        own = {
            pin.name
            for pin in lock_requirements.parse((ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8"))
        }
        assert own
        assert not own & held
        held |= own


def test_nothing_is_installed_without_its_hash_and_the_project_without_asking_for_more() -> None:
    for name, lists in (("Makefile", {"dev", "tools"}), ("Dockerfile", {"run", "build"})):
        text = re.sub(r"\\\n", " ", (ROOT / name).read_text(encoding="utf-8"))
        installs = [line for line in re.split(r"&&|\n", text) if re.search(r"\$\(PIP\) |bin/pip .*install ", line)]
        assert installs
        for line in installs:
            assert ("--require-hashes" in line) != ("--no-deps" in line), line
        assert {found for line in installs for found in re.findall(r"requirements/(\w+)\.txt", line)} == lists


def test_a_licence_that_is_unlisted_or_does_not_go_with_ours_is_found() -> None:
    assert not licences.refused()
    assert (ROOT / "docs" / "licences.md").read_text(encoding="utf-8") == licences.page(), "run `make licences`"


@each(
    ("expression", "free"),
    [
        ("MIT", True),
        ("MIT AND PSF-2.0", True),
        ("GPL-3.0-only OR (MIT AND 0BSD)", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0-or-later OR LGPL-2.1-only", False),
        ("unknown", False),
    ],
)
def test_of_licences_joined_by_or_one_must_be_free_and_of_those_by_and_all(expression: str, free: bool) -> None:
    assert licences.allowed(expression, licences.FREE) is free


def test_a_package_that_says_no_licence_is_unknown() -> None:
    assert licences.licence("no-such-package") == licences.UNKNOWN
    assert licences.licence("pathspec") == "MPL-2.0"
    assert not licences.allowed(licences.licence("pathspec"), licences.FREE)


def installed_package(name: str, version: str, *needs: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an installed package and the packages that it needs, in the format of cyclonedx-py."""
    ref = f"{name}=={version}"
    part = {"bom-ref": ref, "name": name, "version": version, "licenses": [{"license": {"id": "MIT"}}]}
    return part, {"ref": ref, **({"dependsOn": list(needs)} if needs else {})}


def test_the_bill_of_materials_has_what_the_bot_needs_with_hashes_and_no_developers_tool() -> None:
    installed = [
        installed_package("discord.py", "2.7.1", "aiohttp==3.14.5"),
        installed_package("aiohttp", "3.14.5"),
        installed_package("pytest", "9.2.0", "aiohttp==3.14.5"),
    ]
    root = {"ref": "root", "dependsOn": ["discord.py==2.7.1", "pytest==9.2.0"]}
    whole = {
        "bomFormat": "CycloneDX",
        "metadata": {"component": {"bom-ref": "root", "name": "tenebrae"}},
        "components": [part for part, _ in installed],
        "dependencies": [root, *(needs for _, needs in installed)],
    }
    made = sbom.bill(whole)
    assert (made["bomFormat"], made["metadata"]) == (whole["bomFormat"], whole["metadata"])
    parts = {canonicalize_name(part["name"]): part for part in made["components"]}
    assert parts.keys() == {pin.name for pin in lock_requirements.pinned("run")}
    assert all(part["licenses"] != [{"expression": "unknown"}] for part in parts.values())
    assert {name: [one["content"] for one in part["hashes"]] for name, part in parts.items()} == {
        pin.name: list(pin.hashes) for pin in lock_requirements.pinned("run")
    }
    graph = {one["ref"]: one["dependsOn"] for one in made["dependencies"]}
    assert graph.keys() == {"root", *(part["bom-ref"] for part in parts.values())}
    assert (graph["root"], graph["discord.py==2.7.1"]) == (["discord.py==2.7.1"], ["aiohttp==3.14.5"])


def test_the_bill_is_asked_of_the_tool_that_is_given_and_a_failure_is_told(tmp_path: Path) -> None:
    tool = tmp_path / "cyclonedx-py"
    tool.write_text('#!/bin/sh\n[ "$1" = environment ] && echo \'{"components": []}\'\n')
    tool.chmod(0o755)
    assert sbom.installed(tool) == {"components": []}
    tool.write_text("#!/bin/sh\necho no such environment >&2\nexit 2\n")
    with pytest.raises(SystemExit, match=r"was written\.\nno such environment"):
        sbom.installed(tool)


FAULTY = {"name": "pillow", "version": "13.0.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["13.0.1"]}]}
SOUND = {"name": "aiohttp", "version": "3.14.5", "vulns": []}
PASSED_OVER = {"name": "alembic", "skip_reason": "not found"}


@each(
    ("packages", "code", "said"),
    [
        ([SOUND], 0, "No known vulnerabilities in 1 of 1 packages."),
        ([SOUND, FAULTY], 1, "pillow 13.0.0 has the known vulnerability PYSEC-1: take 13.0.1."),
        ([SOUND, PASSED_OVER], 4, "No data about alembic: it was not checked."),
        ([PASSED_OVER], 4, audit.NO_NEWS),
        (None, 4, audit.NO_NEWS),
    ],
)
def test_what_could_not_be_audited_is_never_called_sound(packages: list[Any] | None, code: int, said: str) -> None:
    answer = "" if packages is None else json.dumps({"dependencies": packages})
    sentences, found = audit.findings(answer)
    assert found == code
    assert said in sentences


def test_the_audit_runs_the_tool_it_is_given_and_says_in_a_sentence_when_there_is_no_news(tmp_path: Path) -> None:
    tool = tmp_path / "pip-audit"
    tool.write_text('#!/bin/sh\n[ "$1" = --requirement ] && [ -f "$2" ] && echo no connection >&2\nexit 1\n')
    tool.chmod(0o755)
    command = [sys.executable, "-m", "tools.audit", str(tool)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (4, audit.NO_NEWS + "\n", "")


def test_pins_that_can_not_be_made_leave_the_lists_as_they_are(tmp_path: Path) -> None:
    before = {name: (ROOT / "requirements" / f"{name}.txt").read_bytes() for name in LISTS}
    tool = tmp_path / "uv"
    tool.write_text("#!/bin/sh\necho no such version >&2\nexit 2\n")
    tool.chmod(0o755)
    with pytest.raises(SystemExit, match=r"nothing was written\.\nno such version"):
        lock_requirements.write(tool)
    assert {name: (ROOT / "requirements" / f"{name}.txt").read_bytes() for name in LISTS} == before
