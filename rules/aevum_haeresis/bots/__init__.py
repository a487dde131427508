"""How computer players evaluate positions and actions."""
