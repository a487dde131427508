"""The computer players' evaluation of positions and actions."""
