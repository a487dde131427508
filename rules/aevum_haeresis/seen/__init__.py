"""Each seat's knowledge, as views and as possible worlds that agree with it; also checks of loaded states."""
