"""Computer players. They know only what their seat may know, and think in separate processes."""
