"""Replays: a match from its beginning, board by board, through a viewer's eyes."""
