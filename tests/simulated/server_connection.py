"""A connection of a simulated process to the PostgreSQL server.

For the database driver, it is an asyncio transport. The server and its answers are real; only the timing is simulated.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import struct
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.simulated.postgres_protocol import CANCEL, query, read_messages, text_at

if TYPE_CHECKING:
    from tests.simulated.server import Server

#: The kinds of messages that end a client's request: Query, Sync, Flush and Terminate.
ENDS = (b"Q", b"S", b"H", b"X")
#: Maximum number of seconds until the server process of a closed connection has exited.
CLEARED = 20.0


@dataclass
class Request:
    """A request of the client that needs an answer."""

    data: bytes
    ends: bytes
    #: The statement that the request executes; empty if it only prepares a statement.
    says: str = ""
    #: Number of statements that the server must describe.
    described: int = 0
    #: Whether the connection is lost after the request is executed.
    loses_answer: bool = False


class ServerConnection(asyncio.Transport):
    """A connection to the server that delays requests and answers, and causes faults."""

    def __init__(self, server: Server, protocol: Any) -> None:
        super().__init__()
        self._server, self._protocol = server, protocol
        self.machine = server.loop.machine
        self.socket: socket.socket | None = None
        #: Id of the server process that serves this connection.
        self.pid = 0
        #: The transaction status in the server's last answer.
        self.status = b""
        #: Whether the connection listens for notifications, and whether its current transaction has sent any.
        self.listens = self.notifies = False
        #: The request that is being executed, and the requests that wait behind it.
        self.asked: Request | None = None
        self._queue: deque[Request] = deque()
        self._under_way = 0
        #: Whether the client has disconnected, and whether the server process has also ended.
        self.hung_up = self.gone = False
        self._lost = False
        self._written = bytearray()
        self._begun = False
        self._request = Request(b"", b"")
        self._statements: dict[str, str] = {}
        #: Whether the server accepts a simple query. After a request that ended with Flush, it may need a Sync first.
        self._is_synced = False
        self._come = bytearray()
        self._answer: list[tuple[bytes, bytes]] = []
        self._free = self._told = 0.0
        self.machine.holds.append(self.abort)

    # -- the driver's calls -------------------------------------------------------------------------------

    def write(self, data: Any) -> None:
        """Accept data from the database driver, and send each complete request to the server."""
        if self.hung_up or self.gone:
            return
        self._written += data
        if not self._begun:
            for _, message in read_messages(self._written, named=False):
                self._begun = True
                self._send(Request(message, b"cancel" if message[4:8] == struct.pack("!i", CANCEL) else b"first"))
        for kind, message in read_messages(self._written):
            self._hear(kind, message)
            if kind in ENDS:
                request, self._request = self._request, Request(b"", b"")
                request.ends = kind
                self._send(request)

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Accept several pieces of data from the database driver at once."""
        self.write(b"".join(list_of_data))

    def _hear(self, kind: bytes, message: bytes) -> None:
        """Add a message of the driver to the current request, and note what it prepares, executes or describes."""
        request = self._request
        request.data += message
        if kind == b"Q":
            request.says = text_at(message, 5)[0]
        elif kind == b"P":
            name, at = text_at(message, 5)
            self._statements[name] = text_at(message, at)[0]
        elif kind == b"B":
            _, at = text_at(message, 5)
            request.says = self._statements[text_at(message, at)[0]]
        elif kind == b"D":
            request.described += 1

    def is_closing(self) -> bool:
        """Return whether the connection is closed or closing."""
        return self.hung_up or self.gone

    def close(self) -> None:
        """Disconnect at once, because no data is waiting in a buffer."""
        self.abort()

    def abort(self) -> None:
        """Disconnect, as the operating system does for a dead process. Data that was sent before still arrives."""
        if self.hung_up or self.gone:
            return
        self.hung_up = True
        self._lose(None)
        if not self._under_way and self.asked is None:
            self._end()

    def pause_reading(self) -> None:
        """Do nothing, because answers are delivered at once."""

    def resume_reading(self) -> None:
        """Do nothing, because reading is never paused."""

    # -- in transit ---------------------------------------------------------------------------------------

    def _send(self, request: Request) -> None:
        loop = self._server.loop
        self._free = max(self._free + 1e-6, self._server.arrives())
        self._under_way += 1
        with loop.being(loop.world):
            loop.call_at(self._free, self._arrives, request)

    def _arrives(self, request: Request) -> None:
        self._under_way -= 1
        if self.gone:
            return
        if self.asked is not None:
            self._queue.append(request)
            return
        with self._server.loop.being(self.machine):
            self._carry_out(request)

    def _deliver(self, data: bytes) -> None:
        if not self._lost:
            self._protocol.data_received(data)

    def _later(self, what: Any, *args: Any) -> None:
        loop = self._server.loop
        self._told = max(self._told + 1e-6, loop.time() + self._server.takes())
        with loop.being(self.machine):
            loop.call_at(self._told, what, *args)

    def _lose(self, error: Exception | None) -> None:
        """Tell the driver that the connection is lost, and tell it nothing more afterwards."""

        def lost() -> None:
            if not self._lost:
                self._lost = True
                self._protocol.connection_lost(error)

        self._later(lost)

    # -- at the server ------------------------------------------------------------------------------------

    def _carry_out(self, request: Request) -> None:
        server = self._server
        if request.ends == b"X":
            self._lose(None)
            self._end()
        elif request.ends == b"cancel":
            server.cancel(struct.unpack_from("!i", request.data, 8)[0])
            self._lose(None)
            self.gone = True
        elif request.ends == b"first":
            self._begin(request)
        elif not (request.says and self._dies()):
            self._fare(request, server.fault(request.says) if request.says else "")

    def _begin(self, request: Request) -> None:
        if self._server.is_away:
            self._lose(ConnectionResetError("the server is not there"))
            self.gone = True
            return
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(self._server.path)
        self._server.wires.append(self)
        self._say(request, request.data)

    def _dies(self) -> bool:
        """Return whether the process dies before sending the request. In half of all cases, it can die only later."""
        before = self._server.dice.random() < 0.5
        # Data that a process sent before its death still arrives.
        return before and self.machine.alive and self.machine.fuse is not None and self.machine.burns()

    def _fare(self, request: Request, fault: str) -> None:
        server = self._server
        if fault == "lost before":
            self.cut()
            return
        if "clock_timestamp" in request.says and not fault:
            self._aside(f"SET simulated.now = '{server.now():.6f}'")
        if fault == "refused" and request.says.startswith("COMMIT"):
            self._aside("ROLLBACK")  # a failed commit also ends the transaction
        request.loses_answer = fault == "lost after"
        self._say(request, query(server.refusal) if fault == "refused" else request.data)

    def _say(self, request: Request, data: bytes) -> None:
        assert self.socket is not None
        try:
            self.socket.sendall(data)
        except BrokenPipeError as error:
            # Only the simulation ends server processes, so this process should still exist.
            raise AssertionError(f"the server has hung up: {self.socket.recv(65536)!r}") from error
        self.asked = request
        self._is_synced = request.ends != b"H"
        self.listens |= request.says.startswith("LISTEN")
        self.notifies |= "pg_notify" in request.says
        self.go_on()

    def go_on(self) -> None:
        """Wait for the answer and handle it, unless the request is waiting for a lock."""
        if self._server.waited(self):
            self._answered()

    def take(self, data: bytes) -> bool:
        """Add data from the server to the answer; return whether the answer is complete."""
        self._come += data
        for kind, message in read_messages(self._come):
            self._answer.append((kind, message))
            if kind == b"K":
                self.pid = struct.unpack_from("!i", message, 5)[0]
            elif kind == b"Z":
                self.status = message[5:6]
        kinds = [kind for kind, _ in self._answer]
        if self.asked is not None and self.asked.ends == b"H":
            described = sum(kind in (b"T", b"n") for kind in kinds)
            return b"E" in kinds or described >= self.asked.described
        return kinds[-1:] == [b"Z"] or (self.status == b"" and b"E" in kinds)

    def _answered(self) -> None:
        request, answer = self.asked, self._answer
        assert request is not None
        self.asked, self._answer = None, []
        if request.says:
            told = next((message for kind, message in reversed(answer) if kind in (b"C", b"E")), b"")
            self._server.note(f"{self.pid and request.says[:40]!r} {told[5:30]!r}")
        if request.loses_answer:
            self.cut()
            self._server.done(self)
            return
        self._later(self._deliver, b"".join(message for _, message in answer))
        fused = self.machine.alive and request.says and self.machine.fuse is not None
        if fused and self._server.dice.random() < 0.5:
            self.machine.burns()
        self._server.done(self)
        if self._queue and not self.gone:
            self._carry_out(self._queue.popleft())
        elif self.hung_up and not self._under_way:
            self._end()

    def _aside(self, statement: str) -> bytes:
        """Run a statement unnoticed by the database driver; return the notifications in the server's answer."""
        assert self.socket is not None
        self.socket.sendall(query(statement))
        self._server.waited(self)
        answer, self._answer = self._answer, []
        return b"".join(message for kind, message in answer if kind == b"A")

    def collect(self) -> None:
        """Fetch other connections' notifications from the server, and deliver them to the driver."""
        if self.status == b"I" and self._is_synced and self.asked is None and (told := self._aside("")):
            self._later(self._deliver, told)

    # -- disconnection ------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Lose the connection, along with all data in transit."""
        self._lose(ConnectionResetError(104, "Connection reset by peer"))
        self._end()

    def ended_by_server(self) -> None:
        """Let the server close the connection, and deliver its last message."""
        if self.socket is None or self.gone:
            return
        self._signal(signal.SIGTERM, signal.SIGCONT)
        data = b""
        while come := self.socket.recv(65536):
            data += come
        self._later(self._deliver, data)
        self._lose(None)
        self._end()

    def _end(self) -> None:
        """Close the socket and wait until the server process has exited, which releases its locks."""
        if self.gone:
            return
        self.gone = True
        server = self._server
        if self.socket is not None:
            self.socket.close()
            server.wires.remove(self)
            if self in server.waiting:
                server.waiting.remove(self)
                self._signal(signal.SIGTERM, signal.SIGCONT)
            self._cleared()
        if self.machine.alive and self.abort in self.machine.holds:
            self.machine.holds.remove(self.abort)
        server.settle()

    def _signal(self, *signals: int) -> None:
        for one in signals:
            with suppress(ProcessLookupError):
                os.kill(self.pid, one)

    def _cleared(self) -> None:
        for _ in range(int(CLEARED / 0.0005)):
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.0005)
        raise AssertionError("a process of the server does not end")

    def stop(self) -> None:
        """Suspend the server process while its request waits for a lock, so that it continues only after `wake`."""
        os.kill(self.pid, signal.SIGSTOP)

    def wake(self, *before: int) -> None:
        """Send the server process these signals, and resume it."""
        self._signal(*before, signal.SIGCONT)
