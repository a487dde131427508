"""Replays of matches from the first move, board by board, from one viewer's point of view."""
