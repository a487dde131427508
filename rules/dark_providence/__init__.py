"""Cthulhu: Dark Providence, a deck-building game on a map of cities with secret allegiances."""
