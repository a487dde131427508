"""The playground: the real bot in a simulated Discord that you open in a browser."""
