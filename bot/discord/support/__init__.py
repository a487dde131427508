"""Shared parts of commands, panels and posts: the bot itself, words, limits, errors."""
