"""python -m tests.simulated SEED...: run the simulations of these seeds; if one fails, shrink its plan."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.postgres import Server
from tests.simulated.event_plan import Plan, random_plan
from tests.simulated.history_shrinking import shrunk
from tests.simulated.simulation import simulate

#: Number of days to simulate with --postgres, because PostgreSQL needs several times as much CPU as SQLite.
DAYS = 5
#: The folder where the plans of failed simulations are written.
FAILURES = Path(".failures")


def _seeds(told: list[str]) -> Iterator[str]:
    """Yield the seeds named by the arguments; "1-300" names three hundred seeds."""
    for one in told:
        first, _, last = one.partition("-")
        if last.isdecimal() and first.isdecimal():
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield one


def _plan(seed: str, engine: str) -> Plan:
    plan = random_plan(seed, engine)
    return plan if engine == "sqlite" else replace(plan, days=DAYS)


def main() -> int:
    """Run the simulations one after another, and return the number of failures."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulated")
    parser.add_argument("seeds", nargs="*", help='seeds, or spans of them such as "1-300"')
    parser.add_argument("--plan", type=Path, help="a history that was kept, in place of seeds")
    parser.add_argument("--shrink", action="store_true", help="find the shortest history of what fails")
    parser.add_argument("--trace", type=Path, help="write down everything that happens")
    parser.add_argument("--postgres", action="store_true", help="several processes on a PostgreSQL server")
    options = parser.parse_args()
    engine = "postgresql" if options.postgres else "sqlite"
    plans = [_plan(seed, engine) for seed in _seeds(options.seeds)]
    if options.plan:
        plans = [Plan.of(options.plan.read_text())]
    server = Server() if any(plan.engine == "postgresql" for plan in plans) else None
    clock, failed = time.perf_counter, 0
    begun = clock()
    for plan in plans:
        cpu = time.process_time()
        found = simulate(plan, server)
        counts = ", ".join(f"{number} {name}" for name, number in found.counts.items())
        print(f"{plan.seed}: {time.process_time() - cpu:.1f} s; {counts}", flush=True)
        for sentence in found.wrong:
            print(f"WRONG: {sentence}", flush=True)
        if options.trace:
            options.trace.write_text("\n".join(found.trace) + "\n")
        if found.wrong:
            failed += 1
            shortest = shrunk(plan, lambda one: bool(simulate(one, server).wrong)) if options.shrink else plan
            FAILURES.mkdir(exist_ok=True)
            kept = FAILURES / f"simulated-{plan.seed}.json"
            kept.write_text(shortest.text() + "\n")
            print(f"{len(shortest.happenings)} of {len(plan.happenings)} happenings are kept in {kept}", flush=True)
    if server is not None:
        server.stop()
    print(f"{len(plans)} simulations, {failed} failed, {clock() - begun:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    done = main()
    sys.stdout.flush()
    # The interpreter's normal shutdown is skipped, because it would resume the coroutines of dead simulated processes.
    os._exit(min(done, 100))
