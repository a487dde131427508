"""Worker processes: their shared table of jobs, the limits of each process, and the recovery when a process dies."""

from __future__ import annotations

import ast
import inspect
import io
import os
import sys
from pathlib import Path

import pytest

from bot.app import subprocesses, worker_program
from bot.app.subprocesses import WorkerClient, WorkerError
from bot.app.worker_jobs import JOBS, WorkerJob

ROOT = Path(__file__).parents[2]


def test_every_job_of_the_table_has_a_function_and_someone_who_asks_for_it() -> None:
    for job in JOBS.values():
        assert list(inspect.signature(worker_program.load(job)).parameters) in (["request"], ["query"])
    strings = {
        node.value
        for file in (ROOT / "bot").rglob("*.py")
        if file.name != "worker_jobs.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert strings >= JOBS.keys()


def test_only_jobs_that_read_files_from_outside_are_limited() -> None:
    assert [kind for kind, job in JOBS.items() if job.limits is not None] == ["pack"]


def test_an_answer_is_its_bytes_and_an_error_only_its_class() -> None:
    answers = io.BytesIO()
    job = WorkerJob("base64:b64decode", nice=0, timeout=1)
    worker_program.serve(job, [b'"YQo="', b'"YQ"', b"no JSON", b'""'], answers)
    assert answers.getvalue() == b"1 2\na\n0 5\nError0 15\nJSONDecodeError1 0\n"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("kind", sorted(JOBS))
async def test_no_process_knows_a_setting_and_each_keeps_to_its_limits_and_ends_with_the_bot(kind: str) -> None:
    job = JOBS[kind]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENEBRAE_TOKEN", "a.very.secret.token")
        process = await subprocesses.spawn_worker(kind)
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n")
        assert await process.stdout.readexactly(20) == b"0 15\nJSONDecodeError"
        of = Path(f"/proc/{process.pid}")
        assert b"TENEBRAE" not in (of / "environ").read_bytes()
        lines = (of / "limits").read_text().splitlines()
        found = {line[:26].strip(): line[26:].split()[0] for line in lines}
        wanted = {
            "Max address space": job.limits and job.limits.memory,
            "Max cpu time": job.limits and job.limits.seconds,
            "Max file size": job.limits and job.limits.file,
        }
        assert {name: found[name] for name in wanted} == {
            name: "unlimited" if most is None else str(most) for name, most in wanted.items()
        }
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.nice(0) + job.nice)
        process.stdin.close()
        assert await process.wait() == 1
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_a_short_lived_process_ends_after_its_answer_and_after_its_failure() -> None:
    client = WorkerClient("backup")
    with pytest.raises(WorkerError, match="KeyError"):
        await client.ask({})
    assert client.pid is None
    assert b"There is no database" in await client.ask({"database": "/nowhere", "file": "/nowhere/else"})
    assert client.pid is None
