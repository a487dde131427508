"""The texts of posts, tested without a simulated Discord."""

from __future__ import annotations

from bot.matches.service_results import LogEntry, without_undone


def entry(seq: int, kind: str = "act", restores: int | None = None) -> LogEntry:
    return LogEntry(seq, 0, 0, [], kind, None, restores)


def seqs(*entries: LogEntry) -> list[int]:
    return [one.seq for one in without_undone(entries)]


def test_what_was_taken_back_is_not_told() -> None:
    assert seqs(entry(5), entry(6), entry(7, "undo", 5)) == [5]
    assert seqs(entry(5), entry(6, "undo", 4)) == []
    assert seqs(entry(5), entry(6), entry(7, "undo", 5), entry(8)) == [5, 8]
    assert seqs(entry(5), entry(6), entry(7, "undo", 5), entry(8, "undo", 4), entry(9)) == [9]


def test_going_back_further_is_told() -> None:
    assert seqs(entry(5, "undo", 2), entry(6)) == [5, 6]
    assert seqs(entry(5), entry(6, "undo", 2), entry(7)) == [6, 7]
