"""Replays: a match from its beginning, board by board, through a viewer's eyes."""

from bot.replay.replays import Replays, Seen, check
from bot.replay.steps import ALL, Shown, Step, Story, Viewer, read, turning, viewers

__all__ = ["ALL", "Replays", "Seen", "Shown", "Step", "Story", "Viewer", "check", "read", "turning", "viewers"]
