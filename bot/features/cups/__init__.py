"""Cups: tournaments of several matches, each with one champion."""
