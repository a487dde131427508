"""The order of play, with one module for each step or phase; also the set-up and standing orders."""
