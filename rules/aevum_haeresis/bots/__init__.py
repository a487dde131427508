"""How computer players judge positions and actions."""
