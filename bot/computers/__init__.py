"""Computer players: they know what their seat knows and nothing else, and think in a process of their own."""
