"""Cups: series of matches that lead to one champion."""
