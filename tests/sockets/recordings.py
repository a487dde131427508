"""Compares the simulated Discord server's answers with recorded answers of the real Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.discord.doctor.recording_requests import RecordingStep
from tests.discord_rules import openapi
from tests.discord_rules.schemas import shape

_REQUIRED = re.compile(r"(\$[^:]*): '(\w+)' is a required property")
_UNKNOWN = re.compile(r"(\$[^:]*): no such key")


def differences(step: RecordingStep, recorded: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """Return where the simulated server's answer to a step differs from the recorded answer.

    Values must have the same types. Keys that Discord's description calls optional may be missing from either
    answer. Refusals must locate the fault at the same path.
    """
    if (recorded["status"], recorded["code"]) != (own["status"], own["code"]):
        return [f"{step.name}: {recorded['status']} {recorded['code']}, not {own['status']} {own['code']}"]
    if recorded["status"] >= 400:
        same = shape(recorded["answer"]) == shape(own["answer"])
        return [] if same else [f"{step.name}: the refusal {recorded['answer']}, not {own['answer']}"]
    path = re.sub(r"\{\w+\}", "1", step.path).partition("?")[0]
    faults = openapi.description().answer_faults(step.method, path, recorded["status"], recorded["answer"])
    found = [one for one in faults if _REQUIRED.search(one) or _UNKNOWN.search(one)]
    return found + [f"{step.name}: {one}" for one in _unlike(recorded["answer"], own["answer"], "$")]


def _unlike(recorded: Any, own: Any, where: str) -> Iterator[str]:
    if recorded is None or own is None:
        return
    if type(recorded) is not type(own):
        yield f"{where}: {recorded!r} was recorded, not {own!r}"
    elif isinstance(recorded, dict):
        for key in recorded.keys() & own.keys():
            yield from _unlike(recorded[key], own[key], f"{where}.{key}")
    elif isinstance(recorded, list) and own:
        for number, one in enumerate(recorded):
            tried = [list(_unlike(one, other, f"{where}[{number}]")) for other in own]
            yield from min(tried, key=len)
