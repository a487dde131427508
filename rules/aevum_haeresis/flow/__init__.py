"""The order of play: a module for each step or phase, set-up, scoring and standing orders."""
