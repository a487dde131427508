"""Replays: a match from its beginning, board by board, from one viewer's point of view."""
