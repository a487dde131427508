"""Shared code for the games' words: translation, tables, the log, standing orders."""
