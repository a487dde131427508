"""Cups: tournaments that consist of several matches and end with one champion."""
