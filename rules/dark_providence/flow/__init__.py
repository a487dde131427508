"""The order of play: one module for each step or phase, and for set-up, scoring and standing orders."""
