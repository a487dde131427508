"""Tools for developers, started with `python -m tools.NAME`. They are not part of the installed package."""
