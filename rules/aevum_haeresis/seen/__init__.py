"""What each seat knows, as views and as possible worlds that agree with its knowledge; also checks of loaded states."""
