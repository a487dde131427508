"""The part of PostgreSQL's protocol that simulations understand, and a simple client for a simulation's queries."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from typing import Any

#: The code of a cancel request, which a client sends in place of a startup message.
CANCEL = 80877102
#: PostgreSQL's object ids (OIDs) of integer types.
_INTEGERS = {20, 21, 23, 26}


def framed(kind: bytes, body: bytes = b"") -> bytes:
    """Return a protocol message, preceded by its kind and its length."""
    return kind + struct.pack("!i", len(body) + 4) + body


def query(text: str) -> bytes:
    """Return the protocol message for a simple query."""
    return framed(b"Q", text.encode() + b"\0")


def startup_message(**settings: str) -> bytes:
    """Return the startup message with these parameters."""
    named = b"".join(part.encode() + b"\0" for pair in settings.items() for part in pair)
    return framed(b"", struct.pack("!i", 196608) + named + b"\0")


def read_messages(data: bytearray, *, named: bool = True) -> Iterator[tuple[bytes, bytes]]:
    """Remove complete messages from a buffer, and yield each as (kind, message). Unless `named`, they have no kind."""
    begins = int(named)
    while len(data) >= begins + 4:
        size = begins + struct.unpack_from("!i", data, begins)[0]
        if len(data) < size:
            return
        whole = bytes(data[:size])
        del data[:size]
        yield whole[:begins], whole
        if not named:
            return


def text_at(message: bytes, start: int) -> tuple[str, int]:
    """Return the string at an offset of a message, and the offset after the string."""
    end = message.index(b"\0", start)
    return message[start:end].decode(), end + 1


class BlockingConnection:
    """A blocking connection to the server, for queries outside simulated time."""

    def __init__(self, path: str, user: str, database: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._say(startup_message(user=user, database=database))

    def ask(self, statement: str) -> list[dict[str, Any]]:
        """Run a statement and return its rows; raise AssertionError if the server reports an error."""
        names: list[str] = []
        types: list[int] = []
        rows: list[dict[str, Any]] = []
        for kind, message in self._say(query(statement)):
            if kind == b"T":
                names, types = _described(message)
            elif kind == b"D":
                rows.append(dict(zip(names, _values(message, types), strict=True)))
        return rows

    def _say(self, message: bytes) -> list[tuple[bytes, bytes]]:
        self._socket.sendall(message)
        data, told = bytearray(), list[tuple[bytes, bytes]]()
        while not told or told[-1][0] != b"Z":
            come = self._socket.recv(65536)
            assert come, "the server has hung up"
            data += come
            told += read_messages(data)
        refused = [message for kind, message in told if kind == b"E"]
        assert not refused, refused[0].decode(errors="replace")
        return told

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


def _described(message: bytes) -> tuple[list[str], list[int]]:
    names: list[str] = []
    types: list[int] = []
    at = 7
    for _ in range(struct.unpack_from("!h", message, 5)[0]):
        name, at = text_at(message, at)
        names.append(name)
        types.append(struct.unpack_from("!ihi", message, at)[2])
        at += 18
    return names, types


def _values(message: bytes, types: list[int]) -> Iterator[Any]:
    at = 7
    for kind in types:
        (size,) = struct.unpack_from("!i", message, at)
        at += 4
        if size < 0:
            yield None
            continue
        text = message[at : at + size].decode()
        at += size
        yield int(text) if kind in _INTEGERS else text
