"""Tools for developers. They are not part of the installed package."""
