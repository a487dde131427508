"""Computer players. They know only what their seat is allowed to know, and they think in separate processes."""
