"""Shrinks the plan of a failed simulation: removes each event without which the simulation still fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.simulated.event_plan import Plan, PlannedEvent


def shrunk(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    """Return a plan with fewer events, matches and days that still fails in the same way."""
    plan = _without_tables(plan, fails)
    happenings = list(plan.happenings)
    size = max(1, len(happenings) // 2)
    while happenings and size:
        happenings, left_out = _pass(plan, happenings, size, fails)
        if not left_out or size > len(happenings):
            size = size // 2
    plan = plan.with_only(happenings)
    return _fewer_days(plan, fails)


def _pass(
    plan: Plan, happenings: list[PlannedEvent], size: int, fails: Callable[[Plan], bool]
) -> tuple[list[PlannedEvent], bool]:
    """Try to remove each group of `size` events once; return the remaining events and whether any were removed."""
    left_out, start = False, 0
    while start < len(happenings):
        fewer = happenings[:start] + happenings[start + size :]
        if fails(plan.with_only(fewer)):
            happenings, left_out = fewer, True
        else:
            start += size
    return happenings, left_out


def _without_tables(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    for table in plan.tables:
        fewer = tuple(one for one in plan.tables if one != table)
        if fewer and fails(replace(plan, tables=fewer)):
            plan = replace(plan, tables=fewer)
    return plan


def _fewer_days(plan: Plan, fails: Callable[[Plan], bool]) -> Plan:
    for days in (1, 2, 4, 8):
        if days < plan.days and fails(replace(plan, days=days)):
            return replace(plan, days=days)
    return plan
