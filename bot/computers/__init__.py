"""Computer players: they know what their seat knows and nothing else, and run in separate processes."""
