"""The order of play, with a module for each step or phase; the set-up; and standing orders."""
