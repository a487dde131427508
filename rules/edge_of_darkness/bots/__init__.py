"""Computer players: their evaluation of positions and actions."""
