"""Replays: a match from its beginning, board by board, as far as whoever looks may see it."""

from bot.replay.steps import ALL, Shown, Step, Story, Viewer, read, turning, viewers

__all__ = ["ALL", "Shown", "Step", "Story", "Viewer", "read", "turning", "viewers"]
