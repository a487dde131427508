"""Cthulhu: Dark Providence: deck building on a map of cities, with secret allegiances."""
