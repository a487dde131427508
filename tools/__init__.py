"""Tools for developers, run with `python -m tools.NAME`. They aren't part of the installed package."""
