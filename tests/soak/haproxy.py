"""Runs HAProxy with deploy/haproxy.cfg in front of processes on this machine."""

from __future__ import annotations

import asyncio
import csv
import re
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

FILE = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
#: The names of the containers in deploy/haproxy.cfg.
NAMES = ("one", "two")


def program() -> str | None:
    """Return the path of the HAProxy program, or None if it isn't installed."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


class Balancer:
    """A running HAProxy. Its configuration differs from deploy/haproxy.cfg only in the addresses."""

    def __init__(self, port: int, processes: Sequence[int], folder: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._socket = folder / "haproxy.sock"
        text = FILE.read_text(encoding="utf-8")
        for name, at in zip(NAMES, processes, strict=True):
            text = re.sub(rf" {name}:8080\b", f" 127.0.0.1:{at}", text)
        text = text.replace("bind :8080", f"bind 127.0.0.1:{port}")
        text = text.replace("global\n", f"global\n    stats socket {self._socket} mode 600\n", 1)
        assert not re.search(r":8080\b", text)
        self._file = folder / "haproxy.cfg"
        self._file.write_text(text, encoding="utf-8")
        self._log = folder / "haproxy.log"
        self._running: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start HAProxy, and wait until it considers all processes healthy."""
        self._run()
        async with asyncio.timeout(30):
            while True:
                await asyncio.sleep(0.1)
                if self._socket.exists() and {*(await self.states()).values()} == {"UP"}:
                    return

    def _run(self) -> None:
        found = program()
        assert found is not None, "HAProxy is not here: make balancer"
        with self._log.open("ab") as log:
            self._running = subprocess.Popen([found, "-db", "-f", self._file], stdout=log, stderr=log)

    async def states(self) -> dict[str, str]:
        """Return the state of each process by name: "UP", "DOWN" or another of HAProxy's states."""
        return await asyncio.to_thread(self._states)

    def _states(self) -> dict[str, str]:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._socket))
            line.sendall(b"show stat\n")
            told = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        rows = csv.DictReader(told.removeprefix("# ").splitlines())
        return {row["svname"]: row["status"].split()[0] for row in rows if row["svname"] in NAMES}

    def end(self) -> None:
        if self._running is not None:
            self._running.terminate()
            self._running.wait()
